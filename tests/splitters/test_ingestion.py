"""Chunks in a vector store through LangChain's `index`, all of it in memory."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.document_loaders import BaseBlobParser, Blob, BlobLoader
from langchain_core.documents import Document
from langchain_core.indexing import InMemoryRecordManager, aindex
from langchain_core.vectorstores import InMemoryVectorStore

from langchain_mdsplit import MarkdownTokenTextSplitter, chunk_key, locate
from tests.splitters.ingestion import (
    BAGS,
    BREWING,
    BY_STRUCTURE,
    EVERYTHING,
    SPLITTERS,
    STORAGE,
    TINS,
    Counts,
    Ingestion,
    MarkdownLoader,
    WatchedEmbeddings,
    edit_folder,
    make_splitter,
    replace,
    write,
    write_folder,
)

every_splitter = pytest.mark.parametrize("name", SPLITTERS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "tea")


def in_memory(folder: Path, name: str = "token", **options: Any) -> Ingestion:
    """Return a folder that goes into an empty store in memory."""
    embeddings = WatchedEmbeddings()
    return Ingestion(
        folder,
        make_splitter(name, **options),
        InMemoryRecordManager("tea"),
        InMemoryVectorStore(embeddings),
        embeddings,
    )


def stored(ingestion: Ingestion) -> dict[str, Document]:
    """Return all that the store holds, by id."""
    assert isinstance(ingestion.store, InMemoryVectorStore)
    found = ingestion.store.get_by_ids(list(ingestion.store.store))
    return {chunk_key(document): document for document in found}


@pytest.mark.parametrize(
    ("name", "chunks", "expected"),
    [
        ("token", 8, Counts(added=2, deleted=2, skipped=6)),
        ("section", 6, Counts(added=2, deleted=3, skipped=3)),
        ("fragment", 18, Counts(added=2, deleted=5, skipped=13)),
        ("recursive", 5, Counts(added=3, deleted=4, skipped=1)),
    ],
)
def test_only_what_was_edited_is_added_and_deleted(
    folder: Path, name: str, chunks: int, expected: Counts
) -> None:
    ingestion = in_memory(folder, name)
    assert ingestion.run() == Counts(chunks, 0, 0)
    assert ingestion.run() == Counts(0, 0, chunks)
    edit_folder(folder)
    assert ingestion.run() == expected
    assert ingestion.run() == Counts(0, 0, expected.added + expected.skipped)


@every_splitter
def test_the_store_ends_with_the_chunks_of_the_folder(folder: Path, name: str) -> None:
    ingestion = in_memory(folder, name)
    ingestion.run()
    before = ingestion.chunks()
    edit_folder(folder)
    counts, after = ingestion.run(), ingestion.chunks()
    assert counts.added == len(after.keys() - before.keys())
    assert counts.deleted == len(before.keys() - after.keys())
    assert counts.skipped == len(before.keys() & after.keys())
    held = stored(ingestion)
    assert held.keys() == after.keys()
    for key, chunk in after.items():
        assert held[key].page_content == chunk.page_content


@every_splitter
def test_what_is_skipped_is_not_embedded(folder: Path, name: str) -> None:
    ingestion = in_memory(folder, name)
    ingestion.run()
    before = ingestion.chunks()
    ingestion.embeddings.embedded.clear()
    edit_folder(folder)
    ingestion.run()
    new = [
        chunk.page_content
        for key, chunk in ingestion.chunks().items()
        if key not in before
    ]
    assert ingestion.embeddings.embedded == new
    assert 0 < len(new) < len(before)


@every_splitter
@pytest.mark.parametrize("batch_size", [1, 2, 100])
def test_full_and_scoped_full_do_not_depend_on_the_batch(
    folder: Path, name: str, batch_size: int
) -> None:
    ingestion, usual = in_memory(folder, name), in_memory(folder, name)
    assert ingestion.run("scoped_full", batch_size=batch_size) == usual.run("full")
    replace(folder / "brewing.md", "80 °C", "75 °C")
    expected = usual.run("full")
    assert 0 < expected.added < expected.skipped
    assert ingestion.run("scoped_full", batch_size=batch_size) == expected


def test_incremental_embeds_again_where_a_batch_is_smaller_than_a_source(
    folder: Path,
) -> None:
    ingestion = in_memory(folder)
    ingestion.run("incremental", batch_size=2)
    again = ingestion.run("incremental", batch_size=2)
    # Four chunks of brewing.md in two batches, one of history.md and three of
    # storage.md in two: the first batch of a source deletes what the next one adds.
    assert again == Counts(added=4, deleted=4, skipped=4)
    assert ingestion.run("incremental") == Counts(0, 0, 8)


def test_scoped_full_leaves_what_it_does_not_see(folder: Path) -> None:
    ingestion = in_memory(folder)
    ingestion.run("scoped_full")
    edit_folder(folder)
    write(folder / "storage.md", "")
    assert ingestion.run("scoped_full") == Counts(added=1, deleted=1, skipped=3)
    sources = {item.metadata["source"] for item in stored(ingestion).values()}
    assert sources == {"brewing.md", "history.md", "storage.md"}
    assert ingestion.run("full") == Counts(added=0, deleted=4, skipped=4)
    assert stored(ingestion).keys() == ingestion.chunks().keys()


def test_without_the_key_every_chunk_that_moved_is_embedded_again(
    folder: Path,
) -> None:
    ingestion = in_memory(folder)
    ingestion.run(key_encoder="sha256")
    replace(folder / "storage.md", "# Storage\n", "For all tea.\n\n# Storage\n")
    assert ingestion.run(key_encoder="sha256") == Counts(4, 3, 5)


@every_splitter
def test_two_files_of_the_same_text_are_two_sources(folder: Path, name: str) -> None:
    ingestion = in_memory(folder, name)
    ingestion.run()
    write(folder / "copy.md", BREWING)
    copied = ingestion.run()
    ours = [
        item
        for item in stored(ingestion).values()
        if item.metadata["source"] == "copy.md"
    ]
    assert copied.added == len(ours) > 1
    assert copied.deleted == 0
    (folder / "brewing.md").unlink()
    assert ingestion.run()[:2] == (0, len(ours))
    left = stored(ingestion).values()
    assert sum(item.metadata["source"] == "copy.md" for item in left) == len(ours)


@every_splitter
def test_a_renamed_file_is_a_new_source(folder: Path, name: str) -> None:
    ingestion = in_memory(folder, name)
    before = ingestion.run().added
    (folder / "brewing.md").rename(folder / "brew.md")
    counts = ingestion.run()
    assert counts.added == counts.deleted > 1
    assert counts.added + counts.skipped == before
    sources = {item.metadata["source"] for item in stored(ingestion).values()}
    assert sources == {"brew.md", "history.md", "storage.md"}


@pytest.mark.parametrize(("name", "of_a_section"), [("token", 1), ("fragment", 2)])
def test_a_section_that_stands_twice_is_two_chunks(
    folder: Path, name: str, of_a_section: int
) -> None:
    ingestion = in_memory(folder, name)
    before = ingestion.run().added
    twice = f"{STORAGE}\n{TINS}"
    write(folder / "storage.md", twice)
    assert ingestion.run() == Counts(of_a_section, 0, before)
    lines = [
        locate(twice, item).line
        for item in stored(ingestion).values()
        if item.metadata["heading_path"] == "Storage > Tins"
    ]
    assert sorted(lines) == ([5, 13] if name == "token" else [5, 7, 13, 15])
    write(folder / "storage.md", twice.replace(f"{TINS}\n", ""))
    assert ingestion.run() == Counts(0, of_a_section, before)


@pytest.mark.parametrize(("name", "lines"), [("token", [9]), ("fragment", [9, 11])])
def test_sections_that_change_places_are_skipped(
    folder: Path, name: str, lines: list[int]
) -> None:
    ingestion = in_memory(folder, name)
    before = ingestion.run().added
    moved = STORAGE.replace(f"{TINS}\n{BAGS}", f"{BAGS}\n{TINS}")
    write(folder / "storage.md", moved)
    assert ingestion.run() == Counts(0, 0, before)
    found = [
        locate(moved, item).line
        for item in stored(ingestion).values()
        if item.metadata["heading_path"] == "Storage > Tins"
    ]
    assert sorted(found) == lines


@pytest.mark.parametrize(("name", "changed"), [("token", 1), ("fragment", 2)])
def test_a_renamed_heading_is_an_edit_of_its_section(
    folder: Path, name: str, changed: int
) -> None:
    ingestion = in_memory(folder, name)
    before = ingestion.run().added
    replace(folder / "storage.md", "## Tins", "## Boxes")
    assert ingestion.run() == Counts(changed, changed, before - changed)


@every_splitter
@pytest.mark.parametrize("heading_keys", [False, True])
def test_metadata_goes_through_a_store_as_it_is(
    tmp_path: Path, name: str, *, heading_keys: bool
) -> None:
    (tmp_path / "all.md").write_bytes(EVERYTHING.encode())
    options = {"heading_keys": True} if heading_keys and name != "recursive" else {}
    ingestion = in_memory(tmp_path, name, **options)
    assert ingestion.run().added > 5
    assert stored(ingestion) == ingestion.chunks()
    for item in stored(ingestion).values():
        for value in item.metadata.values():
            assert isinstance(value, str | int | float | bool)


def test_a_store_filters_by_our_metadata(folder: Path) -> None:
    ingestion = in_memory(folder)
    ingestion.run()
    (found,) = ingestion.store.similarity_search(
        "How hot?",
        filter=lambda item: item.metadata["heading_path"] == "Brewing > Green tea",
    )
    assert found.page_content.endswith("80 °C first.")


@pytest.mark.parametrize("name", BY_STRUCTURE)
def test_chunks_of_several_versions_are_cited_by_line(folder: Path, name: str) -> None:
    ingestion = in_memory(folder, name)
    ingestion.run()
    for top in ("For all tea.", "For all.\n\nOf tea."):
        write(folder / "storage.md", f"{top}\n\n{STORAGE}")
        ingestion.run()
    sources = {
        page.metadata["source"]: page.page_content
        for page in MarkdownLoader(folder).lazy_load()
    }
    chunks, stale = ingestion.chunks(), 0
    for key, item in stored(ingestion).items():
        text, fresh = sources[item.metadata["source"]], chunks[key].metadata
        place = locate(text, item)
        assert place.start_index == fresh["start_index"]
        assert place.end_index == fresh["end_index"]
        assert place.line == text[: place.start_index].count("\n") + 1
        stale += item.metadata["start_index"] != fresh["start_index"]
    assert stale >= 1


@every_splitter
async def test_async_indexing_equals_sync(folder: Path, name: str) -> None:
    ingestion, usual = in_memory(folder, name), in_memory(folder, name)

    async def chunks() -> AsyncIterator[Document]:
        async for page in MarkdownLoader(folder).alazy_load():
            for chunk in await ingestion.splitter.asplit_documents([page]):
                yield chunk

    async def run() -> Counts:
        found = await aindex(
            chunks(),
            ingestion.records,
            ingestion.store,
            cleanup="full",
            source_id_key="source",
            key_encoder=chunk_key,
        )
        return Counts(found["num_added"], found["num_deleted"], found["num_skipped"])

    assert await run() == usual.run()
    edit_folder(folder)
    assert await run() == usual.run()
    assert stored(ingestion) == stored(usual)


class FolderBlobs(BlobLoader):
    """The files of a folder as blobs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def yield_blobs(self) -> Iterator[Blob]:
        for path in sorted(self.folder.glob("*.md")):
            yield Blob.from_path(path, metadata={"source": path.name})


