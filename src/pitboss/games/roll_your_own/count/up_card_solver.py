"""
The best play and value of every hand against one up card, for every set of known cards.

The two-card hand is played knowing one other card, the one-card hand knowing two. A hand's value is exact for a
player who decides on the three cards, the up card and the hand's own draws: all unseen cards, including those in
other hands, the burned card and the hole card, are exchangeable.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple, TypeAlias

import numpy as np

from pitboss.games.roll_your_own.count import kernels
from pitboss.games.roll_your_own.count.removed_cards import (
    HandSet,
    RemovedCards,
    Values,
    known_others,
    most_splits,
    plan_of,
)
from pitboss.solving.blackjack.dealer import NATURAL, TWENTY_TWO, joint_results
from pitboss.solving.blackjack.hands import Actions, Floats, Ints
from pitboss.solving.blackjack.play import DOUBLE, SPLIT
from pitboss.solving.blackjack.rules import VALUES, Dealer, Pack

Ratio: TypeAlias = Fraction | int


class OddsRules(NamedTuple):
    """The rules that the odds depend on."""

    max_splits: int = 4
    blackjack_pays: Fraction = Fraction(3, 2)
    hits_soft_17: bool = True
    dealer_peeks: bool = True
    bonus_pays: tuple[Ratio, Ratio, Ratio, Ratio, Ratio] = (100, 50, 30, 5, 3)

    @property
    def for_play(self) -> OddsRules:
        """The same rules with the printed bonus payouts. These do not affect play, so it is solved only once."""
        return self._replace(bonus_pays=OddsRules().bonus_pays)


class Splits(NamedTuple):
    """Results of split pairs, given the cards; joint with no blackjack found. Axes: known cards, pair value."""

    worth: Floats
    hands: Floats  # number of hands
    doubled: Floats  # number of doubled hands
    tried: Floats  # [known cards, pair value, limit - 1]: the value if the pair is split at most once, twice …
    most: Actions  # the best maximum number of splits
    play: tuple[Actions, ...]  # by pair value: [known cards, whether paired by the second card, hand]


class UpCardSolution(NamedTuple):
    """The solution for one up card, joint with each hand. Axes: known cards, first and second value."""

    chance: Floats  # probability of the two cards
    in_play: Floats  # probability of the two cards with no blackjack found by the peek
    best: Floats  # value at best play
    push: Floats  # probability of a push at best play
    action: Actions
    play: Actions  # [known cards, hand]: for more than two cards, or a pair that is not split
    splits: Splits


def _workspace(removed: RemovedCards) -> kernels.Workspace:
    """Return scratch arrays."""
    hands = len(removed.whole.hands.keys) + 1
    return kernels.Workspace(
        drawn=np.zeros((kernels.MEASURES, hands)),
        worth=np.zeros((kernels.MEASURES, removed.max_plans, hands)),
        best=np.zeros(hands),
        pushed=np.zeros(hands),
    )


@cache
def others_index() -> dict[Values, int]:
    """Return the index of each set of known cards, whose values are given lowest first."""
    return {values: index for index, values in enumerate(known_others())}


class UpCard:
    """The solver for one up card: the pack without it, and the dealer's odds by the other removed cards."""

    def __init__(self, up_card: int, rules: OddsRules, removed: RemovedCards) -> None:
        self.number, self.rules, self.removed = up_card, rules, removed
        self.left = np.array(removed.pack) - (np.arange(VALUES) == up_card)

    @cached_property
    def odds(self) -> Floats:
        """The odds of the dealer's results, as in `kernels.WorthTable`."""
        return odds_by_row(self.removed.pack, self.removed.keys, self.rules.hits_soft_17, self.number)

    @cached_property
    def workspace(self) -> kernels.Workspace:
        """Scratch arrays for playing hands."""
        return _workspace(self.removed)

    def solve(self) -> UpCardSolution:
        """Solve every hand for each set of known cards."""
        hand_set = self.removed.whole
        results = self.play(hand_set, hand_set.weights, hand_set.hands.pairs)
        in_play, best, push = (column.reshape(-1, 10, 10) for column in (results.in_play, results.best, results.push))
        solved = UpCardSolution(
            _chances(self.left - self.removed.known),
            in_play,
            best,
            push,
            results.action[:, 0, hand_set.hands.pairs],
            results.action[:, 0, :-1],
            self.solve_splits(),
        )
        return _with_splits(solved) if self.rules.max_splits else solved

    def solve_splits(self) -> Splits:
        """Solve every split pair, with the pair and the known cards removed."""
        number = len(self.removed.known)
        zeros, none = np.zeros((number, 10)), np.zeros((number, 2, 0), np.uint8)
        tried = np.zeros((number, 10, max(self.rules.max_splits, 1)))
        splits = Splits(zeros, zeros.copy(), zeros.copy(), tried, np.ones((number, 10), np.uint8), play=())
        play = {pair: self._solve_split(hand_set, splits) for pair, hand_set in self.removed.splits.items()}
        return splits._replace(play=tuple(play.get(pair, none) for pair in range(VALUES)))

    def _solve_split(self, hand_set: HandSet, splits: Splits) -> Actions:
        """Solve the split of one pair, resplitting as often as is best. Return how the hands are played."""
        second, pair, known = hand_set.hands.after[0], hand_set.pair, np.arange(len(hand_set.numbers))[:, None]
        results, values = self.play(hand_set, hand_set.weights, second), np.arange(VALUES)
        paired = (values == pair).astype(int)
        limits = range(1, most_splits(pair, self.rules.max_splits, self.removed.pack) + 1)
        columns = np.array([[plan_of(limit, is_paired) for is_paired in (False, True)] for limit in limits])
        tried = np.stack([results.best[known, columns[at, paired], values].sum(1) for at in range(len(limits))], axis=1)
        most = tried.argmax(1)
        plans = columns[most]
        worth, in_play = (column[known, plans[:, paired], values] for column in (results.best, results.in_play))
        doubled = results.action[known, plans[:, paired], second] == DOUBLE
        splits.worth[:, pair], splits.tried[:, pair, : len(limits)] = worth.sum(1), tried
        splits.hands[:, pair], splits.doubled[:, pair] = in_play.sum(1), (in_play * doubled).sum(1)
        splits.most[:, pair] = most + 1
        return np.asarray(results.action[known, plans, :-1])

    def play(self, hand_set: HandSet, weights: Ints, requested: Ints) -> kernels.PlayResults:
        """Return the value of standing, and the best play. Axes: known cards, plan, requested hand."""
        shape = len(hand_set.numbers), weights.shape[1]
        stand, in_play, best, push = (np.zeros((*shape, requested.size)) for _ in range(4))
        action = np.zeros((*shape, len(hand_set.hands.keys) + 1), np.uint8)
        results, hands = kernels.PlayResults(stand, in_play, best, push, action), hand_set.hands
        kernels.play(
            self.table(hand_set), np.ascontiguousarray(weights), hands, requested.reshape(-1), self.workspace, results
        )
        return results

    def table(self, hand_set: HandSet) -> kernels.WorthTable:
        """Return the dealer's odds for these hands."""
        return kernels.WorthTable(hand_set.numbers, self.odds, self.rules.dealer_peeks)


