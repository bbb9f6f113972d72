"""LangChain's own tests of tools, for each of the three."""

from typing import Any

import pytest
from langchain_core.tools import BaseTool
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_tests.integration_tests import ToolsIntegrationTests
from langchain_tests.unit_tests import ToolsUnitTests

from langchain_mdsplit.tools.agent_tools import (
    MarkdownOutlineTool,
    MarkdownReadTool,
    MarkdownSearchTool,
)
from langchain_mdsplit.tools.outlining import OutlineReader
from langchain_mdsplit.tools.reading import SectionReader
from tests.tools.samples import WordEmbeddings, sample_library, sample_tools


class OutlineCase:
    @property
    def tool_constructor(self) -> type[BaseTool]:
        return MarkdownOutlineTool

    @property
    def tool_constructor_params(self) -> dict[str, Any]:
        return {"reader": OutlineReader(sample_library())}

    @property
    def tool_invoke_params_example(self) -> dict[str, Any]:
        return {"document": "docs/tea.md", "depth": 2}


class ReadCase:
    @property
    def tool_constructor(self) -> type[BaseTool]:
        return MarkdownReadTool

    @property
    def tool_constructor_params(self) -> dict[str, Any]:
        return {"reader": SectionReader(sample_library())}

    @property
    def tool_invoke_params_example(self) -> dict[str, Any]:
        return {"label": "Tea > Install"}


class SearchCase:
    @property
    def tool_constructor(self) -> BaseTool:
        return sample_tools()[2]

    @property
    def tool_invoke_params_example(self) -> dict[str, Any]:
        return {"query": "How long does tea steep?", "k": 2}


class EmbeddingsCase(SearchCase):
    @property
    def tool_constructor(self) -> BaseTool:
        return sample_tools(embeddings=WordEmbeddings())[2]


class StoreCase(SearchCase):
    @property
    def tool_constructor(self) -> BaseTool:
        store = InMemoryVectorStore(WordEmbeddings())
        return sample_tools(vector_store=store)[2]


class TestOutlineUnit(OutlineCase, ToolsUnitTests):
    """The outline tool."""


class TestOutlineIntegration(OutlineCase, ToolsIntegrationTests):
    """The outline tool, called."""


class TestReadUnit(ReadCase, ToolsUnitTests):
    """The read tool."""


class TestReadIntegration(ReadCase, ToolsIntegrationTests):
    """The read tool, called."""


class TestSearchUnit(SearchCase, ToolsUnitTests):
    """The search tool."""


class TestSearchIntegration(SearchCase, ToolsIntegrationTests):
    """The search tool by words, called."""


class TestEmbeddingsIntegration(EmbeddingsCase, ToolsIntegrationTests):
    """The search tool with embeddings, called."""


class TestStoreIntegration(StoreCase, ToolsIntegrationTests):
    """The search tool in a vector store, called."""


@pytest.mark.parametrize("kind", [MarkdownOutlineTool, MarkdownReadTool])
def test_a_tool_without_its_reader_is_refused(kind: type[BaseTool]) -> None:
    with pytest.raises(ValueError, match="reader"):
        kind()


def test_a_search_without_its_searcher_is_refused() -> None:
    with pytest.raises(ValueError, match="searcher"):
        MarkdownSearchTool()  # type: ignore[call-arg]
