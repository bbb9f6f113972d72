"""A persistent Chroma collection and an SQL record manager, through `index`."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from chromadb.config import Settings
from langchain_chroma import Chroma
from langchain_classic.indexes import SQLRecordManager
from langchain_classic.retrievers import ParentDocumentRetriever
from langchain_core.documents import Document
from langchain_core.stores import InMemoryStore

from langchain_mdsplit import (
    MarkdownSection,
    MarkdownSectionTextSplitter,
    chunk_key,
    locate,
)
from tests.shared_data import read_source
from tests.splitters.ingestion import (
    BREWING,
    BY_STRUCTURE,
    EVERYTHING,
    SPLITTERS,
    STORAGE,
    TINS,
    Counts,
    Ingestion,
    WatchedEmbeddings,
    edit_folder,
    make_splitter,
    replace,
    write,
    write_folder,
)

every_splitter = pytest.mark.parametrize("name", SPLITTERS)

EDITED = "book/src/ch03-01-variables-and-mutability.md"
SENTENCE = "Shadowing is different from marking a variable"
MOVED = "book/src/ch08-03-hash-maps.md"
DELETED = "docs/src/guide/essentials/computed.md"
KEPT = ("OI-wiki/docs/ds/dsu.md", "OI-wiki/docs/basic/binary.md")

READ_AGAIN = """\
import json, sys
from langchain_chroma import Chroma
from langchain_classic.indexes import SQLRecordManager

folder = sys.argv[1]
store = Chroma("tea", persist_directory=folder)
records = SQLRecordManager("tea", db_url=f"sqlite:///{folder}/records.sqlite")
held = store.get()
print(json.dumps({
    "keys": sorted(records.list_keys()),
    "held": dict(zip(held["ids"], zip(held["documents"], held["metadatas"]))),
}))
"""


class Disk:
    """A folder on disk that holds a collection and its records."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.records = SQLRecordManager(
            "tea", db_url=f"sqlite:///{folder}/records.sqlite"
        )
        self.records.create_schema()
        self.embeddings = WatchedEmbeddings()
        self.store = Chroma(
            "tea",
            self.embeddings,
            str(folder),
            client_settings=Settings(anonymized_telemetry=False),
        )

    def ingestion(self, source: Path, name: str, **options: Any) -> Ingestion:
        """Return the ingestion of a folder by a splitter."""
        splitter = make_splitter(name, **options)
        return Ingestion(source, splitter, self.records, self.store, self.embeddings)

    def stored(self) -> dict[str, Document]:
        """Return all that the collection holds, by id."""
        found = self.store.get_by_ids(self.store.get(include=[])["ids"])
        return {chunk_key(document): document for document in found}

    def read_again(self) -> dict[str, Any]:
        """Return what another process finds on the disk."""
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", READ_AGAIN, str(self.folder)],
            capture_output=True,
            check=True,
        )
        found: dict[str, Any] = json.loads(done.stdout)
        return found


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "chroma"
    folder.mkdir()
    disk = Disk(folder)
    yield disk
    disk.records.engine.dispose()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "tea")


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
    disk: Disk, folder: Path, name: str, chunks: int, expected: Counts
) -> None:
    ingestion = disk.ingestion(folder, name)
    assert ingestion.run() == Counts(chunks, 0, 0)
    before = disk.stored()
    assert ingestion.run() == Counts(0, 0, chunks)
    disk.embeddings.embedded.clear()
    edit_folder(folder)
    assert ingestion.run() == expected
    after, chunks_now = disk.stored(), ingestion.chunks()
    assert after.keys() == chunks_now.keys() == set(disk.records.list_keys())
    assert len(disk.embeddings.embedded) == expected.added
    assert len(before.keys() - after.keys()) == expected.deleted
    for key in before.keys() & after.keys():
        assert after[key] == before[key]
    for key in after.keys() - before.keys():
        assert after[key] == chunks_now[key]
    assert disk.store.get(where={"source": "history.md"})["ids"] == []
    assert not any("80 °C" in item.page_content for item in after.values())


def test_scoped_full_and_a_removed_file(disk: Disk, folder: Path) -> None:
    ingestion = disk.ingestion(folder, "token")
    assert ingestion.run("scoped_full", batch_size=2) == Counts(8, 0, 0)
    edit_folder(folder)
    assert ingestion.run("scoped_full", batch_size=2) == Counts(2, 1, 6)
    assert len(disk.store.get(where={"source": "history.md"})["ids"]) == 1
    gone = disk.records.list_keys(group_ids=["history.md"])
    disk.store.delete(gone)
    disk.records.delete_keys(gone)
    assert ingestion.run("full") == Counts(0, 0, 8)
    assert disk.stored().keys() == ingestion.chunks().keys()


