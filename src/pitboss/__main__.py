"""The `pitboss` command, and `python -m pitboss`."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Answer what has been answered before at once; run every other command."""
    try:
        _answer()
    except KeyboardInterrupt:  # before the command could take care of it
        sys.exit(INTERRUPTED)


def _answer() -> None:
    from pitboss.terminal import again  # noqa: PLC0415  (Ctrl-C may come while this loads)
    from pitboss.terminal.screen import open_streams, tell_log  # noqa: PLC0415

    open_streams()
    tell_log()
    asked = again.question(sys.argv[1:])
    if asked is not None and again.say(asked):
        return
    from pitboss.cli import main as run  # noqa: PLC0415  (loading it takes longer than most answers)

    if asked is None:
        run()
    else:
        with again.listening(asked):
            run()


if __name__ == "__main__":
    main()
