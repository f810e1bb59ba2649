"""The blackjack bot: basic strategy for several decks, doubles after splits, and a dealer who stands on soft 17."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.cards import parse_card
from pitboss.games.dealing import blackjack
from pitboss.play.steps import Event, Offer, Seat
from pitboss.ranking.totals import card_value, is_soft

UP_CARDS = {value: column for column, value in enumerate((2, 3, 4, 5, 6, 7, 8, 9, 10, 1))}
"""The columns of the tables below: 2 to 10, then the ace."""
HARD = {
    9: "hddddhhhhh",
    10: "ddddddddhh",
    11: "dddddddddh",
    12: "hhssshhhhh",
    13: "ssssshhhhh",
    14: "ssssshhhhh",
    15: "ssssshhhrh",
    16: "ssssshhrrr",
}
SOFT = {
    13: "hhhddhhhhh",
    14: "hhhddhhhhh",
    15: "hhdddhhhhh",
    16: "hhdddhhhhh",
    17: "hddddhhhhh",
    18: "sDDDDsshhh",
}
"""The plays by soft total: h hit, s stand, d double (else hit), D double (else stand), r surrender (else hit)."""
PAIRS = {
    1: "yyyyyyyyyy",
    2: "yyyyyynnnn",
    3: "yyyyyynnnn",
    4: "nnnyynnnnn",
    6: "yyyyynnnnn",
    7: "yyyyyynnnn",
    8: "yyyyyyyyyy",
    9: "yyyyynyynn",
}
NEVER = "n" * 10
WISHES = {
    "s": ("stand",),
    "h": ("hit",),
    "d": ("double", "hit"),
    "D": ("double", "stand"),
    "r": ("surrender", "hit"),
}


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Return the basic strategy answer among the options offered. Never insure and never surrender early."""
    names = [option.name for option in offer.options[seat]]
    if "stand" not in names:
        return "no"
    context: Any = offer.context
    cards = [parse_card(text) for text in context["cards"]]
    column = UP_CARDS[card_value(parse_card(context["up"]).code)]
    if "split" in names and PAIRS.get(card_value(cards[0].code), NEVER)[column] == "y":
        return "split"
    total, soft = blackjack.total(cards), is_soft(blackjack.hard_total(cards), blackjack.has_ace(cards))
    table, stand_from = (SOFT, 18) if soft else (HARD, 17)
    letter = table[total][column] if total in table else "s" if total >= stand_from else "h"
    return next((wish for wish in WISHES[letter] if wish in names), "stand")
