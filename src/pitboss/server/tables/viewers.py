"""Everyone who looks at a table: the lines to them and what they know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from pitboss.play.refused import Refused
from pitboss.play.steps import Event
from pitboss.server.store.balances import Accounts
from pitboss.server.tables.line import Line
from pitboss.server.tables.present import (
    OwnState,
    SharedState,
    Sight,
    Telling,
    news,
    offer_state,
    shared_state,
    table_info,
    table_news,
    update,
    with_number,
)
from pitboss.table.finished_round import compact
from pitboss.table.table import Table

Answers: TypeAlias = Mapping["Viewer", int | None]
"""Whose messages brought a change about, and the numbers they had."""


EMPTY: Mapping[str, str] = {}


class Viewer:
    """One socket at one table."""

    def __init__(self, player: str, line: Line, on_refusal: Callable[[str], None] = lambda _code: None) -> None:
        self.player, self.line, self._on_refusal = player, line, on_refusal
        self.shown: OwnState | None = None
        """What this viewer knows of its own state."""
        self.waiting = 0
        """How many of its turns wait at the table."""

    def news(self, own: OwnState) -> bytes:
        """What the viewer does not know yet of its own state, as JSON; from now on it knows."""
        known, self.shown = self.shown, own
        return b"{}" if known == own else compact(news(known, own))

    def tell(self, message: object) -> None:
        """Say something to this viewer alone."""
        self.line.post(compact(message))

    def refuse(self, refused: Refused, number: int | None) -> None:
        """Tell the viewer why not."""
        self._on_refusal(refused.code)
        self.tell({"type": "refused", "id": number, "code": refused.code, "reason": refused.reason})


class Audience:
    """The viewers of one table."""

    def __init__(self, bank: Accounts) -> None:
        self.viewers: set[Viewer] = set()
        self._bank = bank
        self._shown: SharedState | None = None
        """What they know of the table."""

    def tell(
        self, table: Table, events: Sequence[Event], answers: Answers, now: float, heads: Mapping[str, str] = EMPTY
    ) -> None:  # fmt: skip
        """
        What happened and what is now different, to everyone as far as it may be seen; silent if that is nothing.

        When a round was kept they are told the heads of the journal and of the log too, to hold the house to them.
        """
        sight, state, telling = Sight(table, self._bank), shared_state(table), Telling(events, table.words)
        different = table_news(self._shown, state, now) | dict(heads)
        self._shown, shared = state, compact(different)
        for viewer in self.viewers:
            you = viewer.news(sight.own(viewer.player))
            if different or events or you != b"{}" or viewer in answers:
                told = update(telling.to(sight.seat(viewer.player)), shared, you)
                viewer.line.post(with_number(told, answers[viewer]) if viewer in answers else told)

    def tell_who_spoke(self, table: Table, events: Sequence[Event], answers: Answers, now: float) -> None:
        """As `tell`, for what happens most: seats spoke, others still think, and no state but theirs changed."""
        if self._shown is None:
            self.tell(table, events, answers, now)
            return
        sight, self._shown.offer = Sight(table, self._bank), offer_state(table)
        told, shared = Telling(events, table.words).to(None), compact({"offer": self._shown.offer})
        spoke = {viewer.player for viewer in answers}
        for_others = update(told, shared, b"{}")
        for viewer in self.viewers:
            if viewer.player in spoke:
                own = update(told, shared, viewer.news(sight.own(viewer.player)))
                viewer.line.post(with_number(own, answers[viewer]) if viewer in answers else own)
            else:
                viewer.line.post(for_others)

    def greet(self, viewer: Viewer, table: Table, now: float) -> None:
        """Everything a viewer needs to draw the table as it stands, in the middle of a round too."""
        sight = Sight(table, self._bank)
        events = Telling(table.story.events, table.words).to(sight.seat(viewer.player))
        viewer.shown = None
        you = viewer.news(sight.own(viewer.player))
        state, setup = compact(table_news(None, shared_state(table), now)), compact(table_info(table.setup))
        viewer.line.post(b'{"type":"hello","events":%b,"table":%b,"you":%b,"setup":%b}' % (events, state, you, setup))

    def greet_all(self, table: Table, now: float) -> None:
        """Tell everyone everything, after what they know proved wrong."""
        self._shown = shared_state(table)
        for viewer in self.viewers:
            self.greet(viewer, table, now)
