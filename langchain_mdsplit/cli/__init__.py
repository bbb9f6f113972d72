"""The command line: where it starts; its commands load when it is run.

Typer and Rich come with the extra `cli`, so nothing here imports them at the top.
"""

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typer

    app: typer.Typer

INTERRUPTED = 130  # 128 + SIGINT, as shells report it
_EXTRA_PACKAGES = ("typer", "rich")

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line with the arguments of this process.

    Raises:
        SystemExit: Always; its code is 0 where all went well, 1 for what a source
            holds, 2 for what the arguments say, 130 after Ctrl-C, 141 where the reader
            of its output went away.
    """
    missing = [name for name in _EXTRA_PACKAGES if find_spec(name) is None]
    if missing:
        sys.exit(
            f"error: the command line needs {' and '.join(missing)}: "
            "pip install 'langchain-mdsplit[cli]'"
        )
    try:
        from langchain_mdsplit.cli.application import app  # noqa: PLC0415

        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def __getattr__(name: str) -> "typer.Typer":
    """Load the Typer application when it is asked for."""
    if name == "app":
        from langchain_mdsplit.cli import application  # noqa: PLC0415

        return application.app
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
