"""`pitboss protect`: the value of extra information to a player, as text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pitboss.lab.protection import ProtectWork
from pitboss.lab.protection.protection_answer import Protection
from pitboss.lab.protection.protection_text import protection_lines
from pitboss.solving.answers.threats import silent
from pitboss.terminal.interrupt import at_interrupt
from pitboss.terminal.long_work import house, progress
from pitboss.terminal.screen import Screen


def show_protection(name: str, path: str | None, settings: Sequence[str], hour: int, *, output: str = "") -> None:
    """Run the analysis with progress, and print it."""
    game, rules = house(name, path, settings)
    work = ProtectWork(game, rules, hour)

    def show(found: Protection) -> None:
        if output:
            sys.stdout.write(found.in_format(output))
        else:
            Screen().lines(protection_lines(found, game.title))

    with progress() as bar, at_interrupt(lambda: show(work.so_far(stopped=True))):
        found = work.all(bar or silent)
    show(found)
