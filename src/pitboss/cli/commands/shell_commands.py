"""Commands for the shell that pitboss is run from."""

from __future__ import annotations

import sys

from pitboss.cli.command import Positional
from pitboss.cli.completion import SHELLS, completion_script
from pitboss.cli.shared import CommandGroup
from pitboss.play.refused import Refused, one_of

COMMAND_GROUP = CommandGroup()


@COMMAND_GROUP.command(Positional("SHELL", one_of(SHELLS), is_needed=True, choices=tuple(SHELLS)))
def completion(shell: str) -> None:
    """Print the script that completes commands, options and games in your shell."""
    from pitboss.cli.commands import COMMANDS
    from pitboss.games import GAMES

    if shell not in SHELLS:
        raise Refused("no-such-shell", f"unknown shell {shell!r}: choose {one_of(SHELLS)}")
    sys.stdout.write(completion_script(shell, COMMANDS, GAMES))
