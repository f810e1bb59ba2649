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

from pitboss.games.roll_your_own.count.hands_beside import Beside, UpCard
from pitboss.games.roll_your_own.count.together.hand_lists import ONE_CARD, TWO_CARD, RoundHands, Setting
from pitboss.games.roll_your_own.count.together.joined import Joined
from pitboss.games.roll_your_own.count.together.meeting import LOST, MOST, NETS, BetSide, Meeting, of_hand, one_over
from pitboss.games.roll_your_own.count.together.split_bets import NetTables, SplitBets
from pitboss.solving.blackjack_legacy.ended_hands import NONE
from pitboss.solving.blackjack_legacy.joint_odds import NATURAL
from pitboss.solving.blackjack_legacy.values import Ints, Numbers

_NEVER = 1e-300
"""A substitute for zero probabilities in divisions."""


class BetNets(NamedTuple):
    """One bet of every setting, given the cards: distribution of the net, possible errors, and second moment."""

    chances: Numbers
    errors: Numbers
    square: Numbers  # of the net, excluding blackjacks


class RoundNets(NamedTuple):
    """Both bets of every setting against one up card, given the cards."""

    two_card: BetNets
    one_card: BetNets
    both: Numbers  # distribution of the sum from -20 up, by number of blackjacks
    errors: Numbers
    products: Numbers  # mean of the product of both, by number of blackjacks, each counted as 1

    def pay_both(self, rows: list[int]) -> None:
        """Make both bets of these settings blackjacks, whatever the dealer has (RY-7)."""
        for bet in (self.two_card, self.one_card):
            bet.chances[rows], bet.errors[rows], bet.square[rows] = 0, 0, 0
            bet.chances[rows, NETS - 1] = 1
        self.both[rows], self.errors[rows], self.products[rows] = 0, 0, 0
        self.both[rows, 2 * MOST, 2] = self.products[rows, 2] = 1


def stacked(parts: Sequence[RoundNets]) -> RoundNets:
    """Stack the nets of every up card. Axes: setting, up card."""
    two, one = (BetNets(*(np.stack(column, axis=1) for column in zip(*bet, strict=True)))
                for bet in ([part.two_card for part in parts], [part.one_card for part in parts]))  # fmt: skip
    return RoundNets(two, one, *(np.stack(column, axis=1) for column in list(zip(*parts, strict=True))[2:]))


class RoundMaker:
    """Combines the nets of all settings against one up card."""

    def __init__(self, up_card: UpCard, solved: Beside, settings: list[Setting]) -> None:
        joined = Joined(RoundHands(up_card, solved, settings))
        self.settings, self.laws = joined.settings, joined.laws()
        self.tables, self.cards = NetTables(up_card.rules.dealer_peeks), sum(up_card.gone.pack)
        self.splits = {bet: self._split_bets(bet) for bet in (TWO_CARD, ONE_CARD)}

    def _split_bets(self, bet: int) -> SplitBets:
        rows = {row: laws.splits[bet] for row, laws in enumerate(self.settings) if bet in laws.splits}
        return SplitBets(rows, self.laws, self.tables)

    def nets(self) -> RoundNets:
        """Return the nets of all settings, given their cards."""
        many = len(self.settings)
        cards = self._weights("cards", np.arange(many))
        two, one = BetSide.blank(many), BetSide.blank(many)
        sums, products = np.zeros((2, many, 4 * MOST + 1, 3)), np.zeros((many, 3))
        whole, split = (np.array([row for row in range(many) if (row in self.splits[TWO_CARD].rows) == flag], np.int64)
                        for flag in (False, True))  # fmt: skip
        again = np.array(sorted(self.splits[ONE_CARD].rows), np.int64)
        two.put(whole, of_hand(self._one("two", whole, False)))
        two.put(split, self.splits[TWO_CARD].side(split, cards[split]))
        one.put(np.arange(many), of_hand(self._one("one", np.arange(many), False)))
        if len(whole):
            meeting = self._not_split(whole, two, one)
            sums[:, whole] += meeting.exact_sums()
            products[whole] += meeting.products()
        if len(split):
            meeting = self._one_split(split, two, one, cards)
            sums[:, split] += meeting.sums(self.cards)
            products[split] += meeting.products()
        for flag in (False, True):
            rows = again[[(row in self.splits[TWO_CARD].rows) == flag for row in again]] if len(again) else again
            if len(rows):
                meeting = self._other_split(rows, flag, two, cards)
                sums[:, rows] += meeting.sums(self.cards)
                products[rows] += meeting.products()
                one.add(rows, meeting.other)
        scale = 1 / np.maximum(cards.sum(axis=1), _NEVER)
        return RoundNets(
            BetNets(*two.told(scale)), BetNets(*one.told(scale)), sums[0] * scale[:, None, None],
            sums[1] * scale[:, None, None], products * scale[:, None],
        )  # fmt: skip

    # Laws by number, as arrays

    def _number(self, name: str, rows: Ints) -> Ints:
        return np.array([getattr(self.settings[row], name) for row in rows], np.int64)

    def _weights(self, name: str, rows: Ints) -> Numbers:
        """Return the probability of a law's cards, by dealer's result."""
        return np.asarray(self.laws.one(self._number(name, rows))[:, NONE])

    def _one(self, name: str, rows: Ints, is_split: bool) -> Numbers:
        return self.tables.one(self.laws.one(self._number(name, rows)), is_split)

    def _two(self, name: str, rows: Ints, one_split: bool, other_split: bool) -> Numbers:
        return self.tables.two(self.laws.of_two[self._number(name, rows)], one_split, other_split)

    # Combinations of the bets

    def _not_split(self, rows: Ints, two: BetSide, one: BetSide) -> Meeting:
        """Combine two hands that are not split: exact."""
        return Meeting(self._weights("one", rows), self._two("both", rows, False, False), two.at(rows), one.at(rows))

    def _one_split(self, rows: Ints, two: BetSide, one: BetSide, cards: Numbers) -> Meeting:
        """Combine a split two-card bet with an unsplit one-card hand."""
        weight, both = self._weights("one", rows), self._two("both", rows, True, False)
        if self.tables.looks:  # a blackjack that is found takes the bet as it was placed
            both[:, LOST, :, NATURAL] += one.hands[rows][:, :, NATURAL]
        hands = self.tables.one(self.laws.of_two[self._number("both", rows), :, NONE], True)
        return Meeting(weight, both, self._split_beside(hands, rows, weight, two, cards), one.at(rows))

    def _other_split(self, rows: Ints, two_split: bool, two: BetSide, cards: Numbers) -> Meeting:
        """Combine a split one-card bet with a two-card bet, split or not."""
        weight, both = self._weights("there", rows), self._two("both_there", rows, two_split, True)
        if two_split:
            hands = self._one("two_there", rows, True)
            there = self._split_beside(hands, rows, weight, two, cards)
        else:
            there = of_hand(self._one("two_there", rows, False))
        if self.tables.looks:
            both[:, :, LOST, NATURAL] += there.hands[:, :, NATURAL]
        return Meeting(weight, both, there, self.splits[ONE_CARD].side(rows, weight))

    def _split_beside(self, hands: Numbers, rows: Ints, weight: Numbers, two: BetSide, cards: Numbers) -> BetSide:
        """Return the split two-card bet, with these single-hand distributions next to the one-card hand."""
        if self.tables.looks:
            hands[:, LOST, NATURAL] += weight[:, NATURAL]
        share = weight * one_over(cards[rows])
        return two.at(rows)._replace(is_split=True).scaled(share).with_hands(hands)
