"""The commands of the command line, and the Typer application that holds them."""

from collections.abc import Iterable
from typing import Annotated, Any

import typer
from langchain_core.documents import Document

from langchain_mdsplit import __version__
from langchain_mdsplit.cli import parameters
from langchain_mdsplit.cli.chunks import chunk_as_json, chunk_as_text
from langchain_mdsplit.cli.encodings import check_encoding
from langchain_mdsplit.cli.options import build_splitter
from langchain_mdsplit.cli.outline import (
    outline_as_json,
    outline_as_text,
    read_outline,
)
from langchain_mdsplit.cli.parameters import OutputFormat
from langchain_mdsplit.cli.runner import DATA_ERROR, USAGE_ERROR, exit_codes, run
from langchain_mdsplit.cli.sources import find_sources
from langchain_mdsplit.markdown.sections import MAX_LEVEL
from langchain_mdsplit.splitters.arguments import check_integer
from langchain_mdsplit.tokens import TokenCounter

_HELP = """Split Markdown into chunks that know where they come from.

\b
Exit codes:
    0  all went well
    1  a source could not be read or split; the others were written
    2  wrong arguments
  130  interrupted
  141  the reader of the output went away
"""
_SPLIT_HELP = """Split Markdown into chunks, one line of JSON each.

\b
A line holds page_content, metadata (source, start_index, end_index,
label, ...) and, with --add-ids, an id. Folders are searched for Markdown
files; hidden files and folders are left out.

\b
Examples:
  langchain-mdsplit split README.md
  langchain-mdsplit split docs 'wiki/**/*.md' > chunks.jsonl
  langchain-mdsplit split docs --splitter token --chunk-size 400
  langchain-mdsplit split docs --splitter section --option merge=false
  langchain-mdsplit split docs --types code --types table --format text
  pandoc -t gfm in.docx | langchain-mdsplit split - --add-ids
"""
_OUTLINE_HELP = """Show the headings of Markdown as a tree, with tokens and lines.

\b
"own" counts a section's heading and its text before the first subsection,
"total" all of it.

\b
Examples:
  langchain-mdsplit outline README.md
  langchain-mdsplit outline docs --depth 2
  langchain-mdsplit outline docs --format jsonl --model-name gpt-4o
"""

app = typer.Typer(
    name="langchain-mdsplit",
    help=_HELP,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(value: bool) -> None:  # noqa: FBT001 - Typer calls it
    """Print the version and leave."""
    if value:
        typer.echo(f"langchain-mdsplit {__version__}")
        raise typer.Exit


@app.callback()
def read_common_options(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Show the version and leave.",
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Read the options that stand before a command.

    Args:
        version: Whether to show the version and leave.

    Raises:
        typer.Exit: The version was shown.
    """


@app.command(help=_SPLIT_HELP)
def split(
    paths: parameters.Paths,
    *,
    output_format: parameters.Format = OutputFormat.JSONL,
    encoding: parameters.Encoding = "utf-8",
    no_progress: parameters.NoProgress = False,
    splitter: parameters.Splitter = "fragment",
    chunk_size: parameters.ChunkSize = None,
    chunk_overlap: parameters.ChunkOverlap = None,
    front_matter: parameters.FrontMatter = None,
    types: parameters.Types = None,
    max_heading_level: parameters.MaxHeadingLevel = None,
    no_heading_attributes: parameters.NoHeadingAttributes = False,
    heading_keys: parameters.HeadingKeys = False,
    add_ids: parameters.AddIds = False,
    option: parameters.Options = None,
    encoding_name: parameters.EncodingName = None,
    model_name: parameters.ModelName = None,
) -> None:
    """Split the sources that paths mean and write their chunks.

    Args:
        paths: Files, folders, patterns or `-` for standard input.
        output_format: JSON lines, or text to read.
        encoding: The text encoding of the files.
        no_progress: Whether to show no progress bar.
        splitter: The short name of a splitter.
        chunk_size: The most a chunk may measure, in tokens.
        chunk_overlap: How much of the previous chunk one may repeat, in tokens.
        front_matter: What becomes of front matter.
        types: The types of block to keep; None for all.
        max_heading_level: Deeper headings are ordinary text.
        no_heading_attributes: Whether `{#id .class}` after a heading is text.
        heading_keys: Whether to add a metadata key for each heading.
        add_ids: Whether to give chunks ids.
        option: More arguments of the splitter, as `NAME=VALUE`.
        encoding_name: The encoding to count tokens with.
        model_name: The model whose tokens to count.

    Raises:
        typer.Exit: Something went wrong.
    """
    given: dict[str, Any] = {
        "chunk_size": chunk_size,
        "chunk_overlap": chunk_overlap,
        "front_matter": front_matter,
        "types": types or None,
        "max_heading_level": max_heading_level,
        "heading_attributes": False if no_heading_attributes else None,
        "heading_keys": heading_keys or None,
        "add_ids": add_ids or None,
        "encoding_name": encoding_name,
        "model_name": model_name,
    }
    write = chunk_as_json if output_format is OutputFormat.JSONL else chunk_as_text
    with exit_codes(USAGE_ERROR):
        check_encoding(encoding)
        text_splitter = build_splitter(splitter, given, option or ())
        sources = find_sources(paths)

    def render(source: str, text: str) -> Iterable[str]:
        document = Document(page_content=text, metadata={"source": source})
        return map(write, text_splitter.lazy_split_documents([document]))

    with exit_codes(DATA_ERROR):
        run(sources, encoding, render, show_progress=not no_progress)


@app.command(help=_OUTLINE_HELP)
def outline(
    paths: parameters.Paths,
    *,
    depth: parameters.Depth = None,
    output_format: parameters.Format = OutputFormat.TEXT,
    encoding: parameters.Encoding = "utf-8",
    no_progress: parameters.NoProgress = False,
    max_heading_level: parameters.MaxHeadingLevel = MAX_LEVEL,
    no_heading_attributes: parameters.NoHeadingAttributes = False,
    encoding_name: parameters.EncodingName = None,
    model_name: parameters.ModelName = None,
) -> None:
    """Write the outlines of the sources that paths mean.

    Args:
        paths: Files, folders, patterns or `-` for standard input.
        depth: How many headings deep to go; None for all.
        output_format: JSON lines, or text to read.
        encoding: The text encoding of the files.
        no_progress: Whether to show no progress bar.
        max_heading_level: Deeper headings are ordinary text.
        no_heading_attributes: Whether `{#id .class}` after a heading is text.
        encoding_name: The encoding to count tokens with.
        model_name: The model whose tokens to count.

    Raises:
        typer.Exit: Something went wrong.
    """
    is_json = output_format is OutputFormat.JSONL
    write = outline_as_json if is_json else outline_as_text
    with exit_codes(USAGE_ERROR):
        check_encoding(encoding)
        counter = TokenCounter(encoding_name, model_name)
        level = check_integer("max_heading_level", max_heading_level, 1, MAX_LEVEL)
        sources = find_sources(paths)

    def render(source: str, text: str) -> Iterable[str]:
        entries = read_outline(
            text,
            counter,
            max_depth=depth,
            max_heading_level=level,
            heading_attributes=not no_heading_attributes,
        )
        return write(source, entries)

    with exit_codes(DATA_ERROR):
        run(sources, encoding, render, show_progress=not no_progress)
