"""Sitting down at the full-screen table."""

from __future__ import annotations

import sys

from pitboss.play.steps import Seat
from pitboss.table.session import Session
from pitboss.terminal.play.table_loop import Tastes, farewell


def sit(session: Session, you: Seat, tastes: Tastes, rounds: int | None) -> None:
    """Play on the full screen until the player leaves, then print how it went."""
    from pitboss.terminal.full.app import TableApp  # noqa: PLC0415  (Textual is loaded only here)

    app = TableApp(session, you, tastes, rounds)
    app.run()
    if app.failed is not None:
        raise app.failed
    for line in farewell(app.table, app.coach):
        sys.stdout.write(f"{line}\n")
