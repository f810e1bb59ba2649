"""The value of Roll Your Own with one known card, removed or in the hole, and re-optimised setting and play."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pitboss.compute.cores import threads
from pitboss.games.roll_your_own.count.removed_cards import RemovedCards, known_others, removed_cards_given
from pitboss.games.roll_your_own.count.solve import both_bets, deals, solution_of
from pitboss.games.roll_your_own.count.up_card_solver import OddsRules, UpCard, UpCardSolution, odds_by_row
from pitboss.games.roll_your_own.simulate.full_deck_play import FullDeckPlay
from pitboss.solving.blackjack.distribution.drawn_hands import ONE_DECK
from pitboss.solving.blackjack.hands import Floats
from pitboss.solving.blackjack.rules import VALUES, Pack


def without(value: int) -> Pack:
    """Return the deck with one card of this value removed."""
    return (*ONE_DECK[:value], ONE_DECK[value] - 1, *ONE_DECK[value + 1 :])


class KnownWorths(NamedTuple):
    """The value of both blackjack bets together, with one card of a known value."""

    removed: float
    fixed_play: float
    """Also with the card removed, but set and played by the full-deck strategy."""
    in_hole: float
    """With the card in the hole, and known when the hands are set."""


@lru_cache(maxsize=VALUES)
def known_worths(value: int, rules: OddsRules) -> KnownWorths:
    """Return the values with one card of this value removed, or in the hole."""
    pack = without(value)
    removed = removed_cards_given(known_others(), rules.max_splits, pack)
    weight, full = deals(pack), solution_of(rules)

    def solve(up_card: int) -> tuple[Floats, Floats, Floats]:
        solver = UpCard(up_card, rules, removed)
        solution = solver.solve()
        fixed_play = FullDeckPlay(solver, full.up_cards[up_card], full.alone[:, up_card]).worth(solution)
        solver.odds = odds_with_hole(up_card, value, rules.hits_soft_17, removed)
        return _best(solution, rules), fixed_play, _best(solver.solve(), rules)

    with ThreadPoolExecutor(threads()) as pool:
        by_up_card = list(pool.map(solve, range(VALUES)))
    worths = [np.stack(each, axis=1) for each in zip(*by_up_card, strict=True)]
    return KnownWorths(*(float((worth * weight).sum() / weight.sum()) for worth in worths))


def _best(solution: UpCardSolution, rules: OddsRules) -> Floats:
    """Return the value of the best setting for every three cards against an up card."""
    two, one = both_bets(solution, rules)
    best: Floats = (two.worth + one.worth).max(axis=1)
    return best


def odds_with_hole(up_card: int, hole: int, hits_soft_17: bool, removed: RemovedCards) -> Floats:
    """Return the odds of the dealer's results with a known hole card, by removed cards other than the dealer's two."""
    return odds_by_row(ONE_DECK, removed.keys, hits_soft_17, up_card, hole)
