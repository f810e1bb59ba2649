"""The events at a table since betting opened, and the changes not written yet."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Event, Voided
from pitboss.table.audit.journal import DeskAction
from pitboss.table.audit.opened_shoe import OpenedShoe
from pitboss.table.finished_round import Finished
from pitboss.table.states import TRANSITIONS, SeatSpoke, State
from pitboss.table.transfers import Transfer


class Change(Struct):
    """The result of a command: transfers and rounds to write before the events are shown."""

    events: list[Event] = []
    transfers: list[Transfer] = []
    finished: list[Finished] = []
    new_shoe: bool = False
    opened: list[OpenedShoe] = []
    """Shoes whose seeds are published."""
    desk: list[DeskAction] = []
    """Actions of operators."""

    @property
    def is_only_words(self) -> bool:
        """Whether seats answered and nothing else happened: no cards, no chips, and the same offer."""
        return bool(self.events) and not self.transfers and all(type(event) is SeatSpoke for event in self.events)


class TableLog:
    """The state of a table and its events."""

    def __init__(self, opening: Iterable[Event]) -> None:
        self.state = State.OPEN
        self.events: list[Event] = list(opening)
        """All events since betting last opened. The opening of the table belongs to its first round."""
        self.change = Change()
        self._round: Round | None = None
        self._recorded = 0
        """The number of the round's events already included."""

    def record(self, event: Event) -> None:
        """Record an event and make its transition, or raise `Refused`."""
        there = TRANSITIONS[self.state].get(type(event))
        if there is None:
            raise Refused("not-now", f"the table is {self.state}: this is not possible now")
        self.state = there
        self.show(event)

    def show(self, *events: Event) -> None:
        """Record events that don't change the state."""
        self.events += events
        self.change.events += events

    def show_round(self, dealt: Round) -> None:
        """Record the round's events since the last call."""
        if dealt is not self._round:
            self._round, self._recorded = dealt, 0
        fresh = dealt.events[self._recorded :]
        self._recorded += len(fresh)
        self.show(*fresh)

    def begin_round(self) -> None:
        """Drop the last round's events, except the reason it was void, so that returning players see it."""
        is_void = self._round is not None and self._round.void_reason is not None
        self.events = [*filter(_is_void, self.events)][-1:] if is_void else []

    def replace_events(self, *events: Event) -> None:
        """Replace the events with these, which everyone has already seen."""
        self.events, self.change = list(events), Change()

    def take_change(self) -> Change:
        """Return the changes since the last call."""
        change, self.change = self.change, Change()
        return change


def _is_void(event: Event) -> bool:
    return isinstance(event, Voided)
