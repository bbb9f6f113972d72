"""TOML values: what JSON cannot hold stays text, nothing else changes."""

import datetime as dt
import math
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.errors import MdSplitError
from langchain_mdsplit.markdown.bounded_toml import read_toml
from langchain_mdsplit.markdown.value_bounds import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_INTEGER,
    JsonValue,
)


@pytest.mark.parametrize(
    "text",
    [
        *("2024-01-02", "07:32:00", "07:32:00.999"),
        *("2024-01-02T03:04:05Z", "2024-01-02 03:04:05.5-07:00", "2024-01-02t03:04:05"),
        *("inf", "-inf", "+inf", "nan", "+nan", "1e999", "-1_0.5e400"),
        *(str(MAX_INTEGER + 1), str(-MAX_INTEGER - 2), "+9_223_372_036_854_775_808"),
        *("9" * 5_000, "0x" + "f" * 5_000, "0b" + "1" * 64, "0o7777777777777777777777"),
        *("0." + "3" * 5_000, "1" * 200 + ".5"),
    ],
)
def test_stays_text_as_written(text: str) -> None:
    assert read_toml(f"a = {text}") == {"a": text}
    assert read_toml(f"a = [{text},\n{text} # {text}\n]") == {"a": [text, text]}
    assert read_toml(f"a = {{b = {text}}}") == {"a": {"b": text}}
    assert read_toml(f"'{text}' = '{text}'") == {text: text}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        (f"a = {MAX_INTEGER}", {"a": MAX_INTEGER}),
        (f"a = {-MAX_INTEGER - 1}", {"a": -MAX_INTEGER - 1}),
        ("a = 0b" + "_".join("1" * 63), {"a": MAX_INTEGER}),
        ("a = 1_000.5", {"a": 1000.5}),
        ("2024-01-02 = 1", {"2024-01-02": 1}),
        ("[2024-01-02]\na = 1", {"2024-01-02": {"a": 1}}),
        ("2024-01-02.a = 1", {"2024-01-02": {"a": 1}}),
        ("a . 2024-01-02 = 1", {"a": {"2024-01-02": 1}}),
        ("99999999999999999999 = 1", {"99999999999999999999": 1}),
        ("[[a]]\nb = 1\n[[a]]", {"a": [{"b": 1}, {}]}),
        ("a.b.c = true", {"a": {"b": {"c": True}}}),
        ('a = "2024-01-02 \\" = 07:32:00"', {"a": '2024-01-02 " = 07:32:00'}),
        ('a = """x""\n2024-01-02"""""', {"a": 'x""\n2024-01-02""'}),
        ("a = '''x''\n2024-01-02'''''", {"a": "x''\n2024-01-02''"}),
        ("a = '\\' # '[[[ 2024-01-02", {"a": "\\"}),
        ("a = 1\rb = 2\r\nc = 3", {"a": 1, "b": 2, "c": 3}),
    ],
)
def test_values(text: str, expected: JsonValue) -> None:
    assert read_toml(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("a", "a = ", "a = [1", 'a = "x', "a = 1\na = 2", "[a]\n[a]", "a = 01"),
        *("a = 2024-13-02", "a = 2024-01-02x", "a = 25:00:00", "a = 1__0"),
        *("07:32:00 = 1", "[07:32:00]", "+99999999999999999999 = 1"),
        *('a = 07:32:00"', 'a = ""07:32:00""', "a = 2024-01-02'x'", 'a = "\\ud800"'),
        *("a = '\ud800'", "a = '\x00'", "a = TRUE", "\ufeff\ufeffa = 1"),
    ],
)
def test_refuses_what_is_not_toml(text: str) -> None:
    with pytest.raises(ValueError, match=r"\(at |surrogates"):
        read_toml(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = '" + "é" * (MAX_BYTES // 2) + "'", "bytes"),
        ("a = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH, "deeper"),
        ("a = " + "[" * 60_000, "deeper"),
        ("a = " + "{a = " * 12_000, "deeper"),
        ("a" + ".a" * MAX_DEPTH + " = 1", "deeper"),
        ("a" + ".a" * 30_000 + " = 1", "deeper"),
        ('"a"' + ' . "a"' * 10_000 + " = 1", "deeper"),
        ("[a" + ".a" * 30_000 + "]", "deeper"),
        ("[a" + ".a" * 20 + "]\nb" + ".b" * 20 + " = 1", "deeper"),
    ],
)
def test_bounds(text: str, reason: str) -> None:
    with pytest.raises(MdSplitError, match=reason):
        read_toml(text)


def test_bounds_themselves_are_allowed() -> None:
    lists = MAX_DEPTH - 1
    assert read_toml("a = " + "[" * lists + "]" * lists)
    assert read_toml("a" + ".a" * lists + " = 1")
    assert read_toml("a = '" + "x" * (MAX_BYTES - 6) + "'")


tokens = st.sampled_from(
    [
        *(
            "a",
            " = ",
            "=",
            ".",
            '"',
            '"""',
            "'",
            "'''",
            "\\",
            "\n",
            "[",
            "]",
            "[[",
            "]]",
        ),
        *(
            "{",
            "}",
            ", ",
            "1",
            "2024-01-02",
            "2024-01-02 07:32:00",
            "07:32:00",
            "#",
            " ",
        ),
        *("2024-01-02T07:32:00.5Z", "9223372036854775808", "-99999999999999999999"),
        *("0xFFFFFFFFFFFFFFFFFF", "1_000", "inf", "-nan", "1.5", "1e999", "true", "é"),
        *(
            "x = ",
            "y = 2024-01-02\n",
            'k = "',
            '"\n',
            "k = [",
            "\n[t]\n",
            "a = 1\n",
            "+",
        ),
    ],
)


@given(text=st.lists(tokens, max_size=12).map("".join))
def test_reads_what_tomllib_reads(text: str) -> None:
    """And only that: the same tables, and text where JSON has no such value."""
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(tomllib.TOMLDecodeError):
            read_toml(text)
    else:
        assert_stands_for(read_toml(text), expected)


def assert_stands_for(value: Any, expected: Any) -> None:
    """Check that a value equals tomllib's, or is the text of it."""
    if isinstance(expected, dict):
        assert list(value) == list(expected)
        for key in expected:
            assert_stands_for(value[key], expected[key])
    elif isinstance(expected, list):
        assert len(value) == len(expected)
        for item, expected_item in zip(value, expected, strict=True):
            assert_stands_for(item, expected_item)
    elif has_json_form(expected):
        assert value == expected
        assert type(value) is type(expected)
    else:
        assert isinstance(value, str)
        assert repr(tomllib.loads(f"v = {value}")["v"]) == repr(expected)


def has_json_form(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, int):
        return -MAX_INTEGER - 1 <= value <= MAX_INTEGER
    return not isinstance(value, (dt.date, dt.time))
