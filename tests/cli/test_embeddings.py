"""Embeddings that a command line names, and splitters that need them."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings
from typer.testing import CliRunner, Result

from langchain_mdsplit.cli import app, registry
from langchain_mdsplit.cli.embeddings import load_embeddings
from langchain_mdsplit.cli.options import (
    accepted_options,
    build_splitter,
)
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.errors import ArgumentError, MdSplitError
from langchain_mdsplit.markdown.sections import read_sections
from langchain_mdsplit.splitters.measured import MeasuredTextSplitter

MODELS = """
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings

LOADED = DeterministicFakeEmbedding(size=3)


def build():
    import helper_beside_models
    return DeterministicFakeEmbedding(size=helper_beside_models.SIZE)


class Broken(Embeddings):
    def embed_documents(self, texts):
        raise OSError("no such\\nhost")

    embed_query = embed_documents


def bad():
    raise RuntimeError("no key")


def leave():
    raise SystemExit


class Leaving(Embeddings):
    def embed_documents(self, texts):
        raise SystemExit(0)

    embed_query = embed_documents
"""


class VectorTextSplitter(MeasuredTextSplitter):
    """A splitter to register: one chunk, labelled with its vector's length."""

    def __init__(
        self, embeddings: Embeddings, *, chunk_size: int | None = None, **options: Any
    ) -> None:
        super().__init__(chunk_size, **options)
        self._embeddings = embeddings

    def _split_source(self, text: str, *, is_document_start: bool) -> list[Excerpt]:
        del is_document_start
        (root,) = read_sections([])
        (vector,) = self._embeddings.embed_documents([text])
        return [Excerpt(text, 1, 0, len(text), 0, root, str(len(vector)))]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a module and a source, made the current one."""
    (tmp_path / "models_of_a_test.py").write_text(MODELS, "utf-8")
    (tmp_path / "helper_beside_models.py").write_text("SIZE = 7\n", "utf-8")
    (tmp_path / "a.md").write_bytes(b"tea")
    monkeypatch.chdir(tmp_path)
    place = f"{__name__}:VectorTextSplitter"
    known = {"vector": place, "token": registry.SPLITTERS["token"]}
    for module in ("cli.registry", "cli.contestants"):
        monkeypatch.setattr(f"langchain_mdsplit.{module}.SPLITTERS", known)
    for name in ("models_of_a_test", "helper_beside_models"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_embeddings_are_found_by_signature() -> None:
    accepted = accepted_options(VectorTextSplitter)
    assert accepted[-1] == "embeddings"
    assert "embeddings" not in accepted[:-1]


@pytest.mark.parametrize("callable_name", ["build", "LOADED"])
def test_a_splitter_gets_the_embeddings(callable_name: str) -> None:
    name = f"models_of_a_test:{callable_name}"
    result = invoke("split", "a.md", "--splitter", "vector", "--embeddings", name)
    assert (result.exit_code, result.stderr) == (0, "")
    label = json.loads(result.stdout)["metadata"]["label"]
    assert label == ("7" if callable_name == "build" else "3")


def test_the_current_folder_is_a_place_of_modules_no_longer_than_needed() -> None:
    before = list(sys.path)
    load_embeddings("models_of_a_test:build")
    assert sys.path == before


def test_nothing_is_loaded_where_nothing_is_named() -> None:
    assert load_embeddings(None) is None


def test_vectors_are_those_of_the_embeddings() -> None:
    found = load_embeddings("models_of_a_test:LOADED")
    assert found is not None
    real = DeterministicFakeEmbedding(size=3)
    assert found.embed_documents(["a", "b"]) == real.embed_documents(["a", "b"])
    assert found.embed_query("a") == real.embed_query("a")


@pytest.mark.parametrize("command", ["split", "stats"])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["vector"], "splitter 'vector' needs --embeddings MODULE:CALLABLE"),
        (
            ["token", "--embeddings", "models_of_a_test:build"],
            "splitter 'token' does not take --embeddings",
        ),
        (["vector", "--embeddings", "models"], "--embeddings must be MODULE:CALLABLE"),
        (["vector", "--embeddings", ":build"], "--embeddings must be MODULE:CALLABLE"),
        (["vector", "--embeddings", "a.b:"], "--embeddings must be MODULE:CALLABLE"),
        (["vector", "--embeddings", "../a:b"], "--embeddings must be MODULE:CALLABLE"),
        (
            ["vector", "--embeddings", "none_of_these:build"],
            "--embeddings none_of_these:build: ModuleNotFoundError: No module named",
        ),
        (
            ["vector", "--embeddings", "models_of_a_test:missing"],
            "--embeddings models_of_a_test:missing: AttributeError: ",
        ),
        (
            ["vector", "--embeddings", "models_of_a_test:bad"],
            "--embeddings models_of_a_test:bad: RuntimeError: no key",
        ),
        (
            ["vector", "--embeddings", "models_of_a_test:leave"],
            "--embeddings models_of_a_test:leave: SystemExit",
        ),
        (
            ["vector", "--embeddings", "builtins:dict"],
            "--embeddings builtins:dict: must return LangChain Embeddings, not dict",
        ),
        (
            ["vector", "--embeddings", "sys:path"],
            "--embeddings sys:path: TypeError: 'list' object is not callable",
        ),
    ],
)
def test_what_is_wrong_with_embeddings_is_one_line(
    command: str, arguments: list[str], message: str
) -> None:
    result = invoke(command, "a.md", "--splitter", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {message}")
    assert result.stderr.count("\n") == 1


def test_what_embeddings_raise_names_the_source() -> None:
    name = "models_of_a_test:Broken"
    result = invoke("split", "a.md", "--splitter", "vector", "--embeddings", name)
    assert (result.exit_code, result.stdout) == (1, "")
    problem = f"--embeddings {name}: OSError: no such host"
    assert result.stderr == f"error: a.md: {problem}\n"


def test_embeddings_that_leave_do_not_end_the_run() -> None:
    name = "models_of_a_test:Leaving"
    result = invoke("split", "a.md", "--splitter", "vector", "--embeddings", name)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"error: a.md: --embeddings {name}: SystemExit: 0\n"


def test_errors_of_this_package_pass_through(folder: Path) -> None:
    code = "from langchain_mdsplit.errors import MdSplitError as Odd\n"
    code += MODELS.replace("OSError", "Odd")
    (folder / "models_of_a_test.py").write_text(code, "utf-8")
    found = load_embeddings("models_of_a_test:Broken")
    assert found is not None
    with pytest.raises(MdSplitError, match=r"^no such\nhost$"):
        found.embed_query("a")


def test_a_comparison_gives_embeddings_to_those_that_take_them() -> None:
    result = invoke(
        *["compare", "a.md", "--splitter", "vector", "--splitter", "token"],
        *["--splitter", "langchain-recursive", "--format", "jsonl"],
        *["--embeddings", "models_of_a_test:build"],
    )
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [json.loads(line) for line in result.stdout.split("\n")[:-1]]
    names = [row["splitter"] for row in rows]
    assert names == ["vector", "token", "langchain-recursive"]
    assert [row["limit"] for row in rows] == [512, 512, 512]


def test_a_comparison_needs_embeddings_where_a_splitter_does() -> None:
    result = invoke("compare", "a.md", "--splitter", "vector")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: splitter 'vector' needs --embeddings")


@pytest.mark.parametrize("splitters", [["token"], ["token", "langchain-recursive"]])
def test_embeddings_that_no_splitter_takes_are_wrong(splitters: list[str]) -> None:
    named = [part for name in splitters for part in ("--splitter", name)]
    given = ["--embeddings", "models_of_a_test:build"]
    result = invoke("compare", "a.md", *named, *given)
    assert (result.exit_code, result.stdout) == (2, "")
    names = ", ".join(splitters)
    message = f"none of the splitters takes --embeddings, got {names}"
    assert result.stderr == f"error: {message}\n"


@pytest.mark.parametrize("name", ["token", "langchain-recursive"])
def test_embeddings_are_no_option_of_a_splitter_without_them(name: str) -> None:
    result = invoke("compare", "a.md", "--splitter", f"{name}:embeddings=fake")
    assert result.exit_code == 2
    assert result.stderr == f"error: splitter {name!r} does not take --embeddings\n"


def test_an_option_cannot_stand_for_embeddings() -> None:
    with pytest.raises(ArgumentError, match="needs --embeddings"):
        build_splitter("vector", {}, ["embeddings=fake"])
