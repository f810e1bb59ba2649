"""
The combination of two bets, each of one or several hands, conditional on the dealer's result.

Axes are named in brackets. `row` is one setting of three cards, `result` the dealer's result.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.games.roll_your_own.count.both_bets.split_nets import HAND_NETS
from pitboss.solving.blackjack.dealer import RESULTS
from pitboss.solving.blackjack.hands import Floats, Ints

MAX_UNITS = 10
"""The maximum units that a bet can win or lose: five hands, all doubled."""
NET_COLUMNS = 2 * MAX_UNITS + 2
"""Number of columns for the net of a bet: -10 to 10 units, then a blackjack."""
HAND_NET_COLUMNS = len(HAND_NETS) + 1
"""Number of columns for the net of one hand: -2 to 2 units, then a blackjack."""
LOST_COLUMN = 1
"""The column of a hand that loses one unit."""
_BLACKJACK_COLUMN, _HAND_BLACKJACK = NET_COLUMNS - 1, HAND_NET_COLUMNS - 1
_ROUNDING = 1e-12
THREE_HAND_RATIO = 190
"""
Estimated ratio of three-hand to two-hand effects, times the number of cards in the pack.

In packs of 16 to 20 cards, dealt in every order, the ratio is up to 10. For 52 cards it is taken as 190 / 52, or 3.7.
"""
_TINY = 1e-300
"""A substitute for zero in divisions."""
_OTHERS_ZERO = MAX_UNITS - 2
"""The column of net 0 of the other hands of a bet: -8 to 8 units."""
_HAND_ZERO = 2
"""The column of net 0 of one hand."""


class BetSide(NamedTuple):
    """One bet of several settings: its joint distribution with the dealer's result, and its hands."""

    chances: Floats  # [row, net of the bet, result]
    errors: Floats  # [row, net of the bet, result]: possible errors of `chances`
    square: Floats  # [row]: second moment of the net, excluding blackjacks
    hands: Floats  # [row, net of a hand, result]: summed over all hands
    others: Floats  # [row, net of the other hands, result]: given one hand, and conditional on the result
    is_split: bool = False

    @classmethod
    def blank(cls, rows: int) -> BetSide:
        """Return an empty side."""
        return cls(
            np.zeros((rows, NET_COLUMNS, RESULTS)), np.zeros((rows, NET_COLUMNS, RESULTS)), np.zeros(rows),
            np.zeros((rows, HAND_NET_COLUMNS, RESULTS)), np.zeros((rows, 2 * _OTHERS_ZERO + 1, RESULTS)),
        )  # fmt: skip

    def set_rows(self, rows: Ints, other: BetSide) -> None:
        """Set these rows."""
        for column, values in zip(self[:5], other[:5], strict=True):
            column[rows] = values

    def add_rows(self, rows: Ints, other: BetSide) -> None:
        """Add the probabilities of another branch of the bets of these rows."""
        for column, values in zip(self[:3], other[:3], strict=True):
            column[rows] += values

    def at(self, rows: Ints) -> BetSide:
        """Return these rows."""
        chances, errors, square, hands, others = (column[rows] for column in self[:5])
        return BetSide(chances, errors, square, hands, others, self.is_split)

    def scaled(self, share: Floats) -> BetSide:
        """Scale its probabilities, by row and dealer's result."""
        chances, errors, hands = (each * share[:, None] for each in (self.chances, self.errors, self.hands))
        return self._replace(chances=chances, errors=errors, hands=hands)

    def with_hands(self, hands: Floats) -> BetSide:
        """
        Return the same split with different single-hand distributions, conditional on one branch of the other bet.
        """
        change, chances = hands - self.hands, self.chances.copy()
        change[:, _HAND_ZERO] -= change.sum(axis=1)
        for net in range(len(HAND_NETS)):
            start = MAX_UNITS - _OTHERS_ZERO + int(HAND_NETS[net])
            for at in range(self.others.shape[1]):
                chances[:, start + at] += change[:, net] * self.others[:, at]
        return self._replace(chances=chances, hands=hands)

    def summed(self, scale: Floats) -> tuple[Floats, Floats, Floats]:
        """Return probabilities, errors and second moments summed over the dealer's result, each row scaled."""
        chances, errors = (each.sum(axis=2) * scale[:, None] for each in (self.chances, self.errors))
        return chances, errors, self.square * scale


def one_over(weight: Floats) -> Floats:
    """Return the reciprocal probability of each dealer's result, by row; 0 if impossible up to rounding."""
    possible = weight > _ROUNDING * weight.sum(axis=1, keepdims=True)
    return np.divide(1.0, weight, out=np.zeros_like(weight), where=possible)


def of_hand(hand: Floats) -> BetSide:
    """Return a bet of one hand, from its probabilities. Axes: row, net, dealer's result."""
    side = BetSide.blank(len(hand))
    side.chances[:, MAX_UNITS - 2 : MAX_UNITS + 3], side.chances[:, _BLACKJACK_COLUMN] = hand[:, :-1], hand[:, -1]
    side.square[:] = np.einsum("n,rne->r", HAND_NETS**2, hand[:, :-1])
    side.hands[:] = hand
    side.others[:, _OTHERS_ZERO] = 1
    return side


