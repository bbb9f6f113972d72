"""The Markdown parser with its options, and the copy of a text that it should see.

The parser is pulldown-cmark (package pyromark). What it does differently from the
specifications is put right by giving it a copy of the text in which every code point
keeps its place:

- a carriage return alone does not end every line that it should (CommonMark 0.31.2,
  section 2.1): it becomes a line feed;
- a closing fence followed by a tab is not recognised (section 4.5): the tab becomes a
  space;
- form feed and line tabulation count as blanks (section 2.1 knows only space and
  tab): they become unit separators, white space for Python alone;
- a row that is one bare `|` ends a table (GFM 0.29, section 4.10: only a blank line or
  another block does): the bar becomes a noncharacter;
- `- | -` is taken for a table's delimiter row though it begins a list item (block
  structure comes first): its bars become noncharacters;
- a footnote's label may hold blanks (on GitHub it may not, so that this is a link
  reference definition): its `^` becomes a noncharacter;
- lone surrogates have no UTF-8 form: they become U+FFFD.
"""

import re
from functools import cache
from typing import TYPE_CHECKING

from langchain_mdsplit.text.surrogates import without_surrogates

if TYPE_CHECKING:
    from pyromark import Markdown


def _first_on_line(marker: str) -> str:
    """Return a pattern that asserts, after a marker, that only spaces precede it.

    A pattern that begins with literal characters is searched for at C speed, so this
    stands after the marker and not before it.
    """
    spaces = ("", " ", "  ", "   ")
    return "(?:{})".format("|".join(rf"(?<=[\r\n]{some}{marker})" for some in spaces))


_END_OF_LINE = r"(?=[\r\n]|\Z)"
_TAB_AFTER_FENCE = re.compile(
    rf"(?<![`~])(`{{3,}}+|~{{3,}}+)( *+\t[ \t]*+){_END_OF_LINE}"
)
_BARE_BAR = re.compile(rf"\|(?=[ \t]*+{_END_OF_LINE}){_first_on_line('[|]')}")
_DELIMITERS_OF_ITEM = re.compile(
    rf"- {_first_on_line('- ')}[-: \t]*+[|][-:| \t]*+{_END_OF_LINE}"
)
_SPACED_FOOTNOTE = re.compile(r"\[\^(?=[^\[\]\r\n \t]*+[ \t][^\[\]\r\n]*+\]:)")
_LONE_CARRIAGE_RETURN = re.compile(r"\r(?!\n)")

_BAR, _CARET = "\ufdd0", "\ufdd1"  # noncharacters: kept for a program's inner use
_AS_WRITTEN = str.maketrans({_BAR: "|", _CARET: "^"})


@cache
def markdown_parser() -> "Markdown":
    """Return the parser with the extensions of GFM, footnotes and math.

    Task lists are off: they would only name the first characters of an item, and an
    item of nothing else would no longer be text that the next line goes on with.
    """
    from pyromark import Markdown, Options  # noqa: PLC0415  (import time)

    return Markdown(
        options=Options.ENABLE_TABLES
        | Options.ENABLE_FOOTNOTES
        | Options.ENABLE_STRIKETHROUGH
        | Options.ENABLE_MATH
    )


def parser_copy(text: str) -> str:
    r"""Return the text as the parser should see it, each code point in its place.

    Args:
        text: Any text.

    Returns:
        A text of the same length; the very same if nothing needs to be changed.

    Example:
        >>> parser_copy("| a |\n|---|\n|\n| b |")
        '| a |\n|---|\n\ufdd0\n| b |'
    """
    if "\r" in text:
        text = _LONE_CARRIAGE_RETURN.sub("\n", text)
    if "\t" in text and ("```" in text or "~~~" in text):
        text = _TAB_AFTER_FENCE.sub(lambda match: match[1] + " " * len(match[2]), text)
    if "\f" in text or "\v" in text:
        text = text.replace("\f", "\x1f").replace("\v", "\x1f")
    if "|" in text:
        text = _BARE_BAR.sub(_BAR, text)
        text = _DELIMITERS_OF_ITEM.sub(lambda match: match[0].replace("|", _BAR), text)
    if "[^" in text:
        text = _SPACED_FOOTNOTE.sub("[" + _CARET, text)
    return without_surrogates(text)


def as_written(title: str) -> str:
    """Return a text from the parser's copy with the source's own characters."""
    return title.translate(_AS_WRITTEN)