class TextParser(BaseBlobParser):
    """Reads a blob as one Document."""

    def lazy_parse(self, blob: Blob) -> Iterator[Document]:
        yield Document(page_content=blob.as_string(), metadata=blob.metadata)


def test_blob_loaders_and_parsers_of_langchain_are_sources(folder: Path) -> None:
    write(folder / "storage.md", STORAGE.replace("\n", "\r\n"))
    parser, splitter = TextParser(), make_splitter("token")
    pages = (
        page
        for blob in FolderBlobs(folder).yield_blobs()
        for page in parser.lazy_parse(blob)
    )
    chunks = list(splitter.lazy_split_documents(pages))
    # LangChain reads a file in text mode: offsets are those of the text with "\n".
    write(folder / "storage.md", STORAGE)
    loaded = MarkdownLoader(folder).lazy_load()
    assert chunks == splitter.split_documents(loaded)


def test_options_do_not_change_ids(folder: Path) -> None:
    ingestion = in_memory(folder)
    before = ingestion.run().added
    other = MarkdownTokenTextSplitter(
        chunk_size=30, add_ids=True, heading_context="none", heading_keys=True
    )
    changed = Ingestion(
        folder, other, ingestion.records, ingestion.store, ingestion.embeddings
    )
    assert changed.run() == Counts(0, 0, before)
