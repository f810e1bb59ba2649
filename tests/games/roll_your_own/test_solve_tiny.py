"""The solver, its kernels in plain Python with `Fraction`s, against brute force on tiny packs: equal, not close."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from games.roll_your_own.witness.brute_force import Table, best_by_trying, orders
from games.roll_your_own.witness.plain import use_plain_kernels
from pitboss.games.roll_your_own.count.hands_beside import OddsRules, UpCard, others_index
from pitboss.games.roll_your_own.count.removed_cards import gone_beside, known_others
from pitboss.games.roll_your_own.count.solve import all_threes, both_bets


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    use_plain_kernels(monkeypatch)


def solved(pack: Counter[int], table: Table, exact: bool = True) -> Fraction:
    """Both bets of this setting under best play, as the solver says."""
    rules = OddsRules(table.max_splits, Fraction(3, 2), table.hits_soft_17, table.dealer_peeks)
    counts = tuple(pack[value] for value in range(1, 11))
    found = UpCard(table.up_card - 1, rules, gone_beside(known_others(), table.max_splits, counts), exact).solve()
    two, one = both_bets(found, rules)
    cards = tuple(sorted((*(value - 1 for value in table.two_card), table.alone - 1)))
    row, alone = all_threes().index(cards), cards.index(table.alone - 1)
    if not table.must_split:
        return Fraction(two.worth[row, alone] + one.worth[row, alone])
    known, pair = others_index()[table.alone - 1,], table.two_card[0] - 1
    kept = found.mass[known, pair, pair] / found.chance[known, pair, pair]
    return Fraction(found.splits.worth[known, pair] - (1 - kept) + one.worth[row, alone])


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


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("case", TINY)
def test_RY_6_RY_7_RY_8_best_play_by_brute_force(case: str) -> None:
    pack, table = TINY[case]
    whole = Counter(pack)
    left = whole - Counter((*table.two_card, table.alone, table.up_card))
    assert best_by_trying(table, list(orders(dict(left)))) == solved(whole, table)


@pytest.mark.parametrize("case", TINY)
def test_the_compiled_kernels_say_the_same_in_floats(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pack, table = TINY[case]
    compiled = solved(Counter(pack), table, exact=False)
    use_plain_kernels(monkeypatch)
    assert float(compiled) == pytest.approx(float(solved(Counter(pack), table)), rel=1e-13, abs=1e-14)
