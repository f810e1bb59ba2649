"""The commands, each with what it takes; the module that does its work is loaded when it is called."""

from __future__ import annotations

from pitboss.cli.command import Command
from pitboss.cli.commands import (
    deal_commands,
    document_commands,
    game_commands,
    house_commands,
    lab_commands,
    school_commands,
)

COMMANDS: dict[str, Command] = {
    name: command
    for group in (deal_commands, lab_commands, school_commands, house_commands, document_commands, game_commands)
    for name, command in group.HERE.items()
}
"""Every command by its name, in the order of the help."""
