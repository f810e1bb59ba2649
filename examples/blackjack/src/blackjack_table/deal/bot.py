"""How a bot plays blackjack: basic strategy for several decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.kit import Event, Offer, Seat
from pitboss.ranking.totals import best_total, is_soft

UP_CARDS = {value: column for column, value in enumerate((2, 3, 4, 5, 6, 7, 8, 9, 10, 1))}
"""The columns of the tables below: 2 to 10, then the ace."""
HARD = {9: "hddddhhhhh", 10: "ddddddddhh", 11: "dddddddddh", 12: "hhssshhhhh"}
HARD |= dict.fromkeys((13, 14), "ssssshhhhh") | {15: "ssssshhhrh", 16: "ssssshhrrr"}
SOFT = (
    dict.fromkeys((13, 14), "hhhddhhhhh") | dict.fromkeys((15, 16), "hhdddhhhhh") | {17: "hddddhhhhh", 18: "sDDDDsshhh"}
)
"""Hit, stand, double (else hit), Double (else stand), surrender (else hit)."""
PAIRS = {
    1: "yyyyyyyyyy", 2: "yyyyyynnnn", 3: "yyyyyynnnn", 4: "nnnyynnnnn", 6: "yyyyynnnnn", 7: "yyyyyynnnn",
    8: "yyyyyyyyyy", 9: "yyyyynyynn",
}  # fmt: skip


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Return what basic strategy says of what is on offer; never insurance, never early surrender."""
    names = [option.name for option in offer.options[seat]]
    if "stand" not in names:
        return "no"
    context: Any = offer.context
    values, column = context["values"], UP_CARDS[context["up"]]
    if "split" in names and PAIRS.get(values[0], "n" * 10)[column] == "y":
        return "split"
    hard, ace = sum(values), 1 in values
    total, soft = best_total(hard, ace), is_soft(hard, ace)
    table, stand_from = (SOFT, 18) if soft else (HARD, 17)
    letter = table[total][column] if total in table else "s" if total >= stand_from else "h"
    wishes = {"s": ("stand",), "d": ("double", "hit"), "D": ("double", "stand"), "r": ("surrender", "hit")}
    return next((wish for wish in wishes.get(letter, ("hit",)) if wish in names), "stand")
