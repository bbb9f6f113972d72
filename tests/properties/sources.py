"""Hypothesis strategies for whole documents: pieces, lines, nested, real, recoded."""

import random
from functools import cache
from typing import Final

from hypothesis import strategies as st

from tests.markdown.line_soup import hard_texts
from tests.properties.markdown_texts import PIECES, markdown_texts
from tests.shared_data import REPOSITORY, corpus_files, read_source, tricky_files

FRONT_MATTER: Final = (
    "---\na: 1\n---\n",
    '---\ntitle: "x"\ntags: [a, b]\n---\n\n',
    "+++\na = 1\n+++\n",
    "\ufeff---\na: 1\n---\n",
    "\ufeff",
    "---\na: [\n---\n",
    "---\n---\n",
    f"---\nlong: {'word ' * 40}\n---\n",
    "---\na: b\n",
)
MARKERS: Final = (
    ("> ", "> "),
    ("> ", ""),
    (">", ">"),
    ("- ", "  "),
    ("10. ", "    "),
    ("   - ", "     "),
    ("> - ", ">   "),
    ("- > ", "  > "),
    ("[^1]: ", "    "),
    ("- [ ] ", "  "),
    ('!!! note "A"\n    ', "    "),
)
SENTENCES: Final = (
    "One! > n two words. ",
    "See `a. B` and [c d](e). ",
    "First 1. Second - third + four. ",
    "# is no heading. ",
    "A | b | c. ",
    "日本語の文。もう一つ！",
    "Wait... what? ",
    "It is $x + y$ here. ",
    "*Loud. And* long_word ",
    "\n",
    "\n    ",
    "\n> ",
)
EXCERPT: Final = 1200  # characters
FILES: Final = 60  # of the corpus
SEED: Final = 7


def nested_texts() -> st.SearchStrategy[str]:
    """Return pieces inside of containers, which stand one in the other."""
    body = st.one_of(
        st.sampled_from(PIECES), prose(), st.sampled_from(PIECES).map(lambda it: it * 2)
    )
    return st.recursive(
        body,
        lambda inner: st.tuples(
            st.sampled_from(MARKERS), st.lists(inner, min_size=1, max_size=3)
        ).map(lambda pair: marked(pair[0], "\n\n".join(pair[1]))),
        max_leaves=6,
    )


def marked(markers: tuple[str, str], text: str) -> str:
    """Return a text whose lines begin with a container's markers."""
    first, other = markers
    return first + text.replace("\n", f"\n{other}")


def prose() -> st.SearchStrategy[str]:
    """Return sentences whose words would be marks at the beginning of a line."""
    return st.lists(st.sampled_from(SENTENCES), max_size=12).map("".join)


@cache
def real_texts() -> tuple[str, ...]:
    """Return small documents that others get wrong, and a sample of the corpus."""
    files = corpus_files()
    some = random.Random(SEED).sample(files, min(len(files), FILES))  # noqa: S311
    paths = [*tricky_files(), *some] or [REPOSITORY / "README.md"]
    return tuple(read_source(path) for path in paths)


def excerpts() -> st.SearchStrategy[str]:
    """Return slices of real documents, from anywhere in them."""
    return st.builds(
        lambda text, start, length: text[start % (len(text) or 1) :][:length],
        st.deferred(lambda: st.sampled_from(real_texts())),
        st.integers(0, 2**16),
        st.integers(0, EXCERPT),
    )


def bodies(max_pieces: int) -> st.SearchStrategy[str]:
    """Return documents without regard to their beginnings and line endings."""
    parts = st.one_of(nested_texts(), prose(), st.sampled_from(PIECES))
    joined = st.lists(parts, max_size=max_pieces // 2).map("\n\n".join)
    return st.one_of(
        markdown_texts(max_pieces),
        markdown_texts(max_pieces),
        joined,
        hard_texts(),
        excerpts(),
    )


def sources(max_pieces: int = 12) -> st.SearchStrategy[str]:
    """Return documents of any kind, some with front matter, with any line endings."""
    return st.builds(
        lambda head, body, ending: (head + body).replace("\n", ending),
        st.sampled_from(("",) * len(FRONT_MATTER) + FRONT_MATTER),
        bodies(max_pieces),
        st.sampled_from(("\n", "\n", "\n", "\n", "\r\n", "\r")),
    )
