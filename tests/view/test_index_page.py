"""The page that leads to the pages of several sources."""

import re

import pytest

from langchain_mdsplit.view import ChunkView
from langchain_mdsplit.view.index_page import PageEntry, render_index
from tests.view.page_reader import Page, read_page

HOSTILE = (
    '</td></table><script>alert(1)</script><img src="http://x.y/z" onerror=alert(1)>'
    "<style>*{display:none}</style><!-- \" ' & &lt; &#0; ]]> \x00\x1b\udc80\u202e"
)


def index(*names: str) -> Page:
    """Return the index of sources with some names."""
    return read_page(render_index([PageEntry(name, "a.html", 2, 9) for name in names]))


def policy(page: Page) -> str:
    """Return the content security policy of a page."""
    (found,) = [
        element.attributes["content"]
        for element in page.named("meta")
        if element.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    return found


def test_a_row_leads_to_a_page_and_says_how_long_it_is() -> None:
    entries = [PageEntry("docs/é.md", "é b.html", 2, 1500), PageEntry("b", "b", 1, 1)]
    page = read_page(render_index(entries))
    assert [link.attributes["href"] for link in page.named("a")] == [
        "%C3%A9%20b.html",
        "b",
    ]
    assert [cell.text for cell in page.named("td")] == [
        *("docs/é.md", "2", "1,500"),
        *("b", "1", "1"),
    ]


def test_the_policy_is_that_of_the_pages() -> None:
    page = index(HOSTILE)
    view = read_page(ChunkView("", []).page())
    assert policy(page) == policy(view)
    assert page.named("style")[0].text == view.named("style")[0].text


def test_hostile_names_are_text() -> None:
    plain, page = index("a.md"), index(HOSTILE)
    assert [element.name for element in page.elements] == [
        element.name for element in plain.elements
    ]
    assert [element.attributes for element in page.elements] == [
        element.attributes for element in plain.elements
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a\x1b[31m.md", "a[ESC][31m.md"),
        ("\u202egnp.md", "[U+202E]gnp.md"),
        ("a\u2066b\u2069.md", "a[U+2066]b[U+2069].md"),
        ("a\udc80.md", "a[U+DC80].md"),
        ("\ufeffa.md", "[U+FEFF]a.md"),
        ("a\U000e0048\U000e0069.md", "a[tags: Hi].md"),
        ("a\rb.md", "a[CR]b.md"),
    ],
)
def test_hidden_and_turned_characters_are_shown_by_name(name: str, shown: str) -> None:
    assert index(name).named("a")[0].text == shown


def test_no_element_asks_for_anything() -> None:
    for element in index(HOSTILE, "a.md").elements:
        assert not element.attributes.keys() & {"src", "srcset", "style", "action"}
        assert not [name for name in element.attributes if name.startswith("on")]


def test_an_index_without_pages_is_a_page() -> None:
    page = index()
    assert page.named("td") == []
    assert re.fullmatch("Chunks", page.named("title")[0].text)
