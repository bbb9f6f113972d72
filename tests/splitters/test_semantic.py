"""SemanticChunker: groups, sizes, dropping, embeddings now and awaited, errors."""

import asyncio
import logging
import threading
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import pytest
from langchain_classic.embeddings import CacheBackedEmbeddings
from langchain_core.documents import Document
from langchain_core.stores import InMemoryByteStore
from tqdm.auto import tqdm

from langchain_mdsplit import SemanticChunker, TokenCounter, locate
from langchain_mdsplit.errors import (
    ArgumentError,
    ArgumentTypeError,
    EmbeddingError,
    HeadingTooLongError,
)
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.splitters.semantic_options import Strategy
from tests.shared_data import load_cases
from tests.small_embeddings import GivenEmbeddings, WordEmbeddings
from tests.splitters.contract import TEXT, SplitterContract

SEED: dict[str, Any] = {"hard_threshold": 0.6, "init_const": 1.5, "c": 0.9}
ANIMALS = "Ants dig. Bees fly. Cats nap. Dogs run."
EAST, NORTH, UP = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]


class SemanticContract(SplitterContract):
    splitter_class: ClassVar[type[ChunkTextSplitter]] = SemanticChunker

    def test_a_chunk_size_alone_is_enough(self) -> None:
        assert SemanticChunker(WordEmbeddings(), chunk_size=100).split_text(TEXT)

    def test_ids_survive_an_edit_elsewhere(self) -> None:
        """Groups are made by what is usual in a document, so few of its ids change."""
        made = self.make(add_ids=True, hard_threshold=0.5)
        before = {item.id for item in made.split_documents([self.document()])}
        edited = TEXT.replace("An introduction.", "A new and longer introduction.")
        source = Document(page_content=edited, metadata={"source": "tea.md"})
        after = {item.id for item in made.split_documents([source])}
        assert len(before - after) == len(after - before) == 1

    def test_chunks_are_located(self) -> None:
        """Raw front matter is text like any other: edited, it is another."""
        made = self.make(add_ids=True).split_documents([self.document()])
        edited = TEXT.replace("Tea", "Infusions")
        for document in made:
            place = locate(TEXT, document)
            assert place.start_index == document.metadata["start_index"]
            assert place.end_index == document.metadata["end_index"]
            if place.start_index:
                moved = locate(edited, document)
                assert moved.start_index == place.start_index + 6


class TestContract(SemanticContract):
    arguments: ClassVar[dict[str, Any]] = {"embeddings": WordEmbeddings()}


class TestContractWithSizes(SemanticContract):
    arguments: ClassVar[dict[str, Any]] = {
        "embeddings": WordEmbeddings(),
        "chunk_size": 40,
        "min_chunk_size": 4,
        "strategy": "optimal",
        "batch_size": 3,
    }


def split(text: str, vectors: Sequence[Sequence[float]], **options: Any) -> list[str]:
    """Return the chunks of a text whose units have some vectors."""
    embeddings = GivenEmbeddings(vectors)
    chunks = SemanticChunker(embeddings, **{**SEED, **options}).split_text(text)
    assert len(embeddings.texts) == len(vectors)
    return chunks


