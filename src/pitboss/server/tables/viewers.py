"""The viewers of a table: their connections, and the state each of them has seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from pitboss.play.refused import Refused
from pitboss.play.steps import Event
from pitboss.server.store.balances import Accounts
from pitboss.server.tables.line import Connection
from pitboss.server.tables.present import (
    EventEncoder,
    OwnState,
    SharedState,
    TableSnapshot,
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
"""The viewers whose messages caused a change, and the ids of those messages."""


EMPTY: Mapping[str, str] = {}


class Viewer:
    """One socket at one table."""

    def __init__(self, player: str, line: Connection, on_refusal: Callable[[str], None] = lambda _code: None) -> None:
        self.player, self.line, self._on_refusal = player, line, on_refusal
        self.shown: OwnState | None = None
        """The private state last sent to this viewer."""
        self.waiting = 0
        """The number of this viewer's turns in the queue."""

    def news(self, own: OwnState) -> bytes:
        """Return the changes in the viewer's private state as JSON, and record them as sent."""
        known, self.shown = self.shown, own
        return b"{}" if known == own else compact(news(known, own))

    def send(self, message: object) -> None:
        """Send a message to this viewer only."""
        self.line.post(compact(message))

    def refuse(self, refused: Refused, number: int | None) -> None:
        """Send the viewer a refusal and its reason."""
        self._on_refusal(refused.code)
        self.send({"type": "refused", "id": number, "code": refused.code, "reason": refused.reason})


class Audience:
    """The viewers of one table."""

    def __init__(self, bank: Accounts) -> None:
        self.viewers: set[Viewer] = set()
        self._bank = bank
        self._shown: SharedState | None = None
        """The shared state last sent to the viewers."""

    def send_changes(
        self, table: Table, events: Sequence[Event], answers: Answers, now: float, heads: Mapping[str, str] = EMPTY
    ) -> None:  # fmt: skip
        """
        Send every viewer the events and state changes it may see; skip viewers for whom nothing changed.

        After a finished round the update also carries the heads of the journal and of the log, so that clients can
        hold the house to them.
        """
        sight, state, telling = TableSnapshot(table, self._bank), shared_state(table), EventEncoder(events, table.words)
        different = table_news(self._shown, state, now) | dict(heads)
        self._shown, shared = state, compact(different)
        for viewer in self.viewers:
            you = viewer.news(sight.own(viewer.player))
            if different or events or you != b"{}" or viewer in answers:
                message = update(telling.to(sight.seat(viewer.player)), shared, you)
                viewer.line.post(with_number(message, answers[viewer]) if viewer in answers else message)

    def send_answers(self, table: Table, events: Sequence[Event], answers: Answers, now: float) -> None:
        """
        Send an update for the common case: seats answered an offer, others still have to, and nothing else changed.
        """
        if self._shown is None:
            self.send_changes(table, events, answers, now)
            return
        sight, self._shown.offer = TableSnapshot(table, self._bank), offer_state(table)
        events_text, shared = EventEncoder(events, table.words).to(None), compact({"offer": self._shown.offer})
        spoke = {viewer.player for viewer in answers}
        for_others = update(events_text, shared, b"{}")
        for viewer in self.viewers:
            if viewer.player in spoke:
                own = update(events_text, shared, viewer.news(sight.own(viewer.player)))
                viewer.line.post(with_number(own, answers[viewer]) if viewer in answers else own)
            else:
                viewer.line.post(for_others)

    def send_state(self, viewer: Viewer, table: Table, now: float) -> None:
        """Send a viewer the full state of the table, including the current round."""
        sight = TableSnapshot(table, self._bank)
        events = EventEncoder(table.story.events, table.words).to(sight.seat(viewer.player))
        viewer.shown = None
        you = viewer.news(sight.own(viewer.player))
        state, setup = compact(table_news(None, shared_state(table), now)), compact(table_info(table.setup))
        viewer.line.post(b'{"type":"hello","events":%b,"table":%b,"you":%b,"setup":%b}' % (events, state, you, setup))

    def send_state_to_all(self, table: Table, now: float) -> None:
        """Send every viewer the full state, because what they were shown is no longer valid."""
        self._shown = shared_state(table)
        for viewer in self.viewers:
            self.send_state(viewer, table, now)
