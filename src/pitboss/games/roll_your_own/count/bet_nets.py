"""
How a whole round spreads: the nets of both hands together.

Exact for each hand that is not split, by each end of the dealer's. Two hands, and the hands of a split, are put
together as independent once the cards, the up card and the dealer's end are known: what one draws is taken to leave the
other's draws as they are. Means do not depend on that; standard deviations and the table of nets do, a little.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import perm

import numpy as np

from pitboss.counting.blackjack.splits import stories
from pitboss.counting.blackjack.values import ACE, TEN, VALUES, Actions, Ints, Numbers, Values
from pitboss.games.roll_your_own.count import kernels
from pitboss.games.roll_your_own.count.hands_beside import Beside, UpCard, others_index
from pitboss.games.roll_your_own.count.removed_cards import AtMost, Lot, plan_of

MOST = 10  # units a bet may win or lose: five hands, all doubled
NETS = 2 * MOST + 2  # -10 to 10, then a blackjack
PAID = NETS - 1
ENDS = 7  # the dealer's: bust, 17 to 21, blackjack
FOUND = 6
NUMBERS = (2, 3, 4, 5)  # hands of a split
NEVER = 1e-300  # stands for a chance of zero where one divides by it


def spread_settings(up_card: UpCard, solved: Beside, settings: list[tuple[int, Values]]) -> tuple[Numbers, Numbers]:
    """For every card alone and the pair beside it: net and the dealer's end of the two-card and the one-card hand."""
    index = others_index()
    two = [(index[alone,], *pair) for alone, pair in settings]
    one = [(index[pair], alone, second) for alone, pair in settings for second in range(VALUES)]
    nets = first_two(up_card, solved, np.array(two + one, dtype=np.int64))
    return _normal(nets[: len(two)]), _normal(nets[len(two) :].reshape(len(two), 10, NETS, ENDS).sum(1))


def _normal(nets: Numbers) -> Numbers:
    """Nets by the dealer's end given what lies on the table; none where that cannot lie there."""
    positive: Numbers = np.maximum(nets, 0)  # zero may come out as -1e-17
    return np.asarray(positive / np.maximum(positive.sum((1, 2), keepdims=True), NEVER))


def first_two(up_card: UpCard, solved: Beside, cells: Ints) -> Numbers:
    """Net by the dealer's end of hands beside known cards; a cell is known cards and the hand's first two values."""
    lot, at, (known, first, second) = up_card.gone.whole, tuple(cells.T), cells.T
    found = up_card.play_by_end(lot, np.arange(len(lot.before)), lot.weights[:, 0], solved.play, lot.hands.pairs)
    by_end, won, push = (column[known, 10 * first + second] for column in found)
    action, nets = solved.action[at], np.zeros((len(cells), NETS, ENDS))
    for stake, chosen in ((1, action != kernels.DOUBLE), (2, action == kernels.DOUBLE)):
        nets[chosen] = _by_stake(stake, won[chosen], push[chosen], by_end[chosen])
    split, chance = action == kernels.SPLIT, solved.chance[at][:, None]
    nets[split] = _splits(up_card, solved, cells[split, :2], by_end[split] / chance[split]) * chance[split, None]
    nets[:, MOST - 1, FOUND] += (solved.chance - solved.mass)[at]
    paid = (first != second) & np.isin(first, (ACE, TEN)) & np.isin(second, (ACE, TEN))
    nets[paid, PAID] = nets[paid].sum(1)
    nets[paid, :PAID] = 0
    return nets


def _by_stake(stake: int, won: Numbers, push: Numbers, mass: Numbers) -> Numbers:
    """Net by the dealer's end from the chances to win, to push and in all."""
    nets = np.zeros((*mass.shape[:-1], NETS, ENDS))
    nets[..., MOST + stake, :], nets[..., MOST, :], nets[..., MOST - stake, :] = won, push, mass - won - push
    return nets


