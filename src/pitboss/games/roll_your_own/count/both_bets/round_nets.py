"""
The distribution of both bets, from the joint laws of any two of their hands.

Means, second moments and products are exact, and so is every net of a round without a split. In other rounds any two
hands follow their exact joint law. Interactions of three hands are left out, and the possible error is estimated as a
multiple of the two-hand effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.games.roll_your_own.count.both_bets.combined_bets import (
    LOST_COLUMN,
    MAX_UNITS,
    NET_COLUMNS,
    BetSide,
    CombinedBets,
    of_hand,
    one_over,
)
from pitboss.games.roll_your_own.count.both_bets.hand_lists import ONE_CARD, TWO_CARD, RoundHands, Setting
from pitboss.games.roll_your_own.count.both_bets.joint_laws import JointLaws
from pitboss.games.roll_your_own.count.both_bets.split_bets import NetTables, SplitBets
from pitboss.games.roll_your_own.count.up_card_solver import UpCard, UpCardSolution
from pitboss.solving.blackjack.dealer import NATURAL
from pitboss.solving.blackjack.distribution.ended_hands import UNPLAYED
from pitboss.solving.blackjack.hands import Floats, Ints

_TINY = 1e-300
"""A substitute for zero probabilities in divisions."""


class BetNets(NamedTuple):
    """One bet of every setting, given the cards."""

    chances: Floats  # [setting, net of the bet]
    errors: Floats  # [setting, net of the bet]: possible errors of `chances`
    square: Floats  # [setting]: second moment of the net, excluding blackjacks


class RoundNets(NamedTuple):
    """Both bets of every setting against one up card, given the cards."""

    two_card: BetNets
    one_card: BetNets
    both: Floats  # [setting, total net from -20 up, number of blackjacks]: probabilities
    errors: Floats  # possible errors of `both`
    products: Floats  # [setting, number of blackjacks]: mean of the product of both nets; a blackjack counts as 1

    def pay_both(self, rows: list[int]) -> None:
        """Make both bets of these settings blackjacks, whatever the dealer has (RY-7)."""
        for bet in (self.two_card, self.one_card):
            bet.chances[rows], bet.errors[rows], bet.square[rows] = 0, 0, 0
            bet.chances[rows, NET_COLUMNS - 1] = 1
        self.both[rows], self.errors[rows], self.products[rows] = 0, 0, 0
        self.both[rows, 2 * MAX_UNITS, 2] = self.products[rows, 2] = 1


def stacked(parts: Sequence[RoundNets]) -> RoundNets:
    """Stack the nets of every up card. Axes: setting, up card."""
    two, one = (BetNets(*(np.stack(column, axis=1) for column in zip(*bet, strict=True)))
                for bet in ([part.two_card for part in parts], [part.one_card for part in parts]))  # fmt: skip
    return RoundNets(two, one, *(np.stack(column, axis=1) for column in list(zip(*parts, strict=True))[2:]))


class RoundMaker:
    """The combination of the nets of all settings against one up card."""

    def __init__(self, up_card: UpCard, solved: UpCardSolution, settings: list[Setting]) -> None:
        joined = JointLaws(RoundHands(up_card, solved, settings))
        self.settings, self.laws = joined.settings, joined.laws()
        self.tables, self.cards = NetTables(up_card.rules.dealer_peeks), sum(up_card.removed.pack)
        self.splits = {bet: self._split_bets(bet) for bet in (TWO_CARD, ONE_CARD)}

    def _split_bets(self, bet: int) -> SplitBets:
        rows = {row: laws.splits[bet] for row, laws in enumerate(self.settings) if bet in laws.splits}
        return SplitBets(rows, self.laws, self.tables)

    def nets(self) -> RoundNets:
        """Return the nets of all settings, given their cards."""
        count = len(self.settings)
        cards = self._weights("cards", np.arange(count))
        two, one = BetSide.blank(count), BetSide.blank(count)
        sums, products = np.zeros((2, count, 4 * MAX_UNITS + 1, 3)), np.zeros((count, 3))
        whole, split = (np.array([row for row in range(count) if (row in self.splits[TWO_CARD].rows) == flag], np.int64)
                        for flag in (False, True))  # fmt: skip
        one_split = np.array(sorted(self.splits[ONE_CARD].rows), np.int64)
        two.set_rows(whole, of_hand(self._one("two", whole, False)))
        two.set_rows(split, self.splits[TWO_CARD].side(split, cards[split]))
        one.set_rows(np.arange(count), of_hand(self._one("one", np.arange(count), False)))
        if len(whole):
            combined = self._not_split(whole, two, one)
            sums[:, whole] += combined.exact_sums()
            products[whole] += combined.products()
        if len(split):
            combined = self._one_split(split, two, one, cards)
            sums[:, split] += combined.sums(self.cards)
            products[split] += combined.products()
        for flag in (False, True):
            is_with = np.array([(row in self.splits[TWO_CARD].rows) == flag for row in one_split], np.bool_)
            rows = one_split[is_with]
            if len(rows):
                combined = self._other_split(rows, flag, two, cards)
                sums[:, rows] += combined.sums(self.cards)
                products[rows] += combined.products()
                one.add_rows(rows, combined.other)
        scale = 1 / np.maximum(cards.sum(axis=1), _TINY)
        return RoundNets(
            BetNets(*two.summed(scale)), BetNets(*one.summed(scale)), sums[0] * scale[:, None, None],
            sums[1] * scale[:, None, None], products * scale[:, None],
        )  # fmt: skip

    # Laws by number, as arrays

    def _number(self, name: str, rows: Ints) -> Ints:
        return np.array([getattr(self.settings[row], name) for row in rows], np.int64)

    def _weights(self, name: str, rows: Ints) -> Floats:
        """Return the probability of a law's cards, by dealer's result."""
        return np.asarray(self.laws.one(self._number(name, rows))[:, UNPLAYED])

    def _one(self, name: str, rows: Ints, is_split: bool) -> Floats:
        return self.tables.one(self.laws.one(self._number(name, rows)), is_split)

    def _two(self, name: str, rows: Ints, one_split: bool, other_split: bool) -> Floats:
        return self.tables.two(self.laws.of_two[self._number(name, rows)], one_split, other_split)

    # Combinations of the bets

    def _not_split(self, rows: Ints, two: BetSide, one: BetSide) -> CombinedBets:
        """Combine two hands that are not split: exact."""
        return CombinedBets(
            self._weights("one", rows), self._two("both", rows, False, False), two.at(rows), one.at(rows)
        )

    def _one_split(self, rows: Ints, two: BetSide, one: BetSide, cards: Floats) -> CombinedBets:
        """Combine a split two-card bet with an unsplit one-card hand."""
        weight, both = self._weights("one", rows), self._two("both", rows, True, False)
        if self.tables.peeks:  # a blackjack found by the peek takes the bet as it was placed
            both[:, LOST_COLUMN, :, NATURAL] += one.hands[rows][:, :, NATURAL]
        hands = self.tables.one(self.laws.of_two[self._number("both", rows), :, UNPLAYED], True)
        return CombinedBets(weight, both, self._split_two_card(hands, rows, weight, two, cards), one.at(rows))

    def _other_split(self, rows: Ints, two_split: bool, two: BetSide, cards: Floats) -> CombinedBets:
        """Combine a split one-card bet with a two-card bet, split or not."""
        weight, both = self._weights("one_card_pairs", rows), self._two("both_if_paired", rows, two_split, True)
        if two_split:
            hands = self._one("two_if_paired", rows, True)
            two_card = self._split_two_card(hands, rows, weight, two, cards)
        else:
            two_card = of_hand(self._one("two_if_paired", rows, False))
        if self.tables.peeks:
            both[:, :, LOST_COLUMN, NATURAL] += two_card.hands[:, :, NATURAL]
        return CombinedBets(weight, both, two_card, self.splits[ONE_CARD].side(rows, weight))

    def _split_two_card(self, hands: Floats, rows: Ints, weight: Floats, two: BetSide, cards: Floats) -> BetSide:
        """Return the split two-card bet with these single-hand distributions, given the one-card hand."""
        if self.tables.peeks:
            hands[:, LOST_COLUMN, NATURAL] += weight[:, NATURAL]
        share = weight * one_over(cards[rows])
        return two.at(rows)._replace(is_split=True).scaled(share).with_hands(hands)
