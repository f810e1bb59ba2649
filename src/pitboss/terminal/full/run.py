"""Whether the full screen can be had, and sitting down at it."""

from __future__ import annotations

import os
import sys

from pitboss.play.steps import Seat
from pitboss.table.session import Session
from pitboss.terminal.sitting import Tastes, farewell

NARROWEST, LOWEST = 40, 20


def has_full_screen() -> bool:
    """Whether somebody sits at a terminal that can do more than print lines, and it is large enough."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") in ("dumb", "", "unknown"):
        return False
    size = os.get_terminal_size(sys.stdout.fileno())
    return size.columns >= NARROWEST and size.lines >= LOWEST


def sit(session: Session, you: Seat, tastes: Tastes, rounds: int | None) -> None:
    """Play on the full screen until the player leaves; say then how it went."""
    from pitboss.terminal.full.app import TableApp  # noqa: PLC0415  (only here is Textual loaded)

    app = TableApp(session, you, tastes, rounds)
    app.run()
    if app.failed is not None:
        raise app.failed
    sys.stdout.write(farewell(app.table, 0) + "\n")
    if tastes.coach and app.coach.decisions:
        sys.stdout.write(f"The coach: {app.coach.summary()}\n")
