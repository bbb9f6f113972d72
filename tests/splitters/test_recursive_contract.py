"""RecursiveCharacterTextSplitter keeps the contract of all splitters.

It knows nothing of Markdown and raises as LangChain's class does: the tests of the
contract that ask for headings or for other errors are replaced here.
"""

import pickle
from typing import Any, ClassVar

import numpy as np
import pytest
from transformers import PreTrainedTokenizerFast

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    RecursiveCharacterTextSplitter,
    TokenCounter,
    locate,
)
from langchain_mdsplit.errors import ArgumentTypeError, MdSplitError
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from tests.splitters.contract import (
    TEXT,
    SplitterContract,
    count_words,
    plain,
    word_tokenizer,
)


class TestContract(SplitterContract):
    splitter_class: ClassVar[type[ChunkTextSplitter]] = RecursiveCharacterTextSplitter
    arguments: ClassVar[dict[str, Any]] = {
        "chunk_size": 60,
        "chunk_overlap": 12,
        "add_start_index": True,
    }

    def test_blank_text_has_no_chunks(self) -> None:
        for text in ("", " \n\t\r\n", "\u3000\n\x0c\u2028"):
            assert self.make().split_text(text) == []
            assert self.make().create_documents([text]) == []

    def test_metadata_is_scalar_and_names_the_place(self) -> None:
        for document in self.make().split_documents([self.document()]):
            keys = {"source", "start_index", "end_index", "content_offset"}
            assert set(document.metadata) == keys
            assert document.metadata["content_offset"] == 0
            start, end = (
                document.metadata["start_index"],
                document.metadata["end_index"],
            )
            assert TEXT[start:end] == document.page_content

    def test_anchor_is_that_of_the_section(self) -> None:
        documents = self.make().create_documents([TEXT])
        assert not any("anchor" in item.metadata for item in documents)

    def test_without_start_index_nothing_is_added(self) -> None:
        splitter = self.make(add_start_index=False)
        metadata = {"source": "tea.md"}
        documents = splitter.split_documents([self.document()])
        assert all(document.metadata == metadata for document in documents)
        assert all(not item.metadata for item in splitter.create_documents([TEXT]))

    def test_lengths_are_in_the_unit_asked_for(self) -> None:
        cls = RecursiveCharacterTextSplitter
        arguments = {**self.arguments, "chunk_size": 16, "chunk_overlap": 3}
        o200k = TokenCounter("o200k_base")
        for splitter, count in (
            (cls(**arguments), len),
            (cls(**arguments, length_function=count_words), count_words),
            (cls(**arguments, encoding_name="o200k_base"), o200k),
            (cls(**arguments, model_name="gpt-4o"), o200k),
            (cls.from_tiktoken_encoder("cl100k_base", **arguments), TokenCounter()),
            (cls.from_tiktoken_encoder(model_name="gpt-4o", **arguments), o200k),
        ):
            chunks = splitter.split_chunks(TEXT)
            assert len(chunks) > 3
            for chunk in chunks:
                assert chunk.token_count == count(chunk.text)

    def test_huggingface_tokenizers_count(self) -> None:
        bare = word_tokenizer()
        fast = PreTrainedTokenizerFast(tokenizer_object=bare, unk_token="[UNK]")  # type: ignore[no-untyped-call]  # noqa: S106
        for tokenizer in (bare, fast):
            splitter = RecursiveCharacterTextSplitter.from_huggingface_tokenizer(
                tokenizer, chunk_size=9, chunk_overlap=2
            )
            copy = pickle.loads(pickle.dumps(splitter))
            chunks = copy.split_chunks(TEXT)
            assert len(chunks) > 1
            for chunk in chunks:
                assert chunk.token_count == len(bare.encode(chunk.text).ids)

    def test_chunks_are_located(self) -> None:
        edited = "New.\n\n" + TEXT
        for document in self.make(add_ids=True).split_documents([self.document()]):
            place = locate(TEXT, document)
            assert place.start_index == document.metadata["start_index"]
            assert place.end_index == document.metadata["end_index"]
            moved = locate(edited, document)
            text = edited[moved.start_index : moved.end_index]
            assert text == document.page_content

    def test_a_second_pass_keeps_the_first_ones_place(self) -> None:
        splitter = self.make()
        first = MarkdownFragmentTextSplitter()
        for parent in first.split_documents([self.document(page=1)]):
            for child in splitter.split_documents([parent]):
                metadata = child.metadata
                if "content_offset" not in parent.metadata:
                    for key in ("start_index", "end_index"):
                        assert metadata[key] == parent.metadata[key]
                    assert metadata["parent_start_index"] == 0
                    assert "content_offset" not in metadata
                    continue
                start = metadata["parent_start_index"] + metadata["start_index"]
                end = metadata["parent_start_index"] + metadata["end_index"]
                assert TEXT[start:end] == child.page_content
                assert metadata["page"] == 1
                assert locate(TEXT, child).start_index == start

    def test_a_second_pass_keeps_paths_and_anchors(self) -> None:
        for add_start_index in (True, False):
            splitter = self.make(add_start_index=add_start_index)
            first = MarkdownFragmentTextSplitter()
            for parent in first.split_documents([self.document()]):
                for child in splitter.split_documents([parent]):
                    for key in ("heading_path", "label", "anchor"):
                        assert child.metadata.get(key) == parent.metadata.get(key)

    def test_a_second_pass_does_not_keep_what_is_no_longer_true(self) -> None:
        parents = MarkdownFragmentTextSplitter().split_documents([self.document()])
        for child in self.make(add_start_index=False).split_documents(parents[1:]):
            assert not {"start_index", "end_index", "token_count"} & set(child.metadata)

    @pytest.mark.parametrize(
        ("name", "value", "error"),
        [
            ("chunk_size", 0, ValueError),
            ("chunk_size", "100", TypeError),
            ("chunk_overlap", -1, ValueError),
            ("chunk_overlap", 10**9, ValueError),
            ("chunk_overlap", None, TypeError),
            ("encoding_name", "cl100k", MdSplitError),
            ("encoding_name", 3, ArgumentTypeError),
            ("model_name", "no-such-model", MdSplitError),
            ("graphemes", 1, ArgumentTypeError),
            ("add_ids", None, ArgumentTypeError),
            ("show_progress", 2, ArgumentTypeError),
        ],
    )
    def test_bad_arguments_raise_and_are_named(
        self, name: str, value: Any, error: type[Exception]
    ) -> None:
        with pytest.raises(error):
            self.make(**{name: value})

    @pytest.mark.parametrize("length", [None, "3"])
    def test_a_length_function_must_return_a_length(self, length: Any) -> None:
        splitter = self.make(length_function=lambda _: length)
        with pytest.raises(TypeError):
            splitter.split_text(TEXT)

    def test_lengths_need_not_be_integers(self) -> None:
        splitter = self.make(length_function=lambda text: np.float64(len(text)))
        assert splitter.split_text(TEXT) == self.make().split_text(TEXT)

    def test_only_texts_and_documents_are_split(self) -> None:
        splitter: Any = self.make()
        with pytest.raises(ArgumentTypeError, match="text"):
            splitter.split_text(b"bytes")
        with pytest.raises(ArgumentTypeError, match="texts"):
            splitter.create_documents([None])
        for value in (5, None):
            with pytest.raises(ArgumentTypeError, match="input"):
                splitter.as_runnable().invoke(value)
        with pytest.raises(ArgumentTypeError, match=r"^documents\[1\]"):
            splitter.split_documents([self.document(), "a text"])

    def test_a_splitter_of_tokens_pickles(self) -> None:
        splitter = RecursiveCharacterTextSplitter.from_tiktoken_encoder(
            "o200k_base", chunk_size=20, chunk_overlap=4, add_start_index=True
        )
        copy = pickle.loads(pickle.dumps(splitter))
        expected = plain(splitter.split_documents([self.document()]))
        assert plain(copy.split_documents([self.document()])) == expected
        assert len(expected) > 3
