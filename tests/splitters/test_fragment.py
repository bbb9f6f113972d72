"""MarkdownFragmentTextSplitter: labels, types, texts, parts, options."""

import json
from itertools import pairwise
from typing import Any, ClassVar

import pytest
from langchain_core.documents import Document

from langchain_mdsplit import MarkdownFragment, MarkdownFragmentTextSplitter
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from tests.shared_data import load_cases
from tests.splitters.contract import TEXT, SplitterContract


class TestContract(SplitterContract):
    splitter_class: ClassVar[type[ChunkTextSplitter]] = MarkdownFragmentTextSplitter
    arguments: ClassVar[dict[str, Any]] = {}


class TestContractWithLimit(SplitterContract):
    splitter_class: ClassVar[type[ChunkTextSplitter]] = MarkdownFragmentTextSplitter
    arguments: ClassVar[dict[str, Any]] = {"chunk_size": 16}


def split(text: str, **options: Any) -> list[MarkdownFragment]:
    """Return the fragments of a text."""
    return MarkdownFragmentTextSplitter(**options).split_fragments(text)


def brief(text: str, **options: Any) -> list[tuple[str, str, str]]:
    """Return label, type and text of the fragments of a text."""
    return [(item.label, item.type, item.text) for item in split(text, **options)]


def test_each_block_is_a_fragment_with_its_label() -> None:
    assert brief(TEXT) == [
        ("frontmatter", "yaml", '{\n  "title": "Tea"\n}'),
        ("0-content-1", "paragraph", "An introduction."),
        ("1-heading", "heading", "# Brewing {#brew}"),
        (
            "1-content-1",
            "paragraph",
            "Boil *fresh* water. Wait a little, 沸騰したお湯を注ぐ。",
        ),
        ("1-1-heading", "heading", "## Green > black"),
        ("1-1-content-1", "list", "- leaves\n- water, 80 °C"),
        ("1-1-content-2", "code", "```python\n# not a heading\ntime = 3\n```"),
        (
            "1-1-content-3",
            "table",
            "| leaf  | minutes |\n| ----- | ------- |\n| green | 2       |",
        ),
        ("2-heading", "heading", "# Brewing"),
        ("2-content-1", "paragraph", "The same text."),
        ("2-content-2", "paragraph", "The same text."),
    ]


def test_a_fragment_knows_its_place_level_and_length() -> None:
    heading = split(TEXT)[4]
    assert heading == MarkdownFragment(
        label="1-1-heading",
        type="heading",
        text="## Green > black",
        token_count=4,
        start_index=TEXT.index("## Green"),
        end_index=TEXT.index("\n\n- leaves"),
        heading_path="Brewing > Green \\> black",
        level=2,
    )


def test_fragments_are_frozen() -> None:
    with pytest.raises(AttributeError):
        split("a")[0].label = "b"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("# A\n\n#### B\n\n## C\n", ["1-heading", "1-1-1-1-heading", "1-2-heading"]),
        ("### A\n\n# B\n\n# C\n", ["1-1-1-heading", "2-heading", "3-heading"]),
        (
            "## A\n\n## B\n\n# C\n\n## D",
            ["1-1-heading", "1-2-heading", "2-heading", "2-1-heading"],
        ),
        ("> # quoted\n\n- # listed\n", ["0-content-1", "0-content-2"]),
        ("```\n# code\n```\n<!--\n# comment\n-->\n", ["0-content-1", "0-content-2"]),
    ],
)
def test_numbers_follow_the_levels(text: str, labels: list[str]) -> None:
    assert [fragment.label for fragment in split(text)] == labels


def test_deeper_headings_are_ordinary_blocks() -> None:
    fragments = split("# A\n\n## B\n\nc\n", max_heading_level=1)
    assert [(item.label, item.type, item.heading_path) for item in fragments] == [
        ("1-heading", "heading", "A"),
        ("1-content-1", "heading", "A"),
        ("1-content-2", "paragraph", "A"),
    ]


def test_heading_attributes_can_be_read_literally() -> None:
    text = "# A {#x}\n"
    assert split(text)[0].heading_path == "A"
    assert split(text, heading_attributes=False)[0].heading_path == "A {#x}"
    splitter = MarkdownFragmentTextSplitter(heading_attributes=False)
    assert splitter.split_chunks(text)[0].anchor is None


