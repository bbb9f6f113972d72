import pytest
from hypothesis import given

from langchain_mdsplit.view.histogram import render_histogram
from tests.view.page_reader import read_page
from tests.view.test_size_bins import LIMIT, SIZES


@given(SIZES, LIMIT)
def test_bars_stay_inside_the_image(sizes: list[int], limit: int | None) -> None:
    page = read_page(f"<div>{render_histogram(sizes, limit, 'tokens')}</div>")
    for bar in page.named("rect"):
        left = float(bar.attributes["x"].rstrip("%"))
        width = float(bar.attributes["width"].rstrip("%"))
        assert left >= 0
        assert width > 0
        assert left + width <= 100
        assert float(bar.attributes["y"]) >= 0


def test_no_chunks_have_no_histogram() -> None:
    assert render_histogram([], 10, "tokens") == ""


@pytest.mark.parametrize(("limit", "lines"), [(None, 1), (5, 2)])
def test_a_limit_is_drawn_where_there_is_one(limit: int | None, lines: int) -> None:
    page = read_page(f"<div>{render_histogram([3, 9], limit, 'tokens')}</div>")
    assert len(page.named("line")) == lines
    assert len(page.of_class("over")) == (limit is not None)


@pytest.mark.parametrize(
    ("limit", "scale"),
    [
        (800, ["0", "400", "limit 800"]),
        (2, ["0", "limit 2"]),
        (None, ["0", "32", "128"]),
    ],
)
def test_the_scale_names_the_edges_of_bars(limit: int | None, scale: list[str]) -> None:
    page = read_page(f"<div>{render_histogram([1, 2, 100], limit, 'tokens')}</div>")
    texts = [element.text for element in page.named("text")]
    assert [text for text in texts if text != "over"] == scale


def test_a_scale_that_is_not_even_is_named() -> None:
    assert "on a scale that doubles" in render_histogram([1, 99], None, "tokens")
    assert "on a scale" not in render_histogram([1, 99], 99, "tokens")


def test_the_middle_of_a_scale_that_doubles_is_a_power_of_two() -> None:
    page = read_page(f"<div>{render_histogram([900], None, 'tokens')}</div>")
    assert [element.text for element in page.named("text")] == ["0", "64", "1,024"]
