"""Faults that users of LangChain's splitters reported: what users move to has none.

Every reported fault has a check here, or a reason why it is none of this package's.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from langchain_core.documents import Document
from langchain_core.indexing import InMemoryRecordManager, index
from langchain_core.runnables import RunnableLambda
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import Language

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownSection,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
    SemanticChunker,
    TokenCounter,
    chunk_key,
)
from langchain_mdsplit.errors import ArgumentError, EmbeddingError
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from tests.shared_data import REPOSITORY, load_cases
from tests.small_embeddings import GivenEmbeddings, WordEmbeddings

Check: TypeAlias = Callable[[str, Mapping[str, Any]], None]
"""Checks one reported text; it is given the arguments that it was reported with."""

COUNT: Final = TokenCounter()
EAST, NORTH, UP, WEST = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 0, 0]


def markdown_splitters(size: int = 200) -> list[ChunkTextSplitter]:
    """Return the splitters that see Markdown, with a limit in characters."""
    options: dict[str, Any] = {"length_function": len, "on_long_heading": "truncate"}
    return [
        MarkdownFragmentTextSplitter(size, length_function=len),
        MarkdownTokenTextSplitter(size, **options),
        MarkdownSectionTextSplitter(size, merge=False, **options),
        MarkdownSectionTextSplitter(size, **options),
        SemanticChunker(
            WordEmbeddings(), chunk_size=size, min_chunk_size=size // 2, **options
        ),
    ]


def token_texts(text: str, size: int, **options: Any) -> list[str]:
    """Return the chunks of the token splitter for a limit in characters."""
    options.setdefault("on_long_heading", "truncate")
    splitter = MarkdownTokenTextSplitter(size, length_function=len, **options)
    return splitter.split_text(text)


def check_spans(
    splitter: ChunkTextSplitter, text: str, *, is_slice: bool = True
) -> list[Document]:
    """Return a text's Documents; check that each is where it says it is."""
    documents = splitter.create_documents([text])
    for document in documents:
        start, end = (document.metadata[key] for key in ("start_index", "end_index"))
        assert 0 <= start < end <= len(text)
        if is_slice:
            offset = document.metadata["content_offset"]
            kept = document.page_content[offset : offset + end - start]
            assert kept == text[start:end]
    return documents


def has_headings(*expected: tuple[int, str]) -> Check:
    """Return a check of the headings that a text has, with their levels."""

    def check(text: str, _: Mapping[str, Any]) -> None:
        def walk(section: MarkdownSection) -> Iterator[tuple[int, str]]:
            for child in section.children:
                yield child.level, str(child.heading)
                yield from walk(child)

        tree = MarkdownSectionTextSplitter().parse_sections(text)
        assert tuple(walk(tree)) == expected
        titles = {title for _, title in expected}
        for splitter in markdown_splitters():
            for chunk in splitter.split_chunks(text):
                assert titles.issuperset(chunk.headings)

    return check


