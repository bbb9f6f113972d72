"""Reading TOML front matter: tomllib, dates as text, bounds."""

import re

from langchain_mdsplit.markdown.value_bounds import (
    JsonValue,
    check_depth,
    check_size,
    float_or_text,
    integer_or_text,
)

# What is not closed runs to the end of the line or text: tomllib will refuse it, and
# no character is looked at twice.
_TOKEN = re.compile(
    r"""
      \#[^\n]*+
    | \"{3} (?:[^"\\]++|\\.?|"(?!""))*+ (?:"{3,5}|\Z)
    | '{3} (?:[^']++|'(?!''))*+ (?:'{3,5}|\Z)
    | " (?:[^"\\\n]++|\\[^\n]?)*+ "?
    | ' [^'\n]*+ '?
    | (?P<open> [\[{])
    | (?P<close> [\]}])
    | (?P<separator> [=,\n])
    | (?P<bare>
        (?: [0-9]{4}-[0-9]{2}-[0-9]{2} [ ] (?=[0-9]{2}:) )?+  # a date, a space, a time
        [A-Za-z0-9_.:+-]++
      )
    """,
    re.VERBOSE | re.DOTALL,
)
_INTEGER = re.compile(
    r"""
      [+-]? [1-9] (?:_?[0-9])*+
    | 0x [0-9A-Fa-f] (?:_?[0-9A-Fa-f])*+
    | 0o [0-7] (?:_?[0-7])*+
    | 0b [01] (?:_?[01])*+
    """,
    re.VERBOSE,
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]++")
_DATE_OR_TIME = re.compile(r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}:[0-9]{2}).*+")


def read_toml(text: str) -> JsonValue:
    r"""Read a TOML document of values that JSON can hold.

    Dates, times, infinities, nan and numbers that are over-long or do not fit in 64
    bits are strings, as they are written.

    Args:
        text: The text between the fences, with any of Markdown's line endings.

    Returns:
        The table.

    Raises:
        MdSplitError: It is over the bounds.
        ValueError: It is not TOML, or not Unicode text.

    Example:
        >>> read_toml("title = 'A'\ndate = 2024-01-02\nweight = inf")
        {'title': 'A', 'date': '2024-01-02', 'weight': 'inf'}

    Source:
        TOML 1.0.0.
    """
    import tomllib  # noqa: PLC0415 - loaded only where a document has TOML

    check_size(text)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    _check_nesting(text)
    # tomllib has a hook for floats, none for integers and dates.
    quoted = _TOKEN.sub(_quote_unfit_value, text)
    table: dict[str, JsonValue] = tomllib.loads(quoted, parse_float=float_or_text)
    _check_value_depth(table)
    return table


def _check_nesting(text: str) -> None:
    """Raise where brackets nest too deep or a dotted key has too many parts.

    tomllib calls itself for each bracket and is quadratic in the parts of one key.
    """
    brackets = dots = 0
    for token in _TOKEN.finditer(text):
        if token.lastgroup is None:
            continue
        dots = dots + token["bare"].count(".") if token["bare"] else 0
        brackets += bool(token["open"]) - bool(token["close"])
        check_depth(max(brackets, dots))


def _quote_unfit_value(token: re.Match[str]) -> str:
    """Return a token, in quotes where it is a date, a time or too large an integer."""
    bare = token["bare"]
    if bare is None:
        return token[0]
    if _INTEGER.fullmatch(bare):
        is_unfit = isinstance(integer_or_text(bare, 0), str)
    else:
        is_unfit = bool(_DATE_OR_TIME.fullmatch(bare)) and _is_value(bare)
    if not is_unfit:
        return bare
    # It may stand where a key is due. `1979-05-27` is a key, and is the same key in
    # quotes; `07:32:00` is not, and three quotes are not allowed there either.
    quotes = '"' if _BARE_KEY.fullmatch(bare) else '"""'
    return f" {quotes}{bare}{quotes} "


def _is_value(text: str) -> bool:
    """Whether a text is a valid TOML value."""
    import tomllib  # noqa: PLC0415 - see above

    try:
        tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return False
    return True


def _check_value_depth(table: dict[str, JsonValue]) -> None:
    """Raise where collections nest too deep (dotted keys and headers add up)."""
    level: list[JsonValue] = [table]
    depth = 0
    while level:
        depth += 1
        check_depth(depth)
        level = [item for value in level for item in _collections_in(value)]


def _collections_in(value: JsonValue) -> list[JsonValue]:
    """Return the lists and tables that a list or table holds."""
    if isinstance(value, dict):
        value = list(value.values())
    items = value if isinstance(value, list) else []
    return [item for item in items if isinstance(item, (dict, list))]
