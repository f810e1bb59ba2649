"""Roll Your Own with one card known, gone or in the hole: hands set and played best anew, in double precision."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from pitboss.counting.blackjack.dealer_odds import dealer_odds
from pitboss.counting.blackjack.values import VALUES, Numbers, Pack
from pitboss.games.roll_your_own.count.hands_beside import OddsRules, UpCard
from pitboss.games.roll_your_own.count.removed_cards import DECK, Gone, gone_beside, known_others
from pitboss.games.roll_your_own.count.solve import both_bets, deals


def without(value: int) -> Pack:
    """The deck with one card of this value gone."""
    return (*DECK[:value], DECK[value] - 1, *DECK[value + 1 :])


def worth_without(value: int, rules: OddsRules) -> float:
    """What both blackjack bets are worth together with one card of this value gone, set and played best."""
    return _worth(without(value), rules, None)


def worth_with_hole(hole: int, rules: OddsRules) -> float:
    """The same with a card of this value in the hole, and known when the hands are set."""
    return _worth(without(hole), rules, hole)


def _worth(pack: Pack, rules: OddsRules, hole: int | None) -> float:
    gone = gone_beside(known_others(), rules.max_splits, pack)

    def solve(up_card: int) -> Numbers:
        work = UpCard(up_card, rules, gone)
        if hole is not None:
            work.odds = odds_with_hole(up_card, hole, rules.hits_soft_17, gone)
        two, one = both_bets(work.solve(), rules)
        best: Numbers = (two.worth + one.worth).max(axis=1)
        return best

    with ThreadPoolExecutor(2) as threads:
        worth = np.stack(list(threads.map(solve, range(VALUES))), axis=1)
    weight = deals(pack)
    return float((worth * weight).sum() / weight.sum())


def odds_with_hole(up_card: int, hole: int, hits_soft_17: bool, gone: Gone) -> Numbers:
    """By what is gone besides both of the dealer's cards, for a pack without the hole card: how likely each end is."""
    return dealer_odds(up_card, DECK, gone.cards, hits_soft_17, hole=hole, most=21, at_least=True)
