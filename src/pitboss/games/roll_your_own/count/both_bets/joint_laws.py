"""
The joint distributions to compute for one round, each with a number.

Each covers the final results of two hands and of the dealer, with the cards of the other split hands removed from the
pack. It is weighted by the probability of the three dealt cards and the up card in one order. A distribution of a
single hand has a negative number; the dealt cards take the place of its first hand. The code calls them laws.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pitboss.games.roll_your_own.count.both_bets.hand_lists import ONE_CARD, TWO_CARD, RoundHands, Setting, SplitBet
from pitboss.solving.blackjack.distribution.drawn_hands import drawn_hands
from pitboss.solving.blackjack.distribution.ended_hands import UNPLAYED
from pitboss.solving.blackjack.distribution.two_hands import Laws, joins_of, joint_laws
from pitboss.solving.blackjack.hands import CARD_KEYS, Ints, counts_of, key_of
from pitboss.solving.blackjack.rules import Dealer

NO_LAW = 1 << 40
NO_HAND = -1
"""The number of the law of one hand that stays empty."""


@dataclass
class SplitLaws:
    """The numbers of the laws of one split bet."""

    bet: SplitBet
    hands: dict[tuple[bool, int], int] = field(default_factory=dict)
    """One hand, by whether it was paired and the number of other pair cards removed."""
    only_two: int = NO_LAW
    """The two hands of a bet that is split once."""
    any_two: int = NO_LAW
    """Any two of three or more hands."""
    with_whole: dict[int, int] = field(default_factory=dict)
    """The two hands of a bet that is split once, with the hand of the other bet, by the ending of that hand."""

    def hand(self, is_paired: bool, removed: int) -> int:
        """Return the law of one hand, or NO_HAND if the pack has too few cards of the pair."""
        return self.hands.get((is_paired, removed), NO_HAND)


@dataclass
class SettingLaws:
    """The numbers of the laws for one setting of three cards."""

    cards: int = NO_LAW
    """These cards only."""
    two: int = NO_LAW
    """The two-card hand, if it is not split."""
    one: int = NO_LAW
    """The one-card hand, if its second card does not lead to a split."""
    both: int = NO_LAW
    """Any hand of the two-card bet, and the one-card hand if it is not split."""
    splits: dict[int, SplitLaws] = field(default_factory=dict)
    """The laws of split bets, by bet."""
    one_card_pairs: int = NO_LAW
    """The event that the second card pairs the one-card hand, which is then split."""
    two_if_paired: int = NO_LAW
    """Any hand of the two-card bet, given that event."""
    both_if_paired: int = NO_LAW
    """Any hand of each bet, given that event."""


class JointLaws:
    """All joint distributions against one up card."""

    def __init__(self, hands: RoundHands) -> None:
        self.hands = hands
        self.rows: list[int] = []  # the rows of `joins_of`, concatenated
        self.blocks: list[Ints] = []  # more such rows
        self.of_one, self.of_two = -NO_HAND, 0
        self.left = tuple(int(count) for count in hands.up_card.left)
        self.ends = hands.all()
        self.settings = [self._setting(row, setting) for row, setting in enumerate(hands.settings)]

    def laws(self) -> Laws:
        """Compute the laws. Their order is that of the numbers given out so far."""
        up_card, rows = self.hands.up_card, np.array(self.rows).reshape(-1, 5)
        joins = joins_of(np.concatenate((rows, *self.blocks)))
        dealer, pack = Dealer(up_card.rules.hits_soft_17), up_card.removed.pack
        return joint_laws(self.hands.all(), joins, pack, dealer, up_card.number, self.of_one, self.of_two)

    def _law_of_two(self) -> int:
        self.of_two += 1
        return self.of_two - 1

    def _law_of_one(self) -> int:
        self.of_one += 1
        return -self.of_one

    def _join(self, one: int, other: int, other_cards: int, times: int, law: int) -> None:
        self.rows += one, other, other_cards, times, law

    def _given(self, cards: int, hand: int, other_cards: int = 0) -> int:
        """Add the law of one hand, given these cards and other removed cards."""
        law = self._law_of_one()
        self._join(cards, hand, other_cards, 1, law)
        return law

    def _hands(self, bet: int, row: int) -> list[tuple[int, int, int]]:
        """Return the lists of a bet's hands, each with the key of the other removed cards and the weight."""
        split = self.hands.splits[bet].get(row)
        if split is None:
            return [(self.hands.whole[bet] + row, 0, 1)]
        most, pair_card = self.left[split.value] - 1, int(CARD_KEYS[split.value])
        return [(at, removed * pair_card, times) for at, removed, times in split.factors() if removed <= most]

    def _setting(self, row: int, setting: Setting) -> SettingLaws:
        hands, two_only, one_only = self.hands, self.hands.only(setting.pair), self.hands.only((setting.alone,))
        laws = SettingLaws(self._given(two_only, one_only), both=self._law_of_two())
        laws.one = self._given(two_only, hands.whole[ONE_CARD] + row)
        for one, other_cards, times in self._hands(TWO_CARD, row):
            self._join(one, hands.whole[ONE_CARD] + row, other_cards, times, laws.both)
        if row in hands.splits[TWO_CARD]:
            laws.splits[TWO_CARD] = self._split(TWO_CARD, row, one_only, key_of((setting.alone,)))
            self._three_hands(laws.splits[TWO_CARD], hands.whole[ONE_CARD] + row)
        else:
            laws.two = self._given(one_only, hands.whole[TWO_CARD] + row)
        if row in hands.splits[ONE_CARD]:
            laws.splits[ONE_CARD] = self._split(ONE_CARD, row, two_only, key_of(setting.pair))
            if row not in hands.splits[TWO_CARD]:
                self._three_hands(laws.splits[ONE_CARD], hands.whole[TWO_CARD] + row)
            self._both_split(row, setting, laws)
        return laws

    def _both_split(self, row: int, setting: Setting, laws: SettingLaws) -> None:
        """Add the laws of a hand of each bet if the second card pairs the one-card hand, which is then split."""
        two_only, twins = self.hands.only(setting.pair), self.hands.only((setting.alone, setting.alone))
        laws.one_card_pairs, laws.two_if_paired = self._given(two_only, twins), self._law_of_one()
        laws.both_if_paired = self._law_of_two()
        for one, other_cards, times in self._hands(TWO_CARD, row):
            self._join(twins, one, other_cards, times, laws.two_if_paired)
            for other, more_cards, multiplicity in self._hands(ONE_CARD, row):
                self._join(one, other, other_cards + more_cards, times * multiplicity, laws.both_if_paired)

    def _split(self, bet: int, row: int, given: int, given_key: int) -> SplitLaws:
        """Add the laws of one hand and of any two hands of a split, given the cards of the other bet."""
        split = self.hands.splits[bet][row]
        laws = SplitLaws(split, only_two=self._law_of_two(), any_two=self._law_of_two())
        pair_card = int(CARD_KEYS[split.value])
        for is_paired, at in enumerate(split.lists):
            for removed in range(1, min(2 * split.limit + 1, self.left[split.value] - 1) + 1):
                laws.hands[bool(is_paired), removed] = self._given(given, at, removed * pair_card)
        for one, other, removed, times in split.pairs():
            if removed <= self.left[split.value] - 2:
                law = laws.any_two if removed else laws.only_two
                self._join(one, other, removed * pair_card + given_key, times, law)
        return laws

    def _three_hands(self, laws: SplitLaws, whole: int) -> None:
        """
        Add the laws of the two hands of a bet split once, for each ending of the other bet's hand, which is not split.

        The cards of that hand are removed from the pack. Its endings are summed before the two hands are combined.
        """
        ends = self.ends
        played = np.arange(ends.starts[whole], ends.starts[whole + 1])
        keys = drawn_hands(self.hands.pack).keys[ends.hands[played]]
        is_possible = (counts_of(keys) <= self.left).all(axis=1) & (ends.kinds[played] != UNPLAYED)
        played, cards = played[is_possible], keys[is_possible]
        laws.with_whole = {int(kind): self._law_of_two() for kind in np.unique(ends.kinds[played])}
        law = np.array([laws.with_whole[kind] for kind in ends.kinds[played].tolist()], np.int64)
        for one, other, removed, times in laws.bet.pairs():
            if not removed:
                orders = times * ends.times[played].astype(np.int64)
                lists = np.full((len(played), 2), (one, other))
                self.blocks.append(np.column_stack((lists, cards, orders, law)))
