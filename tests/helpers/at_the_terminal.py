"""A runner for the tests of the commands: it runs one in this process with typed input."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from unittest import mock

from pitboss import cli
from pitboss.terminal.screen import open_streams


@dataclass(frozen=True)
class Done:
    """The output and the exit code of a command."""

    code: int
    out: str
    err: str


def command(*args: str, typed: str | bytes = "") -> Done:
    """Run `pitboss ARGS` with this input."""
    raw = typed if isinstance(typed, bytes) else typed.encode("utf-8", "surrogatepass")
    streams = [io.TextIOWrapper(io.BytesIO(data), "utf-8", write_through=True) for data in (raw, b"", b"")]
    given, out, err = streams
    with mock.patch.multiple(sys, stdin=given, stdout=out, stderr=err):
        open_streams()
        code = cli.run(list(args))
    return Done(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))
