"""YAML values: the core schema of YAML 1.2, and what is refused."""

import json
import math

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from langchain_mdsplit.errors import MdSplitError
from langchain_mdsplit.markdown.bounded_yaml import read_yaml
from langchain_mdsplit.markdown.value_bounds import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_EVENTS,
    MAX_INTEGER,
    MAX_NUMBER_LENGTH,
    JsonValue,
)


@pytest.fixture(params=["libyaml", "pure Python"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with each of PyYAML's two parsers."""
    name: str = request.param
    if name == "pure Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML without libyaml")
    return name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *[(text, None) for text in ("~", "null", "Null", "NULL")],
        *[(text, True) for text in ("true", "True", "TRUE")],
        *[(text, False) for text in ("false", "False", "FALSE")],
        ("0", 0),
        ("-12", -12),
        ("+12", 12),
        ("007", 7),
        ("0o17", 15),
        ("0x1fF", 511),
        ("1.5", 1.5),
        ("-.5", -0.5),
        ("1.", 1.0),
        ("1e3", 1000.0),
        ("1.5E-3", 0.0015),
        (str(MAX_INTEGER), MAX_INTEGER),
        (str(-MAX_INTEGER - 1), -MAX_INTEGER - 1),
        ("0" * (MAX_NUMBER_LENGTH - 1) + "7", 7),
    ],
)
@pytest.mark.usefixtures("loader")
def test_core_schema(text: str, expected: JsonValue) -> None:
    assert read_yaml(f"a: {text}") == {"a": expected}
    assert type(read_yaml(text)) is type(expected)
    assert read_yaml(f"a: '{text}'\nb: \"{text}\"") == {"a": text, "b": text}
    assert read_yaml(f"a: |-\n  {text}") == {"a": text}
    assert read_yaml(f"{text}: a") == {text: "a"}


@pytest.mark.parametrize(
    "text",
    [
        *("no", "NO", "yes", "on", "off", "y", "n", "tRUE", "nULL"),
        *("2024-01-02", "2024-01-02T03:04:05Z", "2024-01-02 03:04:05", "12:30:45"),
        *(".inf", "-.Inf", "+.INF", ".nan", ".NaN", "inf", "nan", "Infinity"),
        *("1_000", "0b11", "-0x1F", "0o8", "0xg", "1e", ".", "1.2.3", "e5", "+"),
        *("1e999", "-1e999", str(MAX_INTEGER + 1), str(-MAX_INTEGER - 2)),
        *("9" * 5_000, "0x" + "f" * 5_000, "0." + "3" * 5_000, "0" * 200),
        *("<<", "=", "１２", "٣"),
    ],
)
@pytest.mark.usefixtures("loader")
def test_stays_text(text: str) -> None:
    assert read_yaml(f"a: {text}") == {"a": text}
    assert read_yaml(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ("# comment", {}),
        ("a:", {"a": None}),
        ("''", ""),
        ("<<: {a: 1}\nb: 2", {"<<": {"a": 1}, "b": 2}),
        ("- [a, {b: c}]\n- - d", [["a", {"b": "c"}], ["d"]]),
        ("? a\n: 1", {"a": 1}),
        ("~: 1\n'': 2", {"~": 1, "": 2}),
        ("a: &anchor 1", {"a": 1}),
        ("--- {a: 1}\n...", {"a": 1}),
        ("a: >\n  x\n  y\n", {"a": "x y\n"}),
        ('a: "\\u65e5\\t"', {"a": "日\t"}),
    ],
)
def test_structures(text: str, expected: JsonValue) -> None:
    assert read_yaml(text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a: &x [1]\nb: *x", "alias"),
        ("a: &x {b: *x}", "alias"),
        ("a: !!str 1", "tag"),
        ("a: ! 1", "tag"),
        ("!!python/object/apply:os.system ['true']", "tag"),
        ("!!binary aGk=", "tag"),
        ("!!set {a}", "tag"),
        ("? [a]\n: 1", "as a key"),
        ("? {a: b}\n: 1", "as a key"),
        ("a: 1\na: 2", "'a' twice"),
        ("1: a\n'1': b", "'1' twice"),
        ("a: 1\n--- b\n", "not YAML|more than one"),
        ("--- a\n--- b\n", "more than one"),
        ("a: [1, 2", "not YAML"),
        ("a: 'x", "not YAML"),
        ("\tb: 1", "not YAML"),
        ("a: \x07", "not YAML"),
        ("a: b: c", "not YAML"),
        ('a: "\\UFFFFFFFF"', "not YAML"),
        ('a: "\\U00110000"', "not YAML"),
        ("é" * (MAX_BYTES // 2 + 1), "bytes"),
        ("[" * 100_000, "bytes"),
        ("[" * (MAX_DEPTH + 1), "deeper"),
        ("[" * 60_000, "deeper|not YAML"),
        ("{a: " * 15_000, "deeper"),
        ("- " * 30_000, "deeper"),
        ("".join(" " * i + "a:\n" for i in range(340)), "deeper"),
        ("[" + "1," * MAX_EVENTS, "events"),
    ],
)
@pytest.mark.usefixtures("loader")
def test_refuses(text: str, reason: str) -> None:
    with pytest.raises(MdSplitError, match=reason):
        read_yaml(text)


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("text", ["a: \ud800", '"\\U00110000"'])
def test_refuses_what_is_not_unicode(text: str) -> None:
    with pytest.raises(ValueError, match=r"surrogates|range|not YAML"):
        read_yaml(text)


@pytest.mark.usefixtures("loader")
def test_bounds_themselves_are_allowed() -> None:
    deep = read_yaml("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert json.dumps(deep) == "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert read_yaml("é" * (MAX_BYTES // 2)) == "é" * (MAX_BYTES // 2)
    # Stream, document and list have a start and an end event each.
    assert read_yaml("[" + "1," * (MAX_EVENTS - 6) + "]") == [1] * (MAX_EVENTS - 6)
    with pytest.raises(MdSplitError, match="events"):
        read_yaml("[" + "1," * (MAX_EVENTS - 5) + "]")


# JSON escapes the rest as surrogate pairs, which libyaml refuses.
plain_text = st.text(
    st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), max_size=12
)
plain_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-MAX_INTEGER - 1, MAX_INTEGER),
        st.floats(allow_nan=False, allow_infinity=False),
        plain_text,
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(plain_text, inner, max_size=4),
    ),
    max_leaves=12,
)


