"""The solver compared with brute force in fractions on tiny decks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from games.roll_your_own.witness.brute_force import Table, best_by_trying, orders
from pitboss.games.roll_your_own.count.removed_cards import known_others, removed_cards_given
from pitboss.games.roll_your_own.count.solve import all_threes, both_bets
from pitboss.games.roll_your_own.count.up_card_solver import OddsRules, UpCard, others_index


def solved(pack: Counter[int], table: Table) -> float:
    """Return the solver's value of both bets of this setting under best play."""
    rules = OddsRules(table.max_splits, Fraction(3, 2), table.hits_soft_17, table.dealer_peeks)
    counts = tuple(pack[value] for value in range(1, 11))
    found = UpCard(table.up_card - 1, rules, removed_cards_given(known_others(), table.max_splits, counts)).solve()
    two, one = both_bets(found, rules)
    cards = tuple(sorted((*(value - 1 for value in table.two_card), table.alone - 1)))
    row, alone = all_threes().index(cards), cards.index(table.alone - 1)
    if not table.must_split:
        return float(two.worth[row, alone] + one.worth[row, alone])
    known, pair = others_index()[table.alone - 1,], table.two_card[0] - 1
    no_blackjack = found.in_play[known, pair, pair] / found.chance[known, pair, pair]
    return float(found.splits.worth[known, pair] - (1 - no_blackjack) + one.worth[row, alone])


TINY = {
    "hits, doubles and a split": ({10: 10, 6: 3, 5: 2, 1: 1}, Table((6, 6), 5, 10, max_splits=1)),
    "a blackjack, and an ace alone": ({10: 11, 1: 3, 9: 1, 4: 1}, Table((10, 4), 1, 1)),
    "an ace up without the look": ({10: 11, 1: 3, 9: 1, 4: 1}, Table((10, 4), 1, 1, dealer_peeks=False)),
    "a ten up without the look": (
        {10: 11, 8: 3, 3: 1, 1: 1},
        Table((8, 8), 3, 10, dealer_peeks=False, must_split=True),
    ),
    "a paid two-card hand": ({10: 11, 1: 2, 7: 1, 5: 2}, Table((1, 10), 5, 1)),
    "splits again": ({10: 14, 8: 4, 6: 1, 3: 1}, Table((8, 8), 3, 6)),
    "splits again to the limit": ({10: 11, 8: 5, 6: 1, 3: 1}, Table((8, 8), 3, 6, max_splits=2, must_split=True)),
    "split under a looked-at ten": ({10: 13, 8: 4, 3: 1, 1: 1}, Table((8, 8), 3, 10, must_split=True)),
    "split tens": ({10: 13, 9: 1, 6: 2, 5: 1}, Table((10, 10), 9, 6, max_splits=2, must_split=True)),
    "split aces": ({10: 9, 1: 4, 9: 1, 6: 1}, Table((1, 1), 9, 6, must_split=True)),
    "the one-card hand splits": ({10: 11, 8: 3, 7: 1, 6: 1, 4: 1}, Table((10, 7), 8, 6)),
    "soft 17 hit": ({10: 8, 6: 2, 1: 2, 7: 2}, Table((10, 7), 7, 6)),
    "soft 17 stood on": ({10: 8, 6: 2, 1: 2, 7: 2}, Table((10, 7), 7, 6, hits_soft_17=False)),
}


@pytest.mark.parametrize("case", TINY)
def test_RY_6_RY_7_RY_8_best_play_matches_brute_force(case: str) -> None:
    pack, table = TINY[case]
    whole = Counter(pack)
    left = whole - Counter((*table.two_card, table.alone, table.up_card))
    exact = best_by_trying(table, list(orders(dict(left))))
    assert solved(whole, table) == pytest.approx(float(exact), rel=1e-13, abs=1e-14)
