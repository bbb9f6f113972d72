"""Labels: written and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.markdown.labels import (
    FRONT_MATTER_LABEL,
    content_label,
    heading_label,
    heading_level,
    is_fragment_label,
    is_section_label,
    section_numbers,
    section_of,
)

SECTIONS = st.lists(st.integers(0, 99), min_size=1, max_size=6).map(
    lambda numbers: "-".join(map(str, numbers))
)


@given(section=SECTIONS, number=st.integers(1, 999))
def test_what_is_written_is_read_back(section: str, number: int) -> None:
    heading, content = heading_label(section), content_label(section, number)
    assert is_section_label(section)
    assert not is_fragment_label(section)
    for label in (heading, content):
        assert is_fragment_label(label)
        assert not is_section_label(label)
        assert section_of(label) == section
    assert heading_level(heading) == len(section_numbers(section))
    assert heading_level(content) is heading_level(section) is None


@pytest.mark.parametrize(
    "text", ["", "-", "1-", "x-heading", "1-headings", "1-content-"]
)
def test_other_texts_are_no_labels(text: str) -> None:
    assert not is_section_label(text)
    assert not is_fragment_label(text)
    assert section_of(text) == text
    assert heading_level(text) is None


def test_the_label_of_front_matter_is_one_of_a_fragment() -> None:
    assert is_fragment_label(FRONT_MATTER_LABEL)
    assert section_of(FRONT_MATTER_LABEL) == FRONT_MATTER_LABEL
