import re

from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.view.escaping import displayed, escape_plain, escape_source
from tests.view.page_reader import read_page

ANY_TEXT = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=("Cs", "Cc", "Cf")),
        st.sampled_from("\r\n<>&\"'\x00\x1b\x85\u202e\ufeff\U000e0041\U0001f3f4"),
    )
)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


@given(ANY_TEXT)
def test_what_is_escaped_reads_as_what_is_displayed(text: str) -> None:
    page = read_page(f'<div id="source">{escape_source(text)}</div>')
    assert page.source == displayed(text)


@given(ANY_TEXT)
def test_displayed_text_differs_only_where_no_page_can_hold_it(text: str) -> None:
    shown = displayed(text)
    assert len(shown) == len(text)
    for given_one, shown_one in zip(text, shown, strict=True):
        if given_one == "\0":
            assert shown_one == "\u2400"
        elif "\ud800" <= given_one <= "\udfff":
            assert shown_one == "\ufffd"
        else:
            assert shown_one == given_one


@given(ANY_TEXT)
def test_no_escaped_text_holds_a_control_or_a_mark(text: str) -> None:
    assert not CONTROL.search(escape_source(text))
    assert not CONTROL.search(escape_plain(text))
    assert not re.search(r"[<>\"']", escape_plain(text))


def test_every_hidden_code_point_has_a_stand_in() -> None:
    hidden = [*range(9), 0xB, 0xC, *range(0xE, 0x20), *range(0x7F, 0xA0)]
    hidden += [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF]
    hidden += [0xD800, 0xDFFF, 0xE0041]
    for code in hidden:
        markup = escape_source(f"a{chr(code)}b")
        assert re.fullmatch(r'a<i class="u" data-t="[^"]+">.*</i>b', markup, re.DOTALL)


def test_a_run_of_one_code_point_has_one_stand_in() -> None:
    assert escape_source("\0" * 1000).count("<i") == 1
    assert len(escape_source("\0" * 1000)) < 1100


def test_hidden_text_in_tags_is_spelled_out() -> None:
    assert 'data-t="tags: Hi&lt;"' in escape_source("\U000e0048\U000e0069\U000e003c")


def test_a_flag_made_of_tags_stays_whole() -> None:
    flag = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    assert escape_source(flag) == flag


def test_only_a_lone_carriage_return_has_a_stand_in() -> None:
    assert escape_source("a\r\nb") == "a&#13;\nb"
    assert 'data-t="CR"' in escape_source("a\rb")
