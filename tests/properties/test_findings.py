"""What random documents have found: kept as they are, the smallest there is of each.

Those that are still faults are marked, and `known_faults` leaves them out elsewhere.
"""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from tests.packing.cutting.cut_pieces import kinds
from tests.properties.cases import MARKDOWN, read_case
from tests.properties.changes import changes
from tests.properties.faulty_texts import FAULTY
from tests.properties.known_faults import FAULTS
from tests.properties.known_limits import is_limit
from tests.properties.options import count_bytes, line_spans
from tests.properties.promises import check_limit
from tests.properties.suite import PROMISES, check_text

CHARACTERS: Final[Mapping[str, Any]] = {"length_function": len}
FIXED: Final[Mapping[str, tuple[str, str, str, Mapping[str, Any]]]] = {
    "a setext heading's line in an item begins a piece": (
        "kinds",
        "token",
        "- Two words and a lot of text of a heading\n  lines\n  ---\n\n  Se more",
        {
            **CHARACTERS,
            "chunk_size": 60,
            "chunk_overlap": 8,
            "sentence_splitter": line_spans,
        },
    ),
    "a header is cut for the line before it": (
        "kinds",
        "token",
        "one two\n\n| a | b |\n| ------------- | --- |\n| c | d |",
        {**CHARACTERS, "chunk_size": 36},
    ),
    "a line of a quote would be code alone": (
        "kinds",
        "semantic",
        ">！\r>     O",
        {"chunk_size": None},
    ),
    "blank lines that are kept count for a body": (
        "trailing headings",
        "token",
        "bar\r\n===\r\n[foo]\r\n\r\n",
        {
            "chunk_size": 16,
            "length_function": count_bytes,
            "strip_whitespace": False,
        },
    ),
    "a cluster that begins with white space": (
        "clusters",
        "section",
        "nd $$y$$.\U000d524c\U00065df6 \u200d",
        {**CHARACTERS, "chunk_size": 12},
    ),
    "a cluster that is left alone by a cut heading": (
        "clusters",
        "section",
        "## توافقنامه\u200c",
        {**CHARACTERS, "chunk_size": 12},
    ),
    "a paragraph after a definition is indented": (
        "blocks alone",
        "fragment",
        "[x]:😀\n\t--",
        {"chunk_size": None},
    ),
    "a byte order mark in the middle of a text": (
        "kinds",
        "fragment",
        "\n\ufeff    2",
        {"chunk_size": None},
    ),
    "an indented item in an item that is as wide as it may be": (
        "kinds",
        "token",
        "   - # A\n     \n     +++\n     a\n     +++\n     \n       - b c\n       - d",
        {**CHARACTERS, "chunk_size": 40},
    ),
    "text after HTML that is repeated in an item": (
        "kinds",
        "token",
        "- 1) <div s gamma leaves alpha.\n     ?\n     <!--\n\n     C",
        {**CHARACTERS, "chunk_size": 30, "chunk_overlap": 16},
    ),
    "text after HTML that is repeated": (
        "kinds",
        "token",
        "- <s>\n  et\n    ~~~>\n\n    *    I",
        {**CHARACTERS, "chunk_size": 30, "chunk_overlap": 13},
    ),
    "text after HTML in an item of a quote": (
        "kinds",
        "token",
        "> - <div>\n>   one two three.\n>   <script>\n>\n>   four five",
        {**CHARACTERS, "chunk_size": 30},
    ),
    "an item after HTML in an item of a quote": (
        "kinds",
        "token",
        ">  * <div>\n>     Six seven.\n>     <script>\n>\n>     + eleven",
        {**CHARACTERS, "chunk_size": 38},
    ),
    "a quote that is repeated": (
        "kinds",
        "token",
        ">!\n>Boil boil the gamma warm leaves.\n>\n>",
        {**CHARACTERS, "chunk_size": 36, "chunk_overlap": 34},
    ),
    "code after HTML in an item": (
        "kinds",
        "token",
        "1)   .\n     <!r in alpha.\n         -->\n    e",
        {**CHARACTERS, "chunk_size": 30},
    ),
    "a far line of a quote": (
        "kinds",
        "token",
        "> ::: module.name.of.it\n>     options:\n>         members",
        {**CHARACTERS, "chunk_size": 42},
    ),
    "an item after a tab": (
        "kinds",
        "token",
        "- one\n\n\t- two three four.\n\n\t\t- five six seven eight.",
        {**CHARACTERS, "chunk_size": 34},
    ),
}


@pytest.mark.parametrize(
    ("promise", "kind", "text", "options"), FIXED.values(), ids=FIXED
)
def test_what_was_found_keeps_the_promise(
    promise: str, kind: str, text: str, options: Mapping[str, Any]
) -> None:
    PROMISES[promise](read_case(kind, text, **options))


@pytest.mark.parametrize("kind", ["token", "section"])
def test_white_space_that_is_kept_is_within_the_limit(kind: str) -> None:
    text = "#  #\xa0\rt  f 'b'\xa0\r"
    case = read_case(kind, text, chunk_size=12, strip_whitespace=False)
    check_limit(case.documents, 12)


