"""Lists, quotes and code that are indented with tabs stay what they are."""

from itertools import product

import pytest

from tests.packing.cutting.cut_pieces import (
    CHARACTERS,
    cut,
    cut_checked,
    first_block,
    kinds,
)

TEXT = "one two three four. Five six seven. Eight nine ten."
OUTER = ("- ", "1. ", "10. ", "-  ", "> - ", ">\t- ", ">- ")
INDENTATIONS = ("\t", "\t\t", " \t", "  \t", "\t ", "    ", "  ")
INNER = ("- ", "1. ", "-\t", "> ", "```\n", "")


@pytest.mark.parametrize(
    ("source", "last"),
    [
        ("- a\n\t- one two three. Four five six.", ("- -   ", "Four five six.", "")),
        (">\t* one two three four.\n>\t  Five six.", ("> *   ", "Five six.", "")),
        (">\t- one two three. Four five six.", ("> -   ", "Four five six.", "")),
    ],
)
def test_a_tab_that_two_containers_share(
    source: str, last: tuple[str, str, str]
) -> None:
    assert cut(source, 30)[-1] == last


@pytest.mark.parametrize("outer", OUTER)
@pytest.mark.parametrize(("indentation", "inner"), list(product(INDENTATIONS, INNER)))
def test_what_is_indented_with_tabs_stays_in_its_containers(
    outer: str, indentation: str, inner: str
) -> None:
    line = f"{'>' if outer.startswith('>') else ''}{indentation}"
    lines = [f"{outer}a", line.strip(), line + inner + TEXT, f"{line}{inner}again."]
    if inner.startswith("`"):
        lines[2:] = [f"{line}```", f"{line}x = 1", f"{line}y = 2", f"{line}```"]
    source = "\n".join(lines)
    at = kinds(source)
    for limit in (36, 60):
        for piece in cut_checked(source, first_block(source), limit, CHARACTERS):
            text = f"{piece.prefix}{source[piece.start : piece.end]}{piece.suffix}"
            alone = kinds(text)
            for position in range(piece.start, piece.end):
                if source[position].isalnum():
                    moved = position - piece.start + len(piece.prefix)
                    assert alone[moved] == at[position], text
