"""The commands and their parameters. The module that does the work is loaded when a command is called."""

from __future__ import annotations

from pitboss.cli.command import Command
from pitboss.cli.commands import (
    deal_commands,
    document_commands,
    game_commands,
    house_commands,
    lab_commands,
    school_commands,
    shell_commands,
)

COMMANDS: dict[str, Command] = {
    name: command
    for group in (
        deal_commands,
        lab_commands,
        school_commands,
        house_commands,
        document_commands,
        game_commands,
        shell_commands,
    )
    for name, command in group.COMMAND_GROUP.items()
}
"""Every command by name, in the order of the help."""
