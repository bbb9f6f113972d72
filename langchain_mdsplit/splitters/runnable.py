"""A splitter as a link of an LCEL chain; imported when one is asked for."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from langchain_core.documents import Document
from langchain_core.runnables import Runnable, RunnableLambda

from langchain_mdsplit.documents.arguments import check_documents

if TYPE_CHECKING:
    from langchain_mdsplit.splitters.base import ChunkTextSplitter


def build_runnable(
    splitter: "ChunkTextSplitter",
) -> Runnable[list[Document] | Document | str, list[Document]]:
    """Return a runnable that splits Documents, one Document or a text.

    Args:
        splitter: The splitter to run.

    Returns:
        A runnable named after the splitter's class, with input and output schema. It
        pickles if the splitter does.
    """
    link = _Link(splitter)
    runnable: RunnableLambda[list[Document] | Document | str, list[Document]] = (
        RunnableLambda(link.run, afunc=link.arun, name=type(splitter).__name__)
    )
    return runnable.with_types(
        input_type=list[Document] | Document | str,  # type: ignore[arg-type]
        output_type=list[Document],
    )


class _Link:
    """The two functions of the runnable: methods, as closures do not pickle."""

    def __init__(self, splitter: "ChunkTextSplitter") -> None:
        self._splitter = splitter

    def run(self, value: list[Document] | Document | str) -> list[Document]:
        """Split what a chain hands over."""
        return self._splitter.split_documents(_as_documents(value))

    async def arun(self, value: list[Document] | Document | str) -> list[Document]:
        """Split what a chain hands over without blocking the event loop."""
        return await self._splitter.asplit_documents(_as_documents(value))


def _as_documents(value: Iterable[Document] | Document | str) -> Iterable[Document]:
    """Return the Documents that an input stands for."""
    if isinstance(value, str):
        return [Document(page_content=value)]
    return [value] if isinstance(value, Document) else check_documents("input", value)
