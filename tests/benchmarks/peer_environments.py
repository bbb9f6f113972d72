"""The other splitters' packages, each pinned in an environment of its own."""

import subprocess
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.shared_data import REPOSITORY

_TIKTOKEN = "tiktoken==0.14.0"


@dataclass(frozen=True, slots=True)
class Peer:
    """A package with splitters.

    Attributes:
        name: How it is called.
        module: Its runner, a module of `tests.benchmarks.peer_runners`.
        requirements: What is installed for it.
        splitters: The names its runner knows.
    """

    name: str
    module: str
    requirements: tuple[str, ...]
    splitters: tuple[str, ...]


OURS = Peer(
    "langchain-mdsplit",
    "ours",
    (str(REPOSITORY), _TIKTOKEN),
    (
        "MarkdownTokenTextSplitter",
        "MarkdownTokenTextSplitter, merging",
        "MarkdownSectionTextSplitter",
        "RecursiveCharacterTextSplitter",
    ),
)
PEERS = (
    OURS,
    Peer(
        "langchain-text-splitters 1.1.3",
        "langchain",
        ("langchain-text-splitters==1.1.3", "langchain-core==1.8.3", _TIKTOKEN),
        (
            "RecursiveCharacterTextSplitter",
            "MarkdownTextSplitter",
            "MarkdownHeaderTextSplitter + RecursiveCharacterTextSplitter",
        ),
    ),
    Peer(
        "langchain-md-chunker 0.4.2",
        "md_chunker",
        ("langchain-md-chunker==0.4.2", _TIKTOKEN),
        ("Chunker, 4 characters a token",),
    ),
    Peer(
        "semantic-text-splitter 0.33.1",
        "semantic_text_splitter",
        ("semantic-text-splitter==0.33.1", _TIKTOKEN),
        ("MarkdownSplitter",),
    ),
    Peer(
        "semchunk 4.1.1",
        "semchunk",
        ("semchunk==4.1.1", _TIKTOKEN),
        ("chunkerify",),
    ),
    Peer(
        "chonkie 1.7.0",
        "chonkie",
        ("chonkie==1.7.0", _TIKTOKEN),
        ("RecursiveChunker",),
    ),
    Peer(
        "llama-index-core 0.14.25",
        "llama_index",
        ("llama-index-core==0.14.25", _TIKTOKEN),
        ("SentenceSplitter", "MarkdownNodeParser + SentenceSplitter"),
    ),
    Peer(
        # It reads no Markdown itself; its chunkers import transformers.
        "docling-core 2.104.0",
        "docling",
        (
            "docling-core[chunking,chunking-openai]==2.104.0",
            "docling-slim[format-markdown,format-html]==2.143.0",
        ),
        ("HybridChunker",),
    ),
)


def prepare(peer: Peer, folder: Path) -> Path:
    """Make a package's environment, or take the one that is there.

    Args:
        peer: The package. Ours is installed anew each time.
        folder: Where environments lie.

    Returns:
        The environment's interpreter.

    Raises:
        CalledProcessError: The package cannot be installed.
    """
    place = folder / peer.module
    python = place / "bin" / "python"
    note = place / "requirements.txt"
    wanted = "".join(f"{line}\n" for line in peer.requirements)
    is_there = note.is_file() and note.read_text(encoding="utf-8") == wanted
    if not is_there:
        venv.create(place, with_pip=True, clear=True)
        _install(python, peer.requirements)
        note.write_text(wanted, encoding="utf-8")
    elif peer is OURS:
        _install(python, ("--force-reinstall", "--no-deps", str(REPOSITORY)))
    return python


def _install(python: Path, arguments: Sequence[str]) -> None:
    """Install packages with an environment's own pip."""
    command = [str(python), "-m", "pip", "install", "--quiet", *arguments]
    subprocess.run(command, check=True)