def test_types_keeps_some_kinds_after_labelling() -> None:
    kept = brief(TEXT, types=["code", "table"])
    assert [label for label, _, _ in kept] == ["1-1-content-2", "1-1-content-3"]
    documents = MarkdownFragmentTextSplitter(types={"code"}).create_documents([TEXT])
    assert [item.metadata["chunk_index"] for item in documents] == [0]


def test_unknown_types_raise() -> None:
    with pytest.raises(ArgumentError, match=r"types.*paragraph.*'prose'"):
        MarkdownFragmentTextSplitter(types=["prose"])
    with pytest.raises(ArgumentTypeError, match="types"):
        MarkdownFragmentTextSplitter(types="code")
    unhashable: Any = [["code"]]
    with pytest.raises(ArgumentTypeError, match="types"):
        MarkdownFragmentTextSplitter(types=unhashable)
    number: Any = 3
    with pytest.raises(ArgumentTypeError, match="types"):
        MarkdownFragmentTextSplitter(types=number)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_heading_level", 0),
        ("max_heading_level", 7),
        ("max_heading_level", "2"),
        ("heading_attributes", 1),
        ("sentence_splitter", "."),
        ("front_matter", "keep"),
        ("front_matter", None),
    ],
)
def test_bad_structure_options_raise(name: str, value: Any) -> None:
    options: dict[str, Any] = {name: value}
    with pytest.raises(ArgumentError, match=name):
        MarkdownFragmentTextSplitter(**options)


def test_an_overlap_needs_a_limit() -> None:
    with pytest.raises(ArgumentError, match="chunk_overlap"):
        MarkdownFragmentTextSplitter(chunk_overlap=10)


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (
            "title: Tëa\ntags: [a, b]",
            '{\n  "title": "Tëa",\n  "tags": [\n    "a",\n    "b"\n  ]\n}',
        ),
        ("", "{}"),
        ("- a", '[\n  "a"\n]'),
        ("just text", '"just text"'),
        ("a: [1, 2", "a: [1, 2"),
        ("when: 2024-01-02\nok: NO", '{\n  "when": "2024-01-02",\n  "ok": "NO"\n}'),
    ],
)
def test_front_matter_is_json(inner: str, text: str) -> None:
    between = f"{inner}\n" if inner else ""
    source = f"---\n{between}---\n\n# A\n"
    first = split(source)[0]
    assert (first.label, first.type, first.text) == ("frontmatter", "yaml", text)
    assert source[first.start_index : first.end_index] == f"---\n{between}---"
    (document, _) = MarkdownFragmentTextSplitter().create_documents([source])
    assert "content_offset" not in document.metadata
    assert document.metadata["heading_path"] == ""


def test_front_matter_as_metadata_or_dropped() -> None:
    source = "---\nt: 1\n---\n\n# A\n\nb\n"
    documents = MarkdownFragmentTextSplitter(front_matter="metadata").create_documents(
        [source]
    )
    assert [json.loads(item.metadata["front_matter"]) for item in documents] == [
        {"t": 1}
    ] * 2
    assert [item.metadata["label"] for item in documents] == [
        "1-heading",
        "1-content-1",
    ]
    dropped = MarkdownFragmentTextSplitter(front_matter="drop").create_documents(
        [source]
    )
    assert [item.page_content for item in dropped] == ["# A", "b"]
    assert all("front_matter" not in item.metadata for item in dropped)


def test_trailing_white_space_is_kept_when_asked() -> None:
    splitter = MarkdownFragmentTextSplitter(strip_whitespace=False)
    assert splitter.split_text("a  \n\n\nb\n") == ["a  \n\n\n", "b\n"]


def test_an_indented_lists_first_indentation_stands_before_its_slice() -> None:
    text = "a\n\n  - b\n  - c\n"
    (_, document) = MarkdownFragmentTextSplitter().create_documents([text])
    assert document.page_content == "  - b\n  - c"
    assert document.metadata["start_index"] == 5
    assert document.metadata["content_offset"] == 2
    fragment = split(text)[1]
    assert (fragment.text, fragment.token_count) == ("- b\n  - c", 6)
    (_, single) = MarkdownFragmentTextSplitter().create_documents(["a\n\n  - b\n"])
    assert single.page_content == "- b"


