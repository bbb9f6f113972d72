"""The command `stats`."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from langchain_mdsplit.cli import parameters
from langchain_mdsplit.cli.contestants import build_contestant
from langchain_mdsplit.cli.embeddings import load_embeddings
from langchain_mdsplit.cli.encodings import check_encoding
from langchain_mdsplit.cli.outputs import STDOUT, check_output
from langchain_mdsplit.cli.parameters import OutputFormat
from langchain_mdsplit.cli.runner import DATA_ERROR, USAGE_ERROR, exit_codes, run
from langchain_mdsplit.cli.samples import Sample, add_samples, take_sample, warm_up
from langchain_mdsplit.cli.sources import find_sources
from langchain_mdsplit.cli.stats import statistics_as_json, statistics_as_text
from langchain_mdsplit.markdown.blocks import parse_blocks

STATS_HELP = """Show what a splitter makes of Markdown: sizes of chunks, and faults.

\b
A fault is what a chunk lacks when it is read alone: the other half of a code
block, the header above a table's rows, the text below a heading.

\b
Examples:
  langchain-mdsplit stats README.md
  langchain-mdsplit stats docs --splitter token --chunk-size 400
  langchain-mdsplit stats docs --splitter section --option merge=false
  langchain-mdsplit stats 'wiki/**/*.md' --format jsonl --output stats.jsonl
"""


def stats(
    paths: parameters.Paths,
    *,
    output_format: parameters.Format = OutputFormat.TEXT,
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
    option: parameters.Options = None,
    embeddings: parameters.Embeddings = None,
    encoding_name: parameters.EncodingName = None,
    model_name: parameters.ModelName = None,
) -> None:
    """Split the sources that paths mean and write what the chunks are like.

    Args:
        paths: Files, folders, patterns or `-` for standard input.
        output_format: JSON lines, or text to read.
        output: A file, or `-` for standard output.
        encoding: The text encoding of the files.
        no_progress: Whether to show no progress bar.
        splitter: The short name of a splitter.
        chunk_size: The most a chunk may measure, in tokens.
        chunk_overlap: How much of the previous chunk one may repeat, in tokens.
        front_matter: What becomes of front matter.
        types: The types of block to keep; None for all.
        max_heading_level: Deeper headings are ordinary text.
        no_heading_attributes: Whether `{#id .class}` after a heading is text.
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
        "encoding_name": encoding_name,
        "model_name": model_name,
    }
    is_json = output_format is OutputFormat.JSONL
    write = statistics_as_json if is_json else statistics_as_text
    label = ":".join(filter(None, (splitter, ",".join(option or ()))))
    with exit_codes(USAGE_ERROR):
        check_encoding(encoding)
        sources = find_sources(paths)
        check_output(output, sources)
        given["embeddings"] = load_embeddings(embeddings)
        contestant = build_contestant(label, splitter, given, option or ())
    samples: list[Sample] = []
    blocks: Counter[str] = Counter()

    def render(source: str, text: str) -> Iterable[str]:
        samples.append(take_sample(contestant, source, text))
        blocks.update(block.kind for block in parse_blocks(text).blocks)
        return ()

    def finish() -> Iterable[str]:
        return write(add_samples(contestant, samples), blocks) if samples else ()

    with exit_codes(DATA_ERROR):
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
