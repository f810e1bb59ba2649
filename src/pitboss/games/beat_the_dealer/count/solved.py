"""The solved game for given house rules: the tally of all deals, computed once and cached on disk."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np

from pitboss.games.beat_the_dealer.count.solve import (
    BETS,
    LINES,
    NO_BONUS,
    OUTCOMES,
    STARTS,
    BonusRules,
    Solution,
    Stakes,
    Tally,
)
from pitboss.games.beat_the_dealer.deal.hands import FiveCardLine, TwoCardLine
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.paytable import Paytable
from pitboss.ranking.poker import PokerClass
from pitboss.solving.answers.cached_answers import cached_bytes, is_cached

HOLES = 1326


def _asked(ante_pays_from: int) -> dict[str, object]:
    return {"game": "beat-the-dealer", "what": "tally", "ante_pays_from": ante_pays_from}


@cache
def cached_tally(ante_pays_from: int) -> Tally:
    """Return the tally for the lowest class with which a winning ante is paid. No other option affects it (BD-3)."""

    def count() -> bytes:
        from pitboss.games.beat_the_dealer.count.tally import tally_all  # noqa: PLC0415  (Numba loads slowly)

        return tally_all(ante_pays_from).astype("<i8").tobytes()

    cached = cached_bytes(_asked(ante_pays_from), count)
    tally: Tally = np.frombuffer(cached, dtype="<i8").reshape(STARTS, LINES, BETS, OUTCOMES).tolist()
    return tally


@cache
def tally_for_edges(ante_pays_from: int) -> Tally:
    """
    Return a tally that gives the same edges as `cached_tally`, derived from another class's cached tally if possible.

    The class from which the ante is paid changes no turn or river bet, and each paid win is worth one unit whatever
    the bets. The cached tally therefore gives the number of paid wins of each starting hand, but not their lines and
    bets.
    """
    others = (each for each in PokerClass if is_cached(_asked(each)))
    if is_cached(_asked(ante_pays_from)) or (known := next(others, None)) is None:
        return cached_tally(ante_pays_from)
    wins = np.array(_wins_by_start())[:, ante_pays_from:].sum(axis=1).tolist()
    return [_paid_first(made, paid) for made, paid in zip(cached_tally(known), wins, strict=True)]


def _paid_first(lines: Sequence[Sequence[Sequence[int]]], paid: int) -> list[list[list[int]]]:
    """Return one starting hand's tally with `paid` of its wins paid, assigned to the first lines and bets."""
    assigned: list[list[list[int]]] = []
    for made in lines:
        assigned.append([])
        for paid_wins, other_wins, ties, lost in made:
            now = min(paid, paid_wins + other_wins)
            assigned[-1].append([now, paid_wins + other_wins - now, ties, lost])
            paid -= now
    return assigned


@cache
def _wins_by_start() -> list[list[int]]:
    """Return the number of deals won, by starting hand and class of the final hand."""

    def count() -> bytes:
        from pitboss.games.beat_the_dealer.count.tally import wins_by_start  # noqa: PLC0415  (Numba loads slowly)

        return wins_by_start().astype("<i8").tobytes()

    cached = cached_bytes({"game": "beat-the-dealer", "what": "wins by class"}, count)
    wins: list[list[int]] = np.frombuffer(cached, dtype="<i8").reshape(STARTS, len(PokerClass)).tolist()
    return wins


def house_of(rules: Rules) -> BonusRules:
    """Return the rules that the figures need."""

    def pays(table: Paytable, lines: int) -> tuple[Fraction, ...]:
        return tuple(table.pays(line).ratio for line in range(lines))

    return BonusRules(
        pays(rules.two_card_table, len(TwoCardLine)),
        pays(rules.five_card_table, len(FiveCardLine)),
        rules.two_card_bonus_survives_fold,
        rules.five_card_bonus_survives_fold,
    )


def solution_of(rules: Rules, stakes: Stakes = NO_BONUS) -> Solution:
    """Return the solved game under best play with these bonus bets."""
    return _solution(rules.ante_pays_from.number, house_of(rules), stakes)


def solution_for_edges(rules: Rules) -> Solution:
    """Return a solution without bonus bets that is valid for its edges only."""
    return _solution_for_edges(rules.ante_pays_from.number, house_of(rules))


@lru_cache(maxsize=8)
def _solution_for_edges(ante_pays_from: int, house: BonusRules) -> Solution:
    return Solution(tally_for_edges(ante_pays_from), house)


@lru_cache(maxsize=8)
def _solution(ante_pays_from: int, house: BonusRules, stakes: Stakes) -> Solution:
    """Return the solution, cached because the same bonus bets recur at a table."""
    return Solution(cached_tally(ante_pays_from), house, stakes)
