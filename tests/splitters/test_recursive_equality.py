"""RecursiveCharacterTextSplitter returns what LangChain's class of the name does."""

import functools
import logging
import random
from collections.abc import Callable, Iterator
from typing import Any

import langchain_text_splitters
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_text_splitters import Language
from langchain_text_splitters import RecursiveCharacterTextSplitter as LangChainSplitter

from langchain_mdsplit import RecursiveCharacterTextSplitter, TokenCounter
from tests.reference_encodings import reference_encoding
from tests.shared_data import corpus_files, load_cases, read_source

COUNT = TokenCounter()
RANDOM_CASES = 20_000
RECORDED = load_cases("data/langchain_recursive_cases.json")


def count_words(text: str) -> int:
    """Return the number of words of a text: 0 for white space."""
    return len(text.split())


def count_bytes(text: str) -> int:
    """Return the number of bytes of a text."""
    return len(text.encode("utf-8", "surrogatepass"))


def count_quarters(text: str) -> float:
    """Return a length that is no integer."""
    return len(text) / 4


LENGTHS: tuple[Callable[[str], Any], ...] = (
    *(len, len, len, len),
    count_words,
    count_bytes,
    count_quarters,
    COUNT,
)
PLAIN = ("\n\n", "\n", " ", ". ", ",", "a", "aa", "aba", "--", "absent", "aaa", "[", "")
PATTERNS = (
    *("\n+", "\\s", "(?=b)", "(?<=a)", "(?<!a)b", "(?!b)", "a|b", "x*", "\\b", "^"),
    *(
        "$",
        ".",
        "a{2}",
        "\n\n",
        "\n",
        " ",
        "aa",
        "(?:ab)+",
        "(a)",
        "(a)|(b)",
        "(a)(x)?",
    ),
    *("(?=(b))", "(?<=(a))", "[", "(\\1)", "(?i)A", "(?P<n>a)(?P=n)", "\\."),
)
PARTS = (
    *(
        "a",
        "b",
        "a",
        "b",
        "x",
        " ",
        " ",
        "\n",
        "\n\n",
        "\n\n\n",
        "aa",
        "aba",
        ". ",
        ",",
    ),
    *(
        "-",
        "--",
        "é",
        "日本",
        "\r\n",
        "\t",
        "\0",
        "\x01",
        "e\u0301",
        "👩‍👩‍👧",
        "\ud800",
    ),
)


def outcome(
    split: Callable[[str], list[str]], text: str
) -> list[str] | type[Exception]:
    """Return the chunks of a text, or the class of what is raised."""
    try:
        return split(text)
    except Exception as error:  # noqa: BLE001  (whatever LangChain raises)
        return type(error)


def assert_equal(text: str, arguments: dict[str, Any]) -> None:
    """Check that both split a text alike, also into Documents."""
    theirs = LangChainSplitter(**arguments)
    ours = RecursiveCharacterTextSplitter(**arguments)
    expected = outcome(theirs.split_text, text)
    assert outcome(ours.split_text, text) == expected, (text, arguments)
    if not isinstance(expected, list):
        return
    documents = ours.create_documents([text], [{"tag": [1]}])
    assert [document.page_content for document in documents] == expected
    assert all(document.metadata == {"tag": [1]} for document in documents)


