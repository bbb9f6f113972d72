"""Reading YAML front matter: PyYAML's events, the core schema of YAML 1.2, bounds."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from langchain_mdsplit.errors import MdSplitError
from langchain_mdsplit.markdown.value_bounds import (
    MAX_EVENTS,
    JsonValue,
    check_depth,
    check_size,
    float_or_text,
    integer_or_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yaml.events import Event

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_TRUES = frozenset(("true", "True", "TRUE"))
_FALSES = frozenset(("false", "False", "FALSE"))
_DECIMAL = re.compile(r"[-+]?[0-9]++")
_OCTAL = re.compile(r"0o[0-7]++")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]++")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]++|[0-9]++(?:\.[0-9]*+)?)(?:[eE][-+]?[0-9]++)?",
)


@dataclass(slots=True)
class _Collection:
    """A list or mapping that is being filled, with the key that waits for a value."""

    value: list[JsonValue] | dict[str, JsonValue]
    key: str | None = None

    @property
    def wants_key(self) -> bool:
        """Whether the next scalar is a key."""
        return isinstance(self.value, dict) and self.key is None

    def add_key(self, key: str) -> None:
        """Take the next key, which must be new."""
        if key in self.value:
            msg = f"front matter has the key {key!r} twice"
            raise MdSplitError(msg)
        self.key = key

    def add(self, item: JsonValue) -> None:
        """Take the next item, or the value of the waiting key."""
        if isinstance(self.value, list):
            self.value.append(item)
            return
        if self.key is None:
            msg = "front matter has a list or mapping as a key"
            raise MdSplitError(msg)
        self.value[self.key] = item
        self.key = None


def read_yaml(text: str) -> JsonValue:
    r"""Read one YAML document of plain values.

    Scalars follow the core schema of YAML 1.2 (so `no` and dates are strings), `<<` is
    an ordinary key, keys are their source text. Aliases, explicit tags, keys that are
    collections or come twice, and several documents are refused.

    Args:
        text: The text between the fences.

    Returns:
        A value that JSON can hold; `{}` where there is no document.

    Raises:
        ValueError: It is no such document, or over the bounds.

    Example:
        >>> read_yaml("draft: no\nweight: 0o10\ndate: 2024-01-02")
        {'draft': 'no', 'weight': 8, 'date': '2024-01-02'}

    Source:
        YAML 1.2.2, section 10.3.
    """
    import yaml  # noqa: PLC0415 - loaded only where a document has front matter

    check_size(text)
    # The parser on libyaml is 17 times as fast, but not in every build of PyYAML.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        documents = _build(yaml.parse(text, loader))
    except MdSplitError:
        raise
    except (yaml.YAMLError, OverflowError, ValueError) as error:
        # Of "\UFFFFFFFF" chr() raises the second or the third.
        msg = f"front matter is not YAML: {error}"
        raise MdSplitError(msg) from error
    if len(documents) > 1:
        msg = "front matter is more than one YAML document"
        raise MdSplitError(msg)
    return documents[0] if documents else {}


def _build(events: "Iterable[Event]") -> list[JsonValue]:
    """Build the documents of a stream of events."""
    import yaml  # noqa: PLC0415 - see above

    documents: list[JsonValue] = []
    collections = [_Collection(documents)]
    for count, event in enumerate(events, 1):
        if count > MAX_EVENTS:
            msg = f"front matter has more than {MAX_EVENTS} YAML events"
            raise MdSplitError(msg)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "tag", None):
            msg = "front matter has a YAML alias or an explicit tag"
            raise MdSplitError(msg)
        if isinstance(event, yaml.ScalarEvent):
            _add_scalar(collections[-1], event.value, is_plain=event.implicit[0])
        elif isinstance(event, yaml.CollectionStartEvent):
            is_list = isinstance(event, yaml.SequenceStartEvent)
            opened: list[JsonValue] | dict[str, JsonValue] = [] if is_list else {}
            collections[-1].add(opened)
            collections.append(_Collection(opened))
            check_depth(len(collections) - 1)
        elif isinstance(event, yaml.CollectionEndEvent):
            collections.pop()
    return documents


def _add_scalar(collection: _Collection, text: str, *, is_plain: bool) -> None:
    """Add a scalar to a collection, as a key or as a value."""
    if collection.wants_key:
        collection.add_key(text)
    else:
        collection.add(_resolve(text) if is_plain else text)


def _resolve(text: str) -> JsonValue:
    """Return the value of a plain scalar (YAML 1.2.2, section 10.3.2)."""
    if text in _NULLS:
        return None
    if text in _TRUES or text in _FALSES:
        return text in _TRUES
    for pattern, base in ((_DECIMAL, 10), (_OCTAL, 8), (_HEXADECIMAL, 16)):
        if pattern.fullmatch(text):
            return integer_or_text(text, base)
    return float_or_text(text) if _FLOAT.fullmatch(text) else text
