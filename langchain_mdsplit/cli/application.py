"""The Typer application: its help, its version and its commands."""

from typing import Annotated

import typer

from langchain_mdsplit import __version__
from langchain_mdsplit.cli.commands.compare import COMPARE_HELP, compare
from langchain_mdsplit.cli.commands.outline import OUTLINE_HELP, outline
from langchain_mdsplit.cli.commands.split import SPLIT_HELP, split
from langchain_mdsplit.cli.commands.stats import STATS_HELP, stats

_HELP = """Split Markdown into chunks that know where they come from.

\b
Examples:
  langchain-mdsplit split docs --splitter token --chunk-size 400
  langchain-mdsplit split README.md --html --output chunks.html
  langchain-mdsplit outline README.md
  langchain-mdsplit stats docs --splitter token
  langchain-mdsplit compare docs --splitter token --splitter section

\b
Exit codes:
    0  all went well
    1  a source could not be read or split (the others were written), or
       the output could not be written
    2  wrong arguments
  130  interrupted
  141  the reader of the output went away
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


app.command(help=SPLIT_HELP)(split)
app.command(help=OUTLINE_HELP)(outline)
app.command(help=STATS_HELP)(stats)
app.command(help=COMPARE_HELP)(compare)
