"""An agent that finds its way through a document: outline, search, read, answer.

Run as `python examples/10_agent.py [FILE [WORDS]]`; without a file it takes the README.
It works offline: a script plays the chat model. With a real one, `create_agent` of the
package `langchain` is the loop below.
"""

import json
import sys
from pathlib import Path
from typing import Any

from langchain_core.documents import Document
from langchain_core.language_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from langchain_mdsplit import TokenCounter
from langchain_mdsplit.tools import MarkdownToolkit


def call(name: str, **arguments: Any) -> AIMessage:
    """Return a chat model's wish to call a tool."""
    wish = {"name": name, "args": arguments, "id": name, "type": "tool_call"}
    return AIMessage("", tool_calls=[wish])


def next_step(question: str, answer: ToolMessage | None) -> AIMessage:
    """Return what a chat model might say to the answer of a tool."""
    if answer is None:
        return call("markdown_outline")
    said = json.loads(answer.text)
    if answer.name == "markdown_outline":
        return call("markdown_search", query=question, k=2)
    for hit in said.get("hits", []):
        return call("markdown_read", label=hit["label"], page=hit["page"])
    return AIMessage(f"See lines {said['lines']}." if "lines" in said else "No idea.")


def main(path: Path, question: str) -> None:
    """Print what an agent calls, how long the answers are, and what it says."""
    page = Document(path.read_bytes().decode("utf-8"), metadata={"source": path.name})
    kit = MarkdownToolkit.from_documents([page], max_tokens=600)
    tools = {tool.name: tool for tool in kit.get_tools()}
    messages: list[BaseMessage] = [HumanMessage(question)]
    count, answer = TokenCounter(), None
    while not isinstance(messages[-1], AIMessage) or messages[-1].tool_calls:
        model = FakeMessagesListChatModel(responses=[next_step(question, answer)])
        messages.append(wish := model.invoke(messages))
        for wanted in wish.tool_calls:
            answer = tools[wanted["name"]].invoke(wanted)
            messages.append(answer)
            print(f"{wanted['name']} {wanted['args']}: {count(answer.text)} tokens")
    print(messages[-1].text)


if __name__ == "__main__":
    readme = str(Path(__file__).resolve().parent.parent / "README.md")
    given = dict(enumerate(sys.argv))
    main(Path(given.get(1, readme)), given.get(2, "exact offsets in metadata"))
