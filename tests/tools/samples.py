"""Documents, calls and vectors that the tests of the tools share."""

import json
import re
import zlib
from collections.abc import Sequence
from typing import Any

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool

from langchain_mdsplit import TokenCounter
from langchain_mdsplit.tools import MarkdownToolkit
from langchain_mdsplit.tools.answers import AnswerLimit
from langchain_mdsplit.tools.library import (
    MarkdownLibrary,
    ReadingOptions,
    build_library,
)

COUNT = TokenCounter()
STEEP = "Steep it for four minutes. "
TEA = (
    "# Tea\n\nAbout tea.\n\n## Install\n\nBuy a kettle.\n\n### Linux\n\nUse apt.\n\n"
    f"## Usage\n\nBoil water. {STEEP * 60}\n\n## Notes\n\nNone.\n"
)
COFFEE = "# Coffee\n\n## Install\n\nGrind the beans.\n\n## Vec<T\\> > List\n\nx\n"
SIZE = 256


def sample_documents() -> list[Document]:
    """Return two documents that have a heading and labels in common."""
    return [
        Document(TEA, metadata={"source": "docs/tea.md", "topic": "leaves"}),
        Document(COFFEE, metadata={"source": "docs/coffee.md"}),
    ]


def sample_tools(
    documents: Sequence[Document] | None = None, **options: Any
) -> tuple[BaseTool, BaseTool, BaseTool]:
    """Return the outline, read and search tools of some documents."""
    given = sample_documents() if documents is None else documents
    outline, read, search = MarkdownToolkit.from_documents(given, **options).get_tools()
    return outline, read, search


def sample_library(
    documents: Sequence[Document] | None = None, max_tokens: int = 2000
) -> MarkdownLibrary:
    """Return the library of some documents."""
    given = sample_documents() if documents is None else documents
    limit = AnswerLimit(COUNT, max_tokens)
    options = ReadingOptions(COUNT, max_heading_level=6, heading_attributes=True)
    return build_library(given, limit, options)


def message(tool: BaseTool, **arguments: Any) -> ToolMessage:
    """Return what an agent gets when its model calls a tool."""
    given = {"type": "tool_call", "name": tool.name, "id": "1", "args": arguments}
    answer = tool.invoke(given)
    assert isinstance(answer, ToolMessage)
    assert isinstance(answer.content, str)
    return answer


def answer(tool: BaseTool, **arguments: Any) -> dict[str, Any]:
    """Return what a tool's JSON says."""
    given = message(tool, **arguments)
    assert given.status == "success", given.content
    value: dict[str, Any] = json.loads(str(given.content))
    return value


def refusal(tool: BaseTool, **arguments: Any) -> str:
    """Return what a model is told where it is wrong."""
    given = message(tool, **arguments)
    assert given.status == "error", given.content
    return str(given.content)


def arguments_of(text: str, tool: str) -> dict[str, Any]:
    """Return the arguments of the first call of a tool that a text holds."""
    found = re.search(rf"{tool}\(([^)]*)\)", text)
    assert found, text
    return {
        name: json.loads(value)
        for name, value in re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|\d+)', found[1])
    }


class WordEmbeddings(Embeddings):
    """Vectors that say which words a text holds; counts the texts it has embedded."""

    def __init__(self) -> None:
        self.embedded = 0

    def embed_query(self, text: str) -> list[float]:
        vector = [0.0] * SIZE
        for word in set(re.findall(r"\w+", text.lower())):
            vector[zlib.crc32(word.encode()) % SIZE] = 1.0
        return vector

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.embedded += len(texts)
        return [self.embed_query(text) for text in texts]