def _splits(up_card: UpCard, solved: Beside, cells: Ints, ends: Numbers) -> Numbers:
    """Net by the dealer's end of pairs that are split; a cell is known cards and the pair; the chance of each end."""
    nets, laws = np.zeros((len(cells), NETS, ENDS)), np.zeros((len(cells), len(NUMBERS)))
    most = solved.splits.most[tuple(cells.T)]
    for pair, limit in sorted({(int(pair), int(limit)) for pair, limit in zip(cells[:, 1], most, strict=True)}):
        rows = np.flatnonzero((cells[:, 1] == pair) & (most == limit))
        lot, known = up_card.gone.splits[pair], cells[rows, 0]
        for paired in (False, True):
            action = solved.splits.play[pair][known, int(paired)]
            nets[rows] += _all_hands(up_card, lot, known, lot.weights[:, plan_of(limit, paired)], action, paired)
        for row, pack in zip(rows, up_card.left - lot.before[known], strict=True):
            law = hands_law(limit, int(pack[pair]), int(pack.sum()))
            laws[row] = [float(law.get(number, 0)) for number in NUMBERS]
    return _add_hands(nets, ends, laws)


@cache
def hands_law(splits: int, pair_left: int, cards_left: int) -> dict[int, Fraction]:
    """How likely a split ends with this many hands, split again until it has been split so often."""
    law: dict[int, Fraction] = {}
    for story, times in stories(AtMost(splits + 1), False).items():
        hands, others = len(story.kinds), sum(story.unpaired)
        ways = perm(pair_left, hands - 2) * perm(cards_left - pair_left, others)
        law[hands] = law.get(hands, Fraction(0)) + Fraction(times * ways, perm(cards_left, hands - 2 + others))
    return law


def _all_hands(up_card: UpCard, lot: Lot, known: Ints, plan: Ints, action: Actions, paired: bool) -> Numbers:
    """The hands of a split thrown together, those whose second card pairs or does not; net by the dealer's end."""
    nets = np.zeros((len(known), NETS, ENDS))
    if not plan.any():
        return nets
    asked = lot.hands.after[0]
    found = up_card.play_by_end(lot, known, plan, action, asked)
    counted = ((np.arange(10) == lot.pair) == paired) & (asked < lot.hands.keys.size)
    doubled = action[:, np.where(counted, asked, 0)] == kernels.DOUBLE
    for stake, chosen in ((1, counted & ~doubled), (2, counted & doubled)):
        by_end, won, push = ((column * chosen[..., None]).sum(1) for column in found)
        nets += _by_stake(stake, won, push, by_end)
    return nets


def _add_hands(one_hand: Numbers, ends: Numbers, laws: Numbers) -> Numbers:
    """The sum of this many hands, the law of their number leaned so that their mean with each end is exact."""
    numbers = np.array(NUMBERS)
    mean = laws @ numbers
    variance = np.maximum((laws * (numbers - mean[:, None]) ** 2).sum(1), NEVER)
    lean = (one_hand.sum(1) / np.maximum(ends, NEVER) - mean[:, None]) / variance[:, None]
    lean[variance <= NEVER] = 0
    single = (one_hand / np.maximum(one_hand.sum(1, keepdims=True), NEVER))[:, MOST - 2 : MOST + 3]
    total, nets = np.zeros_like(one_hand), single
    for place, number in enumerate(NUMBERS):
        nets = _convolve(nets, single)
        share = laws[:, place, None] * (1 + lean * (number - mean)[:, None]) * ends
        total[:, MOST - 2 * number : MOST + 2 * number + 1] += nets * share[:, None]
    return total


def _convolve(first: Numbers, second: Numbers) -> Numbers:
    """The sum of two independent nets, by row and end."""
    rows, length, ends = first.shape
    total = np.zeros((rows, length + second.shape[1] - 1, ends))
    for shift in range(second.shape[1]):
        total[:, shift : shift + length] += first * second[:, shift, None]
    return total


def together(two: Numbers, one: Numbers) -> Numbers:
    """By row: the nets of both hands in units, -20 to 20, and how many of them are blackjacks."""
    ends = np.maximum(two.sum(1, keepdims=True), NEVER)
    given = one / ends
    both = np.zeros((len(two), 4 * MOST + 1, 3))
    for net in range(PAID):
        both[:, net : net + PAID, 0] += np.einsum("re,rne->rn", two[:, net], given[:, :PAID])
    both[:, MOST : MOST + PAID, 1] += np.einsum("re,rne->rn", two[:, PAID], given[:, :PAID])
    both[:, MOST : MOST + PAID, 1] += np.einsum("rne,re->rn", two[:, :PAID], given[:, PAID])
    both[:, 2 * MOST, 2] += np.einsum("re,re->r", two[:, PAID], given[:, PAID])
    return both
