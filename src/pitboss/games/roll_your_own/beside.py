"""
Every hand against one up card beside every choice of known cards: the best play and what it is worth.

The two-card hand is played beside one known card, the one-card hand beside two. A hand's worth is exact for a player
who decides it on the three cards, the up card and its own draws: all cards not seen, those in other hands, the burned
card and the hole card among them, are exchangeable.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.games.roll_your_own import kernels
from pitboss.games.roll_your_own.holdings import (
    ACE,
    DECK,
    VALUES,
    DealerHands,
    Holdings,
    Ints,
    Pack,
    Values,
    counts_in,
    dealer_hands,
    holdings,
    key_of,
    keys_of,
    known_others,
)
from pitboss.games.roll_your_own.splitting import split_weights

Numbers = NDArray[Any]
Actions = NDArray[np.uint8]


Ratio: TypeAlias = Fraction | int


class OddsRules(NamedTuple):
    """The rules that odds depend on."""

    max_splits: int = 4
    blackjack_pays: Fraction = Fraction(3, 2)
    hits_soft_17: bool = True
    dealer_peeks: bool = True
    bonus_pays: tuple[Ratio, Ratio, Ratio, Ratio, Ratio] = (100, 50, 30, 5, 3)


class Splits(NamedTuple):
    """A split pair, by known cards and value, as measures: what it is worth, its hands, and those doubled."""

    worth: Numbers
    hands: Numbers
    doubled: Numbers
    never: Numbers  # worth if no pair is split again
    again: Numbers  # worth if every pair is, to the limit
    resplit: NDArray[np.bool_]
    play: tuple[Actions, ...]  # by value: known cards, whether the second card paired, hand


class Beside(NamedTuple):
    """Hands against one up card, by known cards and the hand's first two values, as measures."""

    chance: Numbers
    mass: Numbers  # the chance that goes with no blackjack found by the dealer's look
    best: Numbers
    push: Numbers
    action: Actions
    play: Actions  # by known cards and hand, once more than two cards are held or a pair is not split
    splits: Splits


def number_type(exact: bool) -> Any:
    """The type of numbers the kernels work with: `Fraction`s only for tiny packs and single hands."""
    return object if exact else np.float64


