"""Arrow columns: the output's schema, reading columns and building them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from langchain_core.documents import Document

from langchain_mdsplit.checks import check_type
from langchain_mdsplit.documents.metadata_keys import CHUNK_KEYS, ValueType
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    import pyarrow as pa

_ARROW_TYPES: Mapping[ValueType, str] = MappingProxyType({int: "int64", str: "string"})

CHUNK_COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        "text": "string",
        **{name: _ARROW_TYPES[key.type] for name, key in CHUNK_KEYS.items()},
        "id": "string",
    }
)
"""The columns of a chunk and their types; null where its splitter says nothing."""

ERROR_COLUMN = "error"


def import_pyarrow() -> Any:
    """Import pyarrow, which only those have who need it.

    Returns:
        The module.

    Raises:
        ImportError: It is not installed.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415  (it is an extra)
    except ImportError as error:
        msg = "ArrowSplitter needs pyarrow: pip install 'langchain-mdsplit[arrow]'"
        raise ImportError(msg) from error
    return pa


def read_fields(keep: "pa.Schema | None") -> "tuple[pa.Field, ...]":
    """Return the columns of the input that the output repeats.

    Args:
        keep: Their names and types; None for no column.

    Returns:
        The fields.

    Raises:
        ArgumentTypeError: It is no schema.
    """
    pa = import_pyarrow()
    check_type("keep", keep, (pa.Schema, type(None)), "a pyarrow.Schema or None")
    return () if keep is None else tuple(keep)


def declare_schema(keep: "Sequence[pa.Field]", *, has_error: bool) -> "pa.Schema":
    """Return the schema of the output.

    Args:
        keep: The columns of the input that it repeats.
        has_error: Whether it has the column `error`.

    Returns:
        The schema, with all columns nullable that are not the input's.

    Raises:
        ArgumentError: Two columns would have one name.
    """
    pa = import_pyarrow()
    added = {**CHUNK_COLUMNS, **({ERROR_COLUMN: "string"} if has_error else {})}
    names = [field.name for field in keep]
    if clashes := {name for name in names if name in added or names.count(name) > 1}:
        msg = (
            f"keep must hold no name twice and none of {', '.join(added)}, "
            f"got {', '.join(sorted(clashes))}: rename the column in the input"
        )
        raise ArgumentError(msg)
    fields = [pa.field(name, getattr(pa, kind)()) for name, kind in added.items()]
    return pa.schema([*keep, *fields])


def find_column(batch: "pa.RecordBatch", name: str) -> "pa.Array":
    """Return a column of the input.

    Args:
        batch: The input.
        name: The column's name.

    Returns:
        The column.

    Raises:
        ArgumentError: There is none of that name, or more than one.
    """
    index = batch.schema.get_field_index(name)
    if index < 0:
        columns = ", ".join(batch.schema.names)
        msg = f"the input must have one column {name!r}, it has {columns or 'none'}"
        raise ArgumentError(msg)
    return batch.column(index)


def cast_column(column: "pa.Array", field: "pa.Field") -> "pa.Array":
    """Return a column with the type that the schema declares.

    Args:
        column: The column.
        field: Its name and type in the schema.

    Returns:
        The column as it is, or cast.

    Raises:
        ArgumentTypeError: It cannot be cast.
    """
    if column.type == field.type:
        return column
    try:
        return column.cast(field.type)
    except import_pyarrow().ArrowException as error:
        msg = f"column {field.name!r} must be {field.type}, got {column.type}: {error}"
        raise ArgumentTypeError(msg) from error


def repeat_rows(column: "pa.Array", rows: Sequence[int]) -> "pa.Array":
    """Return some rows of a column, as often as they are named.

    Args:
        column: The column.
        rows: The rows, counted from 0.

    Returns:
        A column of the same type.
    """
    pa = import_pyarrow()
    try:
        return column.take(pa.array(rows, pa.int64()))
    except pa.ArrowNotImplementedError:  # as for string views
        values = column.to_pylist()
        return pa.array([values[row] for row in rows], column.type)


def read_values(column: "pa.Array") -> list[object]:
    """Return the values of a column.

    Args:
        column: Any column.

    Returns:
        Python values; an error in place of each text that is not UTF-8, which Arrow
        does not check.
    """
    with suppress(UnicodeDecodeError):
        return column.to_pylist()  # type: ignore[no-any-return]
    return list(map(_read_value, column))


def size_of(column: "pa.Array") -> int:
    """Return how many bytes a column takes about.

    Args:
        column: Any column.

    Returns:
        The bytes of its values; of a view type, which pyarrow could not measure before
        19, those of its buffers.
    """
    try:
        return int(column.nbytes)
    except TypeError:
        return int(column.get_total_buffer_size())


def _read_value(scalar: "pa.Scalar") -> object:
    """Return a value, or what is wrong with it."""
    try:
        return scalar.as_py()
    except UnicodeDecodeError as error:
        return error


def build_columns(chunks: Sequence[Document | None]) -> "list[pa.Array]":
    """Return the columns of chunks.

    Args:
        chunks: The chunks, None for a row that has none.

    Returns:
        The columns in the order of `CHUNK_COLUMNS`.
    """
    pa = import_pyarrow()
    metadatas: list[dict[Any, Any]] = [
        chunk.metadata if chunk else {} for chunk in chunks
    ]
    values: dict[str, list[Any]] = {
        name: [metadata.get(name) for metadata in metadatas] for name in CHUNK_COLUMNS
    }
    values["text"] = [chunk and chunk.page_content for chunk in chunks]
    values["id"] = [chunk and chunk.id for chunk in chunks]
    return [
        pa.array(values[name], getattr(pa, kind)())
        for name, kind in CHUNK_COLUMNS.items()
    ]
