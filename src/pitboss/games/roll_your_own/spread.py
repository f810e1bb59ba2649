"""
How a whole round spreads: the nets of both hands together.

Exact for each hand that is not split, by each end of the dealer's. Two hands, and the hands of a split, are put
together as independent once the cards, the up card and the dealer's end are known: what one draws is taken to leave the
other's draws as they are. Means do not depend on that; standard deviations and the table of nets do, a little.
"""

from __future__ import annotations

from itertools import accumulate, repeat

import numpy as np

from pitboss.games.roll_your_own import kernels
from pitboss.games.roll_your_own.beside import Actions, Beside, Numbers, UpCard, others_counts, others_index
from pitboss.games.roll_your_own.holdings import ACE, TEN, Holdings, Ints, Values, holdings
from pitboss.games.roll_your_own.splitting import hands_law

MOST = 10  # units a bet may win or lose: five hands, all doubled
NETS = 2 * MOST + 2  # -10 to 10, then a blackjack
PAID = NETS - 1
ENDS = 7  # the dealer's: bust, 17 to 21, blackjack
FOUND = 6


def spread_settings(up_card: UpCard, solved: Beside, settings: list[tuple[int, Values]]) -> tuple[Numbers, Numbers]:
    """For every card alone and its pair beside: net and the dealer's end of the two-card and of the one-card hand."""
    index, two, one = others_index(), np.zeros((len(settings), NETS, ENDS)), np.zeros((len(settings), NETS, ENDS))
    cells: dict[int, list[tuple[int, Values]]] = {}
    for row, (alone, pair) in enumerate(settings):
        cells.setdefault(index[alone,], []).append((row, pair))
        cells.setdefault(index[pair], []).append((row, (alone,)))
    for known, wanted in cells.items():
        nets = first_two(up_card, solved, known, {values[0] for _, values in wanted if len(set(values)) == 1})
        for row, values in wanted:
            (two if len(values) == 2 else one)[row] = nets[values] if len(values) == 2 else nets[values].sum(0)
    return tuple(nets / np.maximum(nets.sum((1, 2), keepdims=True), 1e-300) for nets in (two, one))


def first_two(up_card: UpCard, solved: Beside, known: int, pairs: set[int]) -> Numbers:
    """By a hand's first two values: net and the dealer's end, beside the known cards; these pairs as they are split."""
    hands, left = holdings(up_card.pack), up_card.left - others_counts()[known]
    mass = up_card.mass_by_dealer(left, ACE, np.ones(1, dtype=np.int64), hands)
    won, push = _ends(hands, solved.play[known], mass)
    action = solved.action[known]
    nets = np.zeros((10, 10, NETS, ENDS))
    for stake, chosen in ((1, action != kernels.DOUBLE), (2, action == kernels.DOUBLE)):
        at = hands.pairs[chosen]
        nets[chosen] = _by_stake(stake, won[at], push[at], mass[at])
    for pair in pairs:
        if action[pair, pair] == kernels.SPLIT:
            nets[pair, pair] = solved.chance[known, pair, pair] * _split(up_card, solved, known, pair)
    nets[..., MOST - 1, FOUND] += solved.chance[known] - solved.mass[known]
    for first, second in ((ACE, TEN), (TEN, ACE)):
        ends = nets[first, second].sum(0)
        nets[first, second] = 0
        nets[first, second, PAID] = ends
    return nets


def _ends(hands: Holdings, action: Actions, mass: Numbers) -> tuple[Numbers, Numbers]:
    won, push = np.zeros_like(mass), np.zeros_like(mass)
    kernels.ends_by_dealer(hands, np.ascontiguousarray(action), mass, won, push)
    return won, push


def _by_stake(stake: int, won: Numbers, push: Numbers, mass: Numbers) -> Numbers:
    """Net by the dealer's end from the chances to win, to push and in all."""
    nets = np.zeros((*mass.shape[:-1], NETS, ENDS))
    nets[..., MOST + stake, :], nets[..., MOST, :], nets[..., MOST - stake, :] = won, push, mass - won - push
    return nets


def _split(up_card: UpCard, solved: Beside, known: int, pair: int) -> Numbers:
    """Net by the dealer's end of a split: so many hands, alike and independent once the dealer's end is known."""
    hands, left = holdings(up_card.pack, pair), up_card.left - others_counts()[known]
    left[pair] -= 2
    resplit = bool(solved.splits.resplit[known, pair])
    one_hand = np.zeros((NETS, ENDS))
    for paired in (False, True):
        weights = up_card.weights(pair)[:, (1 + paired) * resplit]
        mass = up_card.mass_by_dealer(left, pair, weights, hands)
        action = solved.splits.play[pair][known, int(paired)]
        won, push = _ends(hands, action, mass)
        for second, at in enumerate(hands.after[0]):
            if (second == pair) == paired and at < hands.keys.size:
                one_hand += _by_stake(1 + (action[at] == kernels.DOUBLE), won[at], push[at], mass[at])
    ends = up_card.mass_by_dealer(left, pair, np.ones(1, dtype=np.int64), hands)[0]
    law = hands_law(up_card.rules.max_splits if resplit else 1, int(left[pair]), int(left.sum()))
    return _add_hands(one_hand, ends, {number: float(chance) for number, chance in law.items()})


def _add_hands(one_hand: Numbers, ends: Numbers, law: dict[int, float]) -> Numbers:
    """The sum of so many hands, the law of their number leaned so that their mean with each end is exact."""
    numbers, chances = np.array(list(law)), np.array(list(law.values()))
    mean = numbers @ chances
    variance = (numbers - mean) ** 2 @ chances
    sure = np.maximum(ends, 1e-300)
    lean = (one_hand.sum(0) / sure - mean) / variance if variance > 0 else np.zeros(ENDS)
    single = (one_hand / np.maximum(one_hand.sum(0), 1e-300))[MOST - 2 : MOST + 3]
    total = np.zeros((NETS, ENDS))
    for number, chance in law.items():
        nets = list(accumulate(repeat(single, number), _convolve))[-1]
        reach = 2 * number
        total[MOST - reach : MOST + reach + 1] += nets * chance * (1 + lean * (number - mean)) * ends
    return total


def _convolve(first: Numbers, second: Numbers) -> Numbers:
    """The sum of two independent nets, for each end."""
    total = np.zeros((len(first) + len(second) - 1, ENDS))
    for shift, weight in enumerate(second):
        total[shift : shift + len(first)] += first * weight
    return total


def together(two: Numbers, one: Numbers) -> Numbers:
    """By row: the nets of both hands in units, -20 to 20, and how many of them are blackjacks."""
    ends = np.maximum(two.sum(1, keepdims=True), 1e-300)
    given = one / ends
    both = np.zeros((len(two), 4 * MOST + 1, 3))
    for net in range(PAID):
        both[:, net : net + PAID, 0] += np.einsum("re,rne->rn", two[:, net], given[:, :PAID])
    both[:, MOST : MOST + PAID, 1] += np.einsum("re,rne->rn", two[:, PAID], given[:, :PAID])
    both[:, MOST : MOST + PAID, 1] += np.einsum("rne,re->rn", two[:, :PAID], given[:, PAID])
    both[:, 2 * MOST, 2] += np.einsum("re,re->r", two[:, PAID], given[:, PAID])
    return both
