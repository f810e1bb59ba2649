"""Roll Your Own with one card known, removed or in the hole: re-optimised setting and play, in double precision."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pitboss.compute.cores import threads
from pitboss.games.roll_your_own.count.hands_beside import Beside, OddsRules, UpCard
from pitboss.games.roll_your_own.count.removed_cards import DECK, Gone, gone_beside, known_others
from pitboss.games.roll_your_own.count.solve import both_bets, deals, solution_of
from pitboss.games.roll_your_own.simulate.kept_play import KeptPlay
from pitboss.solving.blackjack_legacy.dealer.dealer_odds import dealer_odds
from pitboss.solving.blackjack_legacy.values import VALUES, Numbers, Pack


def without(value: int) -> Pack:
    """Return the deck with one card of this value removed."""
    return (*DECK[:value], DECK[value] - 1, *DECK[value + 1 :])


class KnownWorths(NamedTuple):
    """The value of both blackjack bets together at best play, with one card of a value known."""

    gone: float
    kept: float
    """Removed too, but set and played by the full-deck strategy."""
    in_hole: float
    """In the hole, and known when the hands are set."""


@lru_cache(maxsize=VALUES)
def known_worths(value: int, rules: OddsRules) -> KnownWorths:
    """Return the values with one card of this value removed, and with it in the hole."""
    pack = without(value)
    gone = gone_beside(known_others(), rules.max_splits, pack)
    weight, full = deals(pack), solution_of(rules)

    def solve(up_card: int) -> tuple[Numbers, Numbers, Numbers]:
        work = UpCard(up_card, rules, gone)
        beside = work.solve()
        kept = KeptPlay(work, full.up_cards[up_card], full.alone[:, up_card]).worth(beside)
        work.odds = odds_with_hole(up_card, value, rules.hits_soft_17, gone)
        return _best(beside, rules), kept, _best(work.solve(), rules)

    with ThreadPoolExecutor(threads()) as pool:
        found = list(pool.map(solve, range(VALUES)))
    worths = [np.stack(each, axis=1) for each in zip(*found, strict=True)]
    return KnownWorths(*(float((worth * weight).sum() / weight.sum()) for worth in worths))


def _best(beside: Beside, rules: OddsRules) -> Numbers:
    """Return the value of the best setting of every three cards against an up card."""
    two, one = both_bets(beside, rules)
    best: Numbers = (two.worth + one.worth).max(axis=1)
    return best


def odds_with_hole(up_card: int, hole: int, hits_soft_17: bool, gone: Gone) -> Numbers:
    """Return the dealer's result distribution with a known hole card, by the cards removed besides the dealer's two."""
    return dealer_odds(up_card, DECK, gone.cards, hits_soft_17, hole=hole, most=21, at_least=True)
