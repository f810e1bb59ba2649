"""
How a whole round spreads: the nets of both hands together.

Exact for each hand that is not split, by each end of the dealer's. Two hands, and the hands of a split, are put
together as independent once the cards, the up card and the dealer's end are known: what one draws is taken to leave the
other's draws as they are. Means do not depend on that; standard deviations and the table of nets do, a little.
"""

from __future__ import annotations

import numpy as np

from pitboss.games.roll_your_own import kernels
from pitboss.games.roll_your_own.beside import Actions, Beside, Numbers, UpCard, others_counts, others_index
from pitboss.games.roll_your_own.holdings import ACE, TEN, VALUES, Holdings, Values, holdings
from pitboss.games.roll_your_own.splitting import hands_law

MOST = 10  # units a bet may win or lose: five hands, all doubled
NETS = 2 * MOST + 2  # -10 to 10, then a blackjack
PAID = NETS - 1
ENDS = 7  # the dealer's: bust, 17 to 21, blackjack
FOUND = 6
NUMBERS = (2, 3, 4, 5)  # hands of a split
NEVER = 1e-300  # stands for a chance of nought where one divides by it


def spread_settings(up_card: UpCard, solved: Beside, settings: list[tuple[int, Values]]) -> tuple[Numbers, Numbers]:
    """For every card alone and the pair beside it: net and the dealer's end of the two-card and the one-card hand."""
    index, two, one = others_index(), np.zeros((len(settings), NETS, ENDS)), np.zeros((len(settings), NETS, ENDS))
    cells: dict[int, list[tuple[int, Values]]] = {}
    for row, (alone, pair) in enumerate(settings):
        cells.setdefault(index[alone,], []).append((row, pair))
        cells.setdefault(index[pair], []).append((row, (alone,)))
    splits = _splits(
        up_card,
        solved,
        [
            (known, pair)
            for known in cells
            for pair in {values[0] for _, values in cells[known] if len(set(values)) == 1}
        ],
    )
    for known, wanted in cells.items():
        nets = first_two(up_card, solved, known, splits)
        for row, values in wanted:
            if len(values) == 2:
                two[row] = nets[values]
            else:
                one[row] = nets[values].sum(0)
    return _normal(two), _normal(one)


def _normal(nets: Numbers) -> Numbers:
    """Nets by the dealer's end given what lies on the table; none where that cannot lie there."""
    positive: Numbers = np.maximum(nets, 0)  # nought may come out as -1e-17
    return np.asarray(positive / np.maximum(positive.sum((1, 2), keepdims=True), NEVER))


def first_two(up_card: UpCard, solved: Beside, known: int, splits: dict[tuple[int, int], Numbers]) -> Numbers:
    """By a hand's first two values: net and the dealer's end, beside the known cards."""
    hands, left = holdings(up_card.pack), up_card.left - others_counts()[known]
    mass, _ = up_card.mass_by_dealer(left, ACE, np.ones(1, dtype=np.int64), hands)
    won, push = _ends(hands, solved.play[known], mass)
    action = solved.action[known]
    nets = np.zeros((10, 10, NETS, ENDS))
    for stake, chosen in ((1, action != kernels.DOUBLE), (2, action == kernels.DOUBLE)):
        at = hands.pairs[chosen]
        nets[chosen] = _by_stake(stake, won[at], push[at], mass[at])
    for pair in VALUES:
        if (known, pair) in splits:
            nets[pair, pair] = solved.chance[known, pair, pair] * splits[known, pair]
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


def _splits(up_card: UpCard, solved: Beside, wanted: list[tuple[int, int]]) -> dict[tuple[int, int], Numbers]:
    """Net by the dealer's end of every pair that is split, by the known cards and the pair."""
    split = [(known, pair) for known, pair in wanted if solved.action[known, pair, pair] == kernels.SPLIT]
    found = [_one_hand(up_card, solved, known, pair) for known, pair in split]
    if not found:
        return {}
    one_hand, ends, laws = (np.stack(column) for column in zip(*found, strict=True))
    return dict(zip(split, _add_hands(one_hand, ends, laws), strict=True))


def _one_hand(up_card: UpCard, solved: Beside, known: int, pair: int) -> tuple[Numbers, Numbers, Numbers]:
    """All hands of a split thrown together, net by the dealer's end; the dealer's ends; how many hands there are."""
    hands, left = holdings(up_card.pack, pair), up_card.left - others_counts()[known]
    left[pair] -= 2
    resplit = bool(solved.splits.resplit[known, pair])
    nets, weights = np.zeros((NETS, ENDS)), up_card.weights(pair)
    ends = np.zeros(ENDS)
    for paired in (False, True):
        plan = weights[: left[pair] + 1, (1 + paired) * resplit]
        if not plan.any():
            continue
        mass, ends = up_card.mass_by_dealer(left, pair, plan, hands)
        action = solved.splits.play[pair][known, int(paired)]
        won, push = _ends(hands, action, mass)
        seconds = np.array([at for second, at in enumerate(hands.after[0]) if (second == pair) == paired])
        seconds = seconds[seconds < hands.keys.size]
        for stake, chosen in ((1, action[seconds] != kernels.DOUBLE), (2, action[seconds] == kernels.DOUBLE)):
            at = seconds[chosen]
            nets += _by_stake(stake, won[at].sum(0), push[at].sum(0), mass[at].sum(0))
    law = hands_law(up_card.rules.max_splits if resplit else 1, int(left[pair]), int(left.sum()))
    return nets, ends, np.array([float(law.get(number, 0)) for number in NUMBERS])


def _add_hands(one_hand: Numbers, ends: Numbers, laws: Numbers) -> Numbers:
    """The sum of so many hands, the law of their number leaned so that their mean with each end is exact."""
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
