"""Everything that is printed on a felt, where, and the clause that asks for it."""

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
New Jersey has a section for each game that it admits; these are of the one nearest to ours (blackjack switch).

Maryland asks for odds with the word "to".
"""
HOUSE = "NAME OF THE HOUSE"


@dataclass(frozen=True)
class Inscription:
    """One thing in print."""

    words: str
    where: str
    sheet: str
    """The clause of the sheet or the ruling."""
    law: str
    """What a regulation asks for, as the nearest one in print has it."""


def with_to(text: str) -> str:
    """
    Odds with the word that Maryland wants.

    >>> with_to("to 100:1"), with_to("2:1")
    ('to 100 to 1', '2 to 1')
    """
    return re.sub(r"(\d+):(\d+)", r"\1 to \2", text)


def pays_in_print(plan: FeltPlan, rules: Any, spot: Spot) -> str:
    """What a spot pays, as it is printed on the felt: `up to` where a pay table says more."""
    said = plan.pays_under(rules, spot)
    return with_to(f"up {said}" if said.startswith("to ") else said)


def paytable_title(plan: FeltPlan, number: int) -> str:
    """What a printed paytable is headed by."""
    printed = plan.tables[number]
    return (printed.title or printed.of.removesuffix("_table").replace("_", " ")).upper()


def paytable_rows(table: Paytable) -> list[tuple[str, ...]]:
    """A printed paytable, a row a line: its name, then what each column pays."""
    return [(name, *(with_to(str(pays)) for pays in row)) for name, row in table.lines]


def inscriptions(game: Game, plan: FeltPlan, rules: Any, house: str = "") -> Iterator[Inscription]:
    """All of it, from the dealer's side to the players'."""
    yield Inscription(house.upper() or HOUSE, "before the dealer, in the middle", "", NAME)
    yield Inscription(plan.title, "before the dealer, in the middle", "title", "")
    for place in plan.dealer:
        if place.label:
            yield Inscription(place.label, "dealer's cards", "C-5", "")
    for phrase in (*plan.motto, *plan.notices):
        if said := phrase.under(rules):
            yield Inscription(said, "bow before the dealer", phrase.clause, WORDS)
    for number, printed in enumerate(plan.tables):
        if (table := printed.under(rules)) is not None:
            lines = "; ".join(f"{name} {', '.join(pays)}" for name, *pays in paytable_rows(table))
            where = "beside the tray, " + ("dealer's right" if number == 0 else "dealer's left")
            yield Inscription(
                f"{paytable_title(plan, number)}: {lines}", where, printed.clause, f"N.J.A.C. 13:69E-1.10C{ODDS}"
            )
    yield from _spots(game, plan, rules)


def _spots(game: Game, plan: FeltPlan, rules: Any) -> Iterator[Inscription]:
    """The words on the spots; spots that pay alike under one clause are told together."""
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
