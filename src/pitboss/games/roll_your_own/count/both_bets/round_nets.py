"""
The joint distribution of both bets in a round.

Rounds of two and three hands are computed exactly, card by card. Rounds of more hands are expanded (`many_hands.py`).
Means, second moments and products of both bets only depend on pairs of hands, and are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.games.roll_your_own.count.both_bets.hand_lists import ONE_CARD, TWO_CARD, RoundHands, Setting
from pitboss.games.roll_your_own.count.both_bets.joint_laws import JointLaws, SplitLaws
from pitboss.games.roll_your_own.count.both_bets.many_hands import ManyHands
from pitboss.games.roll_your_own.count.both_bets.net_tables import (
    HAND_NETS,
    LOST_COLUMN,
    MAX_UNITS,
    NET_COLUMNS,
    ONE_HAND,
    NetTables,
)
from pitboss.games.roll_your_own.count.up_card_solver import UpCard, UpCardSolution
from pitboss.solving.blackjack.dealer import NATURAL
from pitboss.solving.blackjack.distribution.ended_hands import UNPLAYED
from pitboss.solving.blackjack.hands import Floats, Ints
from pitboss.solving.blackjack.splits import OWN, hand_weights, resplit_up_to

_TINY = 1e-300
"""A tiny probability, to avoid division by zero."""
_LOST = MAX_UNITS - 2 + LOST_COLUMN
"""The column of a bet that loses one unit."""
_TWO_HANDS: Ints = np.arange(MAX_UNITS - 4, MAX_UNITS + 5)
"""The columns of a bet's net if it is split once."""
_BLACKJACK = NET_COLUMNS - 1
_HAND_BLACKJACK = len(HAND_NETS)


class BetNets(NamedTuple):
    """The nets of one bet for every setting, given the cards."""

    chances: Floats  # [setting, net of the bet]
    errors: Floats  # [setting, net of the bet]: possible errors of `chances`
    square: Floats  # [setting]: the second moment of the net, excluding blackjacks


class RoundNets(NamedTuple):
    """The nets of both bets for every setting against one up card, given the cards."""

    two_card: BetNets
    one_card: BetNets
    both: Floats  # [setting, total net from -20 up, number of blackjacks]: probabilities
    errors: Floats  # possible errors of `both`
    products: Floats  # [setting, number of blackjacks]: the mean product of both nets, with 1 for a blackjack

    def pay_both(self, rows: list[int]) -> None:
        """Count both bets of these settings as blackjacks, whatever the dealer has (RY-7)."""
        for bet in (self.two_card, self.one_card):
            bet.chances[rows], bet.errors[rows], bet.square[rows] = 0, 0, 0
            bet.chances[rows, _BLACKJACK] = 1
        self.both[rows], self.errors[rows], self.products[rows] = 0, 0, 0
        self.both[rows, 2 * MAX_UNITS, 2] = self.products[rows, 2] = 1


def stacked(parts: Sequence[RoundNets]) -> RoundNets:
    """Stack the nets of every up card. Axes: setting, up card."""
    two, one = (BetNets(*(np.stack(column, axis=1) for column in zip(*bet, strict=True)))
                for bet in ([part.two_card for part in parts], [part.one_card for part in parts]))  # fmt: skip
    return RoundNets(two, one, *(np.stack(column, axis=1) for column in list(zip(*parts, strict=True))[2:]))


