"""MarkdownSectionTextSplitter: the tree, breadcrumbs, merging, document order."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from langchain_core.documents import Document

from langchain_mdsplit import MdSplitError, TokenCounter
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.splitters.section import MarkdownSectionTextSplitter
from tests.splitters.contract import TEXT, SplitterContract, count_words

DATA = Path(__file__).parent.parent / "data" / "section_chunks.json"
CASES = json.loads(DATA.read_text(encoding="utf-8"))
SENTENCE = "Word and word here. "
LONG_TITLE = ("long heading words " * 8).strip()
LONG = f"# Top\n\nintro\n\n## {LONG_TITLE}\n\n{SENTENCE * 8}\n\n# Next\n\nend\n"
COUNTER = TokenCounter()


class TestContract(SplitterContract):
    splitter_class: ClassVar[type[ChunkTextSplitter]] = MarkdownSectionTextSplitter
    arguments: ClassVar[dict[str, Any]] = {
        "chunk_size": 40,
        "merge": False,
        "front_matter": "drop",
    }


class TestContractWithOverlap(SplitterContract):
    splitter_class: ClassVar[type[ChunkTextSplitter]] = MarkdownSectionTextSplitter
    arguments: ClassVar[dict[str, Any]] = {
        "chunk_size": 28,
        "chunk_overlap": 5,
        "include_breadcrumb": False,
        "front_matter": "metadata",
    }


def split(text: str, chunk_size: int, **options: Any) -> list[str]:
    """Return the texts of the chunks of a text."""
    return MarkdownSectionTextSplitter(chunk_size, **options).split_text(text)


def documents(text: str, chunk_size: int, **options: Any) -> list[Document]:
    """Return the Documents of a text."""
    splitter = MarkdownSectionTextSplitter(chunk_size, **options)
    return splitter.create_documents([text])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_chunks_are_as_expected(case: dict[str, Any]) -> None:
    splitter = MarkdownSectionTextSplitter(**case["options"])
    assert splitter.split_text(case["text"]) == case["chunks"]


def test_the_default_limit_is_500_tokens() -> None:
    chunks = MarkdownSectionTextSplitter().split_chunks(SENTENCE * 400)
    assert max(chunk.token_count for chunk in chunks) <= 500
    assert 4 <= len(chunks) <= 5


def test_the_tree_has_a_root_and_the_sources_levels() -> None:
    text = "Before.\n\n# A\n\nin a\n\n### B *b* {#x}\n\n#### C\n\nin c\n\n"
    text += "## D\n\nin d\n\n# E\n"
    root = MarkdownSectionTextSplitter().parse_sections(text)
    assert (root.heading, root.level, root.content) == (None, 0, "Before.")
    first, last = root.children
    assert (first.heading, first.level, first.content) == ("A", 1, "in a")
    below, beside = first.children
    assert (below.heading, below.level, below.content) == ("B b", 3, "")
    assert (below.anchor, below.token_count) == ("x", 0)
    assert [(it.heading, it.level) for it in below.children] == [("C", 4)]
    assert (beside.heading, beside.level) == ("D", 2)
    assert (last.heading, last.level, last.children) == ("E", 1, ())
    assert first.token_count == COUNTER("in a")


def test_the_trees_spans_are_slices() -> None:
    text = f"---\na: 1\n---\n\n{TEXT.partition('---')[2].partition('---')[2]}"
    splitter = MarkdownSectionTextSplitter()
    waiting = [splitter.parse_sections(text)]
    assert waiting[0].content == "An introduction."
    assert "a: 1" not in waiting[0].content
    while waiting:
        section = waiting.pop()
        waiting += section.children
        content = text[section.content_start_index : section.content_end_index]
        assert content == section.content
        if section.heading:
            assert text[section.start_index :].startswith("#")
        for child in section.children:
            assert section.start_index <= child.start_index
            assert child.end_index <= section.end_index


def test_the_tree_counts_in_the_splitters_unit() -> None:
    splitter = MarkdownSectionTextSplitter(length_function=len, max_heading_level=1)
    (section,) = splitter.parse_sections("# A\n\none\n\n## B\n").children
    assert section.content == "one\n\n## B"
    assert section.token_count == len(section.content)
    assert section.children == ()


@pytest.mark.parametrize("text", ["", "  \n\t\r\n", "\ufeff"])
def test_blank_text_has_no_tree(text: str) -> None:
    splitter = MarkdownSectionTextSplitter()
    with pytest.raises(ValueError, match="empty") as caught:
        splitter.parse_sections(text)
    assert isinstance(caught.value, MdSplitError)
    assert splitter.split_text(text) == []


def test_a_tree_of_front_matter_alone_is_empty() -> None:
    root = MarkdownSectionTextSplitter().parse_sections("---\na: 1\n---\n")
    assert (root.content, root.children, root.token_count) == ("", (), 0)


def test_only_text_has_a_tree() -> None:
    wrong: Any = None
    with pytest.raises(ArgumentTypeError, match="text"):
        MarkdownSectionTextSplitter().parse_sections(wrong)


def test_offsets_stand_after_the_breadcrumb() -> None:
    text = f"# A\n\n## B\n\n{SENTENCE * 3}\n"
    (document,) = documents(text, 40)
    assert document.page_content == f"A > B\n\n{SENTENCE * 3}".strip()
    assert document.metadata["content_offset"] == len("A > B\n\n")
    assert document.metadata["start_index"] == text.index("Word")
    assert document.metadata["heading_path"] == "A > B"


def test_the_path_is_that_of_the_section_that_holds_all() -> None:
    text = f"# A\n\n## B\n\nb\n\n## C\n\nc\n\n# D\n\n{SENTENCE * 4}"
    first, second = documents(text, 22)
    assert first.page_content == "A\n\n## B\n\nb\n\n## C\n\nc"
    assert first.metadata["heading_path"] == "A"
    assert second.metadata["heading_path"] == "D"


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize("include_breadcrumb", [True, False])
@pytest.mark.parametrize("limit", [12, 20, 30, 60, 120])
def test_chunks_stand_in_document_order_and_hold_everything(
    limit: int, *, include_breadcrumb: bool, merge: bool
) -> None:
    levels = [1, 2, 3, 3, 2, 4, 1, 1, 3, 2, 6, 1]
    parts = [
        f"{'#' * level} Name{index}\n\n{f'own{index} word. ' * (4 * (index % 3 == 0))}"
        for index, level in enumerate(levels)
    ]
    text = "first of all.\n\n" + "\n\n".join(parts)
    options = {"include_breadcrumb": include_breadcrumb, "merge": merge}
    made = documents(text, limit, **options)
    position = 0
    own = ""
    for item in made:
        assert item.metadata["start_index"] >= position
        position = item.metadata["end_index"]
        own += text[item.metadata["start_index"] : position]
        assert COUNTER(item.page_content) <= limit
    assert re.findall(r"own\d+", own) == re.findall(r"own\d+", text)
    if not include_breadcrumb:
        assert re.findall(r"#+ Name\d+", own) == re.findall(r"#+ Name\d+", text)
    joined = "\n".join(item.page_content for item in made)
    names = list(dict.fromkeys(re.findall(r"Name\d+", joined)))
    assert names == [f"Name{index}" for index in range(12)]


def test_without_merging_no_chunk_holds_two_sections() -> None:
    chunks = split(TEXT, 60, merge=False, include_breadcrumb=False)
    assert len(chunks) > 1
    for chunk in chunks:
        assert len(re.findall(r"^#+ [A-Z]", chunk, re.MULTILINE)) <= 1


def test_merging_fills_chunks_from_the_left() -> None:
    text = "".join(f"# S{n}\n\ntext\n\n" for n in range(9))
    chunks = split(text, 18)
    assert [chunk.count("S") for chunk in chunks] == [3, 3, 3]


def test_merging_begins_with_the_innermost_sections() -> None:
    text = f"# A\n\na\n\n# B\n\n## C\n\n{SENTENCE}\n\n## D\n\n{SENTENCE}\n\n"
    text += f"# E\n\n{SENTENCE * 3}"
    assert split(text, 20) == [
        "A\n\na",
        f"B\n\n## C\n\n{SENTENCE}\n\n## D\n\n{SENTENCE}".strip(),
        f"E\n\n{SENTENCE * 3}".strip(),
    ]


def test_a_long_title_raises_and_says_what_it_is() -> None:
    pattern = (
        r"^Heading token count is too large\. "
        r"Heading token count: \d+, allowed maximum: 20"
    )
    with pytest.raises(MdSplitError, match=pattern):
        split(LONG, 40)
    source = Document(page_content=LONG, metadata={"source": "tea.md"})
    with pytest.raises(ValueError, match=r"tea\.md"):
        MarkdownSectionTextSplitter(40).split_documents([source])


def test_a_long_title_whose_section_fits_does_not_raise() -> None:
    text = f"# Top\n\n{SENTENCE * 8}\n\n## {LONG_TITLE}\n\nend\n"
    assert LONG_TITLE in split(text, 40)[-1]


@pytest.mark.parametrize("choice", ["truncate", "drop"])
def test_a_long_title_stands_in_full_as_text(choice: Any) -> None:
    made = documents(LONG, 40, on_long_heading=choice)
    own = [
        LONG[item.metadata["start_index"] : item.metadata["end_index"]] for item in made
    ]
    assert sum(f"## {LONG_TITLE}" in text for text in own) == 1
    later = [item for item in made if item.page_content.endswith("here.")][1:]
    assert later
    for item in later:
        crumb = item.page_content[: item.metadata["content_offset"]].strip()
        assert COUNTER(crumb) <= 20
        assert crumb == "Top" if choice == "drop" else LONG_TITLE.startswith(crumb)


def test_outermost_titles_are_left_out_first() -> None:
    title = " ".join(["word"] * 7)
    text = f"# A {title}\n\n## B {title}\n\n### C {title}\n\n{SENTENCE * 9}"
    for chunk in split(text, 40)[1:]:
        assert chunk.startswith(f"B {title} > C {title}\n\n")


def test_a_heading_is_kept_where_a_fence_leaves_no_room_for_it() -> None:
    fence = "`" * 12
    text = f'# Title of some\n\n{fence}python title="a"\nxyz abc def\n{fence}\n'
    assert any("Title of some" in chunk for chunk in split(text, 15))


@pytest.mark.parametrize("limit", [50, 200])
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
    ],
)
def test_any_length_function_is_kept_to(
    length_function: Callable[[str], int], limit: int
) -> None:
    text = TEXT + "\n" + SENTENCE * 20 + "\n\n- item\n" * 20
    made = documents(
        text, limit, length_function=length_function, on_long_heading="drop"
    )
    position = 0
    for document in made:
        metadata = document.metadata
        assert metadata["token_count"] == length_function(document.page_content)
        assert metadata["token_count"] <= limit
        assert metadata["start_index"] >= position
        position = metadata["end_index"]
    assert made[-1].page_content.rstrip().endswith("- item")


def test_front_matter_is_metadata_or_dropped_when_asked() -> None:
    text = f"---\na: 1\n---\n\n# A\n\n{SENTENCE * 6}"
    kept = documents(text, 20, front_matter="metadata")
    assert {item.metadata["front_matter"] for item in kept} == {'{\n  "a": 1\n}'}
    assert kept[0].page_content.startswith("A\n\nWord")
    assert split(text, 20, front_matter="drop") == [item.page_content for item in kept]


def test_own_text_repeats_its_end_when_asked() -> None:
    made = documents(f"# A\n\n{SENTENCE * 9}\n\n## B\n\nb\n", 24, chunk_overlap=5)
    assert [item.metadata.get("overlap", 0) > 0 for item in made[:2]] == [False, True]
    assert made[1].page_content.startswith("A\n\nWord and word here.")


def test_an_edit_in_one_section_leaves_the_ids_of_others() -> None:
    parts = [f"# S{n}\n\n{SENTENCE * 9}\n\n" for n in range(6)]
    splitter = MarkdownSectionTextSplitter(30, add_ids=True)

    def ids(texts: list[str]) -> dict[str | None, str]:
        source = Document(page_content="".join(texts), metadata={"source": "a"})
        made = splitter.split_documents([source])
        return {item.id: item.metadata["heading_path"] for item in made}

    before = ids(parts)
    after = ids([*parts[:3], parts[3].replace("Word", "Other"), *parts[4:]])
    assert {path for key, path in before.items() if key not in after} == {"S3"}


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("merge", 1, ArgumentTypeError),
        ("include_breadcrumb", "no", ArgumentTypeError),
        ("breadcrumb_separator", None, ArgumentTypeError),
        ("breadcrumb_separator", 3, ArgumentTypeError),
        ("on_long_heading", "cut", ArgumentError),
        ("front_matter", "keep", ArgumentError),
        ("max_heading_level", 0, ArgumentError),
    ],
)
def test_bad_options_are_named(
    name: str, value: Any, error: type[MdSplitError]
) -> None:
    with pytest.raises(error, match=name):
        MarkdownSectionTextSplitter(**{"chunk_size": 40, name: value})
