"""The commands, each with what it takes; the module that does its work is loaded when it is called."""

from __future__ import annotations

from pitboss.cli.command import Command
from pitboss.cli.commands import dealing, house, making, papers, proving, teaching

COMMANDS: dict[str, Command] = {
    name: command
    for group in (dealing, proving, teaching, house, papers, making)
    for name, command in group.HERE.items()
}
"""Every command by its name, in the order of the help."""