def test_no_piece_begins_like_a_fence() -> None:
    text = (
        'that are so many that the rest is cut up.\n\n??? note "xx"\n'
        "    ```pp\n    bool next_balanced_sequence(string& s) {\n      int n"
    )
    case = read_case("token", text, chunk_size=60, length_function=len)
    assert not any("\n```pp" in f"\n{it.page_content}" for it in case.documents)


def test_text_after_cut_html_is_text() -> None:
    text = (
        "<script>\n// An example of it\n\ndocument.getElementById('demo')"
        ".innerHTML = 'Hello';\n</script>\nokay\n"
    )
    case = read_case("token", text, chunk_size=40, length_function=len)
    assert case.documents[-1].page_content == "okay"


def test_what_follows_a_list_of_one_line_stays_outside_of_it() -> None:
    text = "Foo\n\n---\n\n  2. b\n\n    3. c\n\n" + "word " * 9
    check_text("token", text, chunk_size=20, length_function=len)
    chunks = [
        chunk.page_content
        for chunk in read_case(
            "token", text[10:], chunk_size=30, length_function=len
        ).documents
    ]
    assert chunks[0].startswith("  2. b\n\n    3. c")


@pytest.mark.parametrize("kind", ["token", "section", "semantic"])
@pytest.mark.parametrize("code", ["```\n", "```ruby\nend\n```\n", "a\n```b\n"])
def test_what_follows_a_part_of_raw_html_is_in_no_fence(kind: str, code: str) -> None:
    text = f'<li class="one">\n  two three\n</li>\n{code}\nfour five six\n\nseven'
    for size in range(30, 56):
        options: dict[str, Any] = {"chunk_size": size, "length_function": len}
        check_text(kind, text, **options)
        if kind != "section":
            check_text(kind, text, min_chunk_size=size // 2, **options)


@pytest.mark.parametrize("kind", ["token", "section", "semantic"])
@pytest.mark.parametrize("before", ["", "> ", "- ", "- > "])
@pytest.mark.parametrize("opening", ["```", "<!-- a", "~~~"])
def test_what_follows_cut_html_is_text(kind: str, before: str, opening: str) -> None:
    indented = before.replace("-", " ")
    html = f"<div>\nSome words stand here.\n{opening}\nfoo -->\n</div>"
    lines = html.replace("\n", f"\n{indented}")
    text = f"{before}{lines}\n{indented}\n{indented}The paragraph.\n\nAnother."
    for size in range(48, 70, 3):
        overlap = {} if kind == "semantic" else {"chunk_overlap": size // 2}
        for more in ({}, overlap):
            case = read_case(kind, text, chunk_size=size, length_function=len, **more)
            for document in case.documents:
                found = kinds(document.page_content)
                place = document.page_content.find("paragraph")
                is_text = place < 0 or found[place][-1] in ("paragraph", "listItem")
                assert is_text, document


def test_a_chunk_does_not_end_inside_a_marker() -> None:
    text = f"# {'word ' * 17}\n\n10. \n    \n    # A"
    case = read_case(
        "token", text, chunk_size=90, length_function=len, on_long_heading="truncate"
    )
    check_text(
        "token", text, chunk_size=90, length_function=len, on_long_heading="truncate"
    )
    assert case.documents[0].page_content == text[:86].rstrip()


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.xfail(reason=name)) for name in FAULTY],
)
def test_no_chunk_reads_otherwise(name: str) -> None:
    kind, text, options = FAULTY[name]
    assert all(map(is_limit, changes(read_case(kind, text, **options))))


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_that_is_excused_is_known(name: str) -> None:
    kind, text, options = FAULTY[name]
    assert any(map(FAULTS[name], changes(read_case(kind, text, **options))))


@pytest.mark.xfail(reason="what follows a full piece in its line may look like a block")
@pytest.mark.parametrize("kind", MARKDOWN)
def test_the_rest_of_a_line_after_a_full_piece_is_text(kind: str) -> None:
    text = (
        "* [Programming in C](http://people.cs.aau.dk/~normark/c-prog-06/all.pdf) - K"
    )
    case = read_case(kind, text, chunk_size=73, length_function=len)
    assert not any(it.page_content == "* - K" for it in case.documents)


def test_joined_white_space_has_a_place() -> None:
    options: dict[str, Any] = {
        "chunk_size": 3,
        "chunk_overlap": 0,
        "separators": ["\n"],
        "keep_separator": False,
        "strip_whitespace": False,
    }
    (document,) = read_case("recursive", "\t\n\n\t", **options).documents
    assert document.page_content == "\t\n\t"
    assert (document.metadata["start_index"], document.metadata["end_index"]) == (0, 4)


@pytest.mark.parametrize("strip", [True, False])
def test_what_is_joined_by_a_pattern_between_blanks_has_a_place(*, strip: bool) -> None:
    (document,) = read_case(
        "recursive",
        "\n\n",
        chunk_size=7,
        chunk_overlap=0,
        separators=["(?!b)"],
        is_separator_regex=True,
        keep_separator=False,
        strip_whitespace=strip,
    ).documents
    assert (document.metadata["start_index"], document.metadata["end_index"]) == (0, 2)