def test_incremental_embeds_again_where_a_batch_is_smaller_than_a_source(
    disk: Disk, folder: Path
) -> None:
    ingestion = disk.ingestion(folder, "token")
    ingestion.run("incremental", batch_size=2)
    disk.embeddings.embedded.clear()
    assert ingestion.run("incremental", batch_size=2) == Counts(4, 4, 4)
    assert len(disk.embeddings.embedded) == 4
    assert ingestion.run("scoped_full", batch_size=2) == Counts(0, 0, 8)


def test_another_process_finds_the_collection(disk: Disk, folder: Path) -> None:
    ingestion = disk.ingestion(folder, "token")
    ingestion.run()
    edit_folder(folder)
    ingestion.run()
    found, stored = disk.read_again(), disk.stored()
    assert found["keys"] == sorted(stored)
    assert found["held"] == {
        key: [item.page_content, item.metadata] for key, item in stored.items()
    }


def test_a_collection_opened_again_skips_what_it_holds(
    disk: Disk, folder: Path
) -> None:
    disk.ingestion(folder, "token").run()
    disk.store._client.close()
    again = Disk(disk.folder)
    replace(folder / "brewing.md", "80 °C", "75 °C")
    assert again.ingestion(folder, "token").run() == Counts(1, 1, 7)
    assert again.stored().keys() == again.ingestion(folder, "token").chunks().keys()
    again.records.engine.dispose()


@pytest.fixture
def everything(tmp_path: Path) -> Path:
    """Return a folder with a file whose chunks have all keys there are."""
    folder = tmp_path / "everything"
    folder.mkdir()
    write(folder / "all.md", EVERYTHING)
    return folder


@every_splitter
@pytest.mark.parametrize("heading_keys", [False, True])
def test_chroma_takes_metadata_as_it_is(
    disk: Disk, everything: Path, name: str, *, heading_keys: bool
) -> None:
    options = {"heading_keys": True} if heading_keys and name != "recursive" else {}
    ingestion = disk.ingestion(everything, name, **options)
    assert ingestion.run().added > 5
    assert disk.stored() == ingestion.chunks()


@pytest.mark.parametrize("name", ["token", "section", "recursive"])
def test_chroma_takes_chunks_that_overlap(
    disk: Disk, everything: Path, name: str
) -> None:
    ingestion = disk.ingestion(everything, name, chunk_overlap=12)
    ingestion.run()
    stored = disk.stored()
    assert stored == ingestion.chunks()
    if name != "recursive":
        assert any("overlap" in item.metadata for item in stored.values())


@pytest.mark.parametrize("name", sorted(SPLITTERS.keys() - {"recursive"}))
def test_front_matter_in_metadata_is_taken(
    disk: Disk, everything: Path, name: str
) -> None:
    ingestion = disk.ingestion(everything, name, front_matter="metadata")
    ingestion.run()
    assert disk.stored() == ingestion.chunks()
    for item in disk.stored().values():
        assert json.loads(item.metadata["front_matter"])["tags"] == ["a", "b"]


def test_chroma_filters_by_our_metadata(disk: Disk, folder: Path) -> None:
    disk.ingestion(folder, "token").run()
    where: Any = {
        "$and": [
            {"heading_path": "Brewing > Green tea"},
            {"token_count": {"$lte": 30}},
            {"chunk_index": 2},
        ]
    }
    (found,) = disk.store.similarity_search("How hot?", filter=where)
    assert found.page_content.endswith("80 °C first.")


@every_splitter
def test_files_of_one_text_and_a_rename(disk: Disk, folder: Path, name: str) -> None:
    ingestion = disk.ingestion(folder, name)
    before = ingestion.run().added
    write(folder / "copy.md", BREWING)
    copied = ingestion.run()
    assert copied == Counts(copied.added, 0, before)
    (folder / "copy.md").rename(folder / "renamed.md")
    assert ingestion.run() == Counts(copied.added, copied.added, before)
    assert disk.store.get(where={"source": "copy.md"})["ids"] == []
    assert len(disk.store.get(where={"source": "renamed.md"})["ids"]) == copied.added
    assert len(disk.store.get(where={"source": "brewing.md"})["ids"]) == copied.added


