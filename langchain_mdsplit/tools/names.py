"""Names of documents: short, and each of them unique."""

from collections.abc import Iterator, Sequence

from langchain_core.documents import Document

from langchain_mdsplit.shortening import shorten
from langchain_mdsplit.tools.answers import AnswerLimit
from langchain_mdsplit.tools.wording import encode


def name_documents(documents: Sequence[Document], limit: AnswerLimit) -> Iterator[str]:
    """Yield a name for each document, which a model can give back as it is.

    Args:
        documents: The Documents; one is called by its metadata `source`, else by its
            id, else by its position.
        limit: How long an answer may be.

    Yields:
        Names without white space around them, each of them once.

    Example:
        >>> from langchain_mdsplit import TokenCounter
        >>> limit = AnswerLimit(TokenCounter(), 500)
        >>> sources = " a.md", "a.md", " ", None
        >>> documents = [Document("", metadata={"source": name}) for name in sources]
        >>> list(name_documents(documents, limit))
        ['a.md', 'a.md (2)', 'document-3', 'document-4']
    """
    taken: dict[str, int] = {}
    for position, document in enumerate(documents):
        name = (
            bare_name(document.metadata.get("source"))
            or bare_name(document.id)
            or f"document-{position + 1}"
        )
        yield _unique(_clipped(name, limit), taken)


def bare_name(name: object) -> str:
    r"""Return what names are compared by: their text, runs of white space as a space.

    Args:
        name: Anything that something is called by; None for nothing.

    Returns:
        The text without white space around it.

    Example:
        >>> bare_name(" my\n notes.md"), bare_name(7), bare_name(None)
        ('my notes.md', '7', '')
    """
    return "" if name is None else " ".join(str(name).split())


def _clipped(name: str, limit: AnswerLimit) -> str:
    """Return a name that is short enough; in a call it is JSON within JSON."""
    clipped = limit.clip(name, keep_end=True)
    while len(clipped) > 2 and limit.measure(encode(clipped)) > limit.share:
        clipped = shorten(name, len(clipped) // 2 + 1, keep_end=True)
    return bare_name(clipped)


def _unique(name: str, taken: dict[str, int]) -> str:
    """Return a name, with a number if it is taken; count it in `taken`."""
    unique = name
    while unique in taken:
        taken[name] += 1
        unique = f"{name} ({taken[name]})"
    taken[unique] = 1
    return unique
