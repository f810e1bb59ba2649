"""The `pitboss` command, and `python -m pitboss`."""

from __future__ import annotations

import sys

from pitboss.terminal import again
from pitboss.terminal.screen import open_streams


def main() -> None:
    """Answer what has been answered before at once; run every other command."""
    open_streams()
    asked = again.question(sys.argv[1:])
    if asked is None:
        from pitboss.cli import main as run  # noqa: PLC0415  (loading it takes longer than most answers)

        run()
    elif not again.say(asked):
        from pitboss.cli import main as run  # noqa: PLC0415

        with again.listening(asked):
            run()


if __name__ == "__main__":
    main()
