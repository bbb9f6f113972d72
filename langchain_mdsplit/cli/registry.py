"""The splitters by the short names that the command line knows."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.splitters.base import ChunkTextSplitter

SPLITTERS: Mapping[str, str] = MappingProxyType(
    {
        "fragment": "langchain_mdsplit.splitters.fragment:MarkdownFragmentTextSplitter",
        "recursive": (
            "langchain_mdsplit.splitters.recursive:RecursiveCharacterTextSplitter"
        ),
        "section": "langchain_mdsplit.splitters.section:MarkdownSectionTextSplitter",
        "semantic": "langchain_mdsplit.splitters.semantic:SemanticChunker",
        "token": "langchain_mdsplit.splitters.token:MarkdownTokenTextSplitter",
    }
)
"""Short name to `module:class`; a splitter registers itself by one line here."""


def load_splitter(name: str) -> type[ChunkTextSplitter]:
    """Return the class of a splitter.

    Args:
        name: A key of `SPLITTERS`.

    Returns:
        The class.

    Raises:
        ArgumentError: There is no splitter of that name.

    Example:
        >>> load_splitter("fragment").__name__
        'MarkdownFragmentTextSplitter'
    """
    if name not in SPLITTERS:
        msg = f"splitter must be one of {', '.join(SPLITTERS)}, got {name!r}"
        raise ArgumentError(msg)
    module, _, attribute = SPLITTERS[name].partition(":")
    splitter: type[ChunkTextSplitter] = getattr(import_module(module), attribute)
    return splitter
