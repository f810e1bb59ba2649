"""A seat's view of a round, and the results of its bets, from the events."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

from pitboss.cards import Card
from pitboss.play.steps import Event, Returned, Seat, Settled, Wagered
from pitboss.play.view import seen_by
from pitboss.solving.script.undecided import UNKNOWN, OpenCard, Undecided


class Settlement(NamedTuple):
    """The result of one bet of the seat, in cents."""

    bet: str
    put_down: int
    net: int
    line: str


def net_of(settled: Iterable[Settlement], family: Collection[str]) -> int:
    """Return the total net result of these bets, in cents."""
    return sum(one.net for one in settled if one.bet in family)


class _Seen(NamedTuple):
    """A placeholder for a visible card in the shape of a round, numbered in the order in which the seat saw it."""

    place: int


def visible_cards(events: Sequence[Event], seat: Seat) -> dict[int, Hashable]:
    """Return the numbers of the undecided cards that a seat sees, in order, with the place of each on the table."""
    found: dict[int, Hashable] = {}
    for event in events:
        card = getattr(seen_by(event, seat), "card", None)
        if isinstance(card, OpenCard):
            found.setdefault(card.number, (getattr(event, "seat", None), getattr(event, "at", card.number)))
    return found


def shape_of(events: Sequence[Event], seat: Seat) -> Hashable:
    """Return what a seat has seen as a hashable key, with each card replaced by the order in which it was seen."""
    order: dict[Any, int] = {}
    return tuple(
        (type(event).__name__, *(_plain(getattr(event, name), order) for name in event.__struct_fields__))
        for event in (seen_by(event, seat) for event in events)
    )


def _plain(value: object, order: dict[Any, int]) -> Hashable:
    if isinstance(value, OpenCard):
        return _Seen(order.setdefault(value.number, len(order)))
    if isinstance(value, Card):
        return "?" if value.is_hidden else value.code
    if isinstance(value, (list, tuple)):
        return tuple(_plain(item, order) for item in value)
    return UNKNOWN if isinstance(value, Undecided) or (isinstance(value, str) and UNKNOWN in value) else value


def cards_like(shape: Hashable, events: Sequence[Event], seat: Seat) -> list[Card] | None:
    """Return the cards that a seat sees in a round of this shape, in order; None if the round has another shape."""
    seen = [seen_by(event, seat) for event in events]
    if not isinstance(shape, tuple) or len(shape) != len(seen):
        return None
    cards: dict[int, Card] = {}
    for wanted, event in zip(shape, seen, strict=True):
        fields = [getattr(event, name) for name in event.__struct_fields__]
        if event.__struct_fields__[-1] == "motion" and not wanted[-1]:
            fields[-1] = ""  # the table adds the dealer's motion if the script leaves it out
        if wanted[0] != type(event).__name__ or not all(map(_Fits(cards), wanted[1:], fields)):
            return None
    return [cards[place] for place in range(len(cards))]


class _Fits:
    """A function that compares an event's fields with those of a shape, and collects the cards in them."""

    def __init__(self, cards: dict[int, Card]) -> None:
        self.cards = cards

    def __call__(self, wanted: Any, found: object) -> bool:
        if isinstance(wanted, _Seen):
            return isinstance(found, Card) and self.cards.setdefault(wanted.place, found) == found
        if wanted == UNKNOWN or isinstance(found, str):
            return wanted in (UNKNOWN, found) or UNKNOWN in str(wanted)
        if isinstance(found, (list, tuple)):
            return len(wanted) == len(found) and all(map(self, wanted, found))
        return bool(wanted == _plain(found, {}))


def settlements(events: Sequence[Event], seat: Seat) -> tuple[Settlement, ...]:
    """
    Return the result of each bet of a seat.

    Settlements without a stake of their own (a bonus, a free bet) are included. A bet that was returned nets 0.
    """
    put_down: dict[str, int] = {}
    nets: dict[str, int] = {}
    lines: dict[str, list[str]] = {}
    for event in events:
        if getattr(event, "seat", None) != seat:
            continue
        if isinstance(event, Wagered):
            put_down[event.bet] = put_down.get(event.bet, 0) + event.amount
            nets[event.bet] = nets.get(event.bet, 0) - event.amount
        elif isinstance(event, Settled):
            nets[event.bet] = nets.get(event.bet, 0) + event.back
            lines.setdefault(event.bet, []).append(event.line)
        elif isinstance(event, Returned):
            put_down[event.bet] = put_down.get(event.bet, 0) - event.amount
            nets[event.bet] = nets.get(event.bet, 0) + event.amount
            lines.setdefault(event.bet, []).append("returned")
    return tuple(
        Settlement(bet, put_down.get(bet, 0), net, ", ".join(dict.fromkeys(lines.get(bet, ["not settled"]))))
        for bet, net in nets.items()
    )
