"""The house edge under every combination of the decks and of the options that matter most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from msgspec import Struct

from pitboss.documents.inputs.input_cache import PlainAnswer, packed, report_question, unpacked
from pitboss.documents.inputs.lab_answers import DECKS
from pitboss.games.odds import edges_of
from pitboss.lab.whatif.slopes import Slopes
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.options.option_values import Between
from pitboss.play.options.rules import HouseRules, kinds
from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import PLAYED
from pitboss.statistics.exactness import Number

_MOST_OPTIONS = 2


class HouseRow(Struct, frozen=True):
    """One combination: the values of the options, and the edge of every bet and of the game as played."""

    values: Mapping[str, str]
    edges: Mapping[str, Number]


def matrix_options(game: Game, rules: HouseRules, slopes: Slopes) -> dict[str, list[Any]]:
    """Return the options of the matrix with their values: the decks, then those with the largest effects."""
    found: dict[str, list[Any]] = {}
    how = getattr(kinds(type(rules)).get("decks"), "__metadata__", (None,))[0]
    if isinstance(how, Between):
        found["decks"] = [each for each in DECKS if how.least <= each <= how.most]
    plain = [slope for slope in slopes.slopes if slope.option in rules.options() and slope.option != "decks"]
    plain = [slope for slope in plain if not isinstance(getattr(rules, slope.option), Paytable)]
    by_effect = sorted(plain, key=lambda slope: -abs(float(slope.changes.get(PLAYED, 0))))
    for slope in by_effect[:_MOST_OPTIONS]:
        found[slope.option] = [slope.before, slope.after]
    return found


def matrix_question(game: Game, rules: HouseRules, options: Mapping[str, list[Any]]) -> PlainAnswer:
    """Return the question for the edges of every combination of these values."""

    def solve() -> Any:
        return list(_rows(game, rules, options))

    return report_question(game, rules, "matrix", {"options": dict(options)}, solve)


def house_matrix(game: Game, rules: HouseRules, options: Mapping[str, list[Any]]) -> list[HouseRow]:
    """Return the combinations that the rules allow."""
    kept = matrix_question(game, rules, options).get()
    return [HouseRow(values, {bet: unpacked(edge) for bet, edge in edges.items()}) for values, edges in kept]


def _rows(game: Game, rules: HouseRules, options: Mapping[str, list[Any]]) -> Iterator[Any]:
    for values in product(*options.values()):
        chosen = dict(zip(options, values, strict=True))
        try:
            there = rules.with_settings([f"{name}={value}" for name, value in chosen.items()])
            edges = edges_of(game, there)
        except Refused:
            continue  # a combination that the rules do not allow
        yield [{name: str(value) for name, value in chosen.items()}, {bet: packed(edge) for bet, edge in edges.items()}]
