"""Parts before a blank line and a word: what is plain is what the parser reads."""

from hypothesis import assume, given
from hypothesis import strategies as st

from langchain_mdsplit.packing.cutting import raw_html

PIECES = (
    *("- ", "1. ", "> ", "# ", "    ", "\t", "\n", "\n\n", "\r\n", "word ", "0"),
    *("| a |\n|---|\n", "[x]: ", "/u\n", "$$", "`", "``", "~~", "***\n", "---\n"),
    *(":", "\\", "é", "&amp;", "*", "_", "{#a}", "\ufeff", "\f", "\u2028", "[", "]"),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
PREFIXES = st.sampled_from(["", "- ", "> ", "2. ", "   ", "- > ", "| a |\n|---|\n"])


@given(PREFIXES, TEXTS, TEXTS)
def test_what_is_plainly_apart_is_read_so(prefix: str, part: str, rest: str) -> None:
    source, place = f"{part}\n\nword{rest}", len(part) + 2
    assume(raw_html._is_plainly_apart(source, 0, place, prefix))
    assert raw_html._is_read_apart(source, 0, place, prefix)


def test_a_word_after_a_list_or_quote_is_plainly_apart() -> None:
    assert raw_html._is_plainly_apart("b\n\n- c\n\nword", 0, 8, "- ")
    assert raw_html._is_plainly_apart("b\n> c\n\n# d", 0, 7, "> ")


def test_fences_raw_html_and_footnotes_are_left_to_the_parser() -> None:
    for part in ("```", "~~~\nb", "<!-- b", "[^1]: b", "- b\n   ```"):
        source, place = f"{part}\n\nword", len(part) + 2
        assert not raw_html._is_plainly_apart(source, 0, place, "")
        assert not raw_html._is_plainly_apart("b\n\nword", 0, 3, part)


def test_markers_and_lines_without_a_blank_one_are_left_to_the_parser() -> None:
    assert not raw_html._is_plainly_apart("- b\n\n- c", 0, 5, "")
    assert not raw_html._is_plainly_apart("- b\n\n  c", 0, 7, "")
    assert not raw_html._is_plainly_apart("- b\nc", 0, 4, "")
