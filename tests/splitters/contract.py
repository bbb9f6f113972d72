"""What holds for every splitter: the tests of each inherit this class."""

import gc
import json
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import numpy as np
import pytest
from langchain_classic.retrievers import ParentDocumentRetriever
from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.runnables import RunnableLambda
from langchain_core.stores import InMemoryStore
from langchain_core.tracers import BaseTracer
from langchain_core.tracers.schemas import Run
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import TextSplitter
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from transformers import PreTrainedTokenizerFast

from langchain_mdsplit import MdSplitError, TokenCounter, chunk_key, locate
from langchain_mdsplit.errors import (
    ArgumentError,
    ArgumentTypeError,
    LengthFunctionError,
    MetadatasLengthError,
    MissingIdError,
)
from langchain_mdsplit.splitters.base import ChunkTextSplitter

TEXT = """\
---
title: Tea
---

An introduction.

# Brewing {#brew}

Boil *fresh* water. Wait a little, 沸騰したお湯を注ぐ。

## Green > black

- leaves
- water, 80 °C

```python
# not a heading
time = 3
```

| leaf  | minutes |
| ----- | ------- |
| green | 2       |

# Brewing

The same text.

The same text.
"""


class TextLoader(BaseLoader):
    """Loads one document."""

    def lazy_load(self) -> Iterator[Document]:
        yield Document(page_content=TEXT, metadata={"source": "tea.md"})