@pytest.mark.parametrize(("name", "of_a_section"), [("token", 1), ("fragment", 2)])
def test_a_section_that_stands_twice_is_kept_twice(
    disk: Disk, folder: Path, name: str, of_a_section: int
) -> None:
    ingestion = disk.ingestion(folder, name)
    before = ingestion.run().added
    twice = f"{STORAGE}\n{TINS}"
    write(folder / "storage.md", twice)
    assert ingestion.run() == Counts(of_a_section, 0, before)
    tins: Any = {"heading_path": "Storage > Tins"}
    assert len(disk.store.get(where=tins)["ids"]) == 2 * of_a_section
    write(folder / "storage.md", twice.replace(f"{TINS}\n", ""))
    assert ingestion.run() == Counts(0, of_a_section, before)
    assert len(disk.store.get(where=tins)["ids"]) == of_a_section


@pytest.fixture
def corpus(shared: Path, tmp_path: Path) -> Path:
    """Return a folder with some real files."""
    folder = tmp_path / "corpus"
    for relative in (EDITED, MOVED, DELETED, *KEPT):
        path = folder / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((shared / "corpus" / relative).read_bytes())
    return folder


def own_text_at(section: MarkdownSection, index: int) -> tuple[int, int]:
    """Return the span of the innermost section at an index, up to the next heading."""
    below = [section]
    while below:
        section = below[0]
        below = [
            child
            for child in section.children
            if child.start_index <= index < child.end_index
        ]
    ends = [child.start_index for child in section.children[:1]]
    return section.start_index, (ends or [section.end_index])[0]


def reach(text: str, chunks: Iterable[Document]) -> set[str]:
    """Return the ids of the chunks that hold any of the edited section."""
    root = MarkdownSectionTextSplitter().parse_sections(text)
    start, end = own_text_at(root, text.index(SENTENCE))
    return {
        chunk_key(chunk)
        for chunk in chunks
        if chunk.metadata["source"] == EDITED
        and chunk.metadata["start_index"] < end
        and chunk.metadata["end_index"] > start
    }


@every_splitter
def test_real_files_edited_moved_and_deleted(
    disk: Disk, corpus: Path, name: str
) -> None:
    ingestion = disk.ingestion(corpus, name, chunk_size=300)
    ingestion.run()
    before, old_text = disk.stored(), read_source(corpus / EDITED)
    assert before == ingestion.chunks()

    replace(corpus / EDITED, SENTENCE, f"Mind this. {SENTENCE}")
    write(corpus / MOVED, f"New on top.\n\n{read_source(corpus / MOVED)}")
    (corpus / DELETED).unlink()
    counts, after = ingestion.run(), disk.stored()

    chunks = ingestion.chunks()
    added, deleted = after.keys() - before.keys(), before.keys() - after.keys()
    assert after.keys() == chunks.keys() == set(disk.records.list_keys())
    assert counts == Counts(len(added), len(deleted), len(before) - len(deleted))
    gone = {key for key in deleted if before[key].metadata["source"] == DELETED}
    first = {key for key in added if after[key].metadata["source"] == MOVED}
    of_first = {key for key in deleted if before[key].metadata["source"] == MOVED}
    assert len(gone) == sum(i.metadata["source"] == DELETED for i in before.values())
    if name in BY_STRUCTURE:
        assert len(first) == 1
        assert len(of_first) <= 1
        assert deleted - gone - of_first <= reach(old_text, before.values())
        assert added - first <= reach(read_source(corpus / EDITED), chunks.values())

    stale = 0
    for key, item in after.items():
        text = read_source(corpus / item.metadata["source"])
        place, fresh = locate(text, item), chunks[key].metadata
        assert place.start_index == fresh["start_index"]
        assert place.end_index == fresh["end_index"]
        stale += item.metadata["start_index"] != fresh["start_index"]
    assert stale > 5 or name not in BY_STRUCTURE


@pytest.mark.parametrize("parent", ["token", "section"])
async def test_a_parent_document_retriever_keeps_children_in_chroma(
    disk: Disk, parent: str
) -> None:
    retriever = ParentDocumentRetriever(
        vectorstore=disk.store,
        docstore=InMemoryStore(),
        child_splitter=make_splitter("fragment", add_ids=False),
        parent_splitter=make_splitter(parent, 60),
        search_kwargs={"k": 99},
    )
    page = Document(page_content=EVERYTHING, metadata={"source": "all.md"})
    await retriever.aadd_documents([page])
    parents = make_splitter(parent, 60).split_documents([page])
    found = await retriever.ainvoke("How hot?")
    assert sorted(found, key=lambda item: int(item.metadata["start_index"])) == parents
