"""Arrow tables of documents become Arrow tables of chunks, row by row as Documents."""

import pickle
import sys
from collections.abc import Iterator, Sequence
from textwrap import dedent
from typing import Any

import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.embeddings import DeterministicFakeEmbedding

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
    SemanticChunker,
)
from langchain_mdsplit.arrow import ArrowSplitter
from langchain_mdsplit.arrow.columns import CHUNK_COLUMNS, repeat_rows
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from tests.integration.chunk_rows import chunk_rows, corpus_texts

TEXT = "# Tea {#tea}\n\nBoil water. Wait. 沸騰したお湯。\n\n## Green\n\n- a\n- two\n"
PATHS = pa.schema([("path", pa.string())])
TYPES = {
    "string": pa.string(),
    "large_string": pa.large_string(),
    "string_view": pa.string_view(),
    "dictionary": pa.dictionary(pa.int32(), pa.string()),
}


def documents(texts: Sequence[str | None]) -> pa.Table:
    """Return a table of documents, each with a path."""
    paths = [f"{number}.md" for number in range(len(texts))]
    return pa.table({"path": paths, "text": pa.array(texts, pa.string())})


def raise_at_bang(text: str) -> int:
    """Return a text's length; raise where it has an exclamation mark."""
    if "!" in text:
        msg = "bang"
        raise LookupError(msg)
    return len(text)


@pytest.mark.parametrize(
    "splitter",
    [
        MarkdownTokenTextSplitter(20, 5, add_ids=True, front_matter="metadata"),
        MarkdownSectionTextSplitter(20, add_start_index=False),
        MarkdownFragmentTextSplitter(8, add_ids=True),
        RecursiveCharacterTextSplitter(chunk_size=40, add_start_index=True),
        SemanticChunker(DeterministicFakeEmbedding(size=8), chunk_size=20),
    ],
    ids=lambda splitter: type(splitter).__name__,
)
def test_each_row_is_a_document_of_langchains(splitter: ChunkTextSplitter) -> None:
    texts = [TEXT, "", TEXT * 3, f"---\na: 1\n---\n{TEXT}", "x"]
    split = ArrowSplitter(splitter, source_column="path", keep=PATHS)
    table = split(documents(texts))
    assert table.schema == split.schema
    assert table.to_pylist() == chunk_rows(
        splitter, [(f"{number}.md", text) for number, text in enumerate(texts)]
    )
    assert len(table) > 8


@given(
    texts=st.lists(
        st.one_of(st.none(), st.sampled_from([TEXT, "", "a\n\na", "!"])), max_size=8
    ),
    sources=st.lists(st.sampled_from(["a", "b", "", None]), min_size=8, max_size=8),
    size=st.integers(1, 9),
    batch_size=st.integers(1, 5),
)
def test_batches_may_be_cut_in_any_way(
    texts: list[str | None], sources: list[str | None], size: int, batch_size: int
) -> None:
    splitter = MarkdownFragmentTextSplitter(add_ids=True, length_function=raise_at_bang)
    given_texts = pa.array(texts, pa.string())
    table = pa.table({"path": sources[: len(texts)], "text": given_texts})
    split = ArrowSplitter(
        splitter,
        source_column="path",
        keep=PATHS,
        on_error="column",
        batch_size=batch_size,
    )
    batches = list(split.map_batches(table.to_batches(max_chunksize=size)))
    assert all(0 < batch.num_rows <= batch_size for batch in batches)
    together = pa.Table.from_batches(batches, split.schema)
    assert together.to_pylist() == split(table).to_pylist()
    errors = [error for error in together["error"].to_pylist() if error]
    assert len(errors) == texts.count(None) + texts.count("!")


@pytest.mark.parametrize("name", TYPES)
def test_any_column_of_strings_holds_texts_and_kept_values(name: str) -> None:
    kind = TYPES[name]
    table = documents([TEXT, TEXT * 2])
    splitter = MarkdownTokenTextSplitter(20, add_ids=True)
    split = ArrowSplitter(splitter, source_column="path", keep=PATHS)
    expected = split(table)
    other = pa.table({key: table[key].cast(kind) for key in table.column_names})
    assert split(other).equals(expected)
    keeping = ArrowSplitter(splitter, keep=pa.schema([("path", kind)]))
    assert keeping.schema.field("path").type == kind
    assert keeping(other)["path"].to_pylist() == expected["path"].to_pylist()


def test_columns_in_several_chunks_are_read_in_step() -> None:
    path = pa.chunked_array([["a"], ["b", "c"]])
    text = pa.chunked_array([["1", "2"], ["3"]])
    split = ArrowSplitter(MarkdownTokenTextSplitter(), keep=PATHS)
    rows = split(pa.table({"path": path, "text": text})).select(["path", "text"])
    assert rows.to_pylist() == [
        {"path": "a", "text": "1"},
        {"path": "b", "text": "2"},
        {"path": "c", "text": "3"},
    ]


