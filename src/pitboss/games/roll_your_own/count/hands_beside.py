"""
The best play and value of every hand against one up card, for every choice of known cards.

The two-card hand is played with one other card known, the one-card hand with two. A hand's value is exact for a
player who decides on the three cards, the up card and the hand's own draws: all unseen cards, including those in
other hands, the burned card and the hole card, are exchangeable.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from pitboss.games.roll_your_own.count import kernels
from pitboss.games.roll_your_own.count.removed_cards import Gone, Lot, known_others, most_splits, plan_of
from pitboss.solving.blackjack_legacy.dealer.dealer_odds import dealer_odds, number_type, one
from pitboss.solving.blackjack_legacy.values import VALUES, Actions, Ints, Numbers, Values

Ratio: TypeAlias = Fraction | int


class OddsRules(NamedTuple):
    """The rules that the odds depend on."""

    max_splits: int = 4
    blackjack_pays: Fraction = Fraction(3, 2)
    hits_soft_17: bool = True
    dealer_peeks: bool = True
    bonus_pays: tuple[Ratio, Ratio, Ratio, Ratio, Ratio] = (100, 50, 30, 5, 3)


class Splits(NamedTuple):
    """Split pairs as measures: value, hands, and doubled hands. Axes: known cards, value."""

    worth: Numbers
    hands: Numbers
    doubled: Numbers
    tried: Numbers  # value if it is split at most once, twice …
    most: Actions  # the best maximum number of splits
    play: tuple[Actions, ...]  # by value; axes: known cards, whether the second card paired, hand


class Beside(NamedTuple):
    """Hands against one up card, as measures. Axes: known cards, first value, second value."""

    chance: Numbers
    mass: Numbers  # probability with no blackjack found by the peek
    best: Numbers
    push: Numbers
    action: Actions
    play: Actions  # axes: known cards, hand; for more than two cards, or a pair that is not split
    splits: Splits


def _room(gone: Gone, exact: bool) -> kernels.Workspace:
    """Scratch arrays, with one extra row for 'no such hand'."""
    hands, numbers = len(gone.whole.hands.keys) + 1, number_type(exact)
    return kernels.Workspace(
        one=np.full(1, one(exact), numbers),
        left=np.zeros(10, np.int64),
        chance=np.zeros(hands, numbers),
        drawn=np.zeros((3, hands), numbers),
        worth=np.zeros((3, gone.most_plans, hands), numbers),
        best=np.zeros(hands, numbers),
        pushed=np.zeros(hands, numbers),
    )


@cache
def others_index() -> dict[Values, int]:
    """Return the index of each set of known cards, lowest value first."""
    return {values: index for index, values in enumerate(known_others())}


class UpCard:
    """The solver for one up card: a pack without it, and the dealer's odds by what else is gone."""

    def __init__(self, up_card: int, rules: OddsRules, gone: Gone, exact: bool = False) -> None:
        self.number, self.rules, self.gone, self.exact = up_card, rules, gone, exact
        self.left = np.array(gone.pack) - (np.arange(VALUES) == up_card)

    @cached_property
    def odds(self) -> Numbers:
        """The probability that the dealer ends with each total or better, by the cards gone."""
        soft, gone = self.rules.hits_soft_17, self.gone
        return dealer_odds(self.number, gone.pack, gone.cards, soft, most=21, at_least=True, exact=self.exact)

    @cached_property
    def room(self) -> kernels.Workspace:
        """Scratch arrays for playing hands."""
        return _room(self.gone, self.exact)

    def solve(self) -> Beside:
        """Solve every hand for each set of known cards."""
        lot = self.gone.whole
        found = self.play(lot, lot.weights, lot.hands.pairs)
        mass, best, push = (column.reshape(-1, 10, 10) for column in (found.mass, found.best, found.push))
        solved = Beside(
            _chances(self.left - self.gone.known, one(self.exact)),
            mass,
            best,
            push,
            found.action[:, 0, lot.hands.pairs],
            found.action[:, 0, :-1],
            self.solve_splits(),
        )
        return _with_splits(solved) if self.rules.max_splits else solved

    def solve_splits(self) -> Splits:
        """Solve every split pair, with both cards of the pair gone besides the known cards."""
        numbers, number = number_type(self.exact), len(self.gone.known)
        zeros, none = np.zeros((number, 10), numbers), np.zeros((number, 2, 0), np.uint8)
        tried = np.zeros((number, 10, max(self.rules.max_splits, 1)), numbers)
        splits = Splits(zeros, zeros.copy(), zeros.copy(), tried, np.ones((number, 10), np.uint8), play=())
        play = {pair: self._solve_split(lot, splits) for pair, lot in self.gone.splits.items()}
        return splits._replace(play=tuple(play.get(pair, none) for pair in range(VALUES)))

    def _solve_split(self, lot: Lot, splits: Splits) -> Actions:
        """Solve one pair's split, resplit as often as is best. Return how its hands are played."""
        second, pair, known = lot.hands.after[0], lot.pair, np.arange(len(lot.before))[:, None]
        found, values, paired = self.play(lot, lot.weights, second), np.arange(10), (np.arange(10) == pair).astype(int)
        limits = range(1, most_splits(pair, self.rules.max_splits, self.gone.pack) + 1)
        columns = np.array([[plan_of(limit, its) for its in (False, True)] for limit in limits])
        tried = np.stack([found.best[known, columns[at, paired], values].sum(1) for at in range(len(limits))], axis=1)
        most = tried.argmax(1)
        plans = columns[most]
        worth, mass = (column[known, plans[:, paired], values] for column in (found.best, found.mass))
        doubled = found.action[known, plans[:, paired], second] == kernels.DOUBLE
        splits.worth[:, pair], splits.tried[:, pair, : len(limits)] = worth.sum(1), tried
        splits.hands[:, pair], splits.doubled[:, pair] = mass.sum(1), (mass * doubled).sum(1)
        splits.most[:, pair] = most + 1
        return np.asarray(found.action[known, plans, :-1])

    def play(self, lot: Lot, weights: Ints, asked: Ints) -> kernels.Found:
        """Return the value of standing, and the best play. Axes: known cards, plan, hand asked for."""
        numbers, shape = number_type(self.exact), (len(lot.before), weights.shape[1])
        stand, mass, best, push = (np.zeros((*shape, asked.size), numbers) for _ in range(4))
        action = np.zeros((*shape, len(lot.hands.keys) + 1), np.uint8)
        found, table = kernels.Found(stand, mass, best, push, action), self.table(lot)
        kernels.play(table, np.ascontiguousarray(weights), lot.hands, asked.reshape(-1), self.room, found)
        return found

    def table(self, lot: Lot) -> kernels.WorthTable:
        """Return the table from which hands of a lot are drawn."""
        return kernels.WorthTable(self.left - lot.before, lot.pair, lot.numbers, self.odds, self.rules.dealer_peeks)


def _chances(packs: Ints, one: Any) -> Numbers:
    """Return the probability of two cards in order."""
    cards = packs.sum(1)[:, None, None]
    first, second = packs[:, :, None], packs[:, None, :] - np.eye(10, dtype=np.int64)
    whole = np.where((packs.min(1) >= 0)[:, None, None], first * second, 0)
    return np.asarray(one * whole.astype(type(one)) / (cards * (cards - 1)))


def _with_splits(solved: Beside) -> Beside:
    """Split pairs if that is best."""
    diagonal = (slice(None), np.arange(10), np.arange(10))
    split = solved.chance[diagonal] * solved.splits.worth
    better = np.array(split > solved.best[diagonal], dtype=np.bool_)
    best, push, action = solved.best.copy(), solved.push.copy(), solved.action.copy()
    best[diagonal] = np.where(better, split, best[diagonal])
    push[diagonal] = np.where(better, 0, push[diagonal])
    action[diagonal] = np.where(better, kernels.SPLIT, action[diagonal])
    return solved._replace(best=best, push=push, action=action)
