"""The combination of two bets, each of one or several hands, conditional on the dealer's result."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.solving.blackjack_legacy.joint_odds import OUTCOMES
from pitboss.solving.blackjack_legacy.split_nets import HAND_NETS
from pitboss.solving.blackjack_legacy.values import Ints, Numbers

MOST = 10
"""The maximum units that a bet can win or lose: five hands, all doubled."""
NETS = 2 * MOST + 2
"""From -10 to 10, then a blackjack."""
SIX = len(HAND_NETS) + 1
"""The possible nets of one hand: -2 to 2, and a blackjack."""
LOST = 1
"""The index of a lost bet as placed: -1."""
_PAID, _BLACKJACK = NETS - 1, SIX - 1
_ROUNDING = 1e-12
_AS_MUCH = 190
"""
The estimated ratio of three-hand to two-hand effects, times the cards of the pack: smaller packs depend more.

Measured on packs of 16 to 20 cards dealt in every order, where it is up to ten times; in a deck it is taken as 3.7.
"""
_LEAST = 1e-300
_NO_HANDS = MOST - 2
_NOTHING = 2
"""The index of a hand with net 0."""


class BetSide(NamedTuple):
    """One bet of several settings, by row: its joint distribution with the dealer's result, and its hands."""

    chances: Numbers
    errors: Numbers  # possible errors of the probabilities
    square: Numbers  # second moment of the net, excluding blackjacks
    hands: Numbers  # sum over all its hands, by net
    others: Numbers  # net of the other hands given one of them, from -8 up, conditional on the dealer's result
    is_split: bool = False

    @classmethod
    def blank(cls, rows: int) -> BetSide:
        """Return an empty side."""
        return cls(
            np.zeros((rows, NETS, OUTCOMES)), np.zeros((rows, NETS, OUTCOMES)), np.zeros(rows),
            np.zeros((rows, SIX, OUTCOMES)), np.zeros((rows, 2 * _NO_HANDS + 1, OUTCOMES)),
        )  # fmt: skip

    def put(self, rows: Ints, other: BetSide) -> None:
        """Set these rows."""
        for mine, its in zip(self[:5], other[:5], strict=True):
            mine[rows] = its

    def add(self, rows: Ints, other: BetSide) -> None:
        """Add the probabilities of another branch of the bets of these rows."""
        for mine, its in zip(self[:3], other[:3], strict=True):
            mine[rows] += its

    def at(self, rows: Ints) -> BetSide:
        """Return these rows."""
        chances, errors, square, hands, others = (column[rows] for column in self[:5])
        return BetSide(chances, errors, square, hands, others, self.is_split)

    def scaled(self, share: Numbers) -> BetSide:
        """Scale its probabilities, by row and dealer's result."""
        chances, errors, hands = (each * share[:, None] for each in (self.chances, self.errors, self.hands))
        return self._replace(chances=chances, errors=errors, hands=hands)

    def with_hands(self, hands: Numbers) -> BetSide:
        """
        Return the same split with different single-hand distributions, conditional on one branch of the other bet.
        """
        change, chances = hands - self.hands, self.chances.copy()
        change[:, _NOTHING] -= change.sum(axis=1)
        for net in range(len(HAND_NETS)):
            start = MOST - _NO_HANDS + int(HAND_NETS[net])
            for at in range(self.others.shape[1]):
                chances[:, start + at] += change[:, net] * self.others[:, at]
        return self._replace(chances=chances, hands=hands)

    def told(self, scale: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return probabilities, errors and second moments summed over the dealer's result, each row scaled."""
        chances, errors = (each.sum(axis=2) * scale[:, None] for each in (self.chances, self.errors))
        return chances, errors, self.square * scale


def one_over(weight: Numbers) -> Numbers:
    """Return the reciprocal probability of each dealer's result, by row; 0 if impossible up to rounding."""
    comes = weight > _ROUNDING * weight.sum(axis=1, keepdims=True)
    return np.divide(1.0, weight, out=np.zeros_like(weight), where=comes)


def of_hand(hand: Numbers) -> BetSide:
    """Return a bet of one hand, from its probabilities. Axes: row, net, dealer's result."""
    side = BetSide.blank(len(hand))
    side.chances[:, MOST - 2 : MOST + 3], side.chances[:, _PAID] = hand[:, :-1], hand[:, -1]
    side.square[:] = np.einsum("n,rne->r", HAND_NETS**2, hand[:, :-1])
    side.hands[:] = hand
    side.others[:, _NO_HANDS] = 1
    return side


class Meeting(NamedTuple):
    """Both bets of several settings: weights by dealer's result, and the joint law of one hand of each bet."""

    weight: Numbers
    both: Numbers
    one: BetSide
    other: BetSide

    def products(self) -> Numbers:
        """Return the mean of the product of both bets, by number of blackjacks (each as 1); exact."""
        law, nets = self.both.sum(axis=3), HAND_NETS
        plain = np.einsum("n,rnm,m->r", nets, law[:, :-1, :-1], nets)
        paid = law[:, _BLACKJACK, :-1] @ nets + law[:, :-1, _BLACKJACK] @ nets
        return np.stack([plain, paid, law[:, _BLACKJACK, _BLACKJACK]], axis=1)

    def exact_sums(self) -> Numbers:
        """Return the same for bets of one hand each, with no approximation."""
        whole = np.zeros((2, len(self.weight), 4 * MOST + 1, 3))
        _add_two(whole[0], self.both.sum(axis=3))
        return whole

    def sums(self, cards: int) -> Numbers:
        """
        Return the distribution of both nets from -20 up, by number of blackjacks, and its possible error.

        The omitted effect is estimated as a multiple of the two-hand effect: on this line, and on average over all
        lines.
        """
        per = one_over(self.weight)[:, None]
        plain = _together(self.one.chances, self.other.chances * per)
        off = _together(self.one.errors, self.other.chances * per)
        off += _together(self.one.chances, self.other.errors * per)
        change = np.zeros_like(plain)
        _add_ends(change, self._shared(per), _convolved(self.one.others, self.other.others))
        size = np.abs(change)
        share = size.sum(axis=(1, 2), keepdims=True) / np.maximum(plain.sum(axis=(1, 2), keepdims=True), _LEAST)
        return np.stack([plain + change, off + _AS_MUCH / cards * (size + share * plain)])

    def _shared(self, per: Numbers) -> Numbers:
        """
        Return the joint law of a hand of each bet minus the product of their marginals.

        The number of hands of a split bet depends on the other bet too: an extra hand adds its own net and leaves the
        other bet unchanged.
        """
        shared = self.both - self.one.hands[:, :, None] * (self.other.hands * per)[:, None]
        by_one, by_other = shared.sum(axis=2), shared.sum(axis=1)
        if self.other.is_split:
            shared[:, :, _NOTHING] -= by_one
        if self.one.is_split:
            shared[:, _NOTHING] -= by_other
        if self.one.is_split and self.other.is_split:
            shared[:, _NOTHING, _NOTHING] += by_one.sum(axis=1)
        return np.asarray(shared)


def _together(one: Numbers, other: Numbers) -> Numbers:
    """Return the nets of both bets by row, assuming conditional independence given the dealer's result."""
    both = np.zeros((len(one), 4 * MOST + 1, 3))
    for net in range(_PAID):
        if one[:, net].any():
            both[:, net : net + _PAID, 0] += np.einsum("re,rne->rn", one[:, net], other[:, :_PAID])
    both[:, MOST : MOST + _PAID, 1] += np.einsum("re,rne->rn", one[:, _PAID], other[:, :_PAID])
    both[:, MOST : MOST + _PAID, 1] += np.einsum("rne,re->rn", one[:, :_PAID], other[:, _PAID])
    both[:, 2 * MOST, 2] += np.einsum("re,re->r", one[:, _PAID], other[:, _PAID])
    return both


def _convolved(one: Numbers, other: Numbers) -> Numbers:
    """Return the total net of the other hands of both bets, from -16 up. Axes: row, net, dealer's result."""
    total = np.zeros((len(one), 2 * one.shape[1] - 1, OUTCOMES))
    for shift in range(one.shape[1]):
        if one[:, shift].any():
            total[:, shift : shift + one.shape[1]] += one[:, shift, None] * other
    return total


def _add_ends(whole: Numbers, change: Numbers, others: Numbers) -> None:
    """Add the effect of two hands, convolved with the nets of the other hands."""
    for one in range(SIX):
        for other in range(SIX):
            its, paid = change[:, one, other], (one == _BLACKJACK) + (other == _BLACKJACK)
            if its.any():
                sums = np.einsum("re,rxe->rx", its, others)
                start = _start(one, other) - 2 * _NO_HANDS
                whole[:, start : start + sums.shape[1], paid] += sums


def _start(one: int, other: int) -> int:
    """Return the index of the sum of two nets, with a blackjack as 0."""
    return 2 * MOST + sum(0 if net == _BLACKJACK else int(HAND_NETS[net]) for net in (one, other))


def _add_two(whole: Numbers, law: Numbers) -> None:
    """Add the law of two hands, by both nets."""
    for one in range(SIX):
        for other in range(SIX):
            paid = (one == _BLACKJACK) + (other == _BLACKJACK)
            whole[:, _start(one, other), paid] += law[:, one, other]
