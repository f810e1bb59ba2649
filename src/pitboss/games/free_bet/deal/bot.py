"""The Free Bet bot: takes every free bet except a split of fives; else basic strategy for a game where 22 pushes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.cards import Card, parse_card
from pitboss.games.dealing import blackjack
from pitboss.play.steps import Event, Offer, Seat
from pitboss.ranking.totals import card_value, is_soft

UP_CARDS = {value: column for column, value in enumerate((2, 3, 4, 5, 6, 7, 8, 9, 10, 1))}

OWN_HARD = {
    12: "hhhhshhhhh",
    13: "hsssshhhhh",
    14: "ssssshhhhh",
    15: "ssssshhhhh",
    16: "ssssshhhhh",
}
FREE_HARD = OWN_HARD | {
    12: "hhssshhhhh",
    14: "hsssshhhhh",
    17: "ssssshhhsh",
}
"""Plays for a free hand by hard total. A bust costs nothing and 17 only wins if the dealer busts, so it hits more."""
SOFT = {
    16: "hhhhdhhhhh",
    17: "hhhddhhhhh",
    18: "sssddsshhh",
}
"""Plays by soft total and up card, 2 to 10 and ace: stand, hit, or a paid double (else hit, or stand with 18)."""

NEVER = "n" * 10
PAID_DOUBLES = {9: "nyyyynnnnn", 10: "yyyyyyyynn", 11: "yyyyyyyyyy"}
PAID_SPLITS = {
    1: "yyyyyyyyyy",
    2: "yyyyyynnnn",
    3: "yyyyyynnnn",
    6: "yyyyynnnnn",
    7: "yyyyyynnnn",
    8: "yyyyyyyyyy",
    9: "yyyyynyynn",
}
"""Whether to double or split if it costs money, by total or card value and up card (FB-11)."""


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Return the basic strategy answer among the options offered. Never insure and never split tens."""
    names = [option.name for option in offer.options[seat]]
    if "insurance" in names:
        return "no"
    context: Any = offer.context
    cards = [parse_card(text) for text in context["cards"]]
    column = UP_CARDS[card_value(parse_card(context["up"]).code)]
    wishes = [
        *chooses_split(cards, column),
        *chooses_double(cards, column),
        draw_or_stand(cards, column, context["free"]),
    ]
    return next((wish for wish in wishes if wish in names), "stand")


def chooses_split(cards: Sequence[Card], column: int) -> Iterator[str]:
    """Yield the splits to make: every free split except fives, and paid splits according to basic strategy."""
    value = card_value(cards[0].code)
    if value != 5:
        yield "free-split"
    if PAID_SPLITS.get(value, NEVER)[column] == "y":
        yield "split"


def chooses_double(cards: Sequence[Card], column: int) -> Iterator[str]:
    """Yield the doubles to make: every free double, and paid doubles according to basic strategy."""
    yield "free-double"
    row = SOFT if is_soft_hand(cards) else PAID_DOUBLES
    if row.get(blackjack.total(cards), NEVER)[column] in "dy":
        yield "double"


def draw_or_stand(cards: Sequence[Card], column: int, is_free: bool) -> str:
    """Return hit or stand, from the table for an own or a free hand."""
    total = blackjack.total(cards)
    if is_soft_hand(cards):
        letter = SOFT[total][column] if total in SOFT else "h" if total < 16 else "s"
        return "hit" if letter == "h" or (letter == "d" and total < 18) else "stand"
    hard = FREE_HARD if is_free else OWN_HARD
    letter = hard[total][column] if total in hard else "h" if total < 12 else "s"
    return "hit" if letter == "h" else "stand"


def is_soft_hand(cards: Sequence[Card]) -> bool:
    """Return whether an ace counts as 11."""
    return is_soft(blackjack.hard_total(cards), blackjack.has_ace(cards))