def odds_by_row(pack: Pack, keys: Ints, hits_soft_17: bool, up: int, hole: int | None = None) -> Floats:
    """Return the odds for `kernels.WorthTable`, by removed cards. The last row, for impossible sets, is 0."""
    joint = joint_results(pack, keys, Dealer(hits_soft_17), hole, (up,))[:, 0]
    odds = np.zeros((len(keys) + 1, kernels.COLUMNS))
    better = odds[:-1, kernels.NATURAL] = joint[:, NATURAL]
    for result in range(TWENTY_TWO - 1, -1, -1):
        better = odds[:-1, result] = better + joint[:, result]
    odds[:-1, kernels.ANY] = joint.sum(axis=1)
    return odds


def _chances(packs: Ints) -> Floats:
    """Return the probability of two cards in order."""
    cards = packs.sum(1)[:, None, None]
    first, second = packs[:, :, None], packs[:, None, :] - np.eye(10, dtype=np.int64)
    return np.asarray(np.where((packs.min(1) >= 0)[:, None, None], first * second, 0) / (cards * (cards - 1)))


def _with_splits(solved: UpCardSolution) -> UpCardSolution:
    """Split pairs if that is best."""
    diagonal = (slice(None), np.arange(10), np.arange(10))
    split = solved.chance[diagonal] * solved.splits.worth
    better = np.array(split > solved.best[diagonal], dtype=np.bool_)
    best, push, action = solved.best.copy(), solved.push.copy(), solved.action.copy()
    best[diagonal] = np.where(better, split, best[diagonal])
    push[diagonal] = np.where(better, 0, push[diagonal])
    action[diagonal] = np.where(better, SPLIT, action[diagonal])
    return solved._replace(best=best, push=push, action=action)
