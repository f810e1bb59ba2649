"""Someone who looks at a table: the line to them and what they know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from pitboss.play.refused import Refused
from pitboss.server.line import Line
from pitboss.server.show import OwnState
from pitboss.table.finished import compact as dumps

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

    def news(self, own: OwnState) -> str:
        """What the viewer does not know yet of its own state, as JSON; from now on it knows."""
        known, self.shown = self.shown, own
        if known is None:
            return dumps(own._asdict())
        if known == own:
            return "{}"
        pairs = zip(OwnState._fields, known, own, strict=True)
        return dumps({name: now for name, before, now in pairs if now != before})

    def update(self, events: str, table: str, you: str, answers: Answers) -> None:
        """Tell what happened, and whether it came of a message from here."""
        number = f',"id":{dumps(answers[self])}' if self in answers else ""
        self.line.post(f'{{"type":"update","events":{events},"table":{table},"you":{you}{number}}}')

    def refuse(self, refused: Refused, number: int | None) -> None:
        """Tell the viewer why not."""
        self.line.post(dumps({"type": "refused", "id": number, "code": refused.code, "reason": refused.reason}))
