"""The same input, the same output: again, beside others, and whichever way is taken."""

import asyncio
import pickle
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from langchain_core.documents import Document

from tests.properties.cases import SPLITTERS, Case

PLACES: Final = ("start_index", "end_index", "content_offset")


def check_determinism(case: Case) -> None:
    """The same text has the same chunks again, and beside others."""
    again = case.splitter.create_documents([case.source])
    assert again == case.documents
    texts = ["other *text*", case.source, "More\n\nof it"]
    together = _without_ids(case.splitter.create_documents(texts))
    alone = [case.splitter.create_documents([text]) for text in texts]
    assert together == _without_ids([item for items in alone for item in items])


def _without_ids(documents: list[Document]) -> list[tuple[str, dict[str, Any]]]:
    """Return what does not count the other documents of a call."""
    return [(document.page_content, document.metadata) for document in documents]


def _again(splitter: Any, parents: list[Document]) -> list[Document]:
    """Return the chunks by a copy that was pickled."""
    copy = pickle.loads(pickle.dumps(splitter))
    found: list[Document] = copy.split_documents(parents)
    return found


def _in_threads(splitter: Any, parents: list[Document]) -> list[Document]:
    """Return the chunks where several threads share the splitter."""
    with ThreadPoolExecutor(4) as pool:
        first, *others = list(pool.map(splitter.split_documents, [parents] * 6))
    assert all(other == first for other in others)
    found: list[Document] = first
    return found


def _generated(parents: list[Document]) -> Iterator[Document]:
    yield from parents


WAYS: Final[Mapping[str, Callable[[Any, list[Document]], Any]]] = {
    "iterator": lambda splitter, parents: splitter.split_documents(_generated(parents)),
    "lazily": lambda splitter, parents: list(splitter.lazy_split_documents(parents)),
    "transformed": lambda splitter, parents: splitter.transform_documents(parents),
    "awaited": lambda splitter, parents: asyncio.run(
        splitter.asplit_documents(parents)
    ),
    "transformed, awaited": lambda splitter, parents: asyncio.run(
        splitter.atransform_documents(parents)
    ),
    "runnable": lambda splitter, parents: splitter.as_runnable().invoke(parents),
    "runnable, awaited": lambda splitter, parents: asyncio.run(
        splitter.as_runnable().ainvoke(parents)
    ),
    "pickled": _again,
    "threads": _in_threads,
}


def check_ways(kind: str, case: Case, others: list[str]) -> None:
    """All ways to split Documents agree, and so do texts and chunks."""
    texts = [case.source, *others]
    parents = [
        Document(page_content=text, metadata={"source": str(place)})
        for place, text in enumerate(texts)
    ]
    expected = case.splitter.split_documents(parents)
    for name, way in WAYS.items():
        assert list(way(case.splitter, parents)) == expected, name
    runnable = case.splitter.as_runnable()
    batches = runnable.batch([[parent] for parent in parents])
    found = [document for batch in batches for document in batch]
    assert _without_ids(found) == _without_ids(expected)
    for text, batch in zip(texts, batches, strict=True):
        contents = [document.page_content for document in batch]
        assert case.splitter.split_text(text) == contents
        if kind != "recursive":
            chunks = case.splitter.split_chunks(text)
            assert [chunk.text for chunk in chunks] == contents
    _check_without_places(kind, case)


def _check_without_places(kind: str, case: Case) -> None:
    """Without offsets in the metadata, all else is the same."""
    splitter = SPLITTERS[kind](**{**case.options, "add_start_index": False})
    kept = [
        (
            document.page_content,
            {key: it for key, it in document.metadata.items() if key not in PLACES},
        )
        for document in case.documents
    ]
    assert _without_ids(splitter.create_documents([case.source])) == kept
