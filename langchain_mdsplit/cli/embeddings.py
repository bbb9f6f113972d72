"""Embeddings that a command line names: the one place where it runs the user's code.

Only the module that `--embeddings` names is imported, and only if it is given.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from langchain_core.embeddings import Embeddings

from langchain_mdsplit.errors import ArgumentError, MdSplitError
from langchain_mdsplit.shortening import short_repr

_T = TypeVar("_T")
_FORM = "--embeddings must be MODULE:CALLABLE, as models:build"


class NamedEmbeddings(Embeddings):
    """Embeddings whose errors become errors of this package that name them.

    Args:
        name: How the command line names them.
        embeddings: What embeds.
    """

    def __init__(self, name: str, embeddings: Embeddings) -> None:
        self._name = name
        self._embeddings = embeddings

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return a vector for each text.

        Args:
            texts: The texts.

        Returns:
            Their vectors, in order.

        Raises:
            MdSplitError: The embeddings raised something.
        """
        return _guarded(self._name, lambda: self._embeddings.embed_documents(texts))

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a query.

        Args:
            text: The query.

        Returns:
            Its vector.

        Raises:
            MdSplitError: The embeddings raised something.
        """
        return _guarded(self._name, lambda: self._embeddings.embed_query(text))


def load_embeddings(name: str | None) -> Embeddings | None:
    """Import and build the embeddings that a command line names, if it names any.

    Python searches for the module as usual, then in the current folder.

    Args:
        name: `module:callable`, or None. The callable takes no arguments and returns
            LangChain Embeddings; an Embeddings object is taken as it is.

    Returns:
        The embeddings; None if `name` is None.

    Raises:
        ArgumentError: There is no such module or callable, it raises, or it returns
            something else.

    Example:
        >>> load_embeddings("json:dumps")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        langchain_mdsplit.errors.ArgumentError: --embeddings json:dumps: ...
    """
    if name is None:
        return None
    module_name, _, path = name.partition(":")
    parts = (*module_name.split("."), *path.split("."))
    if not all(part.isidentifier() for part in parts):
        msg = f"{_FORM}, got {short_repr(name)}"
        raise ArgumentError(msg)
    try:
        module = _with_current_folder(lambda: import_module(module_name))
        found = attrgetter(path)(module)
        if not isinstance(found, Embeddings):
            found = _with_current_folder(found)
    # The module is the user's: any error in it is an error of the argument. A script
    # may also end with sys.exit, which must not end this program.
    except (Exception, SystemExit) as error:
        msg = f"--embeddings {name}: {_describe(error)}"
        raise ArgumentError(msg) from error
    if not isinstance(found, Embeddings):
        kind = type(found).__name__
        msg = f"--embeddings {name}: must return LangChain Embeddings, not {kind}"
        raise ArgumentError(msg)
    return NamedEmbeddings(name, found)


def _with_current_folder(work: Callable[[], _T]) -> _T:
    """Let Python also search the current folder, after all others, for a while."""
    folder = str(Path.cwd())
    sys.path.append(folder)
    try:
        return work()
    finally:
        sys.path.remove(folder)


def _guarded(name: str, work: Callable[[], _T]) -> _T:
    """Run code of the embeddings; what it raises becomes an `MdSplitError`."""
    try:
        return work()
    except MdSplitError:
        raise
    # They may raise anything; many are clients of a remote service.
    except (Exception, SystemExit) as error:
        msg = f"--embeddings {name}: {_describe(error)}"
        raise MdSplitError(msg) from error


def _describe(error: BaseException) -> str:
    """Return an error in one line."""
    lines = " ".join(str(error).split())
    return f"{type(error).__name__}: {lines}" if lines else type(error).__name__
