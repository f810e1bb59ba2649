"""Fields shared by all blackjack views: the hand in play, all cards seen by value, and the dealer's total."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pitboss.cards import Card, parse_cards
from pitboss.games.dealing import blackjack
from pitboss.play.steps import Dealt, Event, Offer, Seat, Turned, Wagered
from pitboss.ranking.totals import card_value, is_soft

VALUES = range(1, 11)
MAX_CARDS = 127
HAND = {"total": 31, "soft": 1, "cards": 22, "first": 10, "second": 10, **{f"hand-{value}": 22 for value in VALUES}}
"""The hand in play: total, whether soft, number of cards, its first two values, and its cards by value."""
SEEN = {f"seen-{value}": MAX_CARDS for value in VALUES}
"""Every card that this seat has seen in the round, by value."""


def hand_fields(cards: Sequence[Card]) -> dict[str, int]:
    """Return the fields of a hand."""
    fields = {
        "total": blackjack.total(cards),
        "soft": int(is_soft(blackjack.hard_total(cards), blackjack.has_ace(cards))),
        "cards": len(cards),
        "first": card_value(cards[0].code),
        "second": card_value(cards[1].code),
    }
    return fields | by_value("hand", cards)


def by_value(name: str, cards: Iterable[Card]) -> dict[str, int]:
    """Return the number of cards of each value."""
    fields: dict[str, int] = {}
    for card in cards:
        place = f"{name}-{card_value(card.code)}"
        fields[place] = fields.get(place, 0) + 1
    return fields


def cards_seen(events: Iterable[Event]) -> list[Card]:
    """Return every card seen, each once: when it was dealt, or when it was turned up if dealt face down."""
    seen, hidden = list[Card](), set[tuple[Seat | None, str]]()
    for event in events:
        match event:
            case Dealt(card=card, seat=seat, at=at) if card.is_hidden:
                hidden.add((seat, at))
            case Dealt(card=card):
                seen.append(card)
            case Turned(card=card, seat=seat, at=at) if (seat, at) in hidden:
                hidden.discard((seat, at))
                seen.append(card)
    return seen


def seen_by(seat: Seat, events: Sequence[Event]) -> tuple[dict[str, int], list[Card]]:
    """Return fields for cards seen by value, up card, insurance and dealer total; also return the seat's own cards."""
    fields, own = by_value("seen", cards_seen(events)) | dealers_end(events), list[Card]()
    for event in events:
        match event:
            case Dealt(card=card, seat=None, at="up-card"):
                fields["up"] = card_value(card.code)
            case Dealt(card=card, seat=owner) if owner == seat:
                own.append(card)
            case Wagered(seat=owner, bet="insurance") if owner == seat:
                fields["insured"] = 1
    return fields, own


def dealers_end(events: Sequence[Event]) -> dict[str, int]:
    """Return the dealer's total as a field, once both cards are face up."""
    up = hole = None
    more: list[Card] = []
    for event in events:
        match event:
            case Dealt(card=card, seat=None, at="dealer"):
                more.append(card)
            case Dealt(card=card, seat=None, at="up-card") | Turned(card=card, at="up-card"):
                up = card
            case Turned(card=card, seat=None, at="hole-card"):
                hole = card
            case Dealt(card=card, seat=None, at="hole-card") if not card.is_hidden:
                hole = card
    return {"dealer": blackjack.total([up, hole, *more])} if up and hole else {}


def in_play(offer: Offer) -> Sequence[Card]:
    """Return the cards of the hand that must act."""
    cards = offer.context["cards"]
    assert isinstance(cards, list)
    return parse_cards(" ".join(map(str, cards)))


def number(about: Mapping[str, object], name: str) -> int:
    """Return a number from the offer's context."""
    return int(str(about[name]))
