"""Both bets of a round together: distributions compared with every order of tiny decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from games.roll_your_own.test_solve_tiny import TINY
from games.roll_your_own.witness.brute_force import Seen, Table, orders, play_bets
from pitboss.games.roll_your_own.count.both_bets.hand_lists import Setting
from pitboss.games.roll_your_own.count.both_bets.net_tables import MAX_UNITS
from pitboss.games.roll_your_own.count.both_bets.round_nets import RoundMaker, RoundNets
from pitboss.games.roll_your_own.count.charts import ANSWERS
from pitboss.games.roll_your_own.count.removed_cards import RemovedCards, known_others, removed_cards_given
from pitboss.games.roll_your_own.count.up_card_solver import OddsRules, UpCard, UpCardSolution, others_index
from pitboss.solving.blackjack.play import SPLIT


def decide_by(solved: UpCardSolution, gone: RemovedCards, table: Table) -> Callable[[Seen], str]:
    """Return a decision function that follows the solver's tables."""
    pair = tuple(sorted(value - 1 for value in table.two_card))
    known = {"two-card": others_index()[table.alone - 1,], "one-card": others_index()[pair]}

    def decide(seen: Seen) -> str:
        first, second, *rest = (value - 1 for value in seen.cards)
        row = known[seen.bet]
        if not seen.is_split:
            if "split" in seen.options and solved.action[row, first, second] == SPLIT:
                return "split"
            hands, play = gone.whole.hands, solved.play[row]
            at = hands.pairs[first, second]
        else:
            if "split" in seen.options:
                return "split"
            hands = gone.splits[first].hands
            play, at = solved.splits.play[first][row, int(first == second)], hands.after[0, second]
        for value in rest:
            at = hands.after[at, value]
        return ANSWERS[play[at]]

    return decide


def compute_nets(case: str) -> tuple[RoundNets, list[tuple[int, int]]]:
    """Return the distributions of one setting, and twice the nets of both bets in every order of the deck."""
    pack, table = TINY[case]
    whole = Counter(pack)
    rules = OddsRules(table.max_splits, Fraction(3, 2), table.hits_soft_17, table.dealer_peeks)
    gone = removed_cards_given(known_others(), table.max_splits, tuple(whole[value] for value in range(1, 11)))
    work = UpCard(table.up_card - 1, rules, gone)
    solved = work.solve()
    pair = tuple(sorted(value - 1 for value in table.two_card))
    if table.must_split:
        solved.action[others_index()[table.alone - 1,], pair[0], pair[1]] = SPLIT
    solved.splits.most[:] = np.maximum(solved.splits.most, [limit(table, gone, value) for value in range(10)])
    unlimited = UpCard(table.up_card - 1, rules, gone)  # hands of a split are played by the tables, whatever the limit
    nets = RoundMaker(unlimited, solved, [Setting(pair, table.alone - 1)]).nets()
    left = whole - Counter((*table.two_card, table.alone, table.up_card))
    decide = decide_by(solved, gone, table)
    return nets, [play_bets(table, order, decide) for order in orders(dict(left))]


def limit(table: Table, gone: RemovedCards, value: int) -> int:
    """Return the number of splits that the brute-force dealer allows for this value."""
    return 1 if value == 0 else min(table.max_splits, max(gone.pack[value] - 1, 1))


@pytest.mark.parametrize("case", TINY)
def test_RY_6_RY_7_RY_8_second_moments_and_products_are_exact(case: str) -> None:
    nets, rounds = compute_nets(case)
    two, one = (np.array(column) / 2 for column in zip(*rounds, strict=True))
    for bet, won in ((nets.two_card, two), (nets.one_card, one)):
        assert bet.square[0] + 2.25 * bet.chances[0, -1] == pytest.approx((won**2).mean(), abs=1e-12)
    assert nets.products[0] @ (1, 1.5, 2.25) == pytest.approx((two * one).mean(), abs=1e-12)


@pytest.mark.parametrize("case", TINY)
def test_every_net_is_within_its_stated_error(case: str) -> None:
    """Check that rounds without a split have no error, and that the dependence of three split hands is within it."""
    nets, rounds = compute_nets(case)
    observed = Counter(two + one for two, one in rounds)
    chances, errors = (dict.fromkeys(range(-90, 91), 0.0) for _ in range(2))
    for net in range(4 * MAX_UNITS + 1):
        for paid in range(3):
            twice = 2 * (net - 2 * MAX_UNITS) + 3 * paid
            chances[twice] += nets.both[0, net, paid]
            errors[twice] += nets.errors[0, net, paid]
    for twice in chances:
        assert abs(chances[twice] - observed[twice] / len(rounds)) <= errors[twice] + 1e-12, twice / 2