class CombinedBets(NamedTuple):
    """Both bets of several settings, with the joint distribution of one hand of each bet."""

    weight: Floats  # [row, result]: probability of the cards
    both: Floats  # [row, net of one hand, net of the other, result]
    one: BetSide
    other: BetSide

    def products(self) -> Floats:
        """Return the mean of the product of both bets, by number of blackjacks (each as 1); exact."""
        law, nets = self.both.sum(axis=3), HAND_NETS
        no_blackjack = np.einsum("n,rnm,m->r", nets, law[:, :-1, :-1], nets)
        one_blackjack = law[:, _HAND_BLACKJACK, :-1] @ nets + law[:, :-1, _HAND_BLACKJACK] @ nets
        return np.stack([no_blackjack, one_blackjack, law[:, _HAND_BLACKJACK, _HAND_BLACKJACK]], axis=1)

    def exact_sums(self) -> Floats:
        """Return the same as `sums` for bets of one hand each, without approximation."""
        sums = np.zeros((2, len(self.weight), 4 * MAX_UNITS + 1, 3))
        _add_two(sums[0], self.both.sum(axis=3))
        return sums

    def sums(self, cards: int) -> Floats:
        """
        Return the distribution of the total net, and its possible error: [which, row, net from -20 up, blackjacks].

        The omitted effect is estimated as a multiple of the two-hand effect: on this line, and on average over all
        lines.
        """
        reciprocal = one_over(self.weight)[:, None]
        independent = _independent_sums(self.one.chances, self.other.chances * reciprocal)
        errors = _independent_sums(self.one.errors, self.other.chances * reciprocal)
        errors += _independent_sums(self.one.chances, self.other.errors * reciprocal)
        two_hands = np.zeros_like(independent)
        _add_dependence(two_hands, self._dependence(reciprocal), _convolved(self.one.others, self.other.others))
        size, total = np.abs(two_hands), independent.sum(axis=(1, 2), keepdims=True)
        share = size.sum(axis=(1, 2), keepdims=True) / np.maximum(total, _TINY)
        three_hands = THREE_HAND_RATIO / cards * (size + share * independent)
        return np.stack([independent + two_hands, errors + three_hands])

    def _dependence(self, reciprocal: Floats) -> Floats:
        """
        Return the joint distribution of a hand of each bet, minus the product of their own distributions.

        The number of hands of a split bet depends on the other bet too: an extra hand adds its own net and leaves the
        other bet unchanged.
        """
        difference = self.both - self.one.hands[:, :, None] * (self.other.hands * reciprocal)[:, None]
        by_one, by_other = difference.sum(axis=2), difference.sum(axis=1)
        if self.other.is_split:
            difference[:, :, _HAND_ZERO] -= by_one
        if self.one.is_split:
            difference[:, _HAND_ZERO] -= by_other
        if self.one.is_split and self.other.is_split:
            difference[:, _HAND_ZERO, _HAND_ZERO] += by_one.sum(axis=1)
        return np.asarray(difference)


def _independent_sums(one: Floats, other: Floats) -> Floats:
    """Return the total net of both bets, assuming independence given the dealer's result: [row, net, blackjacks]."""
    both = np.zeros((len(one), 4 * MAX_UNITS + 1, 3))
    (one, one_paid), (other, other_paid) = ((bet[:, :-1], bet[:, -1]) for bet in (one, other))
    count = one.shape[1]
    for net in range(count):
        if one[:, net].any():
            both[:, net : net + count, 0] += np.einsum("re,rne->rn", one[:, net], other)
    both[:, MAX_UNITS : MAX_UNITS + count, 1] += np.einsum("re,rne->rn", one_paid, other)
    both[:, MAX_UNITS : MAX_UNITS + count, 1] += np.einsum("rne,re->rn", one, other_paid)
    both[:, 2 * MAX_UNITS, 2] += np.einsum("re,re->r", one_paid, other_paid)
    return both


def _convolved(one: Floats, other: Floats) -> Floats:
    """Return the total net of the other hands of both bets, from -16 up. Axes: row, net, dealer's result."""
    total = np.zeros((len(one), 2 * one.shape[1] - 1, RESULTS))
    for shift in range(one.shape[1]):
        if one[:, shift].any():
            total[:, shift : shift + one.shape[1]] += one[:, shift, None] * other
    return total


def _add_dependence(sums: Floats, change: Floats, others: Floats) -> None:
    """Add the dependence of two hands, convolved with the nets of the other hands."""
    for one in range(HAND_NET_COLUMNS):
        for other in range(HAND_NET_COLUMNS):
            effect, blackjacks = change[:, one, other], (one == _HAND_BLACKJACK) + (other == _HAND_BLACKJACK)
            if effect.any():
                nets = np.einsum("re,rxe->rx", effect, others)
                start = _net_index(one, other) - 2 * _OTHERS_ZERO
                sums[:, start : start + nets.shape[1], blackjacks] += nets


def _net_index(one: int, other: int) -> int:
    """Return the index of the total net of two hands; a blackjack counts as 0."""
    return 2 * MAX_UNITS + sum(0 if net == _HAND_BLACKJACK else int(HAND_NETS[net]) for net in (one, other))


def _add_two(sums: Floats, law: Floats) -> None:
    """Add the joint distribution of two hands, by both nets."""
    for one in range(HAND_NET_COLUMNS):
        for other in range(HAND_NET_COLUMNS):
            blackjacks = (one == _HAND_BLACKJACK) + (other == _HAND_BLACKJACK)
            sums[:, _net_index(one, other), blackjacks] += law[:, one, other]
