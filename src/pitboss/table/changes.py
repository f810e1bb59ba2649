"""What happened at a table since the bets were opened, and what of it is not written down yet."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Event, Voided
from pitboss.table.audit.opening import OpenedShoe
from pitboss.table.finished_round import Finished
from pitboss.table.states import TRANSITIONS, SeatSpoke, State
from pitboss.table.transfers import Transfer


class Change(Struct):
    """What a command did: chips to move and rounds to keep, to be written before the events are shown."""

    events: list[Event] = []
    transfers: list[Transfer] = []
    finished: list[Finished] = []
    new_shoe: bool = False
    opened: list[OpenedShoe] = []
    """Shoes whose seeds are published."""

    @property
    def is_only_words(self) -> bool:
        """Whether nothing happened but that seats spoke: no card fell, no chip moved, and the offer still stands."""
        return bool(self.events) and not self.transfers and all(type(event) is SeatSpoke for event in self.events)


class TableStory:
    """The state of a table and the happenings that led there."""

    def __init__(self, opening: Iterable[Event]) -> None:
        self.state = State.OPEN
        self.events: list[Event] = list(opening)
        """All that happened since the bets were last opened; the opening of the table stays with its first round."""
        self.change = Change()
        self._round: Round | None = None
        self._told = 0
        """How many of the round's events are in the story."""

    def tell(self, event: Event) -> None:
        """A happening of the table: the transition it stands for, or `Refused`."""
        there = TRANSITIONS[self.state].get(type(event))
        if there is None:
            raise Refused("not-now", f"the table is {self.state}: that cannot be done now")
        self.state = there
        self.show(event)

    def show(self, *events: Event) -> None:
        """Motions that change nothing but what is seen."""
        self.events += events
        self.change.events += events

    def show_round(self, dealt: Round) -> None:
        """What the dealer has done in this round since it was last shown."""
        if dealt is not self._round:
            self._round, self._told = dealt, 0
        fresh = dealt.events[self._told :]
        self._told += len(fresh)
        self.show(*fresh)

    def begin_round(self) -> None:
        """Forget the last round, but for why it was void: a player who comes back is told that too."""
        is_void = self._round is not None and self._round.void_reason is not None
        self.events = [*filter(_is_void, self.events)][-1:] if is_void else []

    def begin_again(self, *events: Event) -> None:
        """Forget what happened; these events are known to everyone already."""
        self.events, self.change = list(events), Change()

    def take_change(self) -> Change:
        """What happened since this was last asked."""
        change, self.change = self.change, Change()
        return change


def _is_void(event: Event) -> bool:
    return isinstance(event, Voided)
