"""What lies on the table after some events: cards by place, as a dealer would describe them in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.cards import HIDDEN, Card, signs
from pitboss.play.motions import MovedOver
from pitboss.play.steps import Dealt, Discarded, Event, Face, Moved, Seat, Turned

Places = dict[tuple[Seat | None, str], list[Card]]


def lying(events: Iterable[Event], board: Sequence[Card] = ()) -> Places:
    """The cards at each place; what lies face down and was not turned is a back, on the board there were these."""
    places: Places = {(None, f"card-{place}"): [card] for place, card in enumerate(board, 1)}
    for event in events:
        match event:
            case Dealt(card=card, seat=seat, at=at, face=face):
                places.setdefault((seat, at), []).append(HIDDEN if face is Face.DOWN else card)
            case Turned(card=card, seat=seat, at=at):
                there = places.setdefault((seat, at), [])
                there[:] = [card, *(other for other in there if other not in (HIDDEN, card))]
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