def random_case(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """Return a text and arguments."""
    is_regex = rng.random() < 0.5
    separators = rng.choices(PATTERNS if is_regex else PLAIN, k=rng.randrange(1, 5))
    if rng.random() < 0.4:
        separators.append("")
    size = rng.randint(1, rng.choice((6, 15, 60)))
    text = "".join(rng.choices(PARTS, k=rng.randrange(rng.choice((4, 30, 90)))))
    return text, {
        "separators": separators,
        "is_separator_regex": is_regex,
        "keep_separator": rng.choice((False, True, "start", "end")),
        "chunk_size": size,
        "chunk_overlap": rng.choice((0, rng.randint(0, size))),
        "strip_whitespace": rng.random() < 0.6,
        "length_function": rng.choice(LENGTHS),
    }


@pytest.fixture(autouse=True)
def _no_warnings_of_long_chunks() -> Iterator[None]:
    logger = logging.getLogger("langchain_text_splitters.base")
    logger.disabled = True
    yield
    logger.disabled = False


@pytest.mark.parametrize("part", range(4))
def test_random_cases(part: int) -> None:
    rng = random.Random(part)  # noqa: S311  (no secret)
    outcomes = set()
    for _ in range(RANDOM_CASES // 4):
        text, arguments = random_case(rng)
        assert_equal(text, arguments)
        outcomes.add(arguments["keep_separator"])
    assert len(outcomes) == 4


SEPARATORS = st.lists(
    st.sampled_from(PLAIN) | st.text("ab \n.", max_size=3), min_size=1
)
REGEXES = st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=4)


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Draw a text and arguments."""
    is_regex = draw(st.booleans())
    size = draw(st.integers(1, 60))
    return draw(st.lists(st.sampled_from(PARTS)).map("".join) | st.text()), {
        "separators": draw(REGEXES if is_regex else SEPARATORS),
        "is_separator_regex": is_regex,
        "keep_separator": draw(st.sampled_from((False, True, "start", "end"))),
        "chunk_size": size,
        "chunk_overlap": draw(st.integers(0, size)),
        "strip_whitespace": draw(st.booleans()),
        "length_function": draw(st.sampled_from(LENGTHS)),
    }


@given(cases())
def test_generated_cases(case: tuple[str, dict[str, Any]]) -> None:
    assert_equal(*case)


@given(st.text("ab \n"), st.integers(1, 20), st.data())
def test_defaults_of_generated_text(text: str, size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, size))
    assert_equal(text, {"chunk_size": size, "chunk_overlap": overlap})


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: str(case["test"])[5:60])
def test_recorded_cases(case: dict[str, Any]) -> None:
    arguments = {**case["args"], "length_function": len}
    expected = case["expected"]
    splitter = RecursiveCharacterTextSplitter(**arguments)
    texts = [
        item if isinstance(item, str) else item["page_content"] for item in expected
    ]
    assert splitter.split_text(case["text"]) == texts
    theirs = getattr(langchain_text_splitters, case["cls"])
    assert issubclass(theirs, LangChainSplitter)


def test_all_recorded_cases_are_there(shared: Any) -> None:
    assert (shared / "data").is_dir()
    assert len(RECORDED) == 41


@pytest.mark.parametrize("language", [it for it in Language if it is not Language.PERL])
def test_every_language(language: Language) -> None:
    separators = LangChainSplitter.get_separators_for_language(language)
    rng = random.Random(language.value)  # noqa: S311
    parts = [*separators, *PARTS, "word ", "\n    x = 1\n", "\n# ", "```\n", "=====\n"]
    for size in (1, 5, 16, 40, 60):
        text = "".join(rng.choices(parts, k=120))
        for keep in (True, False, "end"):
            options: dict[str, Any] = {"chunk_size": size, "chunk_overlap": size // 3}
            options["keep_separator"] = keep
            ours = RecursiveCharacterTextSplitter.from_language(language, **options)
            theirs = LangChainSplitter.from_language(language, **options)
            assert type(ours) is RecursiveCharacterTextSplitter
            assert ours.split_text(text) == theirs.split_text(text)


def test_a_language_without_separators_raises() -> None:
    with pytest.raises(ValueError, match="not implemented"):
        RecursiveCharacterTextSplitter.from_language(Language.PERL)


@pytest.mark.parametrize("overlap", [0, 0.2])
@pytest.mark.parametrize("size", [100, 1000])
def test_corpus_in_characters(size: int, overlap: float) -> None:
    options: dict[str, Any] = {"chunk_size": size, "chunk_overlap": int(size * overlap)}
    for cls in (
        functools.partial(RecursiveCharacterTextSplitter, **options),
        functools.partial(
            RecursiveCharacterTextSplitter.from_language, Language.MARKDOWN, **options
        ),
    ):
        ours: Any = cls()
        theirs = LangChainSplitter(
            ours._separators, is_separator_regex=ours._is_separator_regex, **options
        )
        for path in corpus_files():
            text = read_source(path)
            assert ours.split_text(text) == theirs.split_text(text), path


@pytest.mark.parametrize("overlap", [0, 40])
@pytest.mark.parametrize("size", [200, 512])
def test_corpus_in_tokens(size: int, overlap: int) -> None:
    encoding = reference_encoding("cl100k_base")
    options: dict[str, Any] = {"chunk_size": size, "chunk_overlap": overlap}
    ours = RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        "cl100k_base", **options
    )

    @functools.cache
    def count(text: str) -> int:
        return len(encoding.encode(text, disallowed_special=()))

    theirs = LangChainSplitter(length_function=count, **options)
    for path in corpus_files():
        text = read_source(path)
        assert ours.split_text(text) == theirs.split_text(text), path


@pytest.mark.parametrize("text", ["", " ", "\n\n", "a", "\ufeff", "\0"])
@pytest.mark.parametrize("size", [1, 2, 100])
def test_small_texts(text: str, size: int) -> None:
    assert_equal(text, {"chunk_size": size, "chunk_overlap": 0})


@pytest.mark.parametrize("separators", [(";", ","), ";,", ["", "a"], ["a", "", "b"]])
@pytest.mark.parametrize("text", ["a;b,c", "ababab", "no such"])
def test_odd_lists_of_separators(separators: Any, text: str) -> None:
    assert_equal(text, {"separators": separators, "chunk_size": 3, "chunk_overlap": 1})


@pytest.mark.parametrize("separators", [[None], [b"a"], [1], ["b", None, ""]])
def test_separators_that_are_no_texts_raise_the_same(separators: Any) -> None:
    assert_equal(
        "abab", {"separators": separators, "chunk_size": 2, "chunk_overlap": 0}
    )


@pytest.mark.parametrize("length", [lambda _: None, lambda _: "3", lambda _: -1])
@pytest.mark.parametrize("text", ["", "aa bb cc"])
def test_odd_lengths_have_the_same_outcome(length: Any, text: str) -> None:
    options: dict[str, Any] = {
        "chunk_size": 4,
        "chunk_overlap": 2,
        "length_function": length,
    }
    assert_equal(text, options)


@pytest.mark.parametrize(
    "arguments",
    [
        {"chunk_size": 0},
        {"chunk_size": -1},
        {"chunk_size": "9"},
        {"chunk_size": 5, "chunk_overlap": 6},
        {"chunk_size": 5, "chunk_overlap": -1},
        {"chunk_overlap": None},
        {"no_such": 1},
    ],
)
def test_wrong_arguments_raise_the_same(arguments: dict[str, Any]) -> None:
    raised = []
    for cls in (LangChainSplitter, RecursiveCharacterTextSplitter):
        with pytest.raises((ValueError, TypeError)) as caught:
            cls(**arguments)
        raised.append(caught.type)
    assert raised[0] is raised[1]


@pytest.mark.parametrize("text", [None, b"bytes", 7])
def test_what_is_no_text_raises_a_type_error(text: Any) -> None:
    for cls in (LangChainSplitter, RecursiveCharacterTextSplitter):
        with pytest.raises(TypeError):
            cls(chunk_size=2, chunk_overlap=0).split_text(text)


def test_attributes_are_read_when_a_text_is_split() -> None:
    splitters: list[Any] = [
        cls(chunk_size=50, chunk_overlap=0)
        for cls in (LangChainSplitter, RecursiveCharacterTextSplitter)
    ]
    results = []
    for splitter in splitters:
        splitter.split_text("before")
        splitter._chunk_size, splitter._chunk_overlap = 4, 2
        splitter._separators, splitter._keep_separator = [",", ""], "end"
        results.append(splitter.split_text("ab,cd,ef,ghijkl"))
    assert results[0] == results[1]
    assert len(results[0]) > 3


@pytest.mark.parametrize("name", ["_split_text", "_merge_splits", "_join_docs"])
def test_a_subclass_may_change_a_step(name: str) -> None:
    def changed(self: Any, *arguments: Any) -> Any:
        result = getattr(LangChainSplitter, name)(self, *arguments)
        return result.upper() if isinstance(result, str) else [*result, "end"]

    results = []
    for cls in (LangChainSplitter, RecursiveCharacterTextSplitter):
        subclass = type("Mine", (cls,), {name: changed})
        splitter = subclass(chunk_size=5, chunk_overlap=1, add_start_index=True)
        documents = splitter.create_documents(["one two three four"])
        texts = splitter.split_text("one two three four")
        assert [item.page_content for item in documents] == texts
        results.append([(item.page_content, item.metadata) for item in documents])
    assert results[0] == results[1]


def test_a_subclass_may_change_the_result() -> None:
    class Loud(RecursiveCharacterTextSplitter):
        def split_text(self, text: str) -> list[str]:
            return [chunk.upper() for chunk in super().split_text(text)]

    documents = Loud(chunk_size=5, chunk_overlap=0).create_documents(["one two"])
    assert [item.page_content for item in documents] == ["ONE", "TWO"]


def test_long_chunks_are_logged_as_langchain_logs_them(
    caplog: pytest.LogCaptureFixture,
) -> None:
    logging.getLogger("langchain_text_splitters.base").disabled = False
    options: dict[str, Any] = {
        "separators": ["---"],
        "keep_separator": False,
        "chunk_size": 3,
        "chunk_overlap": 3,
        "length_function": lambda text: text.count("-") * 2 + text.count("x"),
    }
    logged = []
    for cls in (LangChainSplitter, RecursiveCharacterTextSplitter):
        caplog.clear()
        cls(**options).split_text("a---b---x---c---x---d")
        logged.append([(record.name, record.getMessage()) for record in caplog.records])
    assert logged[0] == logged[1]
    assert logged[0]


def test_one_string_of_texts_stands_for_its_characters() -> None:
    documents = RecursiveCharacterTextSplitter().create_documents("ab")
    assert [document.page_content for document in documents] == ["a", "b"]
