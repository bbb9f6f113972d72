"""How sentence breaks differ from the Unicode standard's: few rules, no language.

- A single newline is a space; a blank line ends a sentence.
- An ellipsis counts as a full stop, a semicolon after a Greek letter as a question
  mark.
- The marks `.`, `!` and `?` end a sentence only before white space or before a script
  that is written without spaces: file names, numbers and URLs stay whole.
- Marks alone in brackets, as in `[...]` and `(?)`, end nothing.
- Closing quotes, brackets, Markdown marks, link targets and footnote references stand
  with the sentence they close; opening ones, to the standard the same, with the next.
- Speech goes on where a small letter follows its closing mark, or, without a space, a
  Hangul syllable or a Japanese particle.
- Abbreviations, initials, ordinals and the number of a list item end nothing.
"""

import re
from collections.abc import Iterator

import regex

from langchain_mdsplit.text.inner_stops import is_inner_stop

_BLANK_LINES = re.compile(r"(?>\r\n?|\n)(?:[^\S\r\n]*+[\r\n])++")
_PARAGRAPH_BREAK = "\N{NEXT LINE}"

_TERM = r"\p{SB=ATerm}\p{SB=STerm}…"
_IGNORED = r"[\p{SB=Extend}\p{SB=Format}]*+"
_SPACE = rf"(?: \p{{SB=Sp}} {_IGNORED} )"
_PARTICLE = "とをがにのっ"
_UNSPACED_SCRIPT = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}「『（《【"
)
_STOP = rf"""(?:
    [{_TERM}] (?<! [(\[（［{_TERM}] [{_TERM}] ) [{_TERM}]*+
  | (?<= \p{{Greek}} ) [;\u037E]
)"""
_CLOSING = rf"""(?: (?:
    \] \( [^()\x85]*+ \)
  | \] \[ [^\[\]\x85]*+ \]
  | \[ (?: \^ [^\[\]\s]++ | [0-9]++ ) \]
  | </ \w++ >
  | [[\p{{SB=Close}}*_`\~]--[\p{{Ps}}\p{{Pi}}]]
  | \p{{Pi}} (?! [\p{{L}}\p{{N}}] )
  | \p{{SB=Sp}}++ [»›] (?! [\p{{L}}\p{{N}}] )
) {_IGNORED} )"""
_PAUSE = rf"(?: {_SPACE}++ | (?= [[{_UNSPACED_SCRIPT}]--[{_PARTICLE}]] ) )"
_SMALL_LETTER_NEXT = rf"""
    [^\p{{SB=OLetter}}\p{{SB=Upper}}\p{{SB=Lower}}\p{{SB=Sep}}{_TERM}]*+ \p{{SB=Lower}}
"""
_COMBINING = r"[\p{GCB=Extend}\p{GCB=SpacingMark}\p{GCB=ZWJ}]"
_SPEECH_GOES_ON = r"""[*_`\~"'\p{Ps}\p{Pi}]*+ \p{SB=Lower}"""
_BREAK_AFTER = regex.compile(
    rf"""
    {_STOP}
    (?: (?<= [\p{{SB=ATerm}}…] ) {_IGNORED}
        {_CLOSING}*+ {_PAUSE} (?! {_SMALL_LETTER_NEXT} )
      | (?<= [!?;\u037E] ) {_IGNORED}
        (?: {_CLOSING}++ {_PAUSE} (?! {_SPEECH_GOES_ON} )
          | (?! {_CLOSING} ) {_PAUSE}
        )
      | (?<= [[\p{{SB=STerm}}]--[!?]] ) {_IGNORED}
        (?: {_CLOSING}++ (?! [\p{{Hangul}}{_PARTICLE}] )
            {_SPACE}*+ (?! {_SPEECH_GOES_ON} )
          | (?! {_CLOSING} ) {_SPACE}*+
        )
    )
    (?! [\p{{SB=SContinue}}{_TERM}] | {_COMBINING} )
    (?<! {_COMBINING} | \p{{GCB=Prepend}} )
  | \p{{SB=Sep}}++
    """,
    regex.VERBOSE | regex.VERSION1,
)


def tailored_breaks(text: str) -> Iterator[int]:
    r"""Find where sentences end inside a text, after the white space that follows them.

    Args:
        text: Any text.

    Yields:
        The breaks in ascending order, in characters.

    Example:
        >>> list(tailored_breaks("See a.py\non p. 5. It works."))
        [18]
    """
    unwrapped = _unwrapped(text)
    for match in _BREAK_AFTER.finditer(unwrapped):
        if unwrapped[match.start()] != "." or not is_inner_stop(text, *match.span()):
            yield match.end()


def _unwrapped(text: str) -> str:
    """Return a copy as long, with each newline as a space or a paragraph break."""
    if "\n" not in text and "\r" not in text:
        return text
    marked = _BLANK_LINES.sub(lambda match: _PARAGRAPH_BREAK * len(match[0]), text)
    return marked.replace("\r", " ").replace("\n", " ")