class TestGroups:
    def test_alike_sentences_stay_together(self) -> None:
        found = split(ANIMALS, [EAST, [0.95, 0.1, 0], NORTH, [0.1, 0.95, 0]])
        assert found == ["Ants dig. Bees fly.", "Cats nap. Dogs run."]

    def test_a_shift_of_meaning_is_a_boundary(self) -> None:
        vectors = [EAST, [0.98, 0.1, 0], [0.95, 0.15, 0], UP]
        assert split(ANIMALS, vectors) == ["Ants dig. Bees fly. Cats nap.", "Dogs run."]

    def test_a_group_holds_15_units_at_most(self) -> None:
        sentences = [f"Similar sentence number {n}." for n in range(1, 18)]
        found = split(" ".join(sentences), [EAST] * 17)
        assert found == [" ".join(sentences[:15]), " ".join(sentences[15:])]

    def test_a_single_sentence_is_embedded_and_kept(self) -> None:
        """Reported as LC-100."""
        assert split("Only one sentence here.", [EAST]) == ["Only one sentence here."]

    def test_two_sentences_may_be_two_chunks(self) -> None:
        """Reported as LC-101 and LC-114."""
        for options in ({}, {"hard_threshold": "auto"}, {"strategy": "optimal"}):
            found = split("Ants dig. Zinc melts.", [EAST, NORTH], **options)
            assert found == ["Ants dig.", "Zinc melts."]
            found = split("Ants dig. Zinc melts.", [EAST, EAST], **options)
            assert found == ["Ants dig. Zinc melts."]

    def test_sentences_that_are_all_unlike_are_all_apart(self) -> None:
        """Reported as LC-118."""
        vectors = np.eye(4).tolist()
        for options in ({}, {"hard_threshold": "auto"}, {"strategy": "optimal"}):
            assert len(split(ANIMALS, vectors, **options)) == 4

    def test_sentences_of_other_scripts_are_seen(self) -> None:
        """Reported as LC-108."""
        text = "天気がいい。散歩に行く。株価が下がる。市場は混乱だ。"
        found = split(text, [EAST, EAST, NORTH, NORTH])
        assert found == ["天気がいい。散歩に行く。", "株価が下がる。市場は混乱だ。"]

    def test_chunks_are_slices_with_their_white_space(self) -> None:
        """Reported as LC-106."""
        text = "First line.\n\nSecond para.\n\n- list a.\n- list b."
        assert split(text, [EAST] * 4) == [text]

    def test_a_heading_begins_a_chunk_with_what_follows(self) -> None:
        text = "One.\n\n# A\n\n## B\n\nTwo. Three.\n\n# C\n\nFour."
        vectors = [EAST, NORTH, UP, EAST, EAST, EAST, EAST]
        assert split(text, vectors) == [
            "One.",
            "# A\n\n## B\n\nTwo. Three.",
            "# C\n\nFour.",
        ]

    def test_auto_needs_eight_units_to_calibrate(self) -> None:
        """All are alike by nature: what is usual for the model is no bond."""
        high = [[1.0, 0.3, 0.0]] * 4 + [[1.0, 0.0, 0.3]] * 4
        text = " ".join(f"{word} is." for word in "ABCDEFGH")
        found = split(text, high, hard_threshold="auto")
        assert found == ["A is. B is. C is. D is.", "E is. F is. G is. H is."]
        seven = text.removesuffix(" H is.")
        assert split(seven, high[:7], hard_threshold="auto") == [seven]
        assert split(text, high) == [text]

    def test_units_are_sentences_and_whole_blocks(self) -> None:
        table = "|a|\n|-|\n|b. C|"
        text = f"# A\n\nOne. Two.\n\n```py\na. B. C\n```\n\n- x. Y.\n- z\n\n{table}\n"
        embeddings = GivenEmbeddings([EAST] * 9)
        analysis = SemanticChunker(embeddings).analyze(text)
        assert embeddings.texts == [
            "# A",
            "One.",
            "Two.",
            "```py\na. B. C\n```",
            "- x.",
            "Y.",
            "- z",
            table,
        ]
        for unit in analysis.units:
            assert text[unit.start_index : unit.end_index] == unit.text

    def test_a_chunk_inside_an_item_has_its_marker(self) -> None:
        found = split("1. One. Two.\n2. Three.\n", [EAST, NORTH, NORTH])
        assert found == ["1. One.", "1. Two.\n2. Three."]


