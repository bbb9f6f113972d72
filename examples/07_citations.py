"""Answer a question from Markdown and cite headings and lines, also after an edit.

Run as `python examples/07_citations.py`; it works offline: the model's answer is made
up, and the embedding only says which words a text holds.
"""

import re
import zlib

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import FakeListChatModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableParallel, RunnablePassthrough
from langchain_core.vectorstores import InMemoryVectorStore

from langchain_mdsplit import MarkdownTokenTextSplitter, locate
from langchain_mdsplit.errors import ChunkNotFoundError

TEXT = "# Tea\n\nWater.\n\n## Black\n\nBoil it.\n\n## Green\n\nLet it cool to 80 °C.\n"
PROMPT = "Answer from these excerpts:\n\n{context}\n\n{question}"


class WordEmbeddings(Embeddings):
    """Notes words; put your model's embeddings in its place."""

    def embed_query(self, text: str) -> list[float]:
        """Return a text's vector."""
        words = {zlib.crc32(word.encode()) % 512 for word in re.findall(r"\w+", text)}
        return [float(number in words) for number in range(512)]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of several texts."""
        return [self.embed_query(text) for text in texts]


def cite(chunk: Document, source: str) -> str:
    """Return the headings that a chunk stands under and its lines in a source."""
    try:
        place = locate(source, chunk)
    except ChunkNotFoundError:
        return f"{chunk.metadata['heading_path']} (edited since)"
    return f"{chunk.metadata['heading_path']}, lines {place.line}-{place.end_line}"


splitter = MarkdownTokenTextSplitter(chunk_size=16, add_ids=True)
store = InMemoryVectorStore(WordEmbeddings())
page = Document(page_content=TEXT, metadata={"source": "tea.md"})
(splitter.as_runnable() | store.add_documents).invoke(page)
chunks = store.as_retriever(search_kwargs={"k": 2})
model = FakeListChatModel(responses=["Let it cool to 80 °C first."])
answer = ChatPromptTemplate.from_template(PROMPT) | model | StrOutputParser()
get = RunnableParallel(chunks=chunks, question=RunnablePassthrough())
ask = get.assign(context=lambda it: "\n".join(c.page_content for c in it["chunks"]))
found = ask.assign(answer=answer).invoke("How cool is Green tea?")
for now in (TEXT, f"Of all kinds.\n\n{TEXT}", TEXT.replace("80", "75")):
    print(found["answer"], *(f"[{cite(chunk, now)}]" for chunk in found["chunks"]))