def test_a_long_block_becomes_parts_that_share_the_label() -> None:
    text = "# A\n\n" + "One more sentence stands here. " * 30
    documents = MarkdownFragmentTextSplitter(chunk_size=40).create_documents([text])
    heading, *parts = documents
    assert "part" not in heading.metadata
    assert len(parts) > 3
    assert [item.metadata["part"] for item in parts] == list(range(len(parts)))
    assert {item.metadata["label"] for item in parts} == {"1-content-1"}
    assert all(item.metadata["token_count"] <= 40 for item in parts)
    assert all(item.page_content.endswith(".") for item in parts)


def test_parts_of_a_fence_are_fences() -> None:
    code = "\n".join(f"value_{number} = {number}" for number in range(60))
    text = f"```python\n{code}\n```\n"
    splitter = MarkdownFragmentTextSplitter(chunk_size=60)
    parts = splitter.split_text(text)
    assert len(parts) > 3
    assert all(part.startswith("```python\n") for part in parts)
    assert all(part.endswith("\n```") for part in parts)
    own = [text[c.start_index : c.end_index] for c in splitter.split_chunks(text)]
    assert "\n".join(own) == text.strip()


def test_parts_overlap_when_asked() -> None:
    text = "One more sentence stands here. " * 30
    splitter = MarkdownFragmentTextSplitter(chunk_size=40, chunk_overlap=10)
    documents = splitter.create_documents([text])
    assert "overlap" not in documents[0].metadata
    for before, after in pairwise(documents):
        overlap = after.metadata["overlap"]
        assert overlap > 0
        assert before.page_content.endswith(after.page_content[:overlap].strip())


def test_front_matter_over_the_limit_is_cut_too() -> None:
    inner = "\n".join(f"key_{number}: a value" for number in range(60))
    source = f"---\n{inner}\n---\n\n# A\n"
    chunks = MarkdownFragmentTextSplitter(chunk_size=50).split_chunks(source)
    assert all(chunk.token_count <= 50 for chunk in chunks)
    assert {chunk.label for chunk in chunks} == {"frontmatter", "1-heading"}
    joined = "".join(source[c.start_index : c.end_index] for c in chunks)
    assert "".join(joined.split()) == "".join(source.split())


def test_a_sentence_splitter_of_the_users_is_used() -> None:
    def halves(text: str) -> list[tuple[int, int]]:
        middle = text.index("|") + 1
        return [(0, middle), (middle, len(text))]

    text = "one two three four five six seven| eight nine ten eleven twelve"
    splitter = MarkdownFragmentTextSplitter(chunk_size=12, sentence_splitter=halves)
    assert splitter.split_text(text)[0].endswith("seven|")


@pytest.mark.parametrize(
    "case", load_cases("data/growi_fragments.json"), ids=lambda case: case["id"]
)
def test_labels_and_types_equal_the_reference(case: dict[str, Any]) -> None:
    if "error" in case:
        assert split(case["markdown"])[0].label == "frontmatter"
        return
    found = [(item.label, item.type) for item in split(case["markdown"])]
    if case["id"] == "own-math":
        # The reference has no formulas: a paragraph that is one is our `math`.
        found = [(label, kind.replace("math", "paragraph")) for label, kind in found]
    assert found == [(item["label"], item["type"]) for item in case["fragments"]]


def test_the_second_pass_reads_no_front_matter_inside_a_document() -> None:
    source = Document(
        page_content="---\n\nfoo\n\n---\n\nbar\n",
        metadata={
            "heading_path": "A",
            "start_index": 10,
            "end_index": 28,
            "content_offset": 0,
        },
    )
    documents = MarkdownFragmentTextSplitter().split_documents([source])
    assert [item.metadata["type"] for item in documents] == [
        "thematicBreak",
        "paragraph",
        "thematicBreak",
        "paragraph",
    ]
    assert documents[0].metadata["parent_start_index"] == 10
    assert documents[0].metadata["heading_path"] == "A"
