"""What is best kept whole in prose, though the parser does not see it."""

import re
from collections.abc import Iterator

import pytest

from langchain_mdsplit.packing.cutting import atoms
from langchain_mdsplit.packing.cutting.atoms import atom_around, read_atoms

CASES = {
    "a reference": ("see [one two][three] end", ["[one two][three]"]),
    "an image": ("see ![one two] end", ["![one two]"]),
    "an address": ("at https://a.b/c?d e", ["https://a.b/c?d"]),
    "addresses": (
        "http://a ftp://b mailto:c@d",
        ["http://a", "ftp://b", "mailto:c@d"],
    ),
    "a host": ("at www.a.b/c, d", ["www.a.b/c,"]),
    "no host": ("at xwww.a.b d", []),
    "no scheme": ("at gopher://a d: e", []),
    "an address in brackets": ("[a http://b c] d", ["[a http://b c]"]),
    "an address that leaves its brackets": ("[a http://b](c) d", ["[a http://b]"]),
    "addresses in brackets side by side": (
        "[http://a]/[http://b]http://c",
        ["[http://a]", "[http://b]", "http://c"],
    ),
    "an address up to brackets": ("www.a.b/c[d] e", ["www.a.b/c", "[d]"]),
    "open brackets": ("[a [b", []),
}


@pytest.mark.parametrize(("source", "expected"), CASES.values(), ids=CASES)
def test_unparsed_atoms(source: str, expected: list[str]) -> None:
    spans = read_atoms(source, 0, len(source), [])
    assert [source[start:end] for start, end in spans] == expected


def test_atoms_of_the_parser_are_joined_with_others() -> None:
    source = "a `b [c` d] e"
    assert read_atoms(source, 0, len(source), [(2, 8)]) == [(2, 11)]


def test_links_side_by_side_are_atoms_of_their_own() -> None:
    link = "[b](http://c)"
    spans = [(14 * index, 14 * index + 13) for index in range(3)]
    assert read_atoms("/".join([link] * 3), 0, 41, spans) == spans


def test_nothing_before_the_leaf_is_taken() -> None:
    assert read_atoms("![a] b", 1, 6, []) == [(1, 4)]
    assert read_atoms("http://a", 2, 8, []) == [(2, 8)]


def test_the_atom_around_a_position() -> None:
    assert atom_around([(2, 5)], 4) == (2, 5)
    assert atom_around([(2, 5)], 2) is atom_around([(2, 5)], 5) is None


class CountedPattern:
    """A pattern that counts how many characters it is given to look through."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.seen = 0

    def finditer(self, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
        self.seen += end - start
        return self.pattern.finditer(text, start, end)


@pytest.mark.parametrize("text", ["https:a[x]", "(www.a[x]", "[http://a]/", "[x]"])
def test_atoms_side_by_side_are_looked_through_once(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    counted = [CountedPattern(atoms._ADDRESS), CountedPattern(atoms._HOST)]
    monkeypatch.setattr(atoms, "_ADDRESS", counted[0])
    monkeypatch.setattr(atoms, "_HOST", counted[1])
    source = text * 500
    assert len(read_atoms(source, 0, len(source), [])) >= 250
    assert max(pattern.seen for pattern in counted) <= len(source)
