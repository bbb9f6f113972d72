"""The command `stats`."""

from collections import Counter
from collections.abc import Iterable

from langchain_mdsplit.cli import parameters
from langchain_mdsplit.cli.contestants import build_contestant
from langchain_mdsplit.cli.option_groups import (
    RunOptions,
    SplitterOptions,
    expand_groups,
    splitter_arguments,
)
from langchain_mdsplit.cli.parameters import OutputFormat
from langchain_mdsplit.cli.runner import (
    DATA_ERROR,
    USAGE_ERROR,
    checked_sources,
    exit_codes,
    run,
)
from langchain_mdsplit.cli.samples import Sample, add_samples, take_sample, warm_up
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


@expand_groups
def stats(
    *,
    output_format: parameters.Format = OutputFormat.TEXT,
    run_options: RunOptions,
    splitter: parameters.Splitter = "fragment",
    splitter_options: SplitterOptions,
    types: parameters.Types = None,
    option: parameters.Options = None,
) -> None:
    """Split the sources that paths mean and write what the chunks are like.

    Args:
        output_format: JSON lines, or text to read.
        run_options: What to read, and where to write.
        splitter: The short name of a splitter.
        splitter_options: What most splitters can be told.
        types: The types of block to keep; None for all.
        option: More arguments of the splitter, as `NAME=VALUE`.

    Raises:
        typer.Exit: Something went wrong.
    """
    is_json = output_format is OutputFormat.JSONL
    write = statistics_as_json if is_json else statistics_as_text
    label = ":".join(filter(None, (splitter, ",".join(option or ()))))
    with exit_codes(USAGE_ERROR):
        sources = checked_sources(run_options)
        given = splitter_arguments(splitter_options, types=types or None)
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
        run(sources, run_options, render, finish)