def keeps(*parts: str) -> Check:
    """Return a check that parts of a text are in its chunks as they are."""

    def check(text: str, _: Mapping[str, Any]) -> None:
        for splitter in markdown_splitters():
            texts = splitter.split_text(text)
            for part in parts:
                assert part in text
                assert any(part in chunk for chunk in texts), splitter

    return check


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions a piece of work calls: a time without a clock."""
    calls = 0

    def count(_frame: object, event: str, _: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


def grows_linearly(first: str, more: str, counts: tuple[int, int]) -> Check:
    """Return a check that four times the text takes about four times the work."""

    def check(_: str, __: Mapping[str, Any]) -> None:
        splitter = MarkdownTokenTextSplitter(200)
        texts = [
            first + "".join(more.format(number=n) for n in range(count))
            for count in counts
        ]
        short, long = [calls_of(partial(splitter.split_text, it)) for it in texts]
        assert 1_000 < short < long < 5 * short

    return check


def check_metadata(text: str, _: Mapping[str, Any]) -> None:
    source = Document(text, metadata={"source": "f.md", "page": 3})
    (found,) = MarkdownTokenTextSplitter(heading_keys=True).split_documents([source])
    assert found.metadata["source"] == "f.md"
    assert found.metadata["page"] == 3
    assert found.metadata["Header 1"] in {"A", "Plan"}


def check_empty_section(text: str, _: Mapping[str, Any]) -> None:
    for splitter in markdown_splitters(20):
        documents = splitter.create_documents([text])
        assert len(documents) > 1
        assert any("# Alpha" in item.page_content for item in documents), splitter


def check_first_result_stays(text: str, _: Mapping[str, Any]) -> None:
    for splitter in markdown_splitters():
        first = splitter.split_chunks(text)
        splitter.split_chunks("# Two\n\nsecond\n")
        assert any("first" in chunk.text for chunk in first)
        assert not any("second" in chunk.text for chunk in first)


def check_no_state(text: str, _: Mapping[str, Any]) -> None:
    for splitter in markdown_splitters():
        splitter.split_text("# One\n\nfirst\n")
        (chunk,) = splitter.split_chunks(text)
        assert (chunk.text.rstrip(), chunk.headings) == ("no heading here", ())


def check_no_stale_heading(text: str, _: Mapping[str, Any]) -> None:
    splitter = MarkdownTokenTextSplitter(12, length_function=len, heading_keys=True)
    last = splitter.create_documents([text])[-1]
    keys = {key: last.metadata[key] for key in last.metadata if "Header" in key}
    assert keys == {"Header 1": "A", "Header 2": "B"}
    assert last.metadata["heading_path"] == "A > B"


def check_front_matter(text: str, _: Mapping[str, Any]) -> None:
    for splitter in markdown_splitters(24)[1:]:
        assert splitter.split_text(text)[0] == "---\ntitle: X\n---"


def check_threads(_: str, __: Mapping[str, Any]) -> None:
    texts = ["".join(f"# {n}-{i}\n\nabc\n\n" for i in range(40)) for n in range(4)]
    for splitter in markdown_splitters(12):
        expected = list(map(splitter.split_chunks, texts))
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(splitter.split_chunks, texts * 5)) == expected * 5


def check_code_with_its_text(text: str, _: Mapping[str, Any]) -> None:
    for splitter in markdown_splitters(35)[1:4]:
        (chunk,) = splitter.split_text(text + "\n\n# B\n\n" + "text " * 5)[:1]
        assert "intro\n\n```py\nx=1\n```\n\nouttro" in chunk


def check_cuts_before_headings(text: str, arguments: Mapping[str, Any]) -> None:
    expected = {
        45: [
            "Intro words here.",
            "## One\nalpha alpha alpha",
            "## Two\nbeta beta beta",
        ],
        30: ["aaa aaa aaa aaa aaa\n\nbbb", "## Two\nccc ccc ccc ccc"],
    }
    size = arguments["chunk_size"]
    assert token_texts(text, size) == expected[size]


def check_code_comments(text: str, arguments: Mapping[str, Any]) -> None:
    chunks = token_texts(text, arguments["chunk_size"])
    assert len(chunks) > 1
    for chunk in chunks:
        assert chunk.startswith("```sh\n")
        assert chunk.rstrip().endswith("\n```")
        assert chunk.count("```") == 2
    assert any("# install the tool\nmake" in chunk for chunk in chunks)


def check_a_rule_alone(text: str, arguments: Mapping[str, Any]) -> None:
    for splitter in markdown_splitters(arguments["chunk_size"]):
        assert [chunk.strip() for chunk in splitter.split_text(text)] == ["***"]


def check_from_language(text: str, _: Mapping[str, Any]) -> None:
    splitter = RecursiveCharacterTextSplitter.from_language(Language.MARKDOWN)
    assert splitter.split_text(text) == ["x"]
    assert not hasattr(MarkdownTokenTextSplitter, "from_language")


def check_small_fence(text: str, arguments: Mapping[str, Any]) -> None:
    for splitter in markdown_splitters(arguments["chunk_size"]):
        assert any(
            "```py\nx = 1\n```" in chunk for chunk in splitter.split_text(text)
        ), splitter


def by_tokens(arguments: Mapping[str, Any]) -> ChunkTextSplitter:
    """Return the drop-in with the arguments that a fault was reported with."""
    given = {**arguments, "encoding_name": "cl100k_base"}
    return RecursiveCharacterTextSplitter.from_tiktoken_encoder(**given)


def check_token_offsets(text: str, arguments: Mapping[str, Any]) -> None:
    given = {key: arguments[key] for key in ("chunk_size", "chunk_overlap")}
    for splitter in (by_tokens(arguments), MarkdownTokenTextSplitter(**given)):
        documents = check_spans(splitter, text)
        starts = [document.metadata["start_index"] for document in documents]
        assert starts == sorted(set(starts))
        assert len(starts) > 2


def check_own_copy(text: str, arguments: Mapping[str, Any]) -> None:
    check_token_offsets(text, arguments)
    documents = check_spans(by_tokens(arguments), text)
    assert [item.metadata["start_index"] for item in documents][:3] == [0, 7, 14]


def check_separator_run(text: str, arguments: Mapping[str, Any]) -> None:
    size = arguments["chunk_size"]
    (found,) = check_spans(MarkdownTokenTextSplitter(size), text)
    assert found.page_content == text
    splitter = RecursiveCharacterTextSplitter(
        ["\n\n"],
        keep_separator=False,
        chunk_size=size,
        chunk_overlap=0,
        add_start_index=True,
    )
    (joined,) = check_spans(splitter, text, is_slice=False)
    assert joined.metadata["start_index"] == 0
    assert "content_offset" not in joined.metadata  # it says that it is no slice


def check_pattern_not_in_text(text: str, arguments: Mapping[str, Any]) -> None:
    for keep in (True, "start", "end"):
        splitter = RecursiveCharacterTextSplitter(
            [arguments["separator"]],
            keep_separator=keep,
            is_separator_regex=True,
            chunk_size=arguments["chunk_size"],
            chunk_overlap=0,
        )
        assert splitter.split_text(text) == [text]


def check_full_stops(text: str, arguments: Mapping[str, Any]) -> None:
    expected = ["Sun rises.", "Moon sets.", "Rain falls."]
    assert token_texts(text, arguments["chunk_size"]) == expected


def check_no_space_around(text: str, arguments: Mapping[str, Any]) -> None:
    for splitter in markdown_splitters(arguments["chunk_size"]):
        for chunk in splitter.split_text(text):
            assert chunk == chunk.strip()
            assert len(chunk) <= arguments["chunk_size"]


def check_size(text: str, arguments: Mapping[str, Any]) -> None:
    size = arguments["chunk_size"]
    recursive = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=0)
    for splitter in (*markdown_splitters(size), recursive):
        chunks = splitter.split_text(text)
        assert max(map(len, chunks)) <= size
        assert "".join(chunks) == text.replace("\n", "")


def check_what_fits_is_whole(text: str, _: Mapping[str, Any]) -> None:
    size = COUNT(text)
    assert MarkdownTokenTextSplitter(size).split_text(text) == [text]
    assert MarkdownSectionTextSplitter(size).split_text(text) == [text]


def check_indentation(text: str, arguments: Mapping[str, Any]) -> None:
    chunks = token_texts(f"```\n{text}```\n", arguments["chunk_size"] + 12)
    assert len(chunks) > 1
    lines = [line for chunk in chunks for line in chunk.split("\n") if line != "```"]
    assert lines == text.split("\n")[:-1]


def check_characters_whole(text: str, arguments: Mapping[str, Any]) -> None:
    chunks = MarkdownTokenTextSplitter(arguments["chunk_size"]).split_text(text)
    assert len(chunks) > 2
    assert "".join(chunks) == text


def words() -> str:
    """Return 30,000 random words in one line."""
    choose = random.Random(1)  # noqa: S311  (no secret)
    letters = "abcdefghijklmnopqrstuvwxyz"
    return " ".join(
        "".join(choose.choices(letters, k=choose.randint(2, 9))) for _ in range(30_000)
    )


def check_few_calls(_: str, arguments: Mapping[str, Any]) -> None:
    calls = 0

    def count(text: str) -> int:
        nonlocal calls
        calls += 1
        return COUNT(text)

    splitter = MarkdownTokenTextSplitter(arguments["chunk_size"], length_function=count)
    chunks = splitter.split_text(words())
    assert len(chunks) > 100
    assert calls < 20 * len(chunks)


def check_token_limit(_: str, arguments: Mapping[str, Any]) -> None:
    size = arguments["chunk_size"]
    chunks = MarkdownTokenTextSplitter(size).split_text(words())
    assert max(COUNT.count_many(chunks)) <= size
    # No chunk could take the next one's first word as well.
    assert min(COUNT.count_many(chunks[:-1])) > size - 12


def check_table_header(text: str, arguments: Mapping[str, Any]) -> None:
    header = "| id | name |\n|----|------|\n"
    for splitter in markdown_splitters(arguments["chunk_size"]):
        chunks = splitter.split_text(text)
        assert all(chunk.startswith(header) for chunk in chunks)
        rows = "\n".join(chunk.removeprefix(header) for chunk in chunks)
        assert header + rows == text


def check_heading_in_each(text: str, arguments: Mapping[str, Any]) -> None:
    for splitter in markdown_splitters(arguments["chunk_size"]):
        documents = splitter.create_documents([text])
        assert len(documents) > 2
        for document in documents:
            assert document.metadata["heading_path"] == "Success rules"
    for chunk in token_texts(text, arguments["chunk_size"]):
        assert chunk.startswith("## Success rules\n")


def check_blank(text: str, arguments: Mapping[str, Any]) -> None:
    size = arguments["chunk_size"]
    recursive = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=0)
    for splitter in (*markdown_splitters(size), recursive):
        assert splitter.split_text(text) == []


def check_each_character_once(text: str, arguments: Mapping[str, Any]) -> None:
    for splitter in markdown_splitters(arguments["chunk_size"]):
        assert "".join(splitter.split_text(text)) == text


def check_default_encoding(text: str, _: Mapping[str, Any]) -> None:
    kinds = (MarkdownTokenTextSplitter, MarkdownSectionTextSplitter)
    for splitter in (kind.from_tiktoken_encoder() for kind in kinds):
        (chunk,) = splitter.split_chunks(text)
        assert chunk.token_count == COUNT(text) == 1


def check_overlap_of_all(_: str, arguments: Mapping[str, Any]) -> None:
    size = arguments["chunk_size"]
    text = "ab " * 2000
    splitter = MarkdownTokenTextSplitter(size, chunk_overlap=size, length_function=len)
    documents = check_spans(splitter, text)
    ends = [document.metadata["end_index"] for document in documents]
    assert ends == sorted(set(ends))
    for document in documents[1:]:
        assert document.metadata.get("overlap", 0) < size
    with pytest.raises(ArgumentError, match="chunk_overlap"):
        MarkdownTokenTextSplitter(size, chunk_overlap=size + 1)


def semantic(vectors: Sequence[Sequence[float]], **options: Any) -> SemanticChunker:
    """Return a chunker whose texts have some vectors, with the paper's threshold."""
    return SemanticChunker(GivenEmbeddings(vectors), hard_threshold=0.6, **options)


