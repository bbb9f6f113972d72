"""What lets a splitter take part in chains: async, and itself as a runnable."""

from abc import ABC
from collections.abc import Iterable
from typing import TYPE_CHECKING

from langchain_core.documents import Document
from langchain_core.runnables.config import run_in_executor
from langchain_text_splitters import TextSplitter

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable


class ChainingTextSplitter(TextSplitter, ABC):
    """A text splitter that can be awaited, and that is a link of an LCEL chain."""

    async def asplit_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Split Documents without blocking the event loop.

        Args:
            documents: The Documents, from any iterable; it is consumed once.

        Returns:
            The Documents of their chunks in order.

        Raises:
            MdSplitError: As of `split_chunks`, with a note that names the Document.
        """
        return await run_in_executor(None, self.split_documents, documents)

    def as_runnable(
        self,
    ) -> "Runnable[list[Document] | Document | str, list[Document]]":
        """Return the splitter as a link of a chain.

        Returns:
            A runnable from Documents (or one, or a text) to Documents.
        """
        # LCEL takes longer to import than all the rest.
        from langchain_mdsplit.splitters.runnable import (  # noqa: PLC0415
            build_runnable,
        )

        return build_runnable(self)
