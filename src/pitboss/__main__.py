"""The `pitboss` command, and `python -m pitboss`."""

from __future__ import annotations

import atexit
import gc
import sys

INTERRUPTED = 130
KEPT = ("odds", "advise")
"""The commands whose output is cached."""
SELDOM = 100_000
"""Garbage collection threshold for all commands except the server."""


def main() -> None:
    """Print a cached answer if there is one; run any other command."""
    _collect_seldom()
    try:
        if any(word in KEPT for word in sys.argv[1:2]):
            _answer(sys.argv[1:])
        else:
            _run()
    except KeyboardInterrupt:  # before the command could handle it
        sys.exit(INTERRUPTED)


def _collect_seldom() -> None:
    """
    Make garbage collection rare: a command's objects live until it ends, and scanning them costs a tenth of its time.
    """
    if sys.argv[1:2] != ["serve"]:
        gc.set_threshold(SELDOM, 20, 20)
    atexit.register(gc.freeze)  # skip the collection at exit too


def _answer(args: list[str]) -> None:
    from pitboss.terminal import print_cache  # noqa: PLC0415  (Ctrl-C may come while this loads)
    from pitboss.terminal.screen import open_streams, tell_log  # noqa: PLC0415

    open_streams()
    tell_log()
    asked = print_cache.question(args)
    if asked is None:
        _count()
    elif not print_cache.say(asked):
        with print_cache.listening(asked):
            _count()


def _count() -> None:
    from pitboss.terminal.interrupt import leaving_at_once  # noqa: PLC0415  (not for what is only repeated)

    with leaving_at_once(INTERRUPTED):
        _run()


def _run() -> None:
    from pitboss.cli import main as run  # noqa: PLC0415  (loading it takes longer than most answers)

    run()


if __name__ == "__main__":
    main()