def check_one_sentence(text: str, _: Mapping[str, Any]) -> None:
    assert SemanticChunker(WordEmbeddings()).split_text(text) == [text]


def check_two_sentences(text: str, arguments: Mapping[str, Any]) -> None:
    assert semantic([EAST, EAST]).split_text(text) == [text]
    with pytest.raises(ArgumentError, match="breakpoint_threshold_type"):
        SemanticChunker(WordEmbeddings(), **arguments)


def check_missing_vector(text: str, _: Mapping[str, Any]) -> None:
    with pytest.raises(EmbeddingError, match="2 vectors for the 3 texts"):
        semantic([EAST, EAST]).split_text(text)


def check_most(_: str, __: Mapping[str, Any]) -> None:
    text = " ".join(f"Sentence number {n} is alike." for n in range(200))
    chunks = semantic([EAST] * 200, chunk_size=50).split_text(text)
    assert max(COUNT.count_many(chunks)) <= 50
    assert " ".join(chunks) == text


def check_slices(text: str, _: Mapping[str, Any]) -> None:
    for splitter in (SemanticChunker(WordEmbeddings()), semantic([EAST] * 9)):
        check_spans(splitter, text)


def check_four_sentences(text: str, _: Mapping[str, Any]) -> None:
    embeddings = GivenEmbeddings([EAST] * 4)
    SemanticChunker(embeddings).split_text(text)
    assert embeddings.texts == [f"{part}。" for part in text.split("。")[:-1]]


