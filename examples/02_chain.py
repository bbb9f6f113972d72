"""A splitter as a link of a chain: load a folder, split it, search it.

Run as `python examples/02_chain.py [FOLDER]`; it works offline with fake embeddings.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.runnables import RunnableLambda
from langchain_core.vectorstores import InMemoryVectorStore

from langchain_mdsplit import MarkdownFragmentTextSplitter


def load(folder: Path) -> Iterator[Document]:
    """Yield the Markdown files of a folder as Documents."""
    for path in sorted(folder.glob("*.md")):
        text = path.read_bytes().decode("utf-8")
        yield Document(page_content=text, metadata={"source": path.name})


def main(folder: Path) -> None:
    """Print the fragments nearest to a question."""
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=64))
    splitter = MarkdownFragmentTextSplitter(chunk_size=200, add_ids=True)
    chain = splitter.as_runnable() | RunnableLambda(store.add_documents)
    ids = chain.invoke(list(load(folder)))
    print(f"{len(ids)} fragments are in the store")
    for found in store.similarity_search("How is a limit kept?", k=3):
        print(found.metadata["source"], found.metadata["label"], found.id)


if __name__ == "__main__":
    repository = Path(__file__).resolve().parent.parent
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else repository)
