"""Index a folder of Markdown; after an edit only what changed is embedded again.

Run as `python examples/06_ingest.py`; it is offline, with fake embeddings, in memory.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.indexing import InMemoryRecordManager, index
from langchain_core.vectorstores import InMemoryVectorStore

from langchain_mdsplit import MarkdownTokenTextSplitter, chunk_key

TEXT = "# Tea\n\nWater.\n\n## Black\n\nBoil it.\n\n## Green\n\nLet it cool to 80 °C.\n"


class MarkdownLoader(BaseLoader):
    """Loads the Markdown files of a folder, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def lazy_load(self) -> Iterator[Document]:
        """Yield the files in the order of their names."""
        for path in sorted(self.folder.rglob("*.md")):
            text = path.read_bytes().decode("utf-8")
            source = path.relative_to(self.folder).as_posix()
            yield Document(page_content=text, metadata={"source": source})


def main(folder: Path) -> None:
    """Index a folder, edit it, and index it again."""
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=64))
    records = InMemoryRecordManager("tea")  # like the store, a persistent one of yours
    splitter = MarkdownTokenTextSplitter(chunk_size=16, add_ids=True)
    update = partial(index, source_id_key="source", key_encoder=chunk_key)

    def chunks() -> Iterator[Document]:
        return splitter.lazy_split_documents(MarkdownLoader(folder).lazy_load())

    (folder / "tea.md").write_text(TEXT, "utf-8")
    (folder / "herbs.md").write_text(TEXT, "utf-8")
    print(update(chunks(), records, store, cleanup="scoped_full"))
    # One section of one file is edited, a line is put on top of the other.
    (folder / "tea.md").write_text(TEXT.replace("80", "75"), "utf-8")
    (folder / "herbs.md").write_text(f"All herbs.\n\n{TEXT}", "utf-8")
    print(update(chunks(), records, store, cleanup="scoped_full"))
    (folder / "herbs.md").unlink()  # only "full" sees it: it is given all that is left
    print(update(chunks(), records, store, cleanup="full"))


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        main(Path(name))
