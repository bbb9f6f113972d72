"""Which full stops end no sentence: those of abbreviations, initials and ordinals.

- An abbreviation ends nothing; one that stands before numbers, only before a number.
- A capital letter alone is an initial, several with stops are initials or initialisms:
  they end nothing before a capitalised word, unless that word often opens sentences
  and is hardly ever a name. After a number the letter is a unit, after a word such as
  "option" it names one of several.
- A number of one or two digits after a German article or preposition, or before a
  month that is German only, is an ordinal under the same condition.
- A time of day goes on before a weekday or a time zone.
- The number of a list item ends nothing.
"""

import re

import regex

_ABBREVIATION = re.compile(
    r"""
    (?P<before_number>
        Nos? | Nr | [Ff]igs? | [Ss]ect? | [Cc]h | [Cc]hap | [Ee]qs? | [Vv]ol | [Aa]rt
      | [Tt]ab | Abb | Abs | Kap | Bd | [Rr]ef | [Vv]er | App | [Pp]p? | S | al
      | Jan | Feb | Mar | Apr | Jun | Jul | Aug | Sept? | Oct | Nov | Dec
      | [Рр]ис | [Тт]абл | [Гг]л | [Сс]тр | кв | [дпст] | [Pp]ág | [Nn]úm | ص
    )
  | (?P<after_no_number> г | م | MM )
  | M[rsx] | Mrs | Messrs | Mmes? | Mlle | Mgr | [Dd]ra? | [Pp]rof(?:\.ssa)?
  | [Dd]ott(?:\.ssa)? | [Ss]ig(?:g|\.?ra|\.?na)? | [Aa]vv | Rev | Hon | Hr | Srt?a?
  | Sres | Dña | Avda | St[aeo]? | Gen | Col | Capt | Lt | Sgt | Maj | Gov | Sen | Rep
  | Mt | Ing | Dipl | Ph
  | [Ee]\.g | [Ii]\.e | vs | [Cc]f | viz | ca | approx
  | z | z\.B | d\.h | u\.a | s\.o | s\.u | bzw | ggf | [Vv]gl | inkl | sog | evtl
  | Mio | Mrd
  | [Уу]л | [Пп]росп | [Пп]ер | [Пп]л | [Пп]роф | [Аа]кад | [Дд]оц | [Сс]в | Дж
  | डॉ | प्रो | पं | د | أ | أ\.د
    """,
    re.VERBOSE,
)
_INITIALS = regex.compile(
    r"(?: [\p{Lu}\p{Lt}] \p{M}*+ \.-?+ )*+ [\p{Lu}\p{Lt}] \p{M}*+",
    regex.VERBOSE,
)
_DOUBLED_INITIAL = regex.compile(r"(\p{Lu})\1")
_DOUBLED_NEXT = regex.compile(r"(\p{Lu})\1\.")
_ORDINAL_FOLLOWS = re.compile(
    r"""
    (?: [Aa]m | [Ii]m | [Vv]om | [Zz]u[mr] | [Bb]eim | [Ss]eit | [Bb]is | [Aa]b
      | [Dd]e[mnrs] | [Dd]as | [Dd]ie
      | (?: [MmDdSs]ein | [Ii]hr | [Uu]nser | [Jj]ed | [Dd]ies ) e[mnrs]?
    )
    """,
    re.VERBOSE,
)
_GERMAN_MONTH = re.compile(
    r"""
    (?: Januar | Jänner | Februar | März | Mai | Juni | Juli | Oktober | Dezember ) \b
    """,
    re.VERBOSE,
)
_LETTERED = re.compile(
    r"""
    annex | answer | appendix | class | drive | figure | grade | group | hepatitis
  | level | module | option | part | phase | plan | point | section | series | step
  | table | team | type | use | vitamin | Anhang | Klasse | Teil | partie | parte
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NAME = regex.compile(
    r"""
    [*_\[]*+
    (?! \p{Lu} \s++ \p{Ll} | I['’]
      | (?: The | This | That | These | Those | There | Then | They | Their | It | Its
          | We | Our | Your | His | Her | In | On | At | As | But | And | Or | If | When
          | While | Where | What | Who | Why | How | For | From | With | After | Before
          | Since | However | No | Not | Now | Here | Each | All | Some | Both | Is
          | Are | Can | Let | See | Use
          | Der | Wir | Ich | Eine? | Diese[rs]? | Dann | Aber | Auch | Und | Wenn | Mit
          | Les | Ils? | Elles? | Cette | Nous | Vous | Mais
          | Он[аои]? | Это | На | Но | Мы ) \b
      | (?: An | Do | He | My | She | So | To | You | Das | Die | Er | Es | Sie | Im
          | Ce ) \b (?! [,.;&-] )
    )
    [\p{Lu}\p{Lt}]
    """,
    regex.VERBOSE,
)
_TIME_GOES_ON = re.compile(
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[A-Z]{1,4}T|UTC)\b"
)
_BLANK_LINE = re.compile(r"\n\s*\n")
_LOOK_BACK = 24
_DIGITS_OF_ITEM = 3
_DIGITS_OF_ORDINAL = 2
_OPENING_MARKS = "([{<\"'“‘„«‹*_~"
_NUMBERED_JOINTS = {"und", "oder", "bis"}
_TIMES_OF_DAY = {"a.m", "p.m"}


def is_inner_stop(text: str, stop: int, following: int) -> bool:
    """Return whether a full stop ends no sentence though white space may follow it.

    Args:
        text: Any text.
        stop: Where the full stop is, in characters.
        following: Where the next word begins, with the marks that open it, in
            characters.

    Returns:
        True where the stop belongs to an abbreviation, initials, an ordinal, a time of
        day that goes on or the number of a list item.

    Example:
        >>> is_inner_stop("George W. Bush", 8, 10), is_inner_stop("Plan B. The", 6, 8)
        (True, False)
    """
    before = text[max(0, stop - _LOOK_BACK) : stop]
    if not before or before[-1].isspace():
        return False
    *earlier, last = _BLANK_LINE.split(before)[-1].split()[-3:]
    word = last.lstrip(_OPENING_MARKS)
    return (
        _is_abbreviation(earlier, word, text[following : following + 1])
        or _is_item_number(before, word)
        or (
            text[stop + 1 : following].isspace()
            and _goes_on(earlier, word, text, following)
        )
    )


def _is_abbreviation(earlier: list[str], word: str, following: str) -> bool:
    """Whether a word is an abbreviation that ends nothing before what follows."""
    abbreviation = _ABBREVIATION.fullmatch(word)
    if abbreviation is None:
        return False
    if abbreviation["before_number"]:
        return following.isdecimal()
    return not (abbreviation["after_no_number"] and _ends_in_number(earlier))


def _ends_in_number(words: list[str]) -> bool:
    """Whether the last of some words ends in a digit."""
    return bool(words) and words[-1][-1].isdecimal()


def _is_item_number(before: str, word: str) -> bool:
    """Whether a word is the number of a list item: the first of its line."""
    if not word.isdecimal() or len(word) > _DIGITS_OF_ITEM:
        return False
    return before[: -len(word)].rstrip(" \t")[-1:] in {"", "\r", "\n"}


def _goes_on(earlier: list[str], word: str, text: str, following: int) -> bool:
    """Whether a word with a stop and the next word are parts of one phrase."""
    if word.isdecimal():
        return len(word) <= _DIGITS_OF_ORDINAL and (
            _GERMAN_MONTH.match(text, following) is not None
            or (_makes_ordinal(earlier) and _NAME.match(text, following) is not None)
        )
    if word in _TIMES_OF_DAY:
        return _TIME_GOES_ON.match(text, following) is not None
    if _DOUBLED_INITIAL.fullmatch(word):
        return _DOUBLED_NEXT.match(text, following) is not None
    return (
        _INITIALS.fullmatch(word) is not None
        and not _ends_in_number(earlier)
        and not _names_one_of_several(earlier)
        and _NAME.match(text, following) is not None
    )


def _names_one_of_several(earlier: list[str]) -> bool:
    """Whether a letter after some words names one of several, as "option A"."""
    words = (word.strip(_OPENING_MARKS + ":") for word in earlier[-1:])
    return any(map(_LETTERED.fullmatch, words))


def _makes_ordinal(earlier: list[str]) -> bool:
    """Whether the words before a number make it an ordinal in German."""
    *first, last = (piece.strip(_OPENING_MARKS) for piece in earlier or [""])
    if last in _NUMBERED_JOINTS and first and first[0].endswith("."):
        return first[0][:-1].isdecimal()
    return first != ["I"] and _ORDINAL_FOLLOWS.fullmatch(last) is not None
