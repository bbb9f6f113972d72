import base64
import hashlib
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from langchain_mdsplit import (
    Chunk,
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    MdSplitError,
    RecursiveCharacterTextSplitter,
)
from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.view import ChunkView, displayed
from tests.properties.markdown_texts import markdown_texts
from tests.shared_data import read_source, tricky_files
from tests.view.page_reader import Page, read_page
from tests.view.spans import chunk_of, sources_with_chunks

HOSTILE = (
    '</pre></div><script>alert(1)</script><img src="http://x.y/z" onerror=alert(1)>'
    "<style>*{display:none}</style><!-- \" ' & &lt; &#0; ]]> \x00\x1b\ud800\u202e"
)
SPLITTERS: dict[str, Callable[[], ChunkTextSplitter]] = {
    "fragment": lambda: MarkdownFragmentTextSplitter(60),
    "recursive": lambda: RecursiveCharacterTextSplitter(
        chunk_size=60, chunk_overlap=30
    ),
    "section": lambda: MarkdownSectionTextSplitter(60, on_long_heading="truncate"),
    "token": lambda: MarkdownTokenTextSplitter(
        60, chunk_overlap=20, on_long_heading="truncate"
    ),
}
every_splitter = pytest.mark.parametrize("name", SPLITTERS)


def render(source: str, chunks: Sequence[Chunk], **options: Any) -> str:
    """Return the page of a source."""
    return ChunkView(source, chunks, **options).page()


def view(name: str, text: str) -> Page:
    return read_page(render(text, SPLITTERS[name]().split_chunks(text)))


@given(sources_with_chunks())
def test_the_page_holds_the_source(case: tuple[str, list[Chunk]]) -> None:
    source, chunks = case
    page = read_page(render(source, chunks))
    assert page.source == displayed(source)
    assert len(page.named("article")) == len(chunks)


@every_splitter
@settings(max_examples=50)
@given(text=markdown_texts())
def test_the_page_of_any_markdown_holds_it(name: str, text: str) -> None:
    page = view(name, text)
    assert page.source == displayed(text)
    assert not page.named("del")


@every_splitter
@pytest.mark.parametrize("path", tricky_files(), ids=lambda path: path.stem)
def test_the_page_of_a_tricky_document_holds_it(name: str, path: Path) -> None:
    text = read_source(path)
    page = view(name, text)
    assert page.source == displayed(text)
    assert not page.named("del")


@every_splitter
def test_hostile_text_is_text(name: str) -> None:
    text = f"---\na: '{HOSTILE[:20]}'\n---\n\n# {HOSTILE}\n\n## B\n\n" + HOSTILE * 9
    plain = view(name, "# A\n\nb\n")
    page = view(name, text)
    assert page.source == displayed(text)
    allowed = {element.name for element in plain.elements} | {"i", "mark", "span"}
    assert {element.name for element in page.elements} <= allowed


def test_hostile_titles_and_labels_are_text() -> None:
    chunk = chunk_of("abc", 0, 3, label=HOSTILE, headings=(HOSTILE,), type=HOSTILE)
    page = read_page(render("abc", [chunk], title=HOSTILE, unit=HOSTILE))
    assert not page.named("script")
    assert not page.named("img")
    title = page.named("title")[0]
    assert title.text.startswith("</pre></div><script>alert(1)</script>")
    assert "[NUL][ESC][U+D800][U+202E]" in title.text


def test_the_policy_allows_the_one_style_sheet_and_nothing_else() -> None:
    page = read_page(render("# A", [chunk_of("# A", 0, 3)]))
    (sheet,) = page.named("style")
    digest = base64.b64encode(hashlib.sha256(sheet.text.encode()).digest()).decode()
    (policy,) = [
        element.attributes["content"]
        for element in page.named("meta")
        if element.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest}';"
        " base-uri 'none'; form-action 'none'"
    )


@every_splitter
def test_no_element_asks_for_anything(name: str) -> None:
    page = view(name, f"# A\n\n{HOSTILE * 9}\n\n" + "One two. " * 200)
    for element in page.elements:
        names = element.attributes.keys()
        assert not names & {"src", "srcset", "style", "action", "ping", "http"}
        assert not [name for name in names if name.startswith("on")]
        assert element.attributes.get("href", "#").startswith("#")