class RunNames(BaseTracer):
    """Notes the names of the runs it is told of."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def _persist_run(self, run: Run) -> None:
        self.names.append(run.name)


def count_words(text: str) -> int:
    """Return the number of words of a text."""
    return len(text.split())


def word_tokenizer() -> Tokenizer:
    """Return a small tokenizer whose tokens are words and marks."""
    tokenizer = Tokenizer(WordLevel({"[UNK]": 0, "tea": 1}, unk_token="[UNK]"))  # noqa: S106
    tokenizer.pre_tokenizer = Whitespace()
    return tokenizer


def plain(documents: list[Document]) -> list[tuple[str, dict[str, Any], str | None]]:
    """Return what two lists of Documents are compared by."""
    return [(item.page_content, item.metadata, item.id) for item in documents]


class SplitterContract:
    """The contract; a subclass names its splitter and arguments that make it cut."""

    splitter_class: ClassVar[type[ChunkTextSplitter]]
    arguments: ClassVar[dict[str, Any]]

    def make(self, **options: Any) -> ChunkTextSplitter:
        return self.splitter_class(**{**self.arguments, **options})

    def document(self, **metadata: Any) -> Document:
        return Document(page_content=TEXT, metadata={"source": "tea.md", **metadata})

    def test_it_is_a_langchain_text_splitter(self) -> None:
        assert isinstance(self.make(), TextSplitter)

    def test_a_chunk_size_alone_is_enough(self) -> None:
        assert self.splitter_class(chunk_size=100).split_text(TEXT)

    def test_blank_text_has_no_chunks(self) -> None:
        for text in ("", " \n\t\r\n", "\ufeff", "\ufeff \n", "\u3000\n\x0c\u2028"):
            assert self.make().split_text(text) == []
            assert self.make().create_documents([text]) == []

    def test_texts_chunks_and_documents_agree(self) -> None:
        splitter = self.make()
        chunks = splitter.split_chunks(TEXT)
        assert splitter.split_text(TEXT) == [chunk.text for chunk in chunks]
        documents = splitter.create_documents([TEXT])
        assert [item.page_content for item in documents] == splitter.split_text(TEXT)
        assert len(chunks) > 3

    def test_offsets_are_those_of_the_slice(self) -> None:
        for document in self.make().create_documents([TEXT]):
            start, end = (
                document.metadata[key] for key in ("start_index", "end_index")
            )
            assert 0 <= start < end <= len(TEXT)
            if "content_offset" in document.metadata:
                offset = document.metadata["content_offset"]
                kept = document.page_content[offset : offset + end - start]
                assert kept == TEXT[start:end]

    def test_metadata_is_scalar_and_names_the_place(self) -> None:
        documents = self.make(heading_keys=True).split_documents([self.document()])
        for index, document in enumerate(documents):
            for value in document.metadata.values():
                assert isinstance(value, str | int | float | bool)
            assert document.metadata["chunk_index"] == index
            count = TokenCounter()(document.page_content)
            assert document.metadata["token_count"] == count
            assert document.metadata["source"] == "tea.md"
        last = documents[-1].metadata
        assert last["heading_path"] == "Brewing"
        assert last["Header 1"] == "Brewing"
        paths = {document.metadata["heading_path"] for document in documents}
        assert "Brewing > Green \\> black" in paths

    def test_anchor_is_that_of_the_section(self) -> None:
        documents = self.make().create_documents([TEXT])
        anchors = {item.metadata.get("anchor") for item in documents}
        assert "brew" in anchors
        assert "anchor" not in documents[-1].metadata

    def test_without_start_index_there_are_no_offsets(self) -> None:
        for document in self.make(add_start_index=False).create_documents([TEXT]):
            assert not {"start_index", "end_index", "content_offset"} & set(
                document.metadata
            )

    def test_metadata_is_passed_on_and_not_shared(self) -> None:
        tags = ["a", ["b"]]
        source = self.document(tags=tags, page=7, none=None, start_index="theirs")
        first, second, *_ = self.make().split_documents([source])
        assert first.metadata["tags"] == tags
        assert first.metadata["page"] == 7
        assert first.metadata["none"] is None
        assert isinstance(first.metadata["start_index"], int)
        first.metadata["tags"][1].append("c")
        first.metadata["page"] = 8
        assert second.metadata["tags"] == ["a", ["b"]]
        assert second.metadata["page"] == 7
        assert tags == ["a", ["b"]]
        assert source.metadata["start_index"] == "theirs"
        assert "chunk_index" not in source.metadata

    def test_the_parents_id_is_not_copied(self) -> None:
        parent = Document(page_content=TEXT, id="parent")
        assert {item.id for item in self.make().split_documents([parent])} == {None}

    def test_texts_and_metadatas_must_be_as_many(self) -> None:
        with pytest.raises(MetadatasLengthError, match="metadatas") as caught:
            self.make().create_documents(["a", "b"], metadatas=[{}])
        assert isinstance(caught.value, IndexError)
        assert isinstance(caught.value, MdSplitError)

    def test_no_metadatas_are_not_as_many_as_texts(self) -> None:
        assert self.make().create_documents([], metadatas=[]) == []
        with pytest.raises(MetadatasLengthError):
            self.make().create_documents(["a"], metadatas=[])
        wrong: Any = [None]
        with pytest.raises(ArgumentTypeError, match="metadatas"):
            self.make().create_documents(["a"], metadatas=wrong)

    def test_any_iterable_is_consumed_once(self) -> None:
        splitter = self.make()
        expected = plain(splitter.split_documents([self.document(), self.document()]))
        generator = (self.document() for _ in range(2))
        assert plain(splitter.split_documents(generator)) == expected
        assert list(generator) == []

    def test_lazy_splitting_reads_one_document_at_a_time(self) -> None:
        read: list[int] = []

        def documents() -> Iterator[Document]:
            for number in range(3):
                read.append(number)
                yield self.document(number=number)

        chunks = self.make().lazy_split_documents(documents())
        assert read == []
        assert next(chunks).metadata["number"] == 0
        assert read == [0]
        assert {chunk.metadata["number"] for chunk in chunks} == {0, 1, 2}

    def test_transforming_is_splitting(self) -> None:
        splitter = self.make()
        expected = plain(splitter.split_documents([self.document()]))
        transformed = splitter.transform_documents([self.document()])
        assert plain(list(transformed)) == expected

    async def test_async_equals_sync(self) -> None:
        splitter = self.make(add_ids=True)
        documents = [self.document(), self.document()]
        expected = plain(splitter.split_documents(documents))
        assert plain(await splitter.asplit_documents(documents)) == expected
        transformed = await splitter.atransform_documents(documents)
        assert plain(list(transformed)) == expected
        runnable = splitter.as_runnable()
        assert plain(await runnable.ainvoke(documents)) == expected

    def test_batch_equals_one_by_one(self) -> None:
        splitter = self.make()
        runnable = splitter.as_runnable()
        document = self.document()
        expected = plain(splitter.split_documents([document]))
        batches = runnable.batch([[document], [document, document], document])
        assert [plain(batch) for batch in batches] == [
            expected,
            expected * 2,
            expected,
        ]
        assert [item.page_content for item in runnable.invoke(TEXT)] == [
            text for text, _, _ in expected
        ]

    def test_the_runnable_has_schemas_and_a_name(self) -> None:
        runnable = self.make().as_runnable()
        assert "Document" in json.dumps(runnable.get_input_jsonschema())
        assert runnable.get_output_jsonschema()["type"] == "array"
        tracer = RunNames()
        chain = runnable | RunnableLambda(len)
        assert chain.invoke([self.document()], config={"callbacks": [tracer]}) > 3
        assert runnable.get_name() == self.splitter_class.__name__
        traced = RunNames()
        runnable.invoke(TEXT, config={"callbacks": [traced]})
        assert traced.names == [self.splitter_class.__name__]

    def test_a_loader_splits_with_it(self) -> None:
        splitter = self.make()
        loaded = TextLoader().load_and_split(splitter)
        assert plain(loaded) == plain(splitter.split_documents([self.document()]))

    def test_a_parent_document_retriever_uses_it(self) -> None:
        embedding = DeterministicFakeEmbedding(size=8)
        retriever = ParentDocumentRetriever(
            vectorstore=InMemoryVectorStore(embedding),
            docstore=InMemoryStore(),
            child_splitter=self.make(),
        )
        retriever.add_documents([self.document()])
        (found,) = retriever.invoke("green tea")
        assert found.page_content == TEXT

    def test_it_pickles(self) -> None:
        splitter = self.make(add_ids=True)
        expected = plain(splitter.split_documents([self.document()]))
        copy = pickle.loads(pickle.dumps(splitter))
        assert plain(copy.split_documents([self.document()])) == expected
        runnable = pickle.loads(pickle.dumps(splitter.as_runnable()))
        assert plain(runnable.invoke([self.document()])) == expected

    def test_threads_may_share_it(self) -> None:
        splitter = self.make()
        expected = splitter.split_chunks(TEXT)
        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(splitter.split_chunks, [TEXT] * 40))
        assert all(result == expected for result in results)

    def test_nothing_is_left_to_the_garbage_collector(self) -> None:
        splitter = self.make()
        body = TEXT[TEXT.index("An introduction") :]  # json leaves circles itself
        documents = [Document(page_content=body)] * 2
        splitter.split_documents(documents)
        gc.collect()
        gc.disable()
        try:
            splitter.split_documents(documents)
            assert gc.collect() == 0
        finally:
            gc.enable()

    def test_progress_goes_to_stderr_only_when_asked(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.make().split_documents([self.document()])
        assert capsys.readouterr().err == ""
        self.make(show_progress=True).split_documents([self.document()])
        captured = capsys.readouterr()
        assert self.splitter_class.__name__ in captured.err
        assert captured.out == ""

    def test_lengths_are_in_the_unit_asked_for(self) -> None:
        cls, arguments = self.splitter_class, self.arguments
        for splitter, count in (
            (cls(**arguments, length_function=count_words), count_words),
            (cls(**arguments, encoding_name="o200k_base"), TokenCounter("o200k_base")),
            (cls(**arguments, model_name="gpt-4o"), TokenCounter("o200k_base")),
            (cls.from_tiktoken_encoder(**arguments), TokenCounter()),
            (
                cls.from_tiktoken_encoder("o200k_base", **arguments),
                TokenCounter("o200k_base"),
            ),
            (
                cls.from_tiktoken_encoder(model_name="gpt-4o", **arguments),
                TokenCounter("o200k_base"),
            ),
        ):
            chunks = splitter.split_chunks(TEXT)
            assert len(chunks) > 1
            for chunk in chunks:
                assert chunk.token_count == count(chunk.text)

    def test_huggingface_tokenizers_count(self) -> None:
        bare = word_tokenizer()
        fast = PreTrainedTokenizerFast(tokenizer_object=bare, unk_token="[UNK]")  # type: ignore[no-untyped-call]  # noqa: S106
        for tokenizer in (bare, fast):
            splitter = self.splitter_class.from_huggingface_tokenizer(
                tokenizer, **self.arguments
            )
            copy = pickle.loads(pickle.dumps(splitter))
            chunks = copy.split_chunks(TEXT)
            assert len(chunks) > 1
            for chunk in chunks:
                assert chunk.token_count == len(bare.encode(chunk.text).ids)

    def test_ids_survive_an_edit_elsewhere(self) -> None:
        splitter = self.make(add_ids=True)
        before = splitter.split_documents([self.document()])
        ids = [chunk_key(document) for document in before]
        assert len(set(ids)) == len(ids)
        edited = TEXT.replace("An introduction.", "A new and longer introduction.")
        source = Document(page_content=edited, metadata={"source": "tea.md"})
        after = [chunk_key(document) for document in splitter.split_documents([source])]
        assert len(set(ids) & set(after)) >= len(ids) - 2
        assert set(ids) != set(after)
        other = Document(page_content=TEXT, metadata={"source": "other.md"})
        assert not {item.id for item in splitter.split_documents([other])} & set(ids)

    def test_equal_chunks_of_one_source_differ_in_id(self) -> None:
        twice = [self.document(), self.document()]
        documents = self.make(add_ids=True).split_documents(twice)
        assert len({document.id for document in documents}) == len(documents)

    def test_chunk_key_needs_ids(self) -> None:
        (first, *_) = self.make().split_documents([self.document()])
        with pytest.raises(MissingIdError, match="add_ids"):
            chunk_key(first)

    def test_chunks_are_located(self) -> None:
        lines = TEXT.split("\n")
        documents = self.make(add_ids=True).split_documents([self.document()])
        edited = "---\nother: 1\n---\n" + TEXT.partition("---\n\n")[2]
        for document in documents:
            place = locate(TEXT, document)
            assert place.start_index == document.metadata["start_index"]
            assert place.end_index == document.metadata["end_index"]
            line = lines[place.line - 1][place.column - 1 :]
            assert TEXT[place.start_index : place.end_index].startswith(line[:5])
            if "An introduction" not in document.page_content:
                moved = locate(edited, document)
                shift = len(edited) - len(TEXT)
                if document.metadata["label"] != "frontmatter":
                    assert moved.start_index == place.start_index + shift

    def test_a_second_pass_keeps_the_first_ones_place(self) -> None:
        splitter = self.make()
        parents = splitter.split_documents([self.document(page=1)])
        for parent in parents:
            if "content_offset" not in parent.metadata:
                continue
            for child in splitter.split_documents([parent]):
                start = child.metadata["parent_start_index"]
                start += child.metadata["start_index"]
                end = (
                    start - child.metadata["start_index"] + child.metadata["end_index"]
                )
                offset = child.metadata["content_offset"]
                kept = child.page_content[offset : offset + end - start]
                assert kept == TEXT[start:end]
                assert child.metadata["page"] == 1
                assert locate(TEXT, child).start_index == start

    def test_a_second_pass_keeps_paths_and_anchors(self) -> None:
        splitter = self.make()
        parents = splitter.split_documents([self.document()])
        for parent in parents:
            for child in splitter.split_documents([parent]):
                assert child.metadata["heading_path"] == parent.metadata["heading_path"]
                assert child.metadata.get("anchor") == parent.metadata.get("anchor")

    def test_a_second_pass_does_not_count_the_parents_sentences(self) -> None:
        place = {"start_index": 0, "end_index": len(TEXT), "content_offset": 0}
        parent = self.document(heading_path="", sentence_count=99, **place)
        children = self.make().split_documents([parent])
        assert len(children) > 1
        assert all(child.metadata.get("sentence_count") != 99 for child in children)

    @pytest.mark.parametrize(
        ("name", "value", "error"),
        [
            ("chunk_size", 0, ArgumentError),
            ("chunk_size", -5, ArgumentError),
            ("chunk_size", "100", ArgumentTypeError),
            ("chunk_size", 10.0, ArgumentTypeError),
            ("chunk_size", True, ArgumentTypeError),
            ("chunk_overlap", -1, ArgumentError),
            ("chunk_overlap", 10**9, ArgumentError),
            ("chunk_overlap", None, ArgumentTypeError),
            ("encoding_name", "cl100k", MdSplitError),
            ("encoding_name", 3, ArgumentTypeError),
            ("model_name", "no-such-model", MdSplitError),
            ("length_function", 7, ArgumentTypeError),
            ("keep_separator", True, ArgumentError),
            ("add_start_index", "yes", ArgumentTypeError),
            ("strip_whitespace", 1, ArgumentTypeError),
            ("heading_keys", 0, ArgumentTypeError),
            ("add_ids", None, ArgumentTypeError),
            ("show_progress", 2, ArgumentTypeError),
        ],
    )
    def test_bad_arguments_raise_and_are_named(
        self, name: str, value: Any, error: type[MdSplitError]
    ) -> None:
        with pytest.raises(error, match=name):
            self.make(**{name: value})

    def test_a_length_function_excludes_an_encoding(self) -> None:
        for option in ({"encoding_name": "cl100k_base"}, {"model_name": "gpt-4o"}):
            with pytest.raises(ArgumentError, match="length_function"):
                self.make(length_function=len, **option)

    @pytest.mark.parametrize("length", [-1, 1.5, None, "3", True])
    def test_a_length_function_must_return_a_length(self, length: Any) -> None:
        splitter = self.make(length_function=lambda _: length)
        with pytest.raises(LengthFunctionError, match="returned"):
            splitter.split_text(TEXT)

    def test_numpy_integers_are_integers(self) -> None:
        splitter = self.make(
            chunk_size=np.int64(100), length_function=lambda text: np.int32(len(text))
        )
        assert splitter.split_text(TEXT)

    def test_only_texts_and_documents_are_split(self) -> None:
        splitter: Any = self.make()
        with pytest.raises(ArgumentTypeError, match="text"):
            splitter.split_text(b"bytes")
        with pytest.raises(ArgumentTypeError, match="texts"):
            splitter.create_documents([None])
        with pytest.raises(ArgumentTypeError, match="texts"):
            splitter.create_documents("a text")
        for value in (5, None):
            with pytest.raises(ArgumentTypeError, match="input"):
                splitter.as_runnable().invoke(value)
        with pytest.raises(ArgumentTypeError, match=r"^documents\[1\]"):
            splitter.split_documents([self.document(), "a text"])

    def test_special_token_text_is_ordinary_text(self) -> None:
        text = "# A\n\n<|endoftext|> is text.\n"
        assert any("<|endoftext|>" in chunk for chunk in self.make().split_text(text))
