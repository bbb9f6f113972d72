"""Ray Data runs the Arrow splitter in real workers: every row, every error."""

import os
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from langchain_mdsplit import MarkdownTokenTextSplitter
from langchain_mdsplit.arrow import ArrowSplitter
from tests.integration.chunk_rows import chunk_rows, corpus_texts
from tests.shared_data import REPOSITORY

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
ray = pytest.importorskip("ray", reason="ray is not installed")


# Ray's own settings are read with warnings about some of them.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:ray")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Start Ray on this machine with two workers."""
    path = os.pathsep.join(
        filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH")])
    )
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        configure_logging=False,
        log_to_driver=False,
        object_store_memory=2**28,
        _temp_dir=str(tmp_path_factory.mktemp("r")),
        runtime_env={"env_vars": {"PYTHONPATH": path}},
    )
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


@pytest.mark.usefixtures("cluster")
def test_every_row_is_that_of_one_process() -> None:
    texts = corpus_texts(300)
    splitter = MarkdownTokenTextSplitter(512, add_ids=True)
    split = ArrowSplitter(
        splitter, source_column="path", keep=pa.schema([("path", pa.string())])
    )
    table = pa.table({"path": [a for a, _ in texts], "text": [b for _, b in texts]})
    documents = ray.data.from_arrow(table).repartition(8)
    chunks = documents.map_batches(split, batch_format="pyarrow", batch_size=16)
    rows = [
        row for table in ray.get(chunks.to_arrow_refs()) for row in table.to_pylist()
    ]
    rows.sort(key=lambda row: (row["path"], row["chunk_index"]))
    assert rows == chunk_rows(splitter, texts)
    assert len(rows) > len(texts)


@pytest.mark.usefixtures("cluster")
def test_a_bad_row_is_a_row_with_an_error() -> None:
    split = ArrowSplitter(MarkdownTokenTextSplitter(), on_error="column")
    documents = ray.data.from_arrow(pa.table({"text": ["a", None, "b"]}))
    rows = documents.map_batches(split, batch_format="pyarrow").take_all()
    assert sorted(row["text"] or row["error"][:17] for row in rows) == [
        "ArgumentTypeError",
        "a",
        "b",
    ]


@pytest.mark.usefixtures("cluster")
def test_a_bad_row_raises() -> None:
    split = ArrowSplitter(MarkdownTokenTextSplitter())
    documents = ray.data.from_arrow(pa.table({"text": ["a", None]}))
    chunks = documents.map_batches(split, batch_format="pyarrow")
    with pytest.raises(ray.exceptions.RayTaskError, match="in row 1 of its batch"):
        chunks.materialize()


@pytest.mark.usefixtures("cluster")
def test_documents_are_read_from_files(tmp_path: Path) -> None:
    source = tmp_path / "documents.parquet"
    table = pa.table({"path": ["a.md"], "text": ["# Tea\n\nBoil water."]})
    pq.write_table(table, source)
    split = ArrowSplitter(MarkdownTokenTextSplitter(), source_column="path")
    chunks = ray.data.read_parquet(str(source)).map_batches(
        split, batch_format="pyarrow"
    )
    chunks.write_parquet(str(tmp_path / "chunks"))
    written = pq.read_table(tmp_path / "chunks")
    assert written.select(split.schema.names).schema.equals(split.schema)
    assert written["text"].to_pylist() == ["# Tea\n\nBoil water."]
