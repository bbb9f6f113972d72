"""Answers to a model: JSON with an artifact, made to fit a token limit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from langchain_core.tools import ToolException

from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.markdown.heading_path import join_heading_path
from langchain_mdsplit.shortening import ELLIPSIS, shorten
from langchain_mdsplit.tokens import TokenCounter
from langchain_mdsplit.tools.wording import LONGEST_NAME, encode

_SHARE = 10  # a name may take a tenth of an answer
_Part = TypeVar("_Part")


class Answer(NamedTuple):
    """What a tool gives back.

    Attributes:
        content: JSON for the model.
        artifact: The same for the program: Documents, or a list of dicts.
    """

    content: str
    artifact: Any


@dataclass(frozen=True, slots=True)
class AnswerLimit:
    """How long an answer may be, and how texts are made to fit.

    Attributes:
        counter: Counts tokens.
        max_tokens: The most that an answer's JSON may count.
    """

    counter: TokenCounter
    max_tokens: int

    @property
    def share(self) -> int:
        """How much a name or a title may take of an answer (tokens)."""
        return self.max_tokens // _SHARE

    def measure(self, text: str) -> int:
        """Return the length of a text within JSON, without the quotes (tokens).

        The quotes would cost a piece of a text as much as the whole: lengths of pieces
        would no longer add up to that of the text.

        Args:
            text: Any text.

        Returns:
            The length.
        """
        return self.counter(encode(text)[1:-1])

    def clip(self, text: str, *, keep_end: bool = False) -> str:
        """Return a text that is short enough to be one of several parts of an answer.

        Args:
            text: A title or a name.
            keep_end: Whether its end is kept, else its beginning.

        Returns:
            The text, with an ellipsis where something was left out.
        """
        limit = self.share
        kept = shorten(text, LONGEST_NAME, keep_end=keep_end)
        if _most_tokens(kept) <= limit:
            return kept
        while len(kept) > 1 and self.measure(kept) > limit:
            kept = shorten(text, len(kept) // 2, keep_end=keep_end)
        return kept

    def clip_path(self, titles: Sequence[str]) -> str:
        """Return a heading path that is short enough; outer titles go first.

        Args:
            titles: The titles, outermost first.

        Returns:
            The path, with an ellipsis in place of what was left out.
        """
        limit = 2 * self.share
        shown = [self.clip(title) for title in titles]
        path = join_heading_path(shown)
        while len(shown) > 1 and self.measure(path) > limit:
            del shown[0]
            path = join_heading_path([ELLIPSIS, *shown])
        return path

    def excerpt(self, text: str, limit: int) -> str:
        """Return the beginning of a text that measures at most a limit as JSON.

        Args:
            text: The text.
            limit: The limit (tokens).

        Returns:
            A prefix of the text.
        """
        kept = self.counter.truncate(text[: 8 * limit], limit)
        while kept and self.measure(kept) > limit:
            kept = kept[: len(kept) * 3 // 4]
        return kept

    def settle(
        self,
        cut: Callable[[int], list[_Part]],
        render: Callable[[Sequence[_Part]], list[str]],
        budget: int,
    ) -> tuple[list[_Part], list[str]]:
        """Cut something into pages whose answers all fit, measured as they are.

        Args:
            cut: Cuts it into parts of at most a number of tokens.
            render: Writes the answers of all the parts.
            budget: The first number to try.

        Returns:
            The parts and their answers.

        Raises:
            LimitTooSmallError: A part of one token would not fit.
        """
        while True:
            parts = cut(budget)
            answers = render(parts)
            excess = max(self.counter.count_many(answers)) - self.max_tokens
            if excess <= 0:
                return parts, answers
            if budget <= excess:
                msg = f"max_tokens={self.max_tokens} cannot hold the smallest answer"
                raise LimitTooSmallError(msg)
            budget -= excess

    def refusal(self, message: str) -> ToolException:
        """Return an error that tells the model what to do, within the limit.

        Args:
            message: What is wrong and what to call next.

        Returns:
            The error to raise.
        """
        return ToolException(self.counter.truncate(message, self.max_tokens))


def _most_tokens(text: str) -> int:
    """Return what a text measures at most: a token has a byte or more."""
    is_plain = text.isascii() and text.isprintable()
    return len(text) * (2 if is_plain else 6)
