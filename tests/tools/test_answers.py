"""JSON for a model: what any client can send, cut to what fits."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.tools.answers import AnswerLimit
from langchain_mdsplit.tools.wording import call, encode
from tests.tools.samples import COUNT

ANY_TEXT = st.text(st.characters(exclude_categories=()))
LIMIT = AnswerLimit(COUNT, 200)


@given(ANY_TEXT)
def test_json_keeps_any_text_and_can_be_sent(text: str) -> None:
    written = encode({"text": text})
    written.encode()
    assert json.loads(written)["text"] == json.loads(json.dumps(text))


@given(ANY_TEXT.filter(bool), st.booleans())
def test_a_clipped_text_is_short_and_says_that_it_was_cut(
    text: str,
    keep_end: bool,  # noqa: FBT001  (Hypothesis)
) -> None:
    clipped = LIMIT.clip(text * 50, keep_end=keep_end)
    assert LIMIT.measure(clipped) <= 20
    if clipped != text * 50:
        kept = clipped[1:] if keep_end else clipped[:-1]
        whole = text * 50
        assert clipped[0 if keep_end else -1] == "…"
        assert whole.endswith(kept) if keep_end else whole.startswith(kept)


@given(ANY_TEXT, st.integers(1, 60))
def test_an_excerpt_is_a_prefix_within_the_limit(text: str, limit: int) -> None:
    excerpt = LIMIT.excerpt(text * 9, limit)
    assert (text * 9).startswith(excerpt)
    assert LIMIT.measure(excerpt) <= limit


def test_a_long_path_keeps_its_inner_titles() -> None:
    path = LIMIT.clip_path([f"A rather long title with number {n}" for n in range(6)])
    assert path.startswith("… > ")
    assert path.endswith("number 5")
    assert LIMIT.measure(path) <= 40


@pytest.mark.parametrize(
    ("arguments", "written"),
    [
        ({}, "markdown_read()"),
        ({"label": "1", "document": None}, 'markdown_read(label="1")'),
        ({"label": 'a"b\n', "page": 2}, 'markdown_read(label="a\\"b\\n", page=2)'),
    ],
)
def test_a_call_can_be_copied(
    arguments: dict[str, str | int | None], written: str
) -> None:
    assert call("markdown_read", **arguments) == written