def test_without_rows_there_is_the_schema() -> None:
    split = ArrowSplitter(MarkdownTokenTextSplitter(), keep=PATHS)
    for table in (documents([]), documents([" "]), pa.table({})):
        assert split(table).equals(split.schema.empty_table())


def test_the_schema_is_declared() -> None:
    keep = pa.schema([("path", pa.string()), ("page", pa.int16())])
    split = ArrowSplitter(MarkdownTokenTextSplitter(), keep=keep, on_error="column")
    assert split.schema.names == ["path", "page", *CHUNK_COLUMNS, "error"]
    assert split.schema.field("page").type == pa.int16()
    assert split.schema.field("start_index").type == pa.int64()
    assert ArrowSplitter(MarkdownTokenTextSplitter()).schema.names == [*CHUNK_COLUMNS]


def test_kept_values_are_cast_to_the_declared_types() -> None:
    table = pa.table({"page": pa.array([7], pa.int64()), "text": ["a"]})
    keep = pa.schema([("page", pa.int16())])
    split = ArrowSplitter(MarkdownTokenTextSplitter(), keep=keep)
    assert split(table)["page"].to_pylist() == [7]
    nothing = pa.table({"page": pa.nulls(1), "text": ["a"]})
    assert split(nothing)["page"].to_pylist() == [None]
    long = pa.table({"page": pa.array([2**20], pa.int64()), "text": ["a"]})
    with pytest.raises(ArgumentTypeError, match="'page' must be int16, got int64"):
        split(long)


def broken_utf_8() -> pa.Array:
    """Return two texts of which the second is no UTF-8."""
    offsets = pa.array([0, 2, 4], pa.int32()).buffers()[1]
    data = pa.py_buffer(b"ok\xff\xfe")
    return pa.Array.from_buffers(pa.string(), 2, [None, offsets, data])


BAD_TEXTS = {
    "null": (pa.array(["ok", None]), "ArgumentTypeError: text must be a str, not None"),
    "splitter": (pa.array(["ok", "!"]), "LookupError: bang"),
    "no UTF-8": (broken_utf_8(), "UnicodeDecodeError: "),
}


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_a_bad_row_is_a_row_with_an_error(name: str) -> None:
    texts, message = BAD_TEXTS[name]
    splitter = MarkdownTokenTextSplitter(20, length_function=raise_at_bang)
    split = ArrowSplitter(splitter, keep=PATHS, on_error="column")
    good, bad = split(pa.table({"path": ["a", "b"], "text": texts})).to_pylist()
    assert (good["path"], good["text"], good["error"]) == ("a", "ok", None)
    assert bad.pop("path") == "b"
    assert bad.pop("error").startswith(message)
    assert set(bad.values()) == {None}


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_a_bad_row_raises_and_is_named(name: str) -> None:
    texts, message = BAD_TEXTS[name]
    splitter = MarkdownTokenTextSplitter(20, length_function=raise_at_bang)
    split = ArrowSplitter(splitter, source_column="path")
    batches = split.map_batches(
        pa.table({"path": ["a", "b"], "text": texts}).to_batches()
    )
    with pytest.raises((LookupError, ValueError)) as caught:
        list(batches)
    assert type(caught.value).__name__ == message.partition(":")[0]
    assert caught.value.__notes__ == [
        "in row 1 of its batch (path: 'b'), counted from 0"
    ]
    assert caught.value.__context__ is None