def check_not_a_number(text: str, _: Mapping[str, Any]) -> None:
    vectors = [EAST, EAST, [float("nan"), 0, 0], EAST, EAST]
    with pytest.raises(EmbeddingError, match=r"nan .*Bees"):
        semantic(vectors).split_text(text)


def check_two_subjects(text: str, _: Mapping[str, Any]) -> None:
    for splitter in (semantic([EAST, NORTH]), SemanticChunker(WordEmbeddings(500))):
        assert splitter.split_text(text) == ["Ants dig.", "Zinc melts."]


def check_vectors_again(text: str, _: Mapping[str, Any]) -> None:
    analysis = semantic([EAST, NORTH]).analyze(text)
    assert analysis.vectors.tolist() == [EAST, NORTH]
    assert [chunk.text for chunk in analysis.chunks] == ["Ants dig.", "Bees fly."]


def check_shared_calls(_: str, __: Mapping[str, Any]) -> None:
    embeddings = GivenEmbeddings([EAST] * 10)
    documents = [Document(f"Text {n} is. And is.") for n in range(5)]
    assert len(SemanticChunker(embeddings).split_documents(documents)) == 5
    assert len(embeddings.batches) == 1


def check_four_subjects(text: str, _: Mapping[str, Any]) -> None:
    found = semantic([EAST, NORTH, UP, WEST]).split_text(text)
    assert found == ["Ants dig.", "Bees fly.", "Cats nap.", "Dogs run."]


