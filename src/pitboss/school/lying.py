"""What lies on the table after some events: cards by place, as a dealer would describe them in words."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.cards import Card, signs
from pitboss.play.motions import MovedOver
from pitboss.play.steps import Dealt, Discarded, Event, Moved, Seat, Turned

Places = dict[tuple[Seat | None, str], list[Card]]


def lying(events: Iterable[Event]) -> Places:
    """The cards at each place, every one of them face up: the dealer of a drill may know them."""
    places: Places = {}
    for event in events:
        match event:
            case Dealt(card=card, seat=seat, at=at):
                places.setdefault((seat, at), []).append(card)
            case Turned(card=card, seat=seat, at=at) if card not in places.get((seat, at), []):
                places.setdefault((seat, at), []).append(card)
            case Moved(card=card, seat=seat, at=at, to=to):
                places.get((seat, at), [card]).remove(card)
                places.setdefault((seat, to), []).append(card)
            case MovedOver(seat=seat, at=at, to=to):
                places[seat, to] = places.pop((seat, at), [])
            case Discarded(seat=seat, at=at):
                places.pop((seat, at), None)
    return {place: cards for place, cards in places.items() if cards}


def seat_cards(places: Places, seat: Seat | None) -> str:
    """A seat's cards in words, place by place; no seat is the dealer's side."""
    held = [(at, cards) for (owner, at), cards in places.items() if owner == seat]
    return "; ".join(f"{at.replace('-', ' ')} {signs(cards)}" for at, cards in held)
