"""The command `split`."""

from collections.abc import Iterable
from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.cli import parameters
from langchain_mdsplit.cli.chunks import chunk_as_json, chunk_as_text
from langchain_mdsplit.cli.embeddings import load_embeddings
from langchain_mdsplit.cli.encodings import check_encoding
from langchain_mdsplit.cli.options import build_splitter
from langchain_mdsplit.cli.outputs import STDOUT, check_output
from langchain_mdsplit.cli.pages import plan_pages, write_pages
from langchain_mdsplit.cli.parameters import OutputFormat
from langchain_mdsplit.cli.runner import DATA_ERROR, USAGE_ERROR, exit_codes, run
from langchain_mdsplit.cli.sources import find_sources
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


def split(
    paths: parameters.Paths,
    *,
    output_format: parameters.FormatUnlessHtml = None,
    html: parameters.Html = False,
    output: parameters.Output = STDOUT,
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
    embeddings: parameters.Embeddings = None,
    encoding_name: parameters.EncodingName = None,
    model_name: parameters.ModelName = None,
) -> None:
    """Split the sources that paths mean and write their chunks.

    Args:
        paths: Files, folders, patterns or `-` for standard input.
        output_format: JSON lines, or text to read; None for JSON lines.
        html: Whether to write pages that show the chunks instead.
        output: A file, `-` for standard output, or a folder for several pages.
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
        embeddings: Where the embeddings of a semantic splitter come from.
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
    with exit_codes(USAGE_ERROR):
        check_encoding(encoding)
        if html and output_format is not None:
            msg = f"--html excludes --format, got --format {output_format.value}"
            raise ArgumentError(msg)
        sources = find_sources(paths)
        pages = plan_pages(output, sources) if html else None
        if pages is None:
            check_output(output, sources)
        given["embeddings"] = load_embeddings(embeddings)
        text_splitter = build_splitter(splitter, given, option or ())
    if pages is not None:
        with exit_codes(DATA_ERROR):
            write_pages(pages, text_splitter, encoding, show_progress=not no_progress)
        return
    write = chunk_as_text if output_format is OutputFormat.TEXT else chunk_as_json

    def render(source: str, text: str) -> Iterable[str]:
        document = Document(page_content=text, metadata={"source": source})
        return map(write, text_splitter.lazy_split_documents([document]))

    with exit_codes(DATA_ERROR):
        run(sources, encoding, render, show_progress=not no_progress, output=output)
