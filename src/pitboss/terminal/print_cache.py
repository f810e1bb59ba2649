"""
A cache of printed output: the same question with the same sources has the same answer.

`pitboss odds` and `pitboss advise` depend only on their arguments, the files these name, the screen and our sources.
Measured in CPU time, with the analysis cached on disk in both cases: `pitboss odds free-bet` 0.09 s against 0.23 s,
`pitboss advise free-bet --hand "8s 8h" --dealer 6c` 0.09 s against 1.24 s.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from pitboss.compute.disk import cache_files
from pitboss.compute.disk.source_hash import PRINTERS, source_digest
from pitboss.games import OURS

_SCREEN = ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS")


def question(args: Sequence[str]) -> object | None:
    """Return everything the command's output depends on, or None if it cannot be cached."""
    named = [Path(word.partition("=")[2] if word.startswith("--") else word) for word in args[1:]]
    if any(_flows(path) for path in named) or not any(word in OURS for word in args):
        return None  # a pipe can be read only once; an external game may have been edited
    files = {str(path): _digest(path) for path in named}
    screen = [sys.stdout.isatty(), shutil.get_terminal_size((80, 24)).columns, sys.stdout.encoding]
    screen += [os.environ.get(name) for name in _SCREEN]
    return {"printed": list(args), "files": files, "screen": screen, "printers": source_digest(PRINTERS)}


def _flows(path: Path) -> bool:
    """Whether the path is a pipe or device; reading it here would take the data from the command."""
    try:
        return path.exists() and not (path.is_file() or path.is_dir())
    except (OSError, ValueError):  # not a valid file name
        return False


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except (OSError, ValueError):  # no such file, or not a valid file name
        return None


def say(asked: object) -> bool:
    """Print the cached output; return False if there is none or it cannot be printed."""
    kept = cache_files.read(asked)
    if kept is None:
        return False
    try:
        sys.stdout.write(kept.decode("utf-8"))
        sys.stdout.flush()
    except OSError:  # the command will hit the same error and report it
        return False
    return True


class _Heard:
    """An output stream that records everything written to it."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.words: list[str] = []

    def write(self, words: str) -> int:
        self.words.append(words)
        return self.out.write(words)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.out, name)


@contextmanager
def listening(asked: object) -> Iterator[None]:
    """Cache everything printed in this context, if the command succeeds."""
    out, heard = sys.stdout, _Heard(sys.stdout)
    sys.stdout = heard
    try:
        yield
    except SystemExit as ended:
        if not ended.code:
            cache_files.write(asked, "".join(heard.words).encode("utf-8"))
        raise
    finally:
        sys.stdout = out
