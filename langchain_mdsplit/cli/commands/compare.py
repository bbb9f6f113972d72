"""The command `compare`."""

import sys
from collections.abc import Iterable

from langchain_mdsplit.cli import parameters
from langchain_mdsplit.cli.comparison import comparison_as_json, comparison_as_text
from langchain_mdsplit.cli.contestants import read_contestants
from langchain_mdsplit.cli.option_groups import (
    RunOptions,
    SplitterOptions,
    expand_groups,
    splitter_arguments,
)
from langchain_mdsplit.cli.outputs import STDOUT
from langchain_mdsplit.cli.parameters import COMPARED, OutputFormat
from langchain_mdsplit.cli.runner import (
    DATA_ERROR,
    USAGE_ERROR,
    checked_sources,
    exit_codes,
    run,
)
from langchain_mdsplit.cli.samples import Sample, add_samples, take_sample, warm_up

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


@expand_groups
def compare(
    *,
    splitter: parameters.Splitters = None,
    output_format: parameters.Format = OutputFormat.TEXT,
    run_options: RunOptions,
    splitter_options: SplitterOptions,
) -> None:
    """Split the sources that paths mean with several splitters and compare them.

    Args:
        splitter: The splitters, each with its own options.
        output_format: JSON lines, or text to read.
        run_options: What to read, and where to write.
        splitter_options: What most splitters can be told.

    Raises:
        typer.Exit: Something went wrong.
    """
    with exit_codes(USAGE_ERROR):
        sources = checked_sources(run_options)
        common = splitter_arguments(splitter_options)
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
        is_terminal = run_options.output == STDOUT and sys.stdout.isatty()
        return comparison_as_text(totals, is_terminal=is_terminal)

    with exit_codes(DATA_ERROR):
        for contestant in contestants:
            warm_up(contestant)
        run(sources, run_options, render, finish)
