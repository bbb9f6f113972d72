"""Agents of `create_agent` that read documents, and search in a real Chroma."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from pydantic import Field

from langchain_mdsplit.tools import MarkdownToolkit
from tests.shared_data import REPOSITORY, read_source
from tests.tools.samples import (
    COUNT,
    WordEmbeddings,
    answer,
    arguments_of,
    sample_documents,
    sample_tools,
)


class ScriptedModel(BaseChatModel):
    """A chat model that calls what the last answer tells it to call."""

    script: list[str]
    bound: list[str] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, Any]:
        del kwargs
        self.bound = [tool.name for tool in tools]
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        del stop, run_manager, kwargs
        step = sum(isinstance(it, ToolMessage) for it in messages)
        message = self._message(step, messages[-1].text)
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _message(self, step: int, last: str) -> AIMessage:
        if step == len(self.script):
            return AIMessage(json.loads(last)["document_text"])
        tool, _, rest = self.script[step].partition(" ")
        arguments = json.loads(rest) if rest else arguments_of(said_next(last), tool)
        wish = {"name": tool, "args": arguments, "id": str(step), "type": "tool_call"}
        return AIMessage("", tool_calls=[wish])


def said_next(answer: str) -> str:
    """Return what an answer says to call: its `next`, or all of an error."""
    return str(json.loads(answer)["next"]) if answer.startswith("{") else answer


def ask(script: list[str], **options: Any) -> tuple[Any, dict[str, Any], ScriptedModel]:
    """Return an agent with all tools, what to give it, and its model."""
    toolkit = MarkdownToolkit.from_documents(sample_documents(), **options)
    model = ScriptedModel(script=script)
    agent: Any = create_agent(model, tools=toolkit.get_tools())
    return agent, {"messages": [HumanMessage("How is coffee made?")]}, model


SCRIPT = [
    "markdown_outline",
    'markdown_search {"query": "grind beans"}',
    "markdown_read",
]


def test_an_agent_outlines_searches_reads_and_answers() -> None:
    agent, given, model = ask(['markdown_outline {"depth": 1}', *SCRIPT[1:]])
    messages = agent.invoke(given)["messages"]
    assert model.bound == ["markdown_outline", "markdown_read", "markdown_search"]
    tools = [it for it in messages if isinstance(it, ToolMessage)]
    assert [it.status for it in tools] == ["success"] * 3
    assert isinstance(tools[2].artifact, Document)
    assert messages[-1].text == "## Install\n\nGrind the beans."


async def test_an_agent_runs_asynchronously() -> None:
    agent, given, _ = ask(
        ["markdown_outline {}", *SCRIPT[1:]], embeddings=WordEmbeddings()
    )
    messages = (await agent.ainvoke(given))["messages"]
    assert messages[-1].text == "## Install\n\nGrind the beans."


@pytest.mark.parametrize(
    "wrong",
    [
        'markdown_read {"label": "Instal"}',
        'markdown_read {"label": "1-1"}',
        'markdown_read {"label": "1-1-1", "page": -5}',
    ],
)
def test_an_agent_goes_on_after_an_error(wrong: str) -> None:
    agent, given, _ = ask([wrong, "markdown_read"])
    messages = agent.invoke(given)["messages"]
    first, second = (it for it in messages if isinstance(it, ToolMessage))
    assert first.status == "error"
    assert second.status == "success"
    assert messages[-1].text.lstrip("#").startswith((" Install", " Linux"))


def test_an_agent_goes_on_after_arguments_of_a_wrong_type() -> None:
    agent, given, _ = ask(
        ['markdown_read {"label": 7, "page": "x"}', 'markdown_read {"label": "Linux"}']
    )
    messages = agent.invoke(given)["messages"]
    assert messages[2].status == "error"
    assert messages[2].text.startswith("Invalid arguments.")
    assert messages[-1].text == "### Linux\n\nUse apt."


def test_an_agent_pages_through_the_readme_within_the_cap() -> None:
    page = Document(read_source(REPOSITORY / "README.md"))
    toolkit = MarkdownToolkit.from_documents([page], max_tokens=500)
    model = ScriptedModel(
        script=['markdown_read {"label": "0"}', *["markdown_read"] * 6]
    )
    agent: Any = create_agent(model, tools=toolkit.get_tools())
    messages = agent.invoke({"messages": [HumanMessage("Read it.")]})["messages"]
    tools = [it for it in messages if isinstance(it, ToolMessage)]
    assert [json.loads(it.text)["page"] for it in tools] == [1, 2, 3, 4, 5, 6, 7]
    assert max(COUNT(it.text) for it in tools) <= 500


def test_search_in_a_chroma_that_is_kept(tmp_path: Path) -> None:
    chroma = pytest.importorskip("langchain_chroma")
    embeddings = WordEmbeddings()

    def search() -> Any:
        store = chroma.Chroma(
            embedding_function=embeddings, persist_directory=str(tmp_path)
        )
        store.add_texts(["Grind the beans, says another."], ids=["other"])
        return answer(
            sample_tools(vector_store=store)[2], query="How do I grind the beans?"
        )

    first = search()
    assert first["hits"][0]["label"] == "1-1"
    embedded = embeddings.embedded
    assert search() == first
    assert embeddings.embedded == embedded + 1  # the other text alone