class RoundMaker:
    """A builder that combines the nets of all settings against one up card."""

    def __init__(self, up_card: UpCard, solved: UpCardSolution, settings: list[Setting]) -> None:
        hands = RoundHands(up_card, solved, settings)
        joined = JointLaws(hands)
        self.settings, self.laws, self.tables = joined.settings, joined.laws(), NetTables(up_card.rules.dealer_peeks)
        self.many, count = ManyHands(hands, self.tables), len(settings)
        self.split = {bet: [row for row in range(count) if bet in self.settings[row].splits] for bet in (0, 1)}
        self.joint = np.zeros((2, count, NET_COLUMNS, NET_COLUMNS))  # [chance or change, setting, net, net]
        self.products, self.squares, self.paid = np.zeros((count, 3)), np.zeros((2, count)), np.zeros((2, count))

    def nets(self) -> RoundNets:
        """Return the nets of all settings, given their cards."""
        two_split, one_split = (set(self.split[bet]) for bet in (TWO_CARD, ONE_CARD))
        rows = np.arange(len(self.settings))
        is_split = np.isin(rows, self.split[TWO_CARD])
        self._add_whole(rows[~is_split])
        self._add_split_two_card(rows[is_split])
        self._add_split_one_card(np.array([row for row in rows if row in one_split - two_split], np.int64), False)
        self._add_split_one_card(np.array([row for row in rows if row in one_split & two_split], np.int64), True)
        cards = self._weights("cards", rows).sum(axis=1)
        for row in sorted(two_split | one_split):
            self._add_many_hands(row, cards[row])
        return self._given_cards(1 / np.maximum(cards, _TINY))

    def _add_many_hands(self, row: int, cards: float) -> None:
        """Add rounds of four hands or more, scaled to the remaining probability of the cards."""
        chances, changes = self.many.joint(row)
        whole = chances.sum()
        if whole > 0:
            self.joint[0, row] += chances * ((cards - self.joint[0, row].sum()) / whole)
            self.joint[1, row] += changes

    def _given_cards(self, scale: Floats) -> RoundNets:
        """Return all nets, divided by the probability of the cards."""
        chances, changes = (joint * scale[:, None, None] for joint in self.joint)
        two, one = (
            BetNets(chances.sum(axis=2 - bet), _stated(changes.sum(axis=2 - bet)), self.squares[bet] * scale)
            for bet in (TWO_CARD, ONE_CARD)
        )
        for bet, paid in zip((two, one), self.paid, strict=True):
            bet.chances[:, _BLACKJACK], bet.errors[:, _BLACKJACK] = paid * scale, 0
        return RoundNets(two, one, _summed(chances), _stated(_summed(changes)), self.products * scale[:, None])

    # The laws as arrays

    def _number(self, name: str, rows: Ints) -> Ints:
        return np.array([getattr(self.settings[row], name) for row in rows], np.int64)

    def _weights(self, name: str, rows: Ints) -> Floats:
        """Return the probability that a law's cards are dealt, for each result of the dealer."""
        return np.asarray(self.laws.one(self._number(name, rows))[:, UNPLAYED])

    def _one(self, name: str, rows: Ints, is_split: bool) -> Floats:
        return self.tables.one(self.laws.one(self._number(name, rows)), is_split)

    def _two(self, name: str, rows: Ints, one_split: bool, other_split: bool) -> Floats:
        return self.tables.two(self.laws.of_two[self._number(name, rows)], one_split, other_split)

    # The bets, by which of them are split

    def _add_whole(self, rows: Ints) -> None:
        """Add rounds in which neither bet is split."""
        law = self._two("both", rows, False, False)
        self.joint[0][np.ix_(rows, ONE_HAND, ONE_HAND)] += law.sum(axis=3)
        self.products[rows] += _products(law)
        self._add_moments(TWO_CARD, rows, self._one("two", rows, False))
        self._add_moments(ONE_CARD, rows, self._one("one", rows, False))

    def _add_split_two_card(self, rows: Ints) -> None:
        """Add rounds in which the two-card bet is split and the one-card bet is not."""
        law, one = self._two("both", rows, True, False), self._one("one", rows, False)
        if self.tables.peeks:  # a blackjack found by the peek takes only the original bet
            law[:, LOST_COLUMN, :, NATURAL] += one[:, :, NATURAL]
            self.joint[0, rows[:, None], _LOST, ONE_HAND] += one[:, :, NATURAL]
            self.squares[TWO_CARD, rows] += self._weights("cards", rows)[:, NATURAL]
        self.products[rows] += _products(law)
        self._add_moments(ONE_CARD, rows, one)
        self._add_split_hands(rows, TWO_CARD)

    def _add_split_one_card(self, rows: Ints, two_split: bool) -> None:
        """Add rounds in which the one-card bet is split."""
        law, two = self._two("both_if_paired", rows, two_split, True), self._one("two_if_paired", rows, two_split)
        if self.tables.peeks:
            found = self._weights("one_card_pairs", rows)[:, NATURAL]
            if two_split:
                two[:, LOST_COLUMN, NATURAL] += found
            law[:, :, LOST_COLUMN, NATURAL] += two[:, :, NATURAL]
            self.joint[0, rows[:, None], ONE_HAND, _LOST] += two[:, :, NATURAL]
            self.squares[ONE_CARD, rows] += found
        self.products[rows] += _products(law)
        self._add_split_hands(rows, ONE_CARD)

    def _add_moments(self, bet: int, rows: Ints, hand: Floats) -> None:
        """Add the second moment of a bet that is not split, and the probability that it is paid as a blackjack."""
        self.squares[bet, rows] += _square(hand)
        self.paid[bet, rows] += hand[:, _HAND_BLACKJACK].sum(axis=1)

    def _add_split_hands(self, rows: Ints, bet: int) -> None:
        """Add the second moments of a split bet, and the joint nets of both bets if there are three hands."""
        for row in rows:
            split = self.settings[row].splits[bet]
            self.squares[bet, row] += self._split_square(split)
            if split.with_whole:
                joint = self._three_hands(split)
                at = (_TWO_HANDS, ONE_HAND) if bet == TWO_CARD else (ONE_HAND, _TWO_HANDS)
                self.joint[0, row][np.ix_(*at)] += joint if bet == TWO_CARD else joint.T

    def _three_hands(self, split: SplitLaws) -> Floats:
        """Return the joint nets [split, other] of a bet that is split once and of the other bet's hand."""
        kinds, laws = (np.array(each) for each in zip(*split.with_whole.items(), strict=True))
        hands = self.tables.two(self.laws.of_two[laws], True, True)[:, :-1, :-1]
        nets = np.zeros((len(laws), len(_TWO_HANDS), hands.shape[-1]))  # [kind, net of the split, result]
        for one, other in np.ndindex(hands.shape[1:3]):
            nets[:, one + other] += hands[:, one, other]
        return np.asarray((nets @ self.tables.by_kind[False][kinds]).sum(axis=0))

    def _split_square(self, split: SplitLaws) -> float:
        """Return the second moment of a split's net: the sum over its hands, plus twice the product of any two."""
        weights = hand_weights(resplit_up_to(split.bet.limit + 1), False, OWN)
        two = self.tables.two(self.laws.of_two[[split.only_two, split.any_two]], True, True).sum(axis=(0, 3))
        square = 2 * HAND_NETS @ two[:-1, :-1] @ HAND_NETS
        for (is_paired, removed), number in split.hands.items():
            by_removed = weights.paired if is_paired else weights.unpaired
            times = by_removed[removed] if removed < len(by_removed) else 0
            square += times * _square(self.tables.one(self.laws.one(np.array([number])), True))[0]
        return float(square)


