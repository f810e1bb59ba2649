"""The `pitboss` command, and `python -m pitboss`."""

from __future__ import annotations

import atexit
import gc
import sys

INTERRUPTED = 130
KEPT = ("odds", "advise")
"""The commands whose answers are kept."""
SELDOM = 100_000
"""Objects made until those among them that nothing holds any more are looked for, but by a server."""


def main() -> None:
    """Answer what has been answered before at once; run every other command."""
    _collect_seldom()
    try:
        if any(word in KEPT for word in sys.argv[1:2]):
            _answer(sys.argv[1:])
        else:
            _run()
    except KeyboardInterrupt:  # before the command could take care of it
        sys.exit(INTERRUPTED)


def _collect_seldom() -> None:
    """What a command loads stays until it ends: to look through it for garbage again and again takes a tenth of it."""
    if sys.argv[1:2] != ["serve"]:
        gc.set_threshold(SELDOM, 20, 20)
    atexit.register(gc.freeze)  # nor is it looked through at the end


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
