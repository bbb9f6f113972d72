"""Any document, any options: each splitter keeps its promises.

`pytest tests/properties/test_any_document.py --hypothesis-profile=large` tries 200,000
documents in all, which takes about an hour.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.errors import HeadingTooLongError, LimitTooSmallError
from tests.properties.cases import MARKDOWN, SPLITTERS, read_case
from tests.properties.options import options_of, tiny_options
from tests.properties.sources import sources
from tests.properties.suite import IS_LARGE, check_case, examples
from tests.properties.ways import check_ways

pytestmark = pytest.mark.timeout(0 if IS_LARGE else 300)


def check_kept_or_refused(kind: str, text: str, options: dict[str, Any]) -> None:
    """Check a document's promises, or that its options are why it is refused."""
    try:
        case = read_case(kind, text, **options)
    except HeadingTooLongError:
        assert options["on_long_heading"] == "raise"
        return
    except LimitTooSmallError:
        assert options["chunk_size"] is not None
        return
    check_case(kind, case)


@pytest.mark.parametrize("kind", SPLITTERS)
@examples(17)
@given(data=st.data())
def test_the_promises_are_kept(kind: str, data: st.DataObject) -> None:
    text = data.draw(sources())
    options = data.draw(options_of(kind))
    check_kept_or_refused(kind, text, options)


@pytest.mark.parametrize("kind", MARKDOWN)
@examples(2.5)
@given(data=st.data())
def test_tiny_limits_hold_or_raise(kind: str, data: st.DataObject) -> None:
    text = data.draw(sources(6))
    options = data.draw(tiny_options(kind))
    check_kept_or_refused(kind, text, options)


@pytest.mark.parametrize("kind", SPLITTERS)
@examples(1)
@given(data=st.data())
def test_all_ways_to_split_agree(kind: str, data: st.DataObject) -> None:
    options = data.draw(options_of(kind))
    options.pop("on_long_heading", None)
    options["chunk_size"] = max(options["chunk_size"] or 0, 100)
    others = data.draw(st.lists(sources(4), max_size=3))
    try:
        case = read_case(kind, data.draw(sources(6)), **options)
        case.splitter.create_documents(others)
    except LimitTooSmallError:
        return
    check_ways(kind, case, others)
