"""Spark runs the Arrow splitter in real Python workers: every row, every error."""

import os
import sys
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

from langchain_mdsplit import MarkdownTokenTextSplitter
from langchain_mdsplit.arrow import ArrowSplitter
from tests.integration.chunk_rows import chunk_rows, corpus_texts
from tests.shared_data import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

pytest.importorskip("pyspark", reason="pyspark is not installed")


pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet:FutureWarning")


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[SparkSession]":
    """Start Spark on this machine with two workers."""
    from pyspark.sql import SparkSession  # noqa: PLC0415

    folder = tmp_path_factory.mktemp("spark")
    path = os.pathsep.join(
        filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH")])
    )
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.local.dir": str(folder),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.sql.shuffle.partitions": "4",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "16",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        "spark.executorEnv.PYTHONPATH": path,
        "spark.log.level": "OFF",
    }
    builder = SparkSession.builder.master("local[2]").appName("chunks")
    for key, value in settings.items():
        builder = builder.config(key, value)
    with pytest.MonkeyPatch.context() as patch:
        # Otherwise Spark starts the first `python3` that it finds.
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYSPARK_DRIVER_PYTHON", sys.executable)
        session = builder.getOrCreate()
        yield session
        session.stop()


def test_every_row_is_that_of_one_process(spark: "SparkSession") -> None:
    from pyspark.sql.pandas.types import from_arrow_schema  # noqa: PLC0415

    texts = corpus_texts(300)
    splitter = MarkdownTokenTextSplitter(512, add_ids=True)
    split = ArrowSplitter(
        splitter, source_column="path", keep=pa.schema([("path", pa.string())])
    )
    documents = spark.createDataFrame(texts, "path string, text string").repartition(8)
    chunks = documents.mapInArrow(split.map_batches, from_arrow_schema(split.schema))
    rows = chunks.toArrow().to_pylist()
    rows.sort(key=lambda row: (row["path"], row["chunk_index"]))
    assert rows == chunk_rows(splitter, texts)
    assert len(rows) > len(texts)


def test_a_bad_row_is_a_row_with_an_error(spark: "SparkSession") -> None:
    from pyspark.sql.pandas.types import from_arrow_schema  # noqa: PLC0415

    split = ArrowSplitter(MarkdownTokenTextSplitter(), on_error="column")
    documents = spark.createDataFrame([("a",), (None,), ("b",)], "text string")
    chunks = documents.mapInArrow(split.map_batches, from_arrow_schema(split.schema))
    rows = chunks.collect()
    assert sorted(row["text"] or row["error"][:17] for row in rows) == [
        "ArgumentTypeError",
        "a",
        "b",
    ]


def test_a_bad_row_raises(spark: "SparkSession") -> None:
    from pyspark.errors import PythonException  # noqa: PLC0415
    from pyspark.sql.pandas.types import from_arrow_schema  # noqa: PLC0415

    split = ArrowSplitter(MarkdownTokenTextSplitter())
    documents = spark.createDataFrame([("a",), (None,)], "text string").coalesce(1)
    chunks = documents.mapInArrow(split.map_batches, from_arrow_schema(split.schema))
    with pytest.raises(PythonException, match="in row 1 of its batch"):
        chunks.collect()
