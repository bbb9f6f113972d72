"""Lists, quotes and code that are indented with tabs stay what they are."""

from itertools import product

import pytest

from tests.packing.cutting.cut_pieces import assert_kinds_kept, cut

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
    for limit in (36, 60):
        assert_kinds_kept(source, limit)