class TestSizes:
    TEXT = " ".join(f"Sentence number {n} is here." for n in range(12))

    def test_the_limit_holds_and_cuts_where_units_are_least_alike(self) -> None:
        """Reported as LC-105."""
        vectors = [[1.0, 0.05 * n, 0.0] for n in range(12)]
        vectors[7:] = [[0.9, 0.05 * n, 0.3] for n in range(7, 12)]
        found = split(self.TEXT, vectors, chunk_size=60)
        assert max(map(TokenCounter(), found)) <= 60
        assert [chunk.count("here") for chunk in found] == [7, 5]

    def test_short_groups_join_the_neighbour_they_are_like(self) -> None:
        vectors = [EAST, EAST, [0.5, 0.8, 0.0], NORTH, NORTH, UP]
        text = " ".join(self.TEXT.split(" ")[: 5 * 6])
        found = split(text, vectors, min_chunk_size=10, hard_threshold=0.9)
        assert [chunk.count("here") for chunk in found] == [2, 4]

    @pytest.mark.parametrize("strategy", ["max-min", "optimal"])
    @pytest.mark.parametrize(
        "text",
        [
            "## Install\n\nRun pip.\n\n## License\n\nMIT\n\n## Links\n\nSee the site.",
            "# C\n\n## 2\n\n### Fix\n\n* a\n\n### News\n\n* b\n\n## 1\n\n### Fix\n\nc",
            "Words.\n\n## One\n\nFirst.\n\n## Two\n\nSecond.",
        ],
        ids=["no title", "title without text", "text before headings"],
    )
    def test_short_sections_become_one_chunk(
        self, text: str, strategy: Strategy
    ) -> None:
        chunker = SemanticChunker.for_retrieval(
            WordEmbeddings(), chunk_size=200, strategy=strategy
        )
        assert chunker.split_text(text) == [text]
        by_length = SemanticChunker(
            WordEmbeddings(), min_chunk_length=200, on_short="merge", strategy=strategy
        )
        assert by_length.split_text(text) == [text]

    def test_the_end_of_a_section_stays_under_its_heading(self) -> None:
        settings = "The service reads its settings at start and keeps them. "
        pets = "Cats and dogs sleep in the garden under trees at noon. "
        text = (
            f"# T\n\n## A\n\n{settings * 6}\n\n{pets * 2}\n\n"
            f"## B\n\n{pets * 2}\n\n{settings * 6}\n"
        )
        chunker = SemanticChunker.for_retrieval(WordEmbeddings(), chunk_size=120)
        first, second = chunker.create_documents([text])
        assert first.page_content.startswith("# T\n\n## A")
        assert second.page_content.startswith("## B")
        assert second.metadata["heading_path"] == "T > B"

    def test_the_path_of_sections_in_one_chunk_is_what_they_have_in_common(
        self,
    ) -> None:
        text = f"# T\n\n{'Long text. ' * 9}\n\n## A\n\nTiny.\n\n## B\n\nSmall.\n"
        chunker = SemanticChunker(WordEmbeddings(), chunk_size=40, min_chunk_size=12)
        _, last = chunker.create_documents([text])
        assert last.page_content == "## A\n\nTiny.\n\n## B\n\nSmall."
        assert last.metadata["heading_path"] == "T"

    def test_a_section_may_end_before_a_heading_in_a_context(self) -> None:
        """Where a table is cut, its slice begins at the last of several headings."""
        rows = f"| {'row ' * 27}|\n" * 2
        short = "## A\n\nTiny.\n\n## B\n\nSmall."
        text = f"{short}\n\n## C\n\n### D\n\n| x |\n|---|\n{rows}"
        chunker = SemanticChunker(
            WordEmbeddings(), chunk_size=45, min_chunk_size=20, max_sentences=None
        )
        first, second, _ = chunker.split_chunks(text)
        assert first.text == short
        assert second.text.startswith("## C\n### D\n\n| x |")
        assert text.startswith("### D", second.start_index)

    def test_a_unit_that_is_too_long_is_cut_under_its_heading(self) -> None:
        text = "# A\n\n" + "word " * 60
        found = split(text, [EAST, EAST], chunk_size=40)
        assert len(found) == 2
        assert found[1].startswith("# A\n\nword")
        assert max(map(TokenCounter(), found)) <= 40

    def test_a_heading_over_half_of_the_limit_raises_where_it_is_repeated(self) -> None:
        text = "# " + "long " * 12 + "\n\n" + "word " * 60
        with pytest.raises(HeadingTooLongError):
            split(text, [EAST, EAST], chunk_size=20)
        assert split(text, [EAST, EAST], chunk_size=20, on_long_heading="drop")

    def test_for_retrieval_sets_limit_and_minimum(self) -> None:
        chunker = SemanticChunker.for_retrieval(WordEmbeddings(), chunk_size=80)
        counts = [chunk.token_count for chunk in chunker.split_chunks(self.TEXT * 4)]
        assert max(counts) <= 80
        for before, after in pairwise(counts):
            assert min(before, after) >= 30 or before + after > 80

    def test_the_best_groups_keep_to_the_bound(self) -> None:
        found = split(self.TEXT, [EAST] * 12, strategy="optimal", max_sentences=4)
        assert max(chunk.count("here") for chunk in found) <= 4
        with pytest.raises(ArgumentError, match="needs a bound"):
            split(self.TEXT, [], strategy="optimal", max_sentences=None)


