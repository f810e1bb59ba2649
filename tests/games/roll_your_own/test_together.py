"""Both bets of a round together: every law against rounds of tiny packs dealt in every order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from games.roll_your_own.test_solve_tiny import TINY
from games.roll_your_own.witness.brute_force import Seen, Table, orders, play_bets
from pitboss.games.roll_your_own.count import kernels
from pitboss.games.roll_your_own.count.best_strategy import ANSWERS
from pitboss.games.roll_your_own.count.hands_beside import Beside, OddsRules, UpCard, others_index
from pitboss.games.roll_your_own.count.removed_cards import Gone, gone_beside, known_others
from pitboss.games.roll_your_own.count.together.hand_lists import Setting
from pitboss.games.roll_your_own.count.together.meeting import MOST
from pitboss.games.roll_your_own.count.together.nets import RoundMaker, RoundNets


def told_by(solved: Beside, gone: Gone, table: Table) -> Callable[[Seen], str]:
    """What the solver's tables say to a hand."""
    pair = tuple(sorted(value - 1 for value in table.two_card))
    known = {"two-card": others_index()[table.alone - 1,], "one-card": others_index()[pair]}

    def decide(seen: Seen) -> str:
        first, second, *rest = (value - 1 for value in seen.cards)
        beside = known[seen.bet]
        if not seen.is_split:
            if "split" in seen.options and solved.action[beside, first, second] == kernels.SPLIT:
                return "split"
            hands, play = gone.whole.hands, solved.play[beside]
            at = hands.pairs[first, second]
        else:
            if "split" in seen.options:
                return "split"
            hands = gone.splits[first].hands
            play, at = solved.splits.play[first][beside, int(first == second)], hands.after[0, second]
        for value in rest:
            at = hands.after[at, value]
        return ANSWERS[play[at]]

    return decide


def found(case: str) -> tuple[RoundNets, list[tuple[int, int]]]:
    """The laws of one setting, and twice what both bets bring in every order of the pack."""
    pack, table = TINY[case]
    whole = Counter(pack)
    rules = OddsRules(table.max_splits, Fraction(3, 2), table.hits_soft_17, table.dealer_peeks)
    gone = gone_beside(known_others(), table.max_splits, tuple(whole[value] for value in range(1, 11)))
    work = UpCard(table.up_card - 1, rules, gone)
    solved = work.solve()
    pair = tuple(sorted(value - 1 for value in table.two_card))
    if table.must_split:
        solved.action[others_index()[table.alone - 1,], pair[0], pair[1]] = kernels.SPLIT
    solved.splits.most[:] = np.maximum(solved.splits.most, [limit(table, gone, value) for value in range(10)])
    again = UpCard(table.up_card - 1, rules, gone)  # hands of a split are played as the tables say, whatever the limit
    nets = RoundMaker(again, solved, [Setting(pair, table.alone - 1)]).nets()
    left = whole - Counter((*table.two_card, table.alone, table.up_card))
    decide = told_by(solved, gone, table)
    return nets, [play_bets(table, order, decide) for order in orders(dict(left))]


def limit(table: Table, gone: Gone, value: int) -> int:
    """The witness splits as often as the house allows."""
    return 1 if value == 0 else min(table.max_splits, max(gone.pack[value] - 1, 1))


@pytest.mark.parametrize("case", TINY)
def test_RY_6_RY_7_RY_8_squares_and_products_are_exact(case: str) -> None:
    nets, rounds = found(case)
    two, one = (np.array(column) / 2 for column in zip(*rounds, strict=True))
    for bet, won in ((nets.two_card, two), (nets.one_card, one)):
        assert bet.square[0] + 2.25 * bet.chances[0, -1] == pytest.approx((won**2).mean(), abs=1e-12)
    assert nets.products[0] @ (1, 1.5, 2.25) == pytest.approx((two * one).mean(), abs=1e-12)


@pytest.mark.parametrize("case", TINY)
def test_every_net_is_as_far_off_as_it_says(case: str) -> None:
    """Rounds without a split have no error; with one, what three hands have in common is within it."""
    nets, rounds = found(case)
    came = Counter(two + one for two, one in rounds)
    chances, errors = (dict.fromkeys(range(-90, 91), 0.0) for _ in range(2))
    for net in range(4 * MOST + 1):
        for paid in range(3):
            twice = 2 * (net - 2 * MOST) + 3 * paid
            chances[twice] += nets.both[0, net, paid]
            errors[twice] += nets.errors[0, net, paid]
    for twice in chances:
        assert abs(chances[twice] - came[twice] / len(rounds)) <= errors[twice] + 1e-12, twice / 2
