"""MarkdownTokenTextSplitter: context, long headings, front matter, merging, overlap."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pytest
from langchain_core.documents import Document

from langchain_mdsplit import MdSplitError, TokenCounter, locate
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.splitters.token import MarkdownTokenTextSplitter
from tests.packing.cutting.cut_pieces import kinds
from tests.shared_data import read_source, tricky_files
from tests.splitters.contract import TEXT, SplitterContract, count_words

DATA = Path(__file__).parent.parent / "data" / "token_chunks.json"
CASES = json.loads(DATA.read_text(encoding="utf-8"))
SENTENCE = "Word and word here. "
LONG_TITLE = "long heading words " * 8
LONG = f"# Top\n\nintro\n\n## {LONG_TITLE.strip()}\n\n{SENTENCE * 8}\n\n# Next\n\nend\n"
COUNTER = TokenCounter()


class TokenContract(SplitterContract):
    splitter_class: ClassVar[type[ChunkTextSplitter]] = MarkdownTokenTextSplitter

    def test_chunks_are_located(self) -> None:
        """Raw front matter is text like any other: edited, it is another."""
        made = self.make(add_ids=True).split_documents([self.document()])
        edited = TEXT.replace("Tea", "Infusions").replace("An intro", "A new intro")
        for document in made:
            place = locate(TEXT, document)
            assert place.start_index == document.metadata["start_index"]
            assert place.end_index == document.metadata["end_index"]
            if "intro" not in document.page_content and place.start_index:
                moved = locate(edited, document)
                assert moved.start_index == place.start_index + 9


class TestContract(TokenContract):
    arguments: ClassVar[dict[str, Any]] = {"chunk_size": 40}


class TestContractWithMergingAndOverlap(TokenContract):
    arguments: ClassVar[dict[str, Any]] = {
        "chunk_size": 40,
        "chunk_overlap": 5,
        "min_chunk_size": 2,
    }


def split(text: str, chunk_size: int, **options: Any) -> list[str]:
    """Return the texts of the chunks of a text."""
    return MarkdownTokenTextSplitter(chunk_size, **options).split_text(text)


def documents(text: str, chunk_size: int, **options: Any) -> list[Document]:
    """Return the Documents of a text."""
    return MarkdownTokenTextSplitter(chunk_size, **options).create_documents([text])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_chunks_are_as_expected(case: dict[str, Any]) -> None:
    splitter = MarkdownTokenTextSplitter(**case["options"])
    assert splitter.split_text(case["text"]) == case["chunks"]


def test_the_default_limit_is_800_tokens() -> None:
    chunks = MarkdownTokenTextSplitter().split_chunks(SENTENCE * 400)
    assert max(chunk.token_count for chunk in chunks) <= 800
    assert len(chunks) == 3


@pytest.mark.parametrize(
    "text",
    ["\n\n  a \n\n", "    # code\n    text\n    ", "\ufeff# A\n", TEXT, " a\r\n"],
)
def test_a_text_that_fits_is_whole_and_verbatim(text: str) -> None:
    (document,) = documents(text, 800)
    assert document.page_content == text
    assert document.metadata["start_index"] == document.metadata["content_offset"] == 0
    assert document.metadata["end_index"] == len(text)


def test_offsets_stand_after_the_context() -> None:
    first, second = documents(f"# A\n\n## B\n\n{SENTENCE * 4}", 20)
    assert first.page_content.startswith("# A\n## B\n\nWord")
    assert (first.metadata["start_index"], first.metadata["content_offset"]) == (5, 4)
    assert second.page_content.startswith("# A\n## B\n\nWord")
    assert second.metadata["content_offset"] == 10
    assert first.metadata["heading_path"] == second.metadata["heading_path"] == "A > B"


def test_a_chunk_of_two_sections_has_their_common_path() -> None:
    text = f"# A\n\n## B\n\nb\n\n## C\n\nc\n\n## D\n\n{SENTENCE * 4}\n"
    merged = documents(text, 30, min_chunk_size=8)
    paths = [document.metadata["heading_path"] for document in merged]
    assert paths == ["A", "A > D"]
    assert [document.metadata["label"] for document in merged] == ["1", "1-3"]


@pytest.mark.parametrize("heading_context", ["ancestors", "own", "none"])
@pytest.mark.parametrize("limit", [12, 16, 24, 40, 80])
def test_no_heading_is_lost(heading_context: Any, limit: int) -> None:
    names = [f"Name{number}" for number in range(12)]
    levels = [1, 2, 3, 3, 2, 4, 1, 1, 3, 2, 6, 1]
    parts = [
        f"{'#' * level} {name}\n\n{SENTENCE * (3 * (index % 3 == 0))}\n\n"
        for index, (level, name) in enumerate(zip(levels, names, strict=True))
    ]
    chunks = split("".join(parts), limit, heading_context=heading_context)
    found = list(dict.fromkeys(re.findall(r"Name\d+", "\n".join(chunks))))
    assert found == names


def test_a_long_heading_raises_and_says_what_it_is() -> None:
    pattern = (
        r"^Heading token count is too large\. "
        r"Heading token count: \d+, allowed maximum: 20"
    )
    with pytest.raises(MdSplitError, match=pattern) as caught:
        split(LONG, 40)
    assert isinstance(caught.value, ValueError)
    assert type(caught.value).__name__ == "HeadingTooLongError"
    assert "long heading words" in str(caught.value)
    (count,) = re.findall(r"count: (\d+)", str(caught.value))
    assert int(count) == COUNTER(f"## {LONG_TITLE}".strip())


def test_a_long_headings_error_names_the_source() -> None:
    splitter = MarkdownTokenTextSplitter(40)
    source = Document(page_content=LONG, metadata={"source": "tea.md"})
    with pytest.raises(MdSplitError, match=r"tea\.md"):
        splitter.split_documents([source])


def test_a_long_heading_whose_section_fits_does_not_raise() -> None:
    text = f"# Top\n\n{SENTENCE * 8}\n\n## {LONG_TITLE}\n\nend\n"
    assert f"## {LONG_TITLE}\n\nend" in split(text, 40)[-1]


def test_a_long_heading_is_cut_short_in_the_context() -> None:
    first, *later = split(LONG, 40, on_long_heading="truncate")[1:-1]
    assert f"## {LONG_TITLE}".strip() in first
    assert later
    for text in later:
        heading, _, _ = text.partition("\n\n")
        assert heading.startswith("## long heading")
        assert f"## {LONG_TITLE}".startswith(heading)
        assert 15 < COUNTER(heading) <= 20


def test_a_long_heading_is_cut_between_graphemes() -> None:
    family = "👩‍👩‍👧‍👦"
    text = f"# {family * 12}\n\n{SENTENCE * 40}"
    chunks = split(text, 60, on_long_heading="truncate", length_function=len)[6:]
    assert chunks
    for chunk in chunks:
        heading, _, _ = chunk.partition("\n\n")
        assert heading == "# " + family * 3


@pytest.mark.parametrize("size", [3, 4, 10, 20, 41])
def test_a_heading_that_is_cut_short_leaves_half_to_the_text(size: int) -> None:
    text = f"# antidisestablishmentarianism of old\n\n{SENTENCE * 5}"
    splitter = MarkdownTokenTextSplitter(size, on_long_heading="truncate")
    for chunk in splitter.split_chunks(text):
        context = chunk.text[: chunk.content_offset]
        assert COUNTER(context) <= size // 2
        assert context.strip() != "#"


def test_a_long_heading_is_left_out_of_the_context() -> None:
    first, *later = split(LONG, 40, on_long_heading="drop")[1:-1]
    assert f"## {LONG_TITLE}".strip() in first
    assert later
    assert all("long heading" not in text for text in later)


@pytest.mark.parametrize("choice", ["truncate", "drop"])
def test_a_heading_longer_than_a_chunk_stands_in_full(choice: Any) -> None:
    text = f"# A\n\n## {LONG_TITLE * 3}\n\n{SENTENCE * 8}\n"
    made = documents(text, 40, on_long_heading=choice)
    own = "".join(
        text[item.metadata["start_index"] : item.metadata["end_index"]] for item in made
    )
    assert "".join(own.split()) in "".join(text.split())
    assert "".join(f"##{LONG_TITLE * 3}{SENTENCE * 8}".split()) in "".join(own.split())


def test_front_matter_is_a_chunk_of_its_own() -> None:
    text = f"---\na: 1\n---\n\n{SENTENCE * 4}"
    first, *_ = documents(text, 20)
    assert first.page_content == "---\na: 1\n---"
    assert first.metadata["content_offset"] == first.metadata["start_index"] == 0
    assert first.metadata["heading_path"] == ""


def test_long_front_matter_is_cut_not_lost() -> None:
    lines = [f"key_{number}: a value of some words" for number in range(30)]
    text = "---\n" + "\n".join(lines) + "\n---\n\n# A\n\none\n"
    chunks = split(text, 50)
    assert all(COUNTER(chunk) <= 50 for chunk in chunks)
    assert all("\n".join(chunks).count(f"{line}\n") == 1 for line in lines[:-1])
    assert chunks[-1] == "# A\n\none"
    assert all("# A" not in chunk for chunk in chunks[:-1])


def test_front_matter_is_metadata_or_dropped_when_asked() -> None:
    text = f"---\na: 1\n---\n\n# A\n\n{SENTENCE * 6}"
    for limit in (20, 80):
        kept = documents(text, limit, front_matter="metadata")
        dropped = documents(text, limit, front_matter="drop")
        assert {item.metadata["front_matter"] for item in kept} == {'{\n  "a": 1\n}'}
        assert [item.page_content for item in kept] == [
            item.page_content for item in dropped
        ]
        assert all("front_matter" not in item.metadata for item in dropped)
        assert not any("a: 1" in item.page_content for item in kept)
        assert kept[0].metadata["start_index"] == text.index("# A")


def test_what_follows_front_matter_is_whole_and_verbatim_if_it_fits() -> None:
    text = "---\na: 1\n---\n\n# A\n\none  \n\n"
    assert split(text, 5, front_matter="drop") == ["# A\n\none  \n\n"]
    assert split("---\na: 1\n---\n", 5, front_matter="drop") == []


@pytest.mark.parametrize("limit", [20, 40, 100])
@pytest.mark.parametrize("overlap", [3, 8, 15])
def test_what_is_repeated_is_whole_and_short_enough(limit: int, overlap: int) -> None:
    text = "".join(f"# S{n}\n\n{f'Sentence {n} is here. ' * 12}\n\n" for n in range(4))
    text += "".join(f"Line {n} here\n\n" for n in range(9))
    made = documents(text, limit, chunk_overlap=overlap)
    repeated = [item for item in made if "overlap" in item.metadata]
    assert bool(repeated) == (overlap > 3)
    for before, after in pairwise(made):
        start = after.metadata["start_index"]
        end = start + after.metadata.get("overlap", 0)
        again = text[start:end]
        assert COUNTER(again.strip()) <= overlap
        assert again.strip() in before.page_content
        assert "#" not in again
        if again:
            assert re.match(r"Sentence|Line", again)
            assert end < after.metadata["end_index"]
            paths = [item.metadata["heading_path"] for item in (before, after)]
            assert paths[0] == paths[1]


def test_overlap_is_what_the_chunk_before_holds() -> None:
    text = "Alpha one two three.\n\nBeta one two three.\n\nGamma one two three four.\n"
    first, second = documents(text, 14, chunk_overlap=6)
    start = second.metadata["start_index"]
    assert text[start:].startswith("Beta")
    assert start + second.metadata["overlap"] == first.metadata["end_index"]


def test_trailing_blank_lines_are_kept_when_asked() -> None:
    text = f"# A\n\none  \n\n\n# B\n\n{SENTENCE * 4}\n\n"
    first, second = split(text, 27, strip_whitespace=False)
    assert first == "# A\n\none  \n\n\n"
    assert second.endswith("here. \n\n")
    assert first + second == text


def test_the_indentation_of_code_stays() -> None:
    text = f"{SENTENCE * 3}\n\n    code = 1\n\n    more = 2\n"
    assert split(text, 16)[-1] == "    code = 1\n\n    more = 2"


@pytest.mark.parametrize(
    "length_function",
    [
        len,
        count_words,
        lambda text: len(text.encode()),
        lambda text: len(text) // 4,
        lambda text: len(text) - len(text) % 7 // 2,
        lambda text: len(text) + 2,
        lambda text: len(text.split()) + 2,
        lambda text: 3 if text else 0,
        lambda _: 0,
        lambda text: len(text) * len(text) // 50,
        lambda text: text.count("\n"),
    ],
)
@pytest.mark.parametrize("limit", [50, 200])
@pytest.mark.parametrize("overlap", [0, 9])
def test_any_length_function_is_kept_to(
    length_function: Callable[[str], int], limit: int, overlap: int
) -> None:
    text = TEXT + "\n" + SENTENCE * 20 + "\n\n- item\n" * 20
    made = documents(
        text, limit, chunk_overlap=overlap, length_function=length_function
    )
    position = 0
    for document in made:
        metadata = document.metadata
        assert metadata["token_count"] == length_function(document.page_content)
        assert metadata["token_count"] <= limit
        start = metadata["start_index"] + metadata.get("overlap", 0)
        assert start >= position
        position = metadata["end_index"]
    assert "".join(made[-1].page_content.split())[-5:] == "-item"


def test_a_length_that_is_over_every_limit_raises() -> None:
    with pytest.raises(MdSplitError, match="chunk_size"):
        split(TEXT, 10, length_function=lambda _: 11)


def test_an_edit_in_one_section_leaves_the_ids_of_others() -> None:
    parts = [
        f"# S{n}\n\n{SENTENCE * 9}\n\n## T{n}\n\n{SENTENCE * n}\n" for n in range(6)
    ]
    splitter = MarkdownTokenTextSplitter(30, 5, add_ids=True)

    def ids(texts: list[str]) -> dict[str | None, str]:
        source = Document(page_content="\n".join(texts), metadata={"source": "a"})
        made = splitter.split_documents([source])
        return {item.id: item.metadata["heading_path"] for item in made}

    before = ids(parts)
    edited = [*parts[:3], parts[3].replace("Word", "More words,", 2), *parts[4:]]
    after = ids(edited)
    changed = {path for key, path in before.items() if key not in after}
    assert changed == {"S3"}
    assert [key for key, path in before.items() if path != "S3"] == [
        key for key, path in after.items() if path != "S3"
    ]


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("heading_context", "all", ArgumentError),
        ("heading_context", None, ArgumentTypeError),
        ("on_long_heading", "cut", ArgumentError),
        ("on_long_heading", False, ArgumentTypeError),
        ("front_matter", "keep", ArgumentError),
        ("min_chunk_size", -1, ArgumentError),
        ("min_chunk_size", 41, ArgumentError),
        ("min_chunk_size", 2.5, ArgumentTypeError),
        ("min_chunk_size", True, ArgumentTypeError),
        ("max_heading_level", 7, ArgumentError),
        ("heading_attributes", 1, ArgumentTypeError),
        ("sentence_splitter", ".", ArgumentTypeError),
    ],
)
def test_bad_options_are_named(
    name: str, value: Any, error: type[MdSplitError]
) -> None:
    with pytest.raises(error, match=name):
        MarkdownTokenTextSplitter(**{"chunk_size": 40, name: value})


def test_a_fence_cut_inside_a_line_stays_in_its_list_item() -> None:
    line = "one, two, three, four, five, six, " * 4
    text = f"- words\n\n    ```text\n    {line}\n    ```\n"
    chunks = split(text, 24)
    assert len(chunks) > 1
    for chunk in chunks[1:]:
        probe = f"{chunk}\n\nafter"
        assert kinds(probe)[len(probe) - 1] == ("paragraph",), chunk


@pytest.mark.parametrize("opening", ["> !!! note\n>\n> ", "- ::: {.note}\n\n  "])
def test_an_opening_line_inside_a_block_stays_with_its_text(opening: str) -> None:
    chunks = split(opening + SENTENCE * 12, 24)
    assert len(chunks) > 1
    assert chunks[0].startswith(f"{opening}Word")


@pytest.mark.xfail(reason="next to a link that fits no other place is left to cut at")
def test_a_piece_of_a_list_item_that_starts_at_a_dash_is_no_list() -> None:
    text = "* [A book](http://example.com/a_very_long_link) - Some Author and Others\n"
    for limit in range(14, 20):
        for chunk in split(text, limit):
            assert not chunk.startswith("* - "), chunk


def test_a_sentence_splitter_of_the_users_is_used() -> None:
    def at_bars(text: str) -> list[tuple[int, int]]:
        stops = [found.end() for found in re.finditer(r"\| ?", text)]
        return list(pairwise([0, *stops, len(text)]))

    text = "one. two three. four five. six| seven. eight nine| ten eleven. twelve"
    assert split(text, 12, sentence_splitter=at_bars) == [
        "one. two three. four five. six|",
        "seven. eight nine| ten eleven. twelve",
    ]


def test_tiny_limits_end() -> None:
    for limit in range(1, 12):
        try:
            chunks = split(TEXT, limit, on_long_heading="drop")
        except MdSplitError:
            continue
        assert all(COUNTER(chunk) <= limit for chunk in chunks)
        assert chunks[-1].endswith("text.")


def test_no_word_is_torn_that_fits_in_a_chunk() -> None:
    text = (
        "# Some heading of words\n\nIncomprehensibilities of antidisestablishmentism."
    )
    chunks = split(text, 10, heading_context="none")
    words = {word for chunk in chunks for word in chunk.split()}
    assert words == set(text.split())


def test_a_wiki_page_under_a_hard_limit() -> None:
    """The reference's page: its limit was overrun by 10 %, its headings repeated."""
    words = "A sentence that stands here again and again. " * 100
    text = (
        f"---\ntitle: Page\nauthor: Someone\n---\n\n{words}\n\n# Header 1\n\n"
        f"First. {words}\n\n## Header 1-1\n\nSome.\n\n### Header 1-1-1\n\nDeep,\n"
        "wrapped.\n\nMore.\n\n#### Header 1-1-1-1\n\nDeeper.\n\nMore.\n\n"
        "# Header 2\n\nSome.\n\n"
        f"## Header 2-1\n\n{words}\n\n{words}\n\nMore.\n\n### Header 2-1-1\n\nEnd.\n\n"
        "# Header 3\n\nSome.\n\n### Header 3-1\n\nMore.\n\n#### Header 3-1-1\n\nEnd.\n"
    )
    made = documents(text, 800)
    assert all(COUNTER(item.page_content) <= 800 for item in made)
    for item in made:
        top = item.metadata["heading_path"].partition(" > ")[0]
        assert (
            (f"# {top}" in item.page_content) if top else "#" not in item.page_content
        )
    assert [item.page_content for item in made[:1]] == [
        text[: text.index(words)].strip()
    ]
    assert sum(item.page_content.count("A sentence that") for item in made) == 400


def test_ancestors_stand_in_their_order() -> None:
    text = f"# A\n\n## B\n\n### C\n\n#### D\n\n{SENTENCE * 9}"
    for chunk in split(text, 40):
        assert chunk.startswith("# A\n## B\n### C\n#### D\n\nWord")


@pytest.mark.parametrize("path", tricky_files(), ids=lambda path: path.name)
def test_marks_of_tricky_documents_are_in_their_sections(path: Path) -> None:
    text = read_source(path)
    for limit in (48, 96):
        options: dict[str, Any] = {"on_long_heading": "drop", "heading_context": "none"}
        made = documents(text, limit, **options)
        whole = documents(text, 10**6, **options)
        for mark in re.findall(r"\bmk\w+", text):
            assert sum(item.page_content.count(mark) for item in made) >= sum(
                item.page_content.count(mark) for item in whole
            )