def _memo(dealer: DealerHands, size: int, exact: bool) -> kernels.Memo:
    """An empty memo; `size` is a power of two."""
    numbers, one, hands = number_type(exact), Fraction(1) if exact else 1.0, 2048
    memo = kernels.Memo(
        keys=np.zeros((size, 2), np.int64),
        rows=np.zeros((size * 5 // 8, 6), numbers),
        used=np.zeros(1, np.int64),
        product=np.zeros(len(dealer.links), numbers),
        scale=np.zeros(dealer.groups[:, 1].max(initial=0) + 1, numbers),
        chance=np.zeros(hands, numbers),
        row=np.zeros(hands, np.int64),
        fresh=np.zeros(hands, np.int64),
        free=np.zeros(80, numbers),
    )
    memo.product[0] = memo.scale[0] = one
    return memo


@cache
def others_counts() -> Ints:
    """How many of each value the known cards hold."""
    return counts_in(np.array([key_of(values) for values in known_others()], dtype=np.int64))


@cache
def others_index() -> dict[Values, int]:
    """Where known cards, lowest value first, stand among all."""
    return {values: index for index, values in enumerate(known_others())}


class UpCard:
    """The work for one up card: a pack without it and the dealer's hands from it."""

    def __init__(self, up_card: int, rules: OddsRules, pack: Pack = DECK, exact: bool = False) -> None:
        self.rules, self.pack, self.exact = rules, pack, exact
        self.dealer = dealer_hands(up_card, rules.hits_soft_17, pack)
        if exact:
            self.dealer = self.dealer._replace(orders=np.array([int(o) for o in self.dealer.orders], dtype=object))
        self.memo = _memo(self.dealer, 1 << (13 if exact else 18), exact)
        self.left = np.array(pack, dtype=np.int64)
        self.left[up_card] -= 1

    def solve(self, others: Ints) -> Beside:
        """Every hand beside each of these known cards."""
        packs = self.left - others
        hands = holdings(self.pack)
        worth, best, push, action = self.play(packs, ACE, np.ones((1, 1), dtype=np.int64), hands)
        pairs = (slice(None), 0, hands.pairs)
        solved = Beside(
            _chances(packs, self.memo.product[0]),
            worth.mass[pairs],
            best[pairs],
            push[pairs],
            action[pairs],
            action[:, 0, :-1],
            self.solve_splits(packs),
        )
        return _with_splits(solved) if self.rules.max_splits else solved

    def solve_splits(self, packs: Ints) -> Splits:
        """Every pair split that these packs, both cards of the pair still in them, can deal."""
        numbers, number = number_type(self.exact), len(packs)
        nought, none = np.zeros((number, 10), numbers), np.zeros((number, 2, 0), np.uint8)
        worths = (nought, nought.copy(), nought.copy(), nought.copy(), nought.copy())
        splits = Splits(*worths, resplit=np.zeros((number, 10), np.bool_), play=(none,) * 10)
        if not self.rules.max_splits:
            return splits
        play = tuple(self._solve_split(packs, pair, splits) for pair in VALUES)
        return splits._replace(play=play)

    def _solve_split(self, packs: Ints, pair: int, splits: Splits) -> Actions:
        """Work out one pair's split and return how its hands are played."""
        if self.pack[pair] < 2:
            return np.zeros((len(packs), 2, 0), np.uint8)
        hands = holdings(self.pack, pair)
        packs = packs - 2 * np.eye(10, dtype=np.int64)[pair]
        worth, best, _, action = self.play(packs, pair, self.weights(pair), hands)
        if pair == ACE:  # one card each and no more (RY-6)
            best, action = worth.stand, np.zeros_like(action)
        plan = np.where(np.arange(10) == pair, 2, 1)
        second = hands.after[0]
        never, again = best[:, 0, second].sum(1), best[:, plan, second].sum(1)
        resplit = np.array(again > never, dtype=np.bool_)
        taken = np.where(resplit[:, None], plan, 0)
        at = (np.arange(len(packs))[:, None], taken, second)
        splits.worth[:, pair], splits.never[:, pair], splits.again[:, pair] = best[at].sum(1), never, again
        splits.hands[:, pair] = worth.mass[at].sum(1)
        splits.doubled[:, pair] = (worth.mass[at] * (action[at] == kernels.DOUBLE)).sum(1)
        splits.resplit[:, pair] = resplit
        return np.where(resplit[:, None, None], action[:, 1:, :-1], action[:, :1, :-1])

    def weights(self, pair: int) -> Ints:
        """How hands of a split are counted: never split again, second card not paired, second card paired."""
        if pair == ACE:
            return np.full((1, 3), 2, dtype=np.int64)
        again = split_weights(self.rules.max_splits)
        never = (2, *[0] * (len(again.paired) - 1))
        return np.array([never, *again], dtype=np.int64).T[: self.pack[pair] - 1].copy()

    def play(
        self, packs: Ints, pair: int, weights: Ints, hands: Holdings
    ) -> tuple[kernels.Worth, Numbers, Numbers, Actions]:
        """By pack, plan and hand: what standing is worth; the best play: its worth, how often it pushes, what it is."""
        shape, numbers = (len(packs), weights.shape[1], hands.keys.size + 1), number_type(self.exact)
        stand, push, mass = (np.zeros(shape, numbers) for _ in range(3))
        worth = kernels.Worth(stand, push, mass, np.zeros((0, 0, 0), numbers))
        self._weigh(packs, pair, weights, hands, worth)
        best, pushed, action = np.zeros(shape, numbers), np.zeros(shape, numbers), np.zeros(shape, np.uint8)
        kernels.play_on(hands, worth, best, pushed, action)
        return worth, best, pushed, action

    def play_by_end(
        self, packs: Ints, pair: int, weights: Ints, hands: Holdings, action: Actions
    ) -> tuple[Numbers, Numbers, Numbers]:
        """By pack, hand and the dealer's end: the measure of the hand, of a win and of a push when played as told."""
        numbers = number_type(self.exact)
        by_end, won, push = (np.zeros((len(packs), hands.keys.size + 1, 7), numbers) for _ in range(3))
        none = np.zeros((0, 0, 0), numbers)
        self._weigh(packs, pair, weights, hands, kernels.Worth(none, none, none, by_end))
        kernels.play_by_end(hands, np.ascontiguousarray(action), by_end, won, push)
        return by_end, won, push

    def _weigh(self, packs: Ints, pair: int, weights: Ints, hands: Holdings, worth: kernels.Worth) -> None:
        weights = np.ascontiguousarray(weights)
        kernels.weigh(keys_of(packs), pair, weights, self.rules.dealer_peeks, hands, self.dealer, self.memo, worth)


def _chances(packs: Ints, one: Any) -> Numbers:
    """The chance of two cards in order."""
    cards = packs.sum(1)[:, None, None]
    first, second = packs[:, :, None], packs[:, None, :] - np.eye(10, dtype=np.int64)
    whole = np.where((packs.min(1) >= 0)[:, None, None], first * second, 0)
    return np.asarray(one * whole.astype(type(one)) / (cards * (cards - 1)))


def _with_splits(solved: Beside) -> Beside:
    """Split where that is best."""
    diagonal = (slice(None), np.arange(10), np.arange(10))
    split = solved.chance[diagonal] * solved.splits.worth
    better = np.array(split > solved.best[diagonal], dtype=np.bool_)
    best, push, action = solved.best.copy(), solved.push.copy(), solved.action.copy()
    best[diagonal] = np.where(better, split, best[diagonal])
    push[diagonal] = np.where(better, 0, push[diagonal])
    action[diagonal] = np.where(better, kernels.SPLIT, action[diagonal])
    return solved._replace(best=best, push=push, action=action)
