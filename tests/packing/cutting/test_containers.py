"""The markers and widths of containers, and what a line holds of them."""

import pytest

from langchain_mdsplit.packing.cutting.containers import ContainerReader, Surroundings
from langchain_mdsplit.packing.cutting.lines import read_lines
from tests.packing.cutting.cut_pieces import first_block

CASES = {
    "an ordered item": ("10. a\n    b", [("10. ", 4)], 1),
    "an item in a quote": ("> - a\n>   b", [("> ", 0), ("- ", 2)], 2),
    "items on one line": ("- - x\n\n    b", [("- ", 2), ("- ", 2)], 2),
    "an indented marker": (" -  a\n\n    b", [("-   ", 4)], 1),
    "a tab after the marker": ("-\ta\n\n\tb", [("-   ", 4)], 1),
    "a tab in part": ("- - a\n\n\tb", [("- ", 2), ("- ", 2)], 2),
    "an item further in": ("1. a\n    - y\n\n      b", [("1. ", 3), ("-  ", 3)], 2),
    "an item that begins with code": ("-     a\n\n      b", [("- ", 2)], 1),
    "an item that begins blank": ("-\n  b", [("- ", 2)], 1),
    "a footnote": ("[^1]: a\n    b", [("[^1]: ", 4)], 1),
    "a lazy line": ("> > a\n> b", [("> ", 0), ("> ", 0)], 1),
    "a lazier line": ("> > a\nb", [("> ", 0), ("> ", 0)], 0),
    "a quote with a tab": (">\ta\n>\tb", [("> ", 0)], 1),
}


def surroundings_of_last(source: str) -> Surroundings:
    """Return the surroundings of the last character of a source."""
    lines = read_lines(source, first_block(source))
    position = len(source) - 1
    chain = lines.containers(lines.nesting.innermost(position), position)
    return ContainerReader(lines).around(chain or (), position)


@pytest.mark.parametrize(("source", "expected", "held"), CASES.values(), ids=CASES)
def test_containers(source: str, expected: list[tuple[str, int]], held: int) -> None:
    around = surroundings_of_last(source)
    found = [(container.marker, container.width) for container in around.containers]
    assert (found, len(around.places)) == (expected, held)


def test_a_line_that_begins_a_container_holds_nothing_to_replace() -> None:
    assert surroundings_of_last("- a b").begins