@every_splitter
def test_every_link_leads_to_one_place(name: str) -> None:
    page = view(name, "# A\n\n" + "One two. " * 200)
    ids = [e.attributes["id"] for e in page.elements if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    links = [element.attributes["href"] for element in page.named("a")]
    assert len(links) > 20
    assert {link[1:] for link in links} <= set(ids)
    for element in page.elements:
        assert element.attributes.get("aria-labelledby", ids[0]) in ids


def test_chunks_are_linked_in_a_row() -> None:
    source = "One.\n\nTwo.\n\nThree."
    spans = [(0, 4), (6, 10), (12, 18)]
    chunks = [chunk_of(source, start, end) for start, end in spans]
    page = read_page(render(source, chunks))
    assert [e.attributes["href"] for e in page.of_class("next")] == ["#c2", "#c3"]
    assert [e.attributes["href"] for e in page.of_class("back")] == ["#c1", "#c2"]
    listed = [e.attributes["id"] for e in page.named("li") if "id" in e.attributes]
    assert listed == ["i1", "i2", "i3"]


def test_the_list_names_headings_once_and_then_first_words() -> None:
    source = "# A\n\nOne.\n\nTwo\nthree.\n\nFour."
    spans, headings = [(0, 9), (11, 21), (23, 28)], [("A",), ("A",), ()]
    chunks = [
        chunk_of(source, start, end, headings=path)
        for (start, end), path in zip(spans, headings, strict=True)
    ]
    page = read_page(render(source, chunks))
    rows = [page.by_id(f"i{number}").text for number in (1, 2, 3)]
    assert rows == ["1A9", "2Two three.10", "3Four.5"]


def test_a_chunk_says_where_it_stands() -> None:
    source = "# A\n\n## B\n\nOne two."
    chunk = Chunk(
        *("# A\n## B\n\nOne two.", 9, 11, 19, 10),
        headings=("A", "B > C"),
        label="1-1",
    )
    page = read_page(render(source, [chunk], chunk_size=8))
    card = page.by_id("c1")
    assert card.attributes["data-t"] == (
        "Chunk 1 of 1 · label 1-1 · 9 of 8 tokens · offsets 11:19\n"
        "A > B \\> C\n10 characters of added context"
    )
    (head,) = page.of_class("n")
    assert head.attributes["data-t"].startswith("9 tokens, over the limit of 8")
    (context,) = page.of_class("context")
    assert context.attributes["data-t"] == "# A\n## B"
    assert context.text == ""
    assert [e.text for e in page.of_class("h") if e.text != "ab"] == ["# A", "## B"]


def test_overlap_is_shown_once_and_marked() -> None:
    source = "One two three four"
    chunks = [chunk_of(source, 0, 13), chunk_of(source, 4, 18)]
    page = read_page(render(source, chunks))
    (mark,) = page.named("mark")
    assert mark.text == "two three"
    assert mark.attributes["data-t"] == "9 characters also in chunk 1"
    assert page.source == source


def test_overlap_with_several_chunks_names_them() -> None:
    source = "abcdef"
    chunks = [chunk_of(source, start, start + 4) for start in range(3)]
    last = read_page(render(source, chunks)).named("mark")[-1]
    assert (last.text, last.attributes["data-t"]) == (
        "cde",
        "3 characters also in chunks 1 to 2",
    )


def test_dropped_text_is_marked_and_counted() -> None:
    source = "One.\n\nTwo.\n\nThree."
    page = read_page(render(source, [chunk_of(source, 0, 4)]))
    (dropped,) = page.named("del")
    assert dropped.text == "Two.\n\nThree."
    entries = [element.text for element in page.named("li")]
    assert "abdropped: 12 characters in 1 place" in entries


def test_text_that_is_no_slice_is_shown_beside_it() -> None:
    source = "---\na: 1\n---\n\n# A\n"
    page = view("fragment", source)
    (stored,) = page.of_class("stored")
    assert stored.attributes["data-t"] == '{\n  "a": 1\n}'
    assert page.source == source


def test_a_page_without_chunks_shows_what_was_dropped() -> None:
    page = read_page(render("One.", []))
    assert [element.text for element in page.named("del")] == ["One."]
    assert "There are no chunks." in page.by_id("contents").text
    assert read_page(render("", [])).source == ""


def test_a_leading_line_feed_is_kept() -> None:
    source = "\n\nOne.\n"
    page = render(source, [chunk_of(source, 0, 7)])
    assert read_page(page).source == source
    # HTML drops a line feed right after these start tags.
    assert not re.search(r"<(pre|textarea|listing)\b", page)


@pytest.mark.parametrize(
    "wrong",
    [
        {"source": b"a"},
        {"chunks": "a"},
        {"chunks": iter(())},
        {"title": None},
        {"unit": 3},
        {"chunk_size": 0},
        {"chunk_size": "9"},
    ],
    ids=" ".join,
)
def test_wrong_arguments_raise(wrong: dict[str, object]) -> None:
    arguments: dict[str, object] = {"source": "a", "chunks": []}
    arguments.update(wrong)
    with pytest.raises(MdSplitError, match=next(iter(wrong))):
        ChunkView(**arguments)  # type: ignore[arg-type]


def test_wrong_spans_raise() -> None:
    with pytest.raises(ArgumentError, match="allowed is 0 to 1"):
        render("a", [Chunk("a", 1, 0, 2)])


def test_pages_of_long_titles_stay_small() -> None:
    title = "long " * 10_000
    source = "a" * 1000
    chunks = [chunk_of(source, n, n + 1, headings=(title,)) for n in range(1000)]
    assert len(render(source, chunks)) < 2_000_000


def test_time_and_size_grow_with_the_source() -> None:
    def measure(count: int) -> tuple[float, int]:
        source = "word & word\n\n" * count
        chunks = [chunk_of(source, 13 * n, 13 * n + 20) for n in range(count - 1)]
        best = float("inf")
        for _ in range(3):
            begin = time.process_time()
            page = render(source, chunks)
            best = min(best, time.process_time() - begin)
        return best, len(page)

    (short_time, short_size), (long_time, long_size) = measure(2000), measure(8000)
    assert long_size < 4.5 * short_size
    assert long_time < 8 * short_time
