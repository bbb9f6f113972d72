"""A `>` in the middle of a line is text, and no chunk begins with it (promise 5)."""

from typing import Final

import pytest

from tests.properties.cases import MARKDOWN, read_case
from tests.properties.suite import PROMISES

LINES: Final = (
    "Word one! > n two words.",
    "Word one! >n two words. And three here. > four > five > six.",
    "a > b > c > d > e > f > g > h",
    "One two.\n     > three four. Five six.",
    "One two!\n>     three four. Five six.",
    "One two!\n>\t\tthree four. Five six.",
    "one two three four\n> five > six seven eight",
)
AROUND: Final = (
    "{}",
    "# A\n\n{}",
    "xx\n\n{}\n\nyy",
    "> {}",
    "> > {}",
    "- {}",
    "- > {}",
)


@pytest.mark.parametrize("kind", MARKDOWN)
@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("line", LINES)
def test_no_chunk_begins_with_a_mark_in_a_line(
    line: str, around: str, kind: str
) -> None:
    for limit in range(20, 60, 3):
        case = read_case(
            kind, around.format(line), chunk_size=limit, length_function=len
        )
        PROMISES["kinds"](case)


def test_sentences_that_begin_so_are_no_units_of_their_own() -> None:
    case = read_case("semantic", LINES[0], hard_threshold=0.99)
    assert [document.page_content for document in case.documents] == [LINES[0]]
