"""Pages of HTML that show chunks: which files they are, and what is written there."""

import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from langchain_mdsplit.cli.option_groups import RunOptions
from langchain_mdsplit.cli.outputs import (
    STDOUT,
    check_not_sources,
    check_output,
    open_output,
)
from langchain_mdsplit.cli.runner import run
from langchain_mdsplit.cli.sources import MARKDOWN_SUFFIXES, STDIN, Source
from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.splitters.base import ChunkTextSplitter

if TYPE_CHECKING:
    from langchain_mdsplit.spans import Chunk

INDEX = "index"
_NO_NAME = "page"
_LONGEST_STEM = 200  # bytes; the names of files have at most 255
_UNSAFE = re.compile(r"[^\w.]+")


@dataclass(frozen=True, slots=True)
class PagePlan:
    """Which pages are written where.

    Attributes:
        sources: What is read.
        output: The file of the only page or of the index, or `-`.
        files: The file of each source's page by its name; None for a single page.
    """

    sources: Sequence[Source]
    output: str
    files: dict[str, Path] | None = None


def plan_pages(output: str, sources: Sequence[Source]) -> PagePlan:
    """Choose the files of pages: one file, or a folder with an index.

    Args:
        output: `-` or a file for one source; a folder for several sources. For one
            source it is a folder if it exists as one or ends with `/`.
        sources: What is read.

    Returns:
        The plan.

    Raises:
        ArgumentError: A folder is needed and not given, or a page would replace a
            source.

    Example:
        >>> plan_pages("-", [Source("a.md", Path("a.md"))]).files is None
        True
        >>> plan = plan_pages("out/", [Source("a.md", Path("a.md"))])
        >>> plan.files["a.md"].as_posix()
        'out/a.html'
    """
    is_single = len(sources) == 1
    is_folder = output.endswith(("/", os.sep)) or Path(output).is_dir()
    if is_single and (output in {"", STDOUT} or not is_folder):
        check_output(output, sources)
        return PagePlan(sources, output)
    needs = "a page in a folder" if is_single else "--html of several sources"
    if output in {"", STDOUT} or "\0" in output:
        msg = f"{needs} needs --output FOLDER, got {output!r}"
        raise ArgumentError(msg)
    folder = Path(output)
    if folder.exists() and not folder.is_dir():
        msg = f"{needs} needs --output FOLDER, {output!r} is a file"
        raise ArgumentError(msg)
    names = [source.name for source in sources]
    stems = page_stems(names)
    files = {
        name: folder / f"{stem}.html" for name, stem in zip(names, stems, strict=True)
    }
    index = folder / f"{INDEX}.html"
    check_not_sources([*files.values(), index], sources)
    return PagePlan(sources, str(index), files)


def write_pages(
    plan: PagePlan, splitter: ChunkTextSplitter, options: RunOptions
) -> None:
    """Write a page for each source, and the index of a folder of pages.

    Args:
        plan: The sources and their files.
        splitter: Makes the chunks.
        options: How to read the sources.

    Raises:
        typer.Exit: A source failed.
        OSError: A page cannot be written.
    """
    # Imported here to save time in runs without pages.
    from langchain_mdsplit.view import ChunkView  # noqa: PLC0415
    from langchain_mdsplit.view.index_page import (  # noqa: PLC0415
        PageEntry,
        render_index,
    )

    limit = splitter.limit
    entries: list[PageEntry] = []

    def render(source: str, text: str) -> Iterable[str]:
        chunks: Sequence[Chunk] = splitter.split_chunks(text)
        title = "standard input" if source == STDIN else source
        page = ChunkView(text, chunks, title, limit).page()
        if plan.files is None:
            return (page,)
        file = plan.files[source]
        with open_output(str(file)) as out:
            out.write(page.encode("utf-8", "backslashreplace"))
        tokens = sum(chunk.token_count for chunk in chunks)
        entries.append(PageEntry(title, file.name, len(chunks), tokens))
        return ()

    def finish() -> Iterable[str]:
        return (render_index(entries),)

    options = replace(options, output=plan.output)
    if plan.files is None:
        run(plan.sources, options, render)
        return
    Path(plan.output).parent.mkdir(parents=True, exist_ok=True)
    run(plan.sources, options, render, finish)


def page_stems(names: Sequence[str]) -> list[str]:
    """Return a name of a file for each source: safe in any folder, and unique.

    Args:
        names: The sources' names.

    Returns:
        A stem for each; none is `index`, and no two differ in case only.

    Example:
        >>> page_stems(["docs/a.md", "docs/b/a.md", "docs/b-a.md", "docs/index.md"])
        ['a', 'b-a', 'b-a-2', 'index-2']
        >>> page_stems(["../../etc/passwd", "-"])
        ['passwd', 'stdin']
    """
    base = _common_folder([name for name in names if name != STDIN])
    taken = {INDEX}
    numbers: dict[str, int] = {}
    stems: list[str] = []
    for name in names:
        stem = wanted = _safe_stem(name, base)
        while _fold(stem) in taken:
            numbers[wanted] = numbers.get(wanted, 1) + 1
            stem = f"{wanted}-{numbers[wanted]}"
        taken.add(_fold(stem))
        stems.append(stem)
    return stems


def _common_folder(names: Sequence[str]) -> str:
    """Return the folder that all names have in common, with `/` at its end."""
    folders = [name.rpartition("/")[0] for name in names]
    try:
        common = os.path.commonpath(folders)
    except ValueError:  # no names, or both absolute and relative ones
        return ""
    return f"{common}/" if common else ""


def _safe_stem(name: str, base: str) -> str:
    """Return a source's name below a folder as one word for a file's name."""
    if name == STDIN:
        return "stdin"
    stem = name.removeprefix(base)
    suffix = Path(stem).suffix
    if suffix.lower() in MARKDOWN_SUFFIXES:
        stem = stem.removesuffix(suffix)
    encoding = sys.getfilesystemencoding()
    encoded = _UNSAFE.sub("-", stem).strip("-.").encode(encoding, "ignore")
    start = encoded[:_LONGEST_STEM].decode(encoding, "ignore")
    return start.strip("-.") or _NO_NAME


def _fold(stem: str) -> str:
    """Return a form that is equal for names that a file system may not tell apart."""
    return unicodedata.normalize("NFKC", stem).casefold()
