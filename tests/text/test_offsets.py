import tracemalloc
from collections.abc import Callable, Sequence
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.text import offsets
from langchain_mdsplit.text.offsets import code_point_offsets

TWO_WAYS = [offsets._count_between, offsets._count_all]
texts = st.text("aé漢😀\n\0\N{COMBINING ACUTE ACCENT}") | st.text(
    st.characters(codec="utf-8")
)


def code_point_starts(text: str) -> list[int]:
    return [0, *accumulate(len(char.encode()) for char in text)]


def test_bytes_of_one_to_four_byte_characters_are_mapped() -> None:
    encoded = "aé漢😀.".encode()
    assert code_point_offsets("aé漢😀.", encoded, [0, 1, 3, 6, 10, 11]) == [*range(6)]


def test_ascii_offsets_stay_as_they_are() -> None:
    assert code_point_offsets("abc", b"abc", (3, 0, 2)) == [3, 0, 2]


@pytest.mark.parametrize("count", TWO_WAYS)
@pytest.mark.parametrize("text", ["", "é", "漢字" * 8, "a" + "é" * 15, "¿\x80"])
def test_the_ends_of_a_text_are_mapped(
    count: Callable[[bytes, Sequence[int]], list[int]],
    text: str,
) -> None:
    encoded = text.encode()
    assert count(encoded, [0, len(encoded)]) == [0, len(text)]
    assert count(encoded, []) == []


@pytest.mark.parametrize("count", TWO_WAYS)
@given(texts, st.data())
def test_offsets_in_any_order_equal_the_length_of_the_decoded_prefix(
    count: Callable[[bytes, Sequence[int]], list[int]],
    text: str,
    data: st.DataObject,
) -> None:
    encoded = text.encode()
    drawn = data.draw(st.lists(st.sampled_from(code_point_starts(text))))
    expected = [len(encoded[:offset].decode()) for offset in drawn]
    assert count(encoded, drawn) == expected
    assert code_point_offsets(text, encoded, drawn) == expected


@pytest.mark.parametrize("errors", ["surrogatepass", "replace"])
def test_lone_surrogates_may_be_encoded_or_replaced(errors: str) -> None:
    text = "é\ud800漢\udfff😀"
    encoded = text.encode("utf-8", errors)
    ends = [*accumulate(len(char.encode("utf-8", errors)) for char in text)]
    assert code_point_offsets(text, encoded, ends) == [1, 2, 3, 4, 5]


def test_every_character_of_a_long_text_is_mapped() -> None:
    text = "naïve 漢字 😀\n" * 10_000
    starts = code_point_starts(text)
    assert code_point_offsets(text, text.encode(), starts) == [*range(len(text) + 1)]


def test_a_long_text_takes_at_most_two_bytes_of_memory_per_byte() -> None:
    text = "漢字é " * 400_000
    encoded = text.encode()
    few = [0, len(encoded) // 9 * 3, len(encoded)]
    code_point_offsets(text, encoded, few)
    tracemalloc.start()
    code_point_offsets(text, encoded, few)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak <= 2 * len(encoded)
