"""The command `split`."""

from collections.abc import Iterable

from langchain_core.documents import Document

from langchain_mdsplit.cli import parameters
from langchain_mdsplit.cli.chunks import chunk_as_json, chunk_as_text
from langchain_mdsplit.cli.option_groups import (
    RunOptions,
    SplitterOptions,
    expand_groups,
    splitter_arguments,
)
from langchain_mdsplit.cli.options import build_splitter
from langchain_mdsplit.cli.pages import plan_pages, write_pages
from langchain_mdsplit.cli.parameters import OutputFormat
from langchain_mdsplit.cli.runner import (
    DATA_ERROR,
    USAGE_ERROR,
    checked_sources,
    exit_codes,
    run,
)
from langchain_mdsplit.errors import ArgumentError

SPLIT_HELP = """Split Markdown into chunks, one line of JSON each.

\b
A line holds page_content, metadata (source, start_index, end_index,
label, ...) and, with --add-ids, an id. Folders are searched for Markdown
files; hidden files and folders are left out.

\b
Examples:
  langchain-mdsplit split README.md
  langchain-mdsplit split docs 'wiki/**/*.md' --output chunks.jsonl
  langchain-mdsplit split docs --splitter token --chunk-size 400
  langchain-mdsplit split docs --splitter section --option merge=false
  langchain-mdsplit split docs --types code --types table --format text
  langchain-mdsplit split README.md --html --output chunks.html
  langchain-mdsplit split docs --html --output pages
  langchain-mdsplit split docs --splitter semantic --embeddings models:build
  pandoc -t gfm in.docx | langchain-mdsplit split - --add-ids
"""


@expand_groups
def split(
    *,
    output_format: parameters.FormatUnlessHtml = None,
    html: parameters.Html = False,
    run_options: RunOptions,
    splitter: parameters.Splitter = "fragment",
    splitter_options: SplitterOptions,
    types: parameters.Types = None,
    heading_keys: parameters.HeadingKeys = False,
    add_ids: parameters.AddIds = False,
    option: parameters.Options = None,
) -> None:
    """Split the sources that paths mean and write their chunks.

    Args:
        output_format: JSON lines, or text to read; None for JSON lines.
        html: Whether to write pages that show the chunks instead.
        run_options: What to read, and where to write.
        splitter: The short name of a splitter.
        splitter_options: What most splitters can be told.
        types: The types of block to keep; None for all.
        heading_keys: Whether to add a metadata key for each heading.
        add_ids: Whether to give chunks ids.
        option: More arguments of the splitter, as `NAME=VALUE`.

    Raises:
        typer.Exit: Something went wrong.
    """
    with exit_codes(USAGE_ERROR):
        if html and output_format is not None:
            msg = f"--html excludes --format, got --format {output_format.value}"
            raise ArgumentError(msg)
        sources = checked_sources(run_options, writes_pages=html)
        pages = plan_pages(run_options.output, sources) if html else None
        given = splitter_arguments(
            splitter_options,
            types=types or None,
            heading_keys=heading_keys or None,
            add_ids=add_ids or None,
        )
        text_splitter = build_splitter(splitter, given, option or ())
    if pages is not None:
        with exit_codes(DATA_ERROR):
            write_pages(pages, text_splitter, run_options)
        return
    write = chunk_as_text if output_format is OutputFormat.TEXT else chunk_as_json

    def render(source: str, text: str) -> Iterable[str]:
        document = Document(page_content=text, metadata={"source": source})
        return map(write, text_splitter.lazy_split_documents([document]))

    with exit_codes(DATA_ERROR):
        run(sources, run_options, render)
