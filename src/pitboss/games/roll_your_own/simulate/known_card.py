"""Roll Your Own with one card known, gone or in the hole: hands set and played best anew, in double precision."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pitboss.counting.blackjack.dealer_odds import dealer_odds
from pitboss.counting.blackjack.values import VALUES, Numbers, Pack
from pitboss.games.roll_your_own.count.hands_beside import Beside, OddsRules, UpCard
from pitboss.games.roll_your_own.count.removed_cards import DECK, Gone, gone_beside, known_others
from pitboss.games.roll_your_own.count.solve import both_bets, deals, mean_of, solution_of
from pitboss.games.roll_your_own.simulate.kept_play import KeptPlay


def without(value: int) -> Pack:
    """The deck with one card of this value gone."""
    return (*DECK[:value], DECK[value] - 1, *DECK[value + 1 :])


class WorthWithout(NamedTuple):
    """What both blackjack bets are worth together: set and played best, and as from a full deck."""

    best: float
    kept: float


@lru_cache(maxsize=2 * VALUES)
def worth_without(value: int, rules: OddsRules) -> WorthWithout:
    """What both blackjack bets are worth together with one card of this value gone."""
    gone, full = gone_beside(known_others(), rules.max_splits, without(value)), solution_of(rules)

    def solve(up_card: int) -> tuple[Numbers, Numbers]:
        work = UpCard(up_card, rules, gone)
        beside = work.solve()
        kept = KeptPlay(work, full.up_cards[up_card], full.alone[:, up_card]).worth(beside)
        return _best(beside, rules), kept

    with ThreadPoolExecutor(2) as threads:
        best, kept = zip(*threads.map(solve, range(VALUES)), strict=True)
    return WorthWithout(_mean(best, gone.pack), _mean(kept, gone.pack))


def worth_with_hole(hole: int, rules: OddsRules) -> float:
    """The same at best play with a card of this value in the hole, and known when the hands are set."""
    gone = gone_beside(known_others(), rules.max_splits, without(hole))

    def solve(up_card: int) -> Numbers:
        work = UpCard(up_card, rules, gone)
        work.odds = odds_with_hole(up_card, hole, rules.hits_soft_17, gone)
        return _best(work.solve(), rules)

    with ThreadPoolExecutor(2) as threads:
        return _mean(list(threads.map(solve, range(VALUES))), gone.pack)


def _best(beside: Beside, rules: OddsRules) -> Numbers:
    """Both bets, by three cards, set best."""
    two, one = both_bets(beside, rules)
    best: Numbers = (two.worth + one.worth).max(axis=1)
    return best


def _mean(by_up_card: Sequence[Numbers], pack: Pack) -> float:
    return float(mean_of(deals(pack), np.stack(by_up_card, axis=1)))


def odds_with_hole(up_card: int, hole: int, hits_soft_17: bool, gone: Gone) -> Numbers:
    """By what is gone besides both of the dealer's cards, for a pack without the hole card: how likely each end is."""
    return dealer_odds(up_card, DECK, gone.cards, hits_soft_17, hole=hole, most=21, at_least=True)
