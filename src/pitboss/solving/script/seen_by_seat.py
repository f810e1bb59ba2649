"""What a seat has seen of a round, and what its bets came to, from the events."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from pitboss.cards import SUIT_SIGNS, Card
from pitboss.play.steps import Event, Returned, Seat, Settled, Wagered
from pitboss.play.view import seen_by
from pitboss.solving.script.undealt import Undealt

_NO_SUITS = str.maketrans("", "", SUIT_SIGNS)


class Settlement(NamedTuple):
    """One bet of the seat when the round is over, in cents."""

    bet: str
    put_down: int
    net: int
    line: str


def known_to(events: Sequence[Event], seat: Seat, *, by_suit: bool = True) -> Hashable:
    """What a seat has seen, as something that can be looked up: kinds of cards, and no words."""
    return tuple(
        (type(event).__name__, *(_plain(getattr(event, name), by_suit) for name in event.__struct_fields__))
        for event in (seen_by(event, seat) for event in events)
    )


def cards_seen(events: Sequence[Event], seat: Seat) -> list[Card]:
    """Every card that a seat has seen, in the order in which it saw them."""
    seen: dict[int, Card] = {}
    for event in (seen_by(event, seat) for event in events):
        card = getattr(event, "card", None)
        if card is not None and not card.is_hidden:
            seen.setdefault(id(card), card)
    return list(seen.values())


def _plain(value: object, by_suit: bool) -> Hashable:
    if isinstance(value, Undealt):
        return value.look()
    if isinstance(value, Card):
        return "?" if value.is_hidden else value.code if by_suit else value.code // 4
    if isinstance(value, (list, tuple)):
        return tuple(_plain(item, by_suit) for item in value)
    if isinstance(value, str) and not by_suit:
        return value.translate(_NO_SUITS)
    return value


def settlements(events: Sequence[Event], seat: Seat) -> tuple[Settlement, ...]:
    """
    Return what each bet of a seat came to.

    A settlement without a stake of its own (a bonus, a free bet) counts; a bet that was returned is no money bet.
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