@given(value=plain_values)
def test_json_is_read_as_itself(value: JsonValue) -> None:
    """JSON is YAML, so any JSON value must come back."""
    assert read_yaml(json.dumps(value)) == value


@given(
    text=st.lists(
        st.sampled_from(
            [
                *(
                    "a",
                    "b: ",
                    "- ",
                    "\n",
                    "\n  ",
                    "[",
                    "]",
                    "{",
                    "}",
                    ", ",
                    "'",
                    '"',
                    "|",
                ),
                *("? ", ": ", "#", " ", "1", "~", "2024-01-02", "é", "\r\n", "k: v\n"),
            ],
        ),
        max_size=14,
    ).map("".join)
)
def test_both_parsers_of_pyyaml_give_one_value(text: str) -> None:
    """Where both read a text; libyaml reads some (tabs) that the other refuses."""
    assume(hasattr(yaml, "CSafeLoader"))
    values = [_read_or_error(text)]
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(yaml, "CSafeLoader")
        values.append(_read_or_error(text))
    read = [value for value in values if not isinstance(value, ValueError)]
    assert all(value == read[0] for value in read)


@given(text=st.text(st.sampled_from("+-.0123456789eExo_abcdefINFnan")))
def test_numbers_are_finite_and_bounded(text: str) -> None:
    value = _read_or_error(f"- {text}")
    assume(isinstance(value, list))
    assert isinstance(value, list)
    assert len(value) == 1
    number = value[0]
    if isinstance(number, float):
        assert math.isfinite(number)
        assert number == float(text)
    elif isinstance(number, int):
        assert -MAX_INTEGER - 1 <= number <= MAX_INTEGER
        assert number == int(text, 8 if "o" in text else 16 if "x" in text else 10)


def _read_or_error(text: str) -> "JsonValue | ValueError":
    try:
        return read_yaml(text)
    except ValueError as error:
        return error
