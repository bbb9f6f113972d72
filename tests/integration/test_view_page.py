"""Pages and notebook frames in a real browser, without script and without network."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
)
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.view import ChunkView, displayed, view_chunks
from tests.shared_data import corpus_files, read_source, tricky_files

HOSTILE = (
    "---\ntitle: '</title><script>alert(1)</script>'\n---\n\n"
    "# </pre><script>alert(1)</script> & \"quotes\" 'too'\n\n"
    '</div></article></main><style>*{display:none}</style><img src="http://x.y/z"'
    ' onerror=alert(1)> <iframe src="http://x.y"></iframe> <base href="http://x.y">\n\n'
    "## &lt;b&gt; &#0; ]]> <!-- open\n\n"
    "NUL \x00\x00 ESC \x1b[31m DEL \x7f C1 \x80\x9b NEL \x85 VT \x0b FF \x0c\n\n"
    "lone \ud800 \udfff turned \u202etxt.exe\u202c mark \ufeff tags \U000e0041\n\n"
    "old\rmac\r\rend\r\n\r\ncrlf\r\n\r\n```js\n</script>\n"
    + "alert(1)\n" * 60
    + "```\n"
)
TEXTS = {
    "empty": "",
    "blank": "\n \t\n",
    "one line": "Boil water.",
    "leading line feeds": "\n\n\n# Tea\n\nBoil water.\n",
    "byte order mark": "\ufeff# Tea\r\n\r\nBoil water.\r\n",
    "many chunks": "".join(f"## Part {n}\n\n{'word ' * 60}\n\n" for n in range(2000)),
    "hostile": HOSTILE,
}
SPLITTERS: dict[str, ChunkTextSplitter] = {
    "fragment": MarkdownFragmentTextSplitter(80),
    "recursive": RecursiveCharacterTextSplitter(chunk_size=200, chunk_overlap=80),
    "section": MarkdownSectionTextSplitter(80, on_long_heading="truncate"),
    "token": MarkdownTokenTextSplitter(
        80, chunk_overlap=20, on_long_heading="truncate"
    ),
}
CORPUS = [file for file in corpus_files() if file.stat().st_size > 20_000][::40]
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
Scheme = Literal["light", "dark"]


@dataclass(slots=True)
class Tab:
    """An open page, and what it did that a page should not do."""

    page: Page
    faults: list[str] = field(default_factory=list)

    def watch(self) -> None:
        """Write down messages, errors, dialogs, and requests but for the file."""
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("dialog", lambda dialog: self.faults.append(dialog.message))
        self.page.on("request", lambda request: self._request(request.url))

    def _request(self, url: str) -> None:
        if not url.startswith("file:"):
            self.faults.append(url)

    def evaluate(self, script: str) -> Any:
        """Return what a script of the test says of the page."""
        return self.page.evaluate(script)

    def is_shown(self, chunk: int) -> bool:
        """Whether the strip that says where a chunk stands is there."""
        element = f"document.getElementById('c{chunk}')"
        return bool(
            self.evaluate(f"getComputedStyle({element}, '::after').display == 'block'")
        )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no Chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        chromium.close()


def open_tab(
    browser: Browser,
    folder: Path,
    markup: str,
    *,
    scheme: Scheme = "light",
    width: int = 1200,
    place: str = "",
) -> Tab:
    """Open markup from a file, in a browser that runs no script of it."""
    file = folder / "page.html"
    file.write_bytes(markup.encode())
    page = browser.new_page(
        color_scheme=scheme,
        java_script_enabled=False,
        viewport={"width": width, "height": 800},
    )
    tab = Tab(page)
    tab.watch()
    page.goto(file.as_uri() + place)
    return tab


def check_page(browser: Browser, folder: Path, view: ChunkView) -> None:
    tab = open_tab(browser, folder, view.page())
    text = tab.evaluate("document.getElementById('source').textContent")
    assert text == displayed(view.source)
    cards = tab.evaluate("document.querySelectorAll('#source article').length")
    assert cards == len(view.chunks)
    assert tab.evaluate("document.querySelectorAll('script, img, iframe').length") == 0
    assert tab.faults == []
    tab.page.close()


@pytest.mark.parametrize("splitter", SPLITTERS)
@pytest.mark.parametrize("name", TEXTS)
def test_the_page_shows_the_source(
    browser: Browser, tmp_path: Path, name: str, splitter: str
) -> None:
    view = view_chunks(SPLITTERS[splitter], TEXTS[name], title=TEXTS[name][:80])
    check_page(browser, tmp_path, view)


@pytest.mark.parametrize("path", [*tricky_files(), *CORPUS], ids=lambda path: path.stem)
def test_the_page_of_a_file_shows_it(
    browser: Browser, tmp_path: Path, path: Path
) -> None:
    for splitter in SPLITTERS.values():
        view = view_chunks(splitter, read_source(path), title=path.name)
        check_page(browser, tmp_path, view)


@pytest.mark.parametrize("name", ["one line", "hostile", "many chunks"])
@pytest.mark.parametrize(
    ("scheme", "width"), [("light", 1200), ("dark", 1200), ("light", 400)]
)
def test_the_page_fits_the_window(
    browser: Browser, tmp_path: Path, name: str, scheme: Scheme, width: int
) -> None:
    view = view_chunks(SPLITTERS["token"], TEXTS[name], title=name)
    tab = open_tab(browser, tmp_path, view.page(), scheme=scheme, width=width)
    image = tab.page.screenshot(path=tmp_path / f"{name}-{scheme}-{width}.png")
    assert len(image) > 8_000
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    ground = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 22, 27)"}[scheme]
    assert tab.faults == []
    tab.page.close()


@pytest.fixture
def forty(browser: Browser, tmp_path: Path) -> Iterator[Tab]:
    text = "".join(f"# Part {n}\n\n{'word ' * 60}\n\n" for n in range(40))
    view = view_chunks(MarkdownTokenTextSplitter(80), text)
    assert len(view.chunks) == 40
    tab = open_tab(browser, tmp_path, view.page())
    yield tab
    assert tab.faults == []
    tab.page.close()


def test_pointing_at_a_chunk_shows_where_it_stands(forty: Tab) -> None:
    forty.page.hover("#c3")
    assert forty.is_shown(3)
    assert not forty.is_shown(4)
    forty.page.hover("h1")
    assert not forty.is_shown(3)


def test_the_keyboard_reaches_every_chunk(forty: Tab) -> None:
    focused = "document.activeElement.getAttribute('href')"
    forty.page.keyboard.press("Tab")
    assert forty.evaluate(focused) == "#source"
    forty.page.keyboard.press("Enter")
    forty.page.keyboard.press("Tab")
    for number in (1, 2, 3):
        assert forty.evaluate(focused) == f"#c{number}"
        assert forty.is_shown(number)
        forty.page.keyboard.press("Tab")


def test_a_pinned_chunk_has_links_to_its_neighbours(forty: Tab) -> None:
    forty.page.click("#i20 a")
    assert forty.is_shown(20)
    assert forty.evaluate("document.activeElement.id") == "c20"
    for _ in range(2):
        forty.page.keyboard.press("Tab")
    forty.page.keyboard.press("Enter")
    assert forty.evaluate("document.querySelector(':target').id") == "c21"
    forty.page.click("#c21 .back")
    assert forty.evaluate("document.querySelector(':target').id") == "c20"
    forty.page.click("#c20 .list")
    assert forty.evaluate("document.querySelector(':target').id") == "i20"


def test_readers_of_any_kind_get_names(forty: Tab) -> None:
    page = forty.page
    assert page.get_by_role("navigation", name="Chunks").count() == 1
    assert page.get_by_role("main", name="Source").count() == 1
    assert page.get_by_role("article").count() == 40
    assert page.get_by_role("img", name="Sizes of 40 chunks").count() == 1
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.get_by_role("article", name="Chunk 7", exact=True).count() == 1
    card = page.locator("#c7")
    assert card.get_by_role("link", name=re.compile(r"^7\s?\d+ tokens")).count() == 1


@pytest.mark.parametrize("media", ["print", "forced-colors"])
def test_other_media_show_all_of_the_source(forty: Tab, media: str) -> None:
    if media == "print":
        forty.page.emulate_media(media="print")
        assert all(map(forty.is_shown, range(1, 41)))
    else:
        forty.page.emulate_media(forced_colors="active")
    assert forty.page.locator("#c40").is_visible()


def test_a_notebook_keeps_the_page_to_itself(browser: Browser, tmp_path: Path) -> None:
    view = view_chunks(SPLITTERS["token"], HOSTILE, title="Tea")
    notebook = (
        "<!doctype html><style>article { display: none } h1 { color: red }</style>"
        f"<h1>Notebook</h1><article>mine</article>{view._repr_html_()}"
    )
    tab = open_tab(browser, tmp_path, notebook)
    _, frame = tab.page.frames
    text = "document.getElementById('source').textContent"
    assert frame.evaluate(text) == displayed(HOSTILE)
    assert frame.locator("#c1").is_visible()
    assert not tab.page.locator("article").first.is_visible()
    colour = "getComputedStyle(document.querySelector('h1')).color"
    assert tab.evaluate(colour) == "rgb(255, 0, 0)"
    assert frame.evaluate(colour) == "rgb(28, 33, 39)"
    frame.click("#i5 a")
    assert frame.evaluate("document.querySelector(':target').id") == "c5"
    assert tab.page.url.endswith("page.html")
    assert tab.faults == []
    tab.page.close()