class TestShortChunks:
    TEXT = "# Title\n\nA sentence that is long enough.\n\n# B\n\n--------\n\n# C\n\nx\n"

    def test_short_and_empty_ones_are_dropped_and_counted(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.INFO):
            found = split(self.TEXT, [EAST] * 6, min_chunk_length=20)
        assert found == ["# Title\n\nA sentence that is long enough."]
        (record,) = caplog.records
        assert "2 of 3 chunks dropped" in record.getMessage()

    def test_one_line_is_logged_for_all_documents(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        chunker = SemanticChunker(WordEmbeddings(), min_chunk_length=20)
        documents = [Document(self.TEXT)] * 3
        assert len(chunker.split_documents(documents)) == 3
        assert len(list(chunker.lazy_split_documents(documents))) == 3
        messages = [record.getMessage() for record in caplog.records]
        assert len(messages) == 2
        assert all("6 of 9 chunks dropped" in message for message in messages)

    def test_decoration_is_dropped_with_them(self) -> None:
        assert split("---===---\n", [EAST], min_chunk_length=1) == []

    def test_code_alone_may_be_short(self) -> None:
        text = "```typescript\nconst x = 1;\n```"
        assert split(text, [EAST], min_chunk_length=50) == []

    def test_nothing_is_dropped_unless_asked(self) -> None:
        assert len(split(self.TEXT, [EAST] * 6)) == 3
        kept = split(self.TEXT, [EAST] * 6, min_chunk_length=20, on_short="keep")
        assert len(kept) == 3

    def test_short_ones_are_merged_on_demand(self) -> None:
        vectors = [EAST, NORTH, UP, EAST]
        found = split(ANIMALS, vectors, min_chunk_length=12, on_short="merge")
        assert all(len(chunk) >= 12 for chunk in found)
        assert " ".join(found) == ANIMALS

    def test_chunks_are_numbered_after_dropping(self) -> None:
        chunker = SemanticChunker(WordEmbeddings(), min_chunk_length=20)
        documents = chunker.create_documents(["# A\n\nx\n\n# B\n\n" + "long " * 9])
        assert [item.metadata["chunk_index"] for item in documents] == [0]
        assert documents[0].metadata["sentence_count"] == 2

    def test_front_matter_is_no_short_chunk(self) -> None:
        text = "---\na: 1\n---\n\nA sentence that is long enough.\n"
        assert len(split(text, [EAST], min_chunk_length=20)) == 2


class TestEmbeddings:
    def test_documents_share_batches(self) -> None:
        """Reported as LC-116."""
        embeddings = GivenEmbeddings([EAST] * 20)
        chunker = SemanticChunker(embeddings, batch_size=8)
        documents = [Document(ANIMALS, metadata={"source": n}) for n in range(5)]
        found = chunker.split_documents(documents)
        assert [len(batch) for batch in embeddings.batches] == [8, 8, 4]
        assert [item.metadata["source"] for item in found] == [0, 1, 2, 3, 4]

    def test_lazy_splitting_embeds_one_document_at_a_time(self) -> None:
        embeddings = GivenEmbeddings([EAST] * 8)
        chunks = SemanticChunker(embeddings).lazy_split_documents(
            Document(ANIMALS) for _ in range(2)
        )
        next(chunks)
        assert len(embeddings.batches) == 1

    def test_vectors_need_not_be_paid_for_twice(self) -> None:
        """Reported as LC-115."""
        vectors = [EAST, [0.9, 0.1, 0.0], NORTH, UP]
        analysis = SemanticChunker(GivenEmbeddings(vectors), **SEED).analyze(ANIMALS)
        assert analysis.vectors.tolist() == np.array(vectors, np.float32).tolist()
        assert [unit.text for unit in analysis.units][1] == "Bees fly."
        assert analysis.similarities.tolist() == pytest.approx(
            [0.9938, 0.1104, 0], abs=1e-4
        )
        assert analysis.thresholds == (0.6, 0.6, 0.6)
        assert analysis.baseline == 0.0
        assert analysis.groups == (range(2), range(2, 3), range(3, 4))
        assert [chunk.text for chunk in analysis.chunks] == split(ANIMALS, vectors)

    def test_a_cache_in_front_of_the_embeddings_is_used(self) -> None:
        counted = GivenEmbeddings([EAST, NORTH, UP, EAST])
        cache = CacheBackedEmbeddings.from_bytes_store(
            counted, InMemoryByteStore(), namespace="test", key_encoder="blake2b"
        )
        chunker = SemanticChunker(cache)
        assert chunker.split_text(ANIMALS) == chunker.split_text(ANIMALS)
        assert len(counted.batches) == 1

    def test_arrays_and_tuples_are_vectors_too(self) -> None:
        for make in (np.array, tuple, lambda rows: [np.array(row) for row in rows]):
            embeddings = GivenEmbeddings([])
            embeddings.embed_documents = lambda texts, make=make: make(  # type: ignore[method-assign, misc]
                [EAST for _ in texts]
            )
            assert SemanticChunker(embeddings).split_text(ANIMALS) == [ANIMALS]

    @pytest.mark.parametrize(
        ("vectors", "message"),
        [
            ([EAST, NORTH, UP], r"3 vectors for the 4 texts of batch 1.*'Ants dig\.'"),
            (
                [EAST, NORTH, UP, [1.0]],
                r"3 numbers, got 1 numbers for text 3 of batch 1",
            ),
            ([EAST, [float("nan"), 0, 0], UP, UP], r"got nan for text 1.*'Bees fly\.'"),
            ([EAST, NORTH, [0, float("inf"), 0], UP], r"got inf .* text 2 of batch 1"),
            ([[], [], [], []], "vectors of numbers"),
        ],
        ids=["LC-103", "dimension", "LC-113", "infinity", "empty"],
    )
    def test_bad_vectors_are_named(self, vectors: Any, message: str) -> None:
        with pytest.raises(EmbeddingError, match=message):
            SemanticChunker(GivenEmbeddings(vectors)).split_text(ANIMALS)

    def test_bad_batches_are_numbered(self) -> None:
        vectors = [EAST, NORTH, UP, [1.0, 2.0]]
        chunker = SemanticChunker(GivenEmbeddings(vectors), batch_size=2)
        with pytest.raises(EmbeddingError, match=r"text 1 of batch 2: 'Dogs run\.'"):
            chunker.split_text(ANIMALS)

    def test_the_embeddings_own_errors_pass_unchanged(self) -> None:
        class Broken(WordEmbeddings):
            def embed_documents(self, texts: list[str]) -> list[list[float]]:
                raise ConnectionError(len(texts))

        with pytest.raises(ConnectionError):
            SemanticChunker(Broken()).split_text("One sentence.")

    def test_zero_vectors_are_like_nothing(self) -> None:
        zero = [0.0, 0.0, 0.0]
        assert len(split(ANIMALS, [EAST, zero, zero, EAST])) == 4


class AwaitedOnly(WordEmbeddings):
    """Embeddings of an asynchronous client: they must not be called."""

    def __init__(self) -> None:
        super().__init__()
        self.threads: set[int] = set()
        self.started = asyncio.Event()
        self.wait = 0.0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        raise AssertionError(texts)

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        self.threads.add(threading.get_ident())
        self.started.set()
        await asyncio.sleep(self.wait)
        return [super(AwaitedOnly, self).embed_query(text) for text in texts]


class TestAwaited:
    async def test_the_embeddings_are_awaited_in_the_loop(self) -> None:
        """Reported as LC-110."""
        embeddings = AwaitedOnly()
        chunker = SemanticChunker(embeddings, batch_size=3, add_ids=True)
        documents = [Document(ANIMALS), Document(TEXT), Document(ANIMALS)]
        expected = SemanticChunker(WordEmbeddings(), add_ids=True).split_documents(
            documents
        )
        assert await chunker.asplit_documents(documents) == expected
        assert list(await chunker.atransform_documents(documents)) == expected
        assert await chunker.as_runnable().ainvoke(documents) == expected
        assert embeddings.threads == {threading.get_ident()}

    async def test_the_loop_goes_on_meanwhile(self) -> None:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.001)
                ticks += 1

        ticking = asyncio.create_task(tick())
        text = ANIMALS * 4_000
        await SemanticChunker(AwaitedOnly()).asplit_documents([Document(text)])
        ticking.cancel()
        assert ticks > 20

    async def test_a_cancelled_call_leaves_nothing_behind(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        embeddings = AwaitedOnly()
        embeddings.wait = 60
        chunker = SemanticChunker(embeddings, batch_size=4, show_progress=True)
        call = asyncio.create_task(chunker.asplit_documents([Document(ANIMALS)] * 3))
        await embeddings.started.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert "SemanticChunker" in capsys.readouterr().err
        assert not getattr(tqdm, "_instances", ())

    async def test_errors_are_the_same_as_of_calls(self) -> None:
        class Short(WordEmbeddings):
            async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
                return self.embed_documents(texts)[1:]

        with pytest.raises(EmbeddingError, match="3 vectors for the 4 texts"):
            await SemanticChunker(Short()).asplit_documents([Document(ANIMALS)])


class TestArguments:
    @pytest.mark.parametrize(
        ("name", "value", "error"),
        [
            ("hard_threshold", "high", ArgumentError),
            ("hard_threshold", None, ArgumentTypeError),
            ("hard_threshold", float("nan"), ArgumentError),
            ("init_const", "1", ArgumentTypeError),
            ("c", float("inf"), ArgumentError),
            ("window_size", 1, ArgumentError),
            ("window_size", 2.5, ArgumentTypeError),
            ("max_sentences", 0, ArgumentError),
            ("min_chunk_size", -1, ArgumentError),
            ("min_chunk_size", 101, ArgumentError),
            ("min_chunk_length", -1, ArgumentError),
            ("on_short", "raise", ArgumentError),
            ("strategy", "best", ArgumentError),
            ("batch_size", 0, ArgumentError),
            ("chunk_overlap", 5, ArgumentError),
        ],
    )
    def test_bad_arguments_are_named(
        self, name: str, value: Any, error: type[Exception]
    ) -> None:
        with pytest.raises(error, match=name):
            SemanticChunker(WordEmbeddings(), **{"chunk_size": 100, name: value})

    @pytest.mark.parametrize(
        "name",
        [
            "buffer_size",
            "breakpoint_threshold_type",
            "breakpoint_threshold_amount",
            "number_of_chunks",
            "sentence_split_regex",
        ],
    )
    def test_arguments_of_the_other_class_say_what_to_use(self, name: str) -> None:
        options: dict[str, Any] = {name: 1}
        with pytest.raises(ArgumentError, match=rf"{name} .*here (use|each)"):
            SemanticChunker(WordEmbeddings(), **options)

    @pytest.mark.parametrize("value", [None, "model", WordEmbeddings, len])
    def test_embeddings_must_be_embeddings(self, value: Any) -> None:
        with pytest.raises(ArgumentTypeError, match="embeddings"):
            SemanticChunker(value)


@pytest.mark.parametrize("case", load_cases("data/maxmin_groups.json")[::10])
def test_chunks_are_the_references_groups(case: dict[str, Any]) -> None:
    config, vectors = case["config"], case["embeddings"]
    text = "\n\n".join(f"Sentence {number}." for number in range(len(vectors)))
    chunker = SemanticChunker(
        GivenEmbeddings(vectors),
        hard_threshold=config["hardThreshold"],
        init_const=config["initConst"],
        c=config["c"],
    )
    found = [
        [int(word.rstrip(".")) for word in chunk.split()[1::2]]
        for chunk in chunker.split_text(text)
    ]
    assert found == case["groups"]
