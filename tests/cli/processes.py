"""Starts the command line as a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

MODULE = (sys.executable, "-m", "langchain_mdsplit.cli")
ASCII_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def start(*arguments: str) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*MODULE, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0
    )


def stream(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def run(
    *command: str, env: dict[str, str] | None = None, stdin: bytes = b""
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        env={**os.environ, **(env or {})},
        check=False,
    )


@contextmanager
def default_interrupts() -> Iterator[None]:
    """Let processes that are started be interrupted, whoever started this one."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
