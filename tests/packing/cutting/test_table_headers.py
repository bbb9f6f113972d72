"""A table's header: never cut where it fits, and above every row that fits below."""

import re

import pytest

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    TokenCounter,
)

ROWS = ["name | text", "--- | ---", "{words}| b", "x | y"]
BARRED = [f"| {row} |" for row in ROWS]
SHAPES = {
    "with bars": BARRED,
    "without bars": ROWS,
    "indented": [f"  {row}" for row in BARRED],
    "indented, without bars": [f"  {row}" for row in ROWS],
    "in a quote": [f"> {row}" for row in BARRED],
    "in a quote, without bars": [f"> {row}" for row in ROWS],
    "an item": [f"- {BARRED[0]}", *(f"  {row}" for row in BARRED[1:])],
    "in an item": ["- it", "", *(f"  {row}" for row in BARRED)],
    "in an item, without bars": ["- it", "", *(f"  {row}" for row in ROWS)],
}
_AROUND = re.compile(r"\A(?:> |- | |\| )*|(?: |\|)*\Z")
SPLITTERS = [
    MarkdownFragmentTextSplitter,
    MarkdownTokenTextSplitter,
    MarkdownSectionTextSplitter,
]


def rows_of(text: str) -> list[str]:
    """Return the lines of a chunk without the marks and blanks around them."""
    return [_AROUND.sub("", line) for line in text.split("\n")]


@pytest.mark.parametrize("splitter", SPLITTERS)
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_header_is_whole_whatever_its_first_row_takes(
    shape: list[str], splitter: type[MarkdownFragmentTextSplitter]
) -> None:
    for count in range(4, 24):
        source = "\n".join(shape).format(words="word " * count)
        for chunk in splitter(60, length_function=len).split_text(source):
            rows = rows_of(chunk)
            delimiters = [at for at, row in enumerate(rows) if "--" in row]
            assert all(
                rows[at - 1 : at + 1] == ["name | text", "--- | ---"]
                for at in delimiters
            )


INTRO = "One two three four five six seven eight nine ten eleven twelve thirteen."


def test_a_header_that_fits_is_not_cut_for_what_is_before_it() -> None:
    header = "| Name | Example | Name | Example |\n| --- | --- | --- | --- |\n"
    row = "| word | word | word word word word word | word |\n"
    for words in range(4, 20):
        source = "# T\n\n" + "word " * words + f"word.\n\n{header}{row}{row}"
        chunks = MarkdownTokenTextSplitter(32).split_text(source)
        parts = ("Name", "Example", "---")
        assert all(
            header.rstrip() in chunk or not any(part in chunk for part in parts)
            for chunk in chunks
        )


def test_a_header_goes_to_its_rows_though_the_first_does_not_fit_below() -> None:
    header = "| word | parameter | x |\n| --- | --- | --- |\n"
    rows = (
        "| value | word None alpha is x is and some | the is longer | longer None |\n"
        "| is of configuration | and the of x is and word `code` | x |\n"
    )
    splitter = MarkdownSectionTextSplitter(110, length_function=len)
    before, *chunks = splitter.split_text(f"# T\n\n{INTRO}\n\n{header}{rows}")
    assert before == f"T\n\n{INTRO}"
    assert len(chunks) > 2
    assert all(chunk.startswith(f"T\n\n{header}") for chunk in chunks)


def test_the_row_after_one_that_is_cut_is_whole_below_the_header() -> None:
    header = "| text | no |\n|---|---|\n"
    row = "| word word | word word word word word |"
    source = f"{header}| word | word word word word word word word |\n{row}"
    chunks = MarkdownFragmentTextSplitter(64, length_function=len).split_text(source)
    assert f"{header}{row}" in chunks


@pytest.mark.parametrize("width", [0, 20, 60, 200])
def test_aligned_rows_fit_as_they_are_measured(width: int) -> None:
    header = f"| {'name'.ljust(width)} | text |\n| {'-' * (width or 3)} | ---- |\n"
    rows = [f"| {('word ' * n).ljust(width)} | last cell |\n" for n in (3, 9, 12, 4)]
    measure = TokenCounter()
    limit = max(measure(header + row) for row in rows) + 1
    chunks = MarkdownFragmentTextSplitter(limit).split_text(header + "".join(rows))
    assert all(sum(row.rstrip() in chunk for chunk in chunks) == 1 for row in rows)
    assert all(chunk.startswith(header) for chunk in chunks)


PARAGRAPH = "alpha word the configuration x returns some value of some word and the "


def test_a_header_after_the_end_of_a_paragraph_in_an_item_is_not_cut() -> None:
    header = "| parameter | the | conf |\n   | --- | --- | --- |"
    row = "|  | and parameter longer -- is | some `a\\|b c` the alpha |"
    splitter = MarkdownFragmentTextSplitter(66, length_function=len)
    for count in range(20):
        item = f"{PARAGRAPH}{'word ' * count}parameter.\n\n   {header}\n   {row}\n"
        chunks = splitter.split_text(f"1. {item}\n2. {PARAGRAPH}end.\n\n   {header}\n")
        assert sum(header in chunk for chunk in chunks) >= 2
        assert all(("---" in chunk) == (header in chunk) for chunk in chunks)


def test_a_row_after_the_end_of_a_paragraph_in_an_item_is_not_torn() -> None:
    rows = "| of value is | longer |\n   | of word |"
    table = f"| x | y |\n   | --- | --- |\n   {rows}"
    splitter = MarkdownFragmentTextSplitter(64, length_function=len)
    for count in range(40):
        text = f"1. and.\n\n2. some words{' x' * count} and.\n\n   {table}\n"
        chunks = splitter.split_text(text)
        assert sum("| of value is | longer |" in chunk for chunk in chunks) == 1
