"""The Roll Your Own bot: sets hands by their approximate values and plays the plain blackjack chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.cards import Card, parse_card
from pitboss.games.dealing import blackjack
from pitboss.play.steps import Dealt, Event, Offer, Seat
from pitboss.ranking.totals import card_value, is_soft

WORTH_ALONE = {1: 52, 2: -12, 3: -14, 4: -16, 5: -19, 6: -21, 7: -17, 8: -9, 9: 0, 10: 13}
"""The approximate value of a card set alone, in hundredths of the bet."""
WORTH_HARD = {
    4: -11, 5: -13, 6: -15, 7: -11, 8: -3, 9: 7, 10: 18, 11: 24, 12: -25, 13: -29, 14: -34, 15: -38, 16: -41, 17: -26,
    18: 4, 19: 32, 20: 61,
}  # fmt: skip
"""The approximate value of a hard two-card hand, in hundredths of the bet."""
WORTH_SOFT = {12: 45, 13: 7, 14: 4, 15: 2, 16: 0, 17: 2, 18: 14, 19: 36, 20: 65, 21: 150}
"""The approximate value of a soft two-card hand, in hundredths of the bet. Two aces are split."""


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Return the best setting or the chart's action. Never take insurance."""
    names = [option.name for option in offer.options[seat]]
    if "alone-1" in names:
        dealt = [event.card for event in seen if isinstance(event, Dealt) and event.seat == seat]
        return setting(dealt)
    if "no" in names:
        return "no"
    context: Any = offer.context
    cards = [parse_card(text) for text in context["cards"]]
    wishes = chart(cards, card_value(parse_card(context["up"]).code))
    return next(wish for wish in wishes if wish in names)


def setting(cards: Sequence[Card]) -> str:
    """Return the card to set alone that maximises the approximate value of both hands."""

    def worth(alone: int) -> int:
        pair = [card for number, card in enumerate(cards) if number != alone]
        soft = blackjack.has_ace(pair)
        return WORTH_ALONE[card_value(cards[alone].code)] + (WORTH_SOFT if soft else WORTH_HARD)[blackjack.total(pair)]

    return f"alone-{max(range(3), key=worth) + 1}"


SPLITS_AGAINST = {
    1: range(1, 11), 2: range(2, 8), 3: range(2, 8), 4: (5, 6), 5: (), 6: range(2, 7), 7: range(2, 8),
    8: range(1, 11), 9: (2, 3, 4, 5, 6, 8, 9), 10: (),
}  # fmt: skip
"""The dealer's up cards against which each pair is split."""


def chart(cards: Sequence[Card], up: int) -> Iterator[str]:
    """Yield the chart's actions in order of preference. `up` is the up card's value, with an ace as 1."""
    total = blackjack.total(cards)
    values = [card_value(card.code) for card in cards]
    if len(cards) == 2 and values[0] == values[1] and up in SPLITS_AGAINST[values[0]]:
        yield "split"
    if is_soft(blackjack.hard_total(cards), blackjack.has_ace(cards)):
        stands = total >= 19 or (total == 18 and up in range(2, 9))
        doubles = total <= 18 and up in (range(3, 7) if total >= 17 else range(4, 7))
    else:
        stands = total >= 17 or (total >= 13 and up in range(2, 7)) or (total == 12 and up in range(4, 7))
        doubles = up in {11: range(1, 11), 10: range(2, 10), 9: range(3, 7)}.get(total, ())
    if doubles:
        yield "double"
    yield "stand" if stands else "hit"
