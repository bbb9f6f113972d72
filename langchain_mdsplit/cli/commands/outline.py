"""The command `outline`."""

from collections.abc import Iterable

from langchain_mdsplit.checks import check_integer
from langchain_mdsplit.cli import parameters
from langchain_mdsplit.cli.option_groups import RunOptions, expand_groups
from langchain_mdsplit.cli.outline import outline_as_json, outline_as_text
from langchain_mdsplit.cli.parameters import OutputFormat
from langchain_mdsplit.cli.runner import (
    DATA_ERROR,
    USAGE_ERROR,
    checked_sources,
    exit_codes,
    run,
)
from langchain_mdsplit.markdown.sections import MAX_LEVEL
from langchain_mdsplit.outlines import read_outline
from langchain_mdsplit.tokens import TokenCounter

OUTLINE_HELP = """Show the headings of Markdown as a tree, with tokens and lines.

\b
"own" counts a section's heading and its text before the first subsection,
"total" all of it.

\b
Examples:
  langchain-mdsplit outline README.md
  langchain-mdsplit outline docs --depth 2
  langchain-mdsplit outline docs --format jsonl --model-name gpt-4o
  cat *.md | langchain-mdsplit outline - --output outline.txt
"""


@expand_groups
def outline(
    *,
    depth: parameters.Depth = None,
    output_format: parameters.Format = OutputFormat.TEXT,
    run_options: RunOptions,
    max_heading_level: parameters.MaxHeadingLevel = MAX_LEVEL,
    no_heading_attributes: parameters.NoHeadingAttributes = False,
    encoding_name: parameters.EncodingName = None,
    model_name: parameters.ModelName = None,
) -> None:
    """Write the outlines of the sources that paths mean.

    Args:
        depth: How many headings deep to go; None for all.
        output_format: JSON lines, or text to read.
        run_options: What to read, and where to write.
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
        counter = TokenCounter(encoding_name, model_name)
        level = check_integer("max_heading_level", max_heading_level, 1, MAX_LEVEL)
        sources = checked_sources(run_options)

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
        run(sources, run_options, render)