class Store:
    """A vector store and its record manager."""

    def __init__(self) -> None:
        self.manager = InMemoryRecordManager("reported")
        self.manager.create_schema()
        self.store = InMemoryVectorStore(WordEmbeddings())

    def add(self, text: str, batch_size: int = 100) -> tuple[int, int, int]:
        """Index a text's chunks; return how many are added, skipped, deleted."""
        source = Document(text, metadata={"source": "a.md"})
        splitter = MarkdownTokenTextSplitter(40, length_function=len, add_ids=True)
        found = index(
            splitter.split_documents([source]),
            self.manager,
            self.store,
            cleanup="incremental",
            source_id_key="source",
            key_encoder=chunk_key,
            batch_size=batch_size,
        )
        return found["num_added"], found["num_skipped"], found["num_deleted"]


def check_start_indices_are_no_keys(_: str, __: Mapping[str, Any]) -> None:
    text = "".join(f"# {n}\n\nThe paragraph numbered {n}.\n\n" for n in range(8))
    store = Store()
    assert store.add(text) == (8, 0, 0)
    assert store.add(text) == (0, 8, 0)
    assert store.add(f"A short line.\n\n{text}") == (1, 8, 0)


def check_ids_are_not_copied(_: str, __: Mapping[str, Any]) -> None:
    source = Document("# A\n\none\n\n# B\n\ntwo\n\n# C\n\nthree\n", id="parent")
    for splitter in markdown_splitters(12):
        documents = splitter.split_documents([source])
        store = InMemoryVectorStore(WordEmbeddings())
        store.add_documents(documents)
        assert len(store.store) == len(documents) >= 3
        assert all(document.id is not source.id for document in documents)


def check_values_are_json(_: str, __: Mapping[str, Any]) -> None:
    text = "---\na: 2024-01-01\n---\n\n# A {#b}\n\none two three\n\n- four\n- five\n"
    given = {"path": Path("a.md")}
    for splitter in markdown_splitters(24):
        for document in splitter.split_documents([Document(text, metadata=given)]):
            added = {key: document.metadata[key] for key in document.metadata}
            assert added.pop("path") == given["path"]
            assert json.loads(json.dumps(added)) == added


def check_pipes(text: str, _: Mapping[str, Any]) -> None:
    for splitter in (*markdown_splitters(), RecursiveCharacterTextSplitter()):
        chain = RunnableLambda(str.upper) | splitter.as_runnable()
        assert [item.page_content for item in chain.invoke(text)] == [text.upper()]


def check_schema(_: str, __: Mapping[str, Any]) -> None:
    schema = RecursiveCharacterTextSplitter().as_runnable().get_input_jsonschema()
    assert "Document" in json.dumps(schema)


