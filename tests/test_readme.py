"""The README's Python blocks run, and print what stands below them."""

import contextlib
import io
import re
from typing import Any

from tests.shared_data import REPOSITORY

_BLOCKS = re.compile(
    r"^(?P<fence>`{3,})python\n(?P<code>.*?)^(?P=fence)\n"
    r"(?:\n(?P<out>`{3,})text\n(?P<output>.*?)^(?P=out)\n)?",
    re.DOTALL | re.MULTILINE,
)


def test_the_readmes_blocks_print_what_they_say() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    blocks = list(_BLOCKS.finditer(readme))
    assert len(blocks) >= 5
    names: dict[str, Any] = {}
    for block in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(block["code"], names)  # noqa: S102  (our own README)
        if block["output"] is not None:
            assert printed.getvalue() == block["output"], block["code"]
