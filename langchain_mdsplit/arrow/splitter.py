"""The object that Ray, Spark, pyarrow and Polars call: a splitter for Arrow data."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat, starmap
from typing import TYPE_CHECKING, Literal, TypeAlias

from langchain_mdsplit.arrow.columns import (
    build_columns,
    cast_column,
    declare_schema,
    find_column,
    import_pyarrow,
    read_fields,
    read_values,
    repeat_rows,
    size_of,
)
from langchain_mdsplit.arrow.rows import ChunkRow, RowSplitter
from langchain_mdsplit.checks import (
    check_choice,
    check_integer,
    check_iterable,
    check_text,
    check_type,
)
from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.splitters.base import ChunkTextSplitter

if TYPE_CHECKING:
    import pyarrow as pa

OnError: TypeAlias = Literal["raise", "column"]

_BATCH = "pyarrow.RecordBatch (a table is split by calling the splitter)"
_MOST_BYTES = 2**28  # in a batch of the output, about: a string column holds 2 GiB


class ArrowSplitter:
    r"""Splits a column of texts: one row per document in, one row per chunk out.

    One object for `ray.data.Dataset.map_batches`, Spark's `mapInArrow` and plain
    pyarrow or Polars. It pickles if the splitter does, and every row is split for
    itself, so batches may be cut and spread in any way.

    Args:
        splitter: The splitter.
        text_column: The column of the documents' texts.
        source_column: The column of what the documents are called, as a path: with
            the splitter's `add_ids=True` ids are made from it; errors name it.
        keep: The columns to repeat in each chunk's row, with the types they shall
            have, to which they are cast; None for no column.
        on_error: What becomes of a row without text, or that cannot be split: "raise"
            names it in an error; "column" gives it one row that says what is wrong in
            the column `error`, with the kept columns and nothing else. For chunks that
            column is null.
        batch_size: The most rows a batch of the output has.

    Attributes:
        schema: The schema of all output, known before there is any.

    Raises:
        ArgumentError: An argument has a value that is not allowed.
        ImportError: pyarrow is not installed.

    Example:
        ```python
        import pyarrow as pa
        from langchain_mdsplit import MarkdownTokenTextSplitter
        from langchain_mdsplit.arrow import ArrowSplitter

        split = ArrowSplitter(
            MarkdownTokenTextSplitter(14), keep=pa.schema([("path", pa.string())])
        )
        documents = pa.table({"path": ["tea.md"], "text": ["# Tea\n\nBoil water."]})
        print(split(documents).select(["path", "text", "end_index"]).to_pylist())
        # [{'path': 'tea.md', 'text': '# Tea\n\nBoil water.', 'end_index': 18}]
        ```

    Note:
        Offsets are Python string indices, code points; Java and Scala count UTF-16.
        Ids are numbered in each row, so a source should be one row. A blank text has
        no chunks, and so no row.
    """

    def __init__(
        self,
        splitter: ChunkTextSplitter,
        *,
        text_column: str = "text",
        source_column: str | None = None,
        keep: "pa.Schema | None" = None,
        on_error: OnError = "raise",
        batch_size: int = 8192,
    ) -> None:
        check_type("splitter", splitter, ChunkTextSplitter, "one of this package")
        if splitter.heading_keys:
            msg = (
                "splitter must not have heading_keys=True, which has no columns: "
                "heading_path holds the titles"
            )
            raise ArgumentError(msg)
        check_text("text_column", text_column)
        if source_column is not None:
            check_text("source_column", source_column, also=" or None")
        raises = check_choice("on_error", on_error, ("raise", "column")) == "raise"
        self._text_column = text_column
        self._source_column = source_column
        self._rows = RowSplitter(splitter, text_column, source_column or "", raises)
        self._keep = read_fields(keep)
        self._batch_size = check_integer("batch_size", batch_size, 1)
        self.schema = declare_schema(self._keep, has_error=not raises)

    def __call__(self, table: "pa.Table | pa.RecordBatch") -> "pa.Table":
        """Split the documents of a table, or of one batch.

        Args:
            table: The documents.

        Returns:
            The chunks; those of one batch may be more than a batch holds, so they are
            a table as well.

        Raises:
            ArgumentError: A column is missing.
            ArgumentTypeError: It is neither a table nor a batch of pyarrow, or a column
                cannot be cast.
        """
        pa = import_pyarrow()
        allowed = 'a pyarrow.Table or RecordBatch (with Ray say batch_format="pyarrow")'
        check_type("table", table, pa.Table | pa.RecordBatch, allowed)
        batches = table.to_batches() if isinstance(table, pa.Table) else [table]
        return pa.Table.from_batches(self.map_batches(batches), self.schema)

    def map_batches(
        self, batches: "Iterable[pa.RecordBatch]"
    ) -> "Iterator[pa.RecordBatch]":
        """Split the documents of batches.

        Args:
            batches: The documents; one batch is read at a time.

        Returns:
            The chunks, in batches of at most `batch_size`.

        Raises:
            ArgumentError: A column is missing.
            ArgumentTypeError: They are no batches, or a column cannot be cast.
        """
        given = enumerate(check_iterable("batches", batches, _BATCH))
        return chain.from_iterable(starmap(self._map_batch, given))

    def _map_batch(
        self, position: int, batch: "pa.RecordBatch"
    ) -> "Iterator[pa.RecordBatch]":
        """Yield the chunks of one batch."""
        name = f"batches[{position}]"
        check_type(name, batch, import_pyarrow().RecordBatch, f"a {_BATCH}")
        if not batch.num_rows:
            return
        kept = [
            cast_column(find_column(batch, field.name), field) for field in self._keep
        ]
        texts = read_values(find_column(batch, self._text_column))
        sources: Iterable[object] = repeat(None)
        if self._source_column is not None:
            sources = read_values(find_column(batch, self._source_column))
        repeated = sum(map(size_of, kept)) // batch.num_rows
        rows: list[ChunkRow] = []
        size = 0
        for row in self._rows.split(texts, sources):
            rows.append(row)
            size += repeated + row.size
            if len(rows) == self._batch_size or size >= _MOST_BYTES:
                yield from self._build(kept, rows)
                rows, size = [], 0
        if rows:
            yield from self._build(kept, rows)

    def _build(
        self, kept: "Sequence[pa.Array]", rows: Sequence[ChunkRow]
    ) -> "Iterator[pa.RecordBatch]":
        """Yield rows as a batch, or as several where a column would be too long."""
        pa = import_pyarrow()
        pending = [rows]
        while pending:
            part = pending.pop()
            columns = self._columns(kept, part)
            if columns is not None:
                yield pa.RecordBatch.from_arrays(columns, schema=self.schema)
            elif len(part) > 1:
                half = len(part) // 2
                pending += [part[half:], part[:half]]
            else:
                msg = f"row {part[0].row} of a batch has a value of over 2 GiB"
                raise ArgumentError(msg)

    def _columns(
        self, kept: "Sequence[pa.Array]", rows: Sequence[ChunkRow]
    ) -> "list[pa.Array] | None":
        """Return the columns of a batch, None where Arrow cannot hold one of them."""
        pa = import_pyarrow()
        numbers = [row.row for row in rows]
        try:
            columns = [repeat_rows(column, numbers) for column in kept]
        except pa.ArrowInvalid:  # longer than the 2 GiB that offsets reach
            return None
        columns += build_columns([row.chunk for row in rows])
        if not self._rows.raises:
            columns.append(pa.array([row.error for row in rows], pa.string()))
        is_whole = all(isinstance(column, pa.Array) for column in columns)
        return columns if is_whole else None