class StrictEmbeddings(DeterministicFakeEmbedding):
    """Embeds texts; raises where one has an exclamation mark."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        for text in texts:
            raise_at_bang(text)
        return super().embed_documents(texts)


def test_a_row_that_cannot_be_embedded_leaves_the_others_as_they_are() -> None:
    splitter = SemanticChunker(StrictEmbeddings(size=8), chunk_size=20, add_ids=True)
    split = ArrowSplitter(splitter, source_column="path", keep=PATHS, on_error="column")
    texts = [TEXT, "One. Two!", TEXT, None, "!"]
    rows = split(documents(texts)).to_pylist()
    errors = {row["path"]: row["error"] for row in rows if row["error"]}
    assert errors.pop("3.md").startswith("ArgumentTypeError")
    assert errors == {"1.md": "LookupError: bang", "4.md": "LookupError: bang"}
    good = [{k: v for k, v in row.items() if k != "error"} for row in rows]
    expected = chunk_rows(splitter, [("0.md", TEXT), ("2.md", TEXT)])
    assert [row for row in good if row["text"]] == expected
    paths = [row["path"] for row in rows]
    assert paths == sorted(paths)


def test_ids_are_numbered_in_each_row() -> None:
    splitter = MarkdownFragmentTextSplitter(add_ids=True)
    table = pa.table({"path": ["a", "a", None], "text": ["x\n\nx", "x", "x"]})
    ids = ArrowSplitter(splitter, source_column="path")(table)["id"].to_pylist()
    assert ids[0] == ids[2]
    assert len(set(ids)) == 3


@pytest.mark.parametrize("values", [pa.array([1]), pa.array([b"a"]), pa.nulls(1)])
def test_a_column_that_holds_no_texts_is_all_errors(values: pa.Array) -> None:
    split = ArrowSplitter(MarkdownTokenTextSplitter(), on_error="column")
    (row,) = split(pa.table({"text": values})).to_pylist()
    assert row["error"].startswith("ArgumentTypeError: text must be a str, not ")


def test_a_long_document_is_cut_into_several_batches() -> None:
    splitter = RecursiveCharacterTextSplitter(chunk_size=10, chunk_overlap=0)
    split = ArrowSplitter(splitter, batch_size=1000)
    batches = list(split.map_batches(documents(["word " * 20_000]).to_batches()))
    sizes = [batch.num_rows for batch in batches]
    assert len(sizes) >= 10
    assert set(sizes[:-1]) == {1000}
    indices = [row for batch in batches for row in batch["chunk_index"].to_pylist()]
    assert indices == list(range(sum(sizes)))


def test_input_is_read_one_batch_at_a_time() -> None:
    read = 0

    def batches() -> Iterator[pa.RecordBatch]:
        nonlocal read
        for batch in documents(["a", "b", "c"]).to_batches(max_chunksize=1):
            read += 1
            yield batch

    output = ArrowSplitter(MarkdownTokenTextSplitter()).map_batches(batches())
    assert read == 0
    assert next(output)["text"].to_pylist() == ["a"]
    assert read == 1


def test_it_pickles() -> None:
    split = ArrowSplitter(MarkdownTokenTextSplitter(20), keep=PATHS, on_error="column")
    table = documents([TEXT, None])
    restored = pickle.loads(pickle.dumps(split))
    assert restored.schema == split.schema
    assert restored(table).equals(split(table))


def test_polars_frames_go_through() -> None:
    splitter = MarkdownTokenTextSplitter(20)
    frame = pl.DataFrame({"path": ["0.md", "1.md"], "text": [TEXT, TEXT * 2]})
    split = ArrowSplitter(splitter, keep=PATHS)
    chunks = pl.from_arrow(split(frame.to_arrow()))
    assert isinstance(chunks, pl.DataFrame)
    assert chunks.rows(named=True) == chunk_rows(
        splitter, [("0.md", TEXT), ("1.md", TEXT * 2)]
    )


def test_the_corpus_gives_the_same_rows() -> None:
    texts = corpus_texts(200)
    table = pa.table({"path": [a for a, _ in texts], "text": [b for _, b in texts]})
    splitter = MarkdownTokenTextSplitter(512, add_ids=True)
    split = ArrowSplitter(splitter, source_column="path", keep=PATHS)
    assert split(table).to_pylist() == chunk_rows(splitter, texts)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"keep": pa.schema([("text", pa.string())])}, "got text: rename"),
        ({"keep": pa.schema([("a", pa.string())] * 2)}, "got a: rename"),
        ({"on_error": "skip"}, "on_error must be one of raise, column, got 'skip'"),
        ({"batch_size": 0}, "batch_size must be >= 1, got 0"),
        ({"keep": ["path"]}, "keep must be a pyarrow.Schema or None, not list"),
        ({"keep": {"a": pa.string()}}, "keep must be a pyarrow.Schema or None"),
        ({"text_column": None}, "text_column must be a str, not NoneType"),
        ({"source_column": 3}, "source_column must be a str or None, not int"),
    ],
)
def test_arguments_are_checked(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        ArrowSplitter(MarkdownTokenTextSplitter(), **arguments)


@pytest.mark.parametrize(
    "arguments", [{"text_column": "x"}, {"source_column": "x"}, {"keep": PATHS}]
)
def test_a_missing_column_is_named(arguments: dict[str, Any]) -> None:
    split = ArrowSplitter(MarkdownTokenTextSplitter(), **arguments)
    with pytest.raises(ArgumentError, match=r"one column '(x|path)', it has text"):
        split(pa.table({"text": ["a"]}))


@pytest.mark.parametrize("wrong", [{"text": ["a"]}, [documents(["a"])], None])
def test_what_is_no_table_is_named(wrong: Any) -> None:
    message = (
        r"table must be a pyarrow\.Table or RecordBatch \(with Ray say batch_format="
        rf'"pyarrow"\), not {type(wrong).__name__}: '
    )
    with pytest.raises(ArgumentTypeError, match=message):
        ArrowSplitter(MarkdownTokenTextSplitter())(wrong)


@pytest.mark.parametrize("batch_size", [1, 8192])
@pytest.mark.parametrize("texts", [[TEXT, "", TEXT * 2], [" "], [None, TEXT], []])
def test_a_batch_is_split_as_a_table(texts: list[str | None], batch_size: int) -> None:
    splitter = MarkdownTokenTextSplitter(20)
    split = ArrowSplitter(
        splitter, keep=PATHS, on_error="column", batch_size=batch_size
    )
    table = documents(texts)
    schema, columns = table.schema, [column.combine_chunks() for column in table]
    found = split(pa.RecordBatch.from_arrays(columns, schema=schema))
    assert isinstance(found, pa.Table)
    assert found.equals(split(table))


@pytest.mark.parametrize("wrong", [documents(["a"]), 5, None, "text"])
def test_what_are_no_batches_is_named_at_the_call(wrong: Any) -> None:
    message = (
        r"^batches must be an iterable of pyarrow\.RecordBatch \(a table is split by "
        rf"calling the splitter\), not {type(wrong).__name__}: "
    )
    with pytest.raises(ArgumentTypeError, match=message):
        ArrowSplitter(MarkdownTokenTextSplitter()).map_batches(wrong)


@pytest.mark.parametrize("wrong", [documents(["a"]), None])
def test_what_is_no_batch_is_named(wrong: Any) -> None:
    batches = ArrowSplitter(MarkdownTokenTextSplitter()).map_batches(
        [*documents(["a"]).to_batches(), wrong]
    )
    assert next(batches).num_rows == 1
    with pytest.raises(ArgumentTypeError, match=r"^batches\[1\] must be a pyarrow"):
        next(batches)


@pytest.mark.parametrize("text", ["# A", "## B", "no heading"])
def test_heading_keys_are_refused_before_there_is_a_text(text: str) -> None:
    splitter = MarkdownTokenTextSplitter(heading_keys=True)
    assert splitter.create_documents([text])
    with pytest.raises(ArgumentError, match="must not have heading_keys=True"):
        ArrowSplitter(splitter)


def test_long_kept_values_make_short_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("langchain_mdsplit.arrow.splitter._MOST_BYTES", 10_000)
    split = ArrowSplitter(MarkdownFragmentTextSplitter(), keep=PATHS)
    table = pa.table({"path": ["p" * 3000], "text": ["one\n\n" * 50]})
    batches = list(split.map_batches(table.to_batches()))
    assert {batch.num_rows for batch in batches} <= {2, 4}
    assert sum(batch.num_rows for batch in batches) == 50
    heading = pa.table({"path": ["p"], "text": [f"# {'h' * 3000}\n\n{'one ' * 4}"]})
    assert len(list(split.map_batches(heading.to_batches()))) == 1


@pytest.mark.parametrize("most", [1, 3])
def test_what_no_column_can_hold_is_cut_into_batches(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    def repeat(column: pa.Array, rows: Sequence[int]) -> pa.Array:
        if len(rows) > most:
            msg = "Take operation overflowed binary array capacity"
            raise pa.ArrowInvalid(msg)
        return repeat_rows(column, rows)

    split = ArrowSplitter(MarkdownFragmentTextSplitter(), keep=PATHS)
    expected = split(documents([TEXT, "x"])).to_pylist()
    monkeypatch.setattr("langchain_mdsplit.arrow.splitter.repeat_rows", repeat)
    batches = list(split.map_batches(documents([TEXT, "x"]).to_batches()))
    assert max(batch.num_rows for batch in batches) <= most
    assert [row for batch in batches for row in batch.to_pylist()] == expected


def test_a_value_that_no_column_can_hold_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def repeat(column: pa.Array, rows: Sequence[int]) -> pa.Array:
        raise pa.ArrowInvalid(str(len(column) + len(rows)))

    monkeypatch.setattr("langchain_mdsplit.arrow.splitter.repeat_rows", repeat)
    split = ArrowSplitter(MarkdownFragmentTextSplitter(), keep=PATHS)
    with pytest.raises(ArgumentError, match="row 1 of a batch has a value of over 2"):
        split(documents(["", "x"]))


def test_without_pyarrow_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"langchain-mdsplit\[arrow\]"):
        ArrowSplitter(MarkdownTokenTextSplitter())


def test_the_example_of_its_docstring_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = dedent(ArrowSplitter.__doc__ or "").partition("```python\n")[2]
    code = dedent(text.partition("```")[0])
    exec(code, {})  # noqa: S102 - our own
    shown = [line[2:] for line in code.split("\n") if line.startswith("# ")]
    assert capsys.readouterr().out == "\n".join([*shown, ""])
