"""Estimates: one count of the source, block by block or line by line."""

import pytest

from langchain_mdsplit.counting import count_alone
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.measure import LengthFunction
from langchain_mdsplit.packing.lengths.estimates import Estimates, estimate_blocks
from langchain_mdsplit.packing.lengths.grain import Grain

SOURCE = "# A\n\none two three\n\n- a\n- b\n- c\n\nlast\n"


def estimates_of(
    longest: int = 1000, *, keeps_blanks: bool = False
) -> tuple[Estimates, list[str]]:
    """Return the estimates of the source in characters, and what was counted."""
    seen: list[str] = []

    def count(text: str) -> int:
        seen.append(text)
        return len(text)

    blocks = parse_blocks(SOURCE).blocks
    work = estimate_blocks(SOURCE, blocks, Grain(longest), keeps_blanks=keeps_blanks)
    return count_alone(work, LengthFunction(count)), seen


@pytest.mark.parametrize("longest", [1, 8, 1000])
def test_the_source_is_counted_once(longest: int) -> None:
    estimates, seen = estimates_of(longest)
    assert "".join(seen) == SOURCE
    assert estimates.between(0, 4) == len(SOURCE)
    assert estimates.between(1, 2) == len("one two three\n\n")


def test_trailing_blanks_are_counted_where_they_are_kept() -> None:
    assert estimates_of()[0].blocks(0, 1) == pytest.approx(len("# A\n\none two three"))
    assert estimates_of(keeps_blanks=True)[0].blocks(0, 1) == len(
        "# A\n\none two three\n\n"
    )


def test_long_blocks_are_known_line_by_line() -> None:
    estimates, _ = estimates_of(8)
    assert [estimates.is_fine(block) for block in range(4)] == [
        False,
        True,
        True,
        False,
    ]


def test_the_furthest_block_is_the_first_that_does_not_fit() -> None:
    estimates, _ = estimates_of()
    assert estimates.furthest(0, 4, 2) == 0
    assert estimates.furthest(0, 4, 3) == 1
    assert estimates.furthest(0, 4, 18) == 2
    assert estimates.furthest(0, 4, 1000) == 4
    assert estimates.furthest(2, 3, 1000) == 3
