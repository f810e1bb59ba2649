"""The `pitboss` command, and `python -m pitboss`."""

from __future__ import annotations

import atexit
import gc
import sys

INTERRUPTED = 130
COMPUTING = ("odds", "advise")
"""The commands that only compute and print, so that Ctrl-C may interrupt them at any point."""
GC_THRESHOLD = 100_000
"""Garbage collection threshold for all commands except the server."""


def main() -> None:
    """Run the command given on the command line."""
    _collect_rarely()
    try:
        if any(word in COMPUTING for word in sys.argv[1:2]):
            _compute()
        else:
            _run()
    except KeyboardInterrupt:  # before the command could handle it
        sys.exit(INTERRUPTED)


def _collect_rarely() -> None:
    """
    Make garbage collection rare: a command's objects live until it ends, and scanning them costs a tenth of its time.
    """
    if sys.argv[1:2] != ["serve"]:
        gc.set_threshold(GC_THRESHOLD, 20, 20)
    atexit.register(gc.freeze)  # skip the collection at exit too


def _compute() -> None:
    from pitboss.terminal.interrupt import at_interrupt  # noqa: PLC0415  (Ctrl-C may arrive during the import)

    with at_interrupt():
        _run()


def _run() -> None:
    from pitboss.cli import main as run  # noqa: PLC0415  (as above)

    run()


if __name__ == "__main__":
    main()
