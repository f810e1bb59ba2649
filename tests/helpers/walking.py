"""
A tracer that runs pitboss along a path through its files: `python walking.py NOTES FILES WHEN ARGUMENTS…`.

FILES are the comma-separated files of the path. Each must be entered after the one before it; NOTES gets the number
entered. At the last one the program exits with the code ARRIVED. WHEN is the start of the trace: `now`, or at the
`signal` SIGUSR1. Code that runs while a module is imported does not count.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

SRC = str(Path(__file__).resolve().parents[2] / "src" / "pitboss") + "/"
ARRIVED = 77


class Walk:
    """The progress of the program along the path."""

    def __init__(self, files: Sequence[str], notes: Path) -> None:
        self.has_begun = False
        self._left = [SRC + file for file in files]
        self._notes, self._done = notes, 0
        self._threads = threading.local()

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Handle every call and return, as a `sys.setprofile` function."""
        code = frame.f_code
        if event not in ("call", "return") or not code.co_filename.startswith(SRC):
            return
        importing: int = getattr(self._threads, "importing", 0)
        if code.co_name == "<module>":
            self._threads.importing = importing + (1 if event == "call" else -1)
        elif event == "call" and not importing and self.has_begun and code.co_filename == self._left[self._done]:
            self._done += 1
            self._notes.write_text(str(self._done), encoding="utf-8")
            if self._done == len(self._left):
                os._exit(ARRIVED)

    def begin(self, *_: object) -> None:
        """Start the trace."""
        self.has_begun = True


if __name__ == "__main__":
    from pitboss.__main__ import main

    walk = Walk(sys.argv[2].split(","), Path(sys.argv[1]))
    if sys.argv[3] == "now":
        walk.begin()
    signal.signal(signal.SIGUSR1, walk.begin)
    sys.argv = ["pitboss", *sys.argv[4:]]
    threading.setprofile(walk.note)
    sys.setprofile(walk.note)
    main()