def _square(law: Floats) -> Floats:
    """Return the second moment of one hand's net, excluding blackjacks."""
    return np.asarray(np.einsum("n,rne->r", HAND_NETS**2, law[:, :-1]))


def _products(law: Floats) -> Floats:
    """Return the exact mean of the product of both nets, by number of blackjacks, with 1 for a blackjack."""
    both, nets = law.sum(axis=3), HAND_NETS
    no_blackjack = np.einsum("n,rnm,m->r", nets, both[:, :-1, :-1], nets)
    one_blackjack = both[:, _HAND_BLACKJACK, :-1] @ nets + both[:, :-1, _HAND_BLACKJACK] @ nets
    return np.stack([no_blackjack, one_blackjack, both[:, _HAND_BLACKJACK, _HAND_BLACKJACK]], axis=1)


def _stated(changes: Floats) -> Floats:
    """Return the stated errors: the last order's change of each line [row, net …], plus its average change."""
    every = tuple(range(1, changes.ndim))
    return np.asarray(changes + changes.sum(axis=every, keepdims=True) / changes.shape[1])


def _summed(joint: Floats) -> Floats:
    """Return the distribution of the total net: [row, net from -20 up, blackjacks]."""
    sums = np.zeros((len(joint), 4 * MAX_UNITS + 1, 3))
    for one in range(NET_COLUMNS - 1):
        sums[:, one : one + NET_COLUMNS - 1, 0] += joint[:, one, :-1]
    sums[:, MAX_UNITS : 3 * MAX_UNITS + 1, 1] = joint[:, _BLACKJACK, :-1] + joint[:, :-1, _BLACKJACK]
    sums[:, 2 * MAX_UNITS, 2] = joint[:, _BLACKJACK, _BLACKJACK]
    return sums
