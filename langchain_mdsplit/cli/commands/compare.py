"""The command `compare`."""

import sys
from collections.abc import Iterable
from typing import Any

from langchain_mdsplit.cli import parameters
from langchain_mdsplit.cli.comparison import comparison_as_json, comparison_as_text
from langchain_mdsplit.cli.contestants import read_contestants
from langchain_mdsplit.cli.embeddings import load_embeddings
from langchain_mdsplit.cli.encodings import check_encoding
from langchain_mdsplit.cli.outputs import STDOUT, check_output
from langchain_mdsplit.cli.parameters import COMPARED, OutputFormat
from langchain_mdsplit.cli.runner import DATA_ERROR, USAGE_ERROR, exit_codes, run
from langchain_mdsplit.cli.samples import Sample, add_samples, take_sample, warm_up
from langchain_mdsplit.cli.sources import find_sources

COMPARE_HELP = """Compare splitters on the same Markdown: a row for each.

\b
All of them split to the same limit (--chunk-size, 512 tokens if not given)
without overlap, unless options say otherwise. An option holds for all that
take it; one after a splitter's name holds for it alone and wins. LangChain's
own splitters take part as langchain-recursive and langchain-markdown-header
(followed by the recursive one). The time is that of splitting alone. What one
of them cannot split is left out for all.

\b
Examples:
  langchain-mdsplit compare README.md
  langchain-mdsplit compare docs --splitter token --splitter section
  langchain-mdsplit compare docs --chunk-size 400 --splitter token \\
      --splitter 'section:merge=false' --splitter langchain-recursive
  langchain-mdsplit compare docs --format jsonl --output table.jsonl
"""
_DEFAULTS = {"chunk_size": 512, "chunk_overlap": 0}


def compare(
    paths: parameters.Paths,
    *,
    splitter: parameters.Splitters = None,
    output_format: parameters.Format = OutputFormat.TEXT,
    output: parameters.Output = STDOUT,
    encoding: parameters.Encoding = "utf-8",
    no_progress: parameters.NoProgress = False,
    chunk_size: parameters.ChunkSize = None,
    chunk_overlap: parameters.ChunkOverlap = None,
    front_matter: parameters.FrontMatter = None,
    max_heading_level: parameters.MaxHeadingLevel = None,
    no_heading_attributes: parameters.NoHeadingAttributes = False,
    embeddings: parameters.Embeddings = None,
    encoding_name: parameters.EncodingName = None,
    model_name: parameters.ModelName = None,
) -> None:
    """Split the sources that paths mean with several splitters and compare them.

    Args:
        paths: Files, folders, patterns or `-` for standard input.
        splitter: The splitters, each with its own options.
        output_format: JSON lines, or text to read.
        output: A file, or `-` for standard output.
        encoding: The text encoding of the files.
        no_progress: Whether to show no progress bar.
        chunk_size: The most a chunk may measure, in tokens.
        chunk_overlap: How much of the previous chunk one may repeat, in tokens.
        front_matter: What becomes of front matter.
        max_heading_level: Deeper headings are ordinary text.
        no_heading_attributes: Whether `{#id .class}` after a heading is text.
        embeddings: Where the embeddings of semantic splitters come from.
        encoding_name: The encoding to count tokens with.
        model_name: The model whose tokens to count.

    Raises:
        typer.Exit: Something went wrong.
    """
    common: dict[str, Any] = {
        "chunk_size": chunk_size,
        "chunk_overlap": chunk_overlap,
        "front_matter": front_matter,
        "max_heading_level": max_heading_level,
        "heading_attributes": False if no_heading_attributes else None,
        "encoding_name": encoding_name,
        "model_name": model_name,
    }
    with exit_codes(USAGE_ERROR):
        check_encoding(encoding)
        sources = find_sources(paths)
        check_output(output, sources)
        common["embeddings"] = load_embeddings(embeddings)
        contestants = read_contestants(splitter or COMPARED, common, _DEFAULTS)
    rows: list[list[Sample]] = []

    def render(source: str, text: str) -> Iterable[str]:
        rows.append([take_sample(each, source, text) for each in contestants])
        return ()

    def finish() -> Iterable[str]:
        columns = zip(*rows, strict=True)
        totals = list(map(add_samples, contestants, columns))
        if not totals:
            return ()
        if output_format is OutputFormat.JSONL:
            return comparison_as_json(totals)
        is_terminal = output == STDOUT and sys.stdout.isatty()
        return comparison_as_text(totals, is_terminal=is_terminal)

    with exit_codes(DATA_ERROR):
        for contestant in contestants:
            warm_up(contestant)
        run(
            sources,
            encoding,
            render,
            show_progress=not no_progress,
            output=output,
            finish=finish,
            writes_at_end=True,
        )