CHECKS: Final[Mapping[str, Check]] = {
    "LC-002": keeps("\tgcc -o a\u00a0b a.c"),
    "LC-004": has_headings((1, "Log")),
    "LC-005": has_headings((1, "Log")),
    "LC-007": has_headings((1, "Doc")),
    "LC-009": has_headings((1, "Alpha")),
    "LC-011": check_metadata,
    "LC-012": check_empty_section,
    "LC-015": has_headings((1, "Real")),
    "LC-018": has_headings((1, "A")),
    "LC-021": has_headings((1, "A"), (2, "B")),
    "LC-022": grows_linearly("# A\n\n", "Paragraph {number}.\n\n", (10_000, 40_000)),
    "LC-026": has_headings((1, "A"), (2, "B")),
    "LC-027": keeps("می\u200cروم \U0001f468\u200d\U0001f469\u200d\U0001f467 a\u00adb"),
    "LC-028": keeps("名前\u3000田中"),
    "LC-029": has_headings((1, "A")),
    "LC-030": keeps("x = 1", "important"),
    "LC-031": check_first_result_stays,
    "LC-032": check_no_state,
    "LC-033": check_no_stale_heading,
    "LC-034": grows_linearly("# H\n\n", "line {number}\n", (20_000, 80_000)),
    "LC-036": has_headings((1, "A"), (2, "Title")),
    "LC-037": check_front_matter,
    "LC-038": has_headings((1, "A"), (1, "B")),
    "LC-040": check_threads,
    "LC-041": keeps("page one\fpage two\u2028same line"),
    "LC-042": keeps("***"),
    "LC-043": has_headings((1, "A")),
    "LC-044": check_code_with_its_text,
    "LC-050": check_cuts_before_headings,
    "LC-051": check_cuts_before_headings,
    "LC-052": check_code_comments,
    "LC-053": check_a_rule_alone,
    "LC-054": check_from_language,
    "LC-055": check_small_fence,
    "LC-061": check_token_offsets,
    "LC-062": check_token_offsets,
    "LC-063": check_own_copy,
    "LC-064": check_separator_run,
    "LC-065": check_pattern_not_in_text,
    "LC-066": check_full_stops,
    "LC-067": check_no_space_around,
    "LC-069": check_size,
    "LC-070": check_what_fits_is_whole,
    "LC-072": check_indentation,
    "LC-074": check_characters_whole,
    "LC-077": check_few_calls,
    "LC-078": check_token_limit,
    "LC-084": check_table_header,
    "LC-085": check_heading_in_each,
    "LC-087": check_metadata,
    "LC-088": check_blank,
    "LC-092": check_each_character_once,
    "LC-093": check_default_encoding,
    "LC-095": check_overlap_of_all,
    "LC-100": check_one_sentence,
    "LC-101": check_two_sentences,
    "LC-103": check_missing_vector,
    "LC-105": check_most,
    "LC-106": check_slices,
    "LC-108": check_four_sentences,
    "LC-113": check_not_a_number,
    "LC-114": check_two_subjects,
    "LC-115": check_vectors_again,
    "LC-116": check_shared_calls,
    "LC-118": check_four_subjects,
    "LC-121": check_start_indices_are_no_keys,
    "LC-123": check_ids_are_not_copied,
    "LC-124": check_values_are_json,
    "LC-130": check_pipes,
    "LC-131": check_schema,
}
ELSEWHERE: Final[Mapping[str, str]] = {
    "LC-110": "tests/splitters/test_semantic.py",
}
"""Faults whose tests stand elsewhere, and where; each names its fault there."""
NOT_OURS: Final[Mapping[str, str]] = {
    "LC-010": "a paragraph of strong text is no heading in Markdown; there is no"
    " option that makes it one",
    "LC-120": "which records are deleted between two batches is decided by"
    " LangChain's index(), not by what a splitter returns",
}
"""Faults that this package could not have, and why."""


def reported() -> list[dict[str, Any]]:
    """Return the reported faults."""
    return load_cases("data/reported_faults.jsonl")


def test_every_reported_fault_is_checked_or_has_a_reason() -> None:
    known = [*CHECKS, *ELSEWHERE, *NOT_OURS]
    assert len(set(known)) == len(known)
    faults = {fault["id"] for fault in reported()}
    assert not faults or faults == set(known)


@pytest.mark.parametrize(("name", "file"), ELSEWHERE.items())
def test_faults_that_are_tested_elsewhere_are_named_there(name: str, file: str) -> None:
    assert name in (REPOSITORY / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "fault",
    [fault for fault in reported() if fault["id"] in CHECKS],
    ids=lambda fault: f"{fault['id']} {fault['kind']}",
)
def test_a_reported_fault_is_not_there(fault: dict[str, Any]) -> None:
    given = fault["input"]
    CHECKS[fault["id"]](given["text"], given["kwargs"])
