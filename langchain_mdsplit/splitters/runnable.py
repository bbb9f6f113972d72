"""A splitter as a link of an LCEL chain."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from langchain_core.documents import Document
from langchain_core.runnables import Runnable, RunnableLambda

if TYPE_CHECKING:
    from langchain_mdsplit.splitters.base import ChunkTextSplitter

SplitInput: TypeAlias = list[Document] | Document | str


def as_runnable(splitter: "ChunkTextSplitter") -> Runnable[SplitInput, list[Document]]:
    """Return a runnable that splits Documents, one Document or a text.

    Args:
        splitter: The splitter to run.

    Returns:
        A runnable named after the splitter's class, with input and output schema.
    """

    def run(value: SplitInput) -> list[Document]:
        return splitter.split_documents(_as_documents(value))

    async def arun(value: SplitInput) -> list[Document]:
        return await splitter.asplit_documents(_as_documents(value))

    runnable: RunnableLambda[SplitInput, list[Document]] = RunnableLambda(
        run, afunc=arun, name=type(splitter).__name__
    )
    return runnable.with_types(
        input_type=SplitInput,  # type: ignore[arg-type]
        output_type=list[Document],
    )


def _as_documents(value: SplitInput) -> Iterable[Document]:
    """Return the Documents that an input stands for."""
    if isinstance(value, str):
        return [Document(page_content=value)]
    return [value] if isinstance(value, Document) else value
