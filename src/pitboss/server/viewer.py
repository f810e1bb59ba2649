"""Someone who looks at a table: the line to them and what they know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from pitboss.play.refused import Refused
from pitboss.server.line import Line
from pitboss.server.show import OwnState, news
from pitboss.table.finished import compact

Answers: TypeAlias = Mapping["Viewer", int | None]
"""Whose messages brought a change about, and the numbers they had."""


class Viewer:
    """One socket at one table."""

    def __init__(self, player: str, line: Line) -> None:
        self.player, self.line = player, line
        self.shown: OwnState | None = None
        """What this viewer knows of its own state."""
        self.thoughts = 0
        """How many hints are being worked out for it."""

    def news(self, own: OwnState) -> bytes:
        """What the viewer does not know yet of its own state, as JSON; from now on it knows."""
        known, self.shown = self.shown, own
        return b"{}" if known == own else compact(news(known, own))

    def tell(self, message: object) -> None:
        """Say something to this viewer alone."""
        self.line.post(compact(message))

    def refuse(self, refused: Refused, number: int | None) -> None:
        """Tell the viewer why not."""
        self.tell({"type": "refused", "id": number, "code": refused.code, "reason": refused.reason})
