"""The current layout: cards by place and chips by spot, derived from the events of any game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pitboss.cards import Card
from pitboss.play.motions import MovedOver
from pitboss.play.records.ledger import at_stake
from pitboss.play.steps import Dealt, Discarded, Event, Moved, Seat, Turned
from pitboss.play.view import seen_by

Place: TypeAlias = tuple[Seat | None, str]


def _sort_key(at: str) -> str:
    return at.rstrip("0123456789").rstrip("-")


def _number(at: str) -> int:
    digits = at[len(at.rstrip("0123456789")) :]
    return int(digits or 0)


class TableLayout:
    """The cards and chips on the table, as one viewer sees them."""

    def __init__(self) -> None:
        self.cards: dict[Place, list[Card]] = {}
        self._events: list[Event] = []

    def see(self, event: Event) -> None:
        """Apply an event to the layout."""
        self._events.append(event)
        match event:
            case Dealt(card=card, seat=seat, at=at):
                self.cards.setdefault((seat, at), []).append(card)
            case Turned(card=card, seat=seat, at=at):
                self._take(card, (seat, at))
                self.cards.setdefault((seat, at), []).append(card)
            case Moved(card=card, seat=seat, at=at, to=to):
                self._take(card, (seat, at))
                self.cards.setdefault((seat, to), []).append(card)
            case MovedOver(seat=seat, at=at, to=to):
                self.cards[seat, to] = self.cards.pop((seat, at), [])
            case Discarded(seat=seat, at=at):
                self._discard(seat, at)

    def next_round(self, *, board_stays: bool) -> None:
        """Clear the table; if `board_stays`, cards on the dealer's side remain."""
        self._events.clear()
        self.cards = {place: cards for place, cards in self.cards.items() if board_stays and place[0] is None}

    def chips(self) -> dict[tuple[Seat, str], int]:
        """Return the unsettled chips on each spot."""
        return at_stake(self._events)

    def of(self, seat: Seat | None) -> list[tuple[str, list[Card]]]:
        """Return a seat's cards by place, or the dealer's; split hands are in layout order (C-8)."""
        places = [(at, cards) for (owner, at), cards in self.cards.items() if owner == seat]
        sorts = list(dict.fromkeys(_sort_key(at) for at, _ in places))
        return sorted(places, key=lambda place: (sorts.index(_sort_key(place[0])), _number(place[0])))

    def _discard(self, seat: Seat | None, at: str) -> None:
        """Clear a place; a name such as "hand", which stands for several places, clears all of its owner's cards."""
        if (seat, at) in self.cards or "hand" not in at:
            self.cards.pop((seat, at), None)
        else:
            self.cards = {place: cards for place, cards in self.cards.items() if place[0] != seat}

    def _take(self, card: Card, place: Place) -> None:
        """Remove this card, or the face-down card that stands for it, from its place."""
        cards = self.cards.get(place, [])
        for wanted in (card, next((other for other in cards if other.is_hidden), None)):
            if wanted in cards:
                cards.remove(wanted)
                break
        if not cards:
            self.cards.pop(place, None)


def layout_after(events: Iterable[Event], board: Sequence[Card] = (), viewer: Seat | None = None) -> TableLayout:
    """
    Return the layout after these events as `viewer` sees it (None for a spectator), starting with these board cards.
    """
    layout = TableLayout()
    layout.cards = {(None, f"card-{place}"): [card] for place, card in enumerate(board, 1)}
    for event in events:
        layout.see(seen_by(event, viewer))
    return layout
