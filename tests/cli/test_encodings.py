"""What is said of files in another encoding."""

import pytest

from langchain_mdsplit.cli.encodings import (
    check_encoding,
    describe_decoding,
    guess_encoding,
)
from langchain_mdsplit.errors import ArgumentError


@pytest.mark.parametrize("name", ["utf-8", "UTF_16", "cp1252", "latin-1", "big5"])
def test_text_encodings_are_known(name: str) -> None:
    check_encoding(name)


@pytest.mark.parametrize("name", ["utf-9", "", "hex", "rot13", "zlib", "a\0b"])
def test_others_are_not(name: str) -> None:
    with pytest.raises(ArgumentError, match="--encoding must be a text encoding"):
        check_encoding(name)


def describe(data: bytes, encoding: str) -> str:
    with pytest.raises(UnicodeError) as raised:
        data.decode(encoding)
    return describe_decoding(raised.value, encoding)


@pytest.mark.parametrize(
    ("data", "encoding", "expected"),
    [
        (
            "# Café\n".encode("cp1252"),
            "utf-8",
            (
                "not UTF-8: byte 0xe9 at offset 5 (invalid continuation byte); "
                "try --encoding cp1252"
            ),
        ),
        (
            b"\x81",
            "utf-8",
            (
                "not UTF-8: byte 0x81 at offset 0 (invalid start byte); "
                "try --encoding latin-1"
            ),
        ),
        (
            "# A".encode("utf-16"),
            "utf-8",
            (
                "not UTF-8: byte 0xff at offset 0 (invalid start byte); "
                "try --encoding utf-16"
            ),
        ),
        (
            "é".encode(),
            "ascii",
            (
                "not ASCII: byte 0xc3 at offset 0 (ordinal not in range(128)); "
                "try --encoding utf-8"
            ),
        ),
        (
            b"\x7fELF\0\xff",
            "utf-8",
            (
                "not UTF-8: byte 0xff at offset 5 (invalid start byte); "
                "give its --encoding"
            ),
        ),
    ],
)
def test_a_byte_is_named_and_an_encoding_offered(
    data: bytes, encoding: str, expected: str
) -> None:
    assert describe(data, encoding) == expected


def test_an_error_without_a_byte_is_described() -> None:
    assert describe(b"a", "undefined").startswith("not UNDEFINED: ")


@pytest.mark.parametrize(
    ("data", "failed"),
    [
        (b"\xff\xfea", "utf-16"),
        (b"\xff\xfe\0\0a", "utf-32"),
    ],
)
def test_what_has_failed_is_not_offered(data: bytes, failed: str) -> None:
    assert guess_encoding(data, failed) is None
