"""All inscriptions on a felt, with their location and the clause that requires them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pitboss.layout.plan import FeltPlan, Spot
from pitboss.paytable import Paytable
from pitboss.play.game import Game

NAME, AREA, SIDE_AREA, WORDS, ODDS = (
    "N.J.A.C. 13:69E-1.10C(b)1", "N.J.A.C. 13:69E-1.10C(b)2", "N.J.A.C. 13:69E-1.10C(b)3",
    "N.J.A.C. 13:69E-1.10C(b)4", "(b)5; COMAR 36.05.03.14 E",
)  # fmt: skip
"""
Clauses from New Jersey, which has a section for each approved game; these are from the one closest to ours (blackjack
switch).

Maryland requires odds with the word "to".
"""
HOUSE = "NAME OF THE HOUSE"


@dataclass(frozen=True)
class Inscription:
    """One inscription."""

    words: str
    where: str
    sheet: str
    """The clause of the sheet, or the ruling."""
    law: str
    """The requirement in the closest published regulation."""


def with_to(text: str) -> str:
    """
    Write odds with the word "to", as Maryland requires.

    >>> with_to("to 100:1"), with_to("2:1")
    ('to 100 to 1', '2 to 1')
    """
    return re.sub(r"(\d+):(\d+)", r"\1 to \2", text)


def pays_in_print(plan: FeltPlan, rules: Any, spot: Spot) -> str:
    """Return a spot's payout as printed on the felt; "up to" before the best line of a pay table."""
    printed = plan.pays_under(rules, spot)
    return with_to(f"up {printed}" if printed.startswith("to ") else printed)


def paytable_title(plan: FeltPlan, number: int) -> str:
    """Return the heading of a printed pay table."""
    printed = plan.tables[number]
    return (printed.title or printed.of.removesuffix("_table").replace("_", " ")).upper()


def paytable_rows(table: Paytable) -> list[tuple[str, ...]]:
    """Return the rows of a printed pay table: the line's name, then the payout of each column."""
    return [(name, *(with_to(str(pays)) for pays in row)) for name, row in table.lines]


def inscriptions(game: Game, plan: FeltPlan, rules: Any, house: str = "") -> Iterator[Inscription]:
    """Yield all inscriptions, from the dealer's side to the players'."""
    yield Inscription(house.upper() or HOUSE, "before the dealer, in the middle", "", NAME)
    yield Inscription(plan.title, "before the dealer, in the middle", "title", "")
    for place in plan.dealer:
        if place.label:
            yield Inscription(place.label, "dealer's cards", "C-5", "")
    for phrase in (*plan.motto, *plan.notices):
        if words := phrase.under(rules):
            yield Inscription(words, "bow before the dealer", phrase.clause, WORDS)
    for number, printed in enumerate(plan.tables):
        if (table := printed.under(rules)) is not None:
            lines = "; ".join(f"{name} {', '.join(pays)}" for name, *pays in paytable_rows(table))
            where = "beside the tray, " + ("dealer's right" if number == 0 else "dealer's left")
            yield Inscription(
                f"{paytable_title(plan, number)}: {lines}", where, printed.clause, f"N.J.A.C. 13:69E-1.10C{ODDS}"
            )
    yield from _spots(game, plan, rules)


def _spots(game: Game, plan: FeltPlan, rules: Any) -> Iterator[Inscription]:
    """Yield the labels of the spots, merging spots with the same payout and clause."""
    compulsory = {bet.name for bet in game.bets(rules) if bet.compulsory}
    alike: dict[tuple[str, str, str], list[str]] = {}
    for spot in plan.spots:
        pays = pays_in_print(plan, rules, spot)
        area = AREA if spot.main or spot.bet in compulsory else SIDE_AREA
        labels = alike.setdefault((pays, spot.clause, f"{area}; {ODDS}" if pays else area), [])
        labels += [spot.label] if spot.label not in labels else []
    where = "the field" if plan.shared else "each betting position"
    for (pays, clause, law), labels in alike.items():
        each = " each with" if len(labels) > 1 else " with"
        yield Inscription(f"{', '.join(labels)}{f',{each} {pays}' if pays else ''}", where, clause, law)
