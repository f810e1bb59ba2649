"""
The pairs of hands whose joint distributions are needed, with the pair cards gone besides.

A law is a joint distribution of the endings of two hands and the dealer's result, joint with the three cards and the
up card in one order. A law of one hand has a negative number; the first of its two hands is only the given cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pitboss.games.roll_your_own.count.together.hand_lists import ONE_CARD, TWO_CARD, RoundHands, Setting, SplitBet
from pitboss.solving.blackjack_legacy.joint_hands import Laws, joins_of, joint_laws
from pitboss.solving.blackjack_legacy.joint_odds import odds_against
from pitboss.solving.blackjack_legacy.values import ONE_OF, key_of

NO_LAW = 1 << 40
NO_HAND = -1
"""The law of one hand to which nothing is added."""


@dataclass
class SplitLaws:
    """The laws of one split bet, by number."""

    bet: SplitBet
    hands: dict[tuple[bool, int], int] = field(default_factory=dict)
    """One hand, by whether it was paired and the number of pair cards gone besides its own."""
    alone: int = NO_LAW
    """Two hands that are the only ones."""
    among: int = NO_LAW
    """Any two of three or more hands."""

    def hand(self, is_paired: bool, gone: int) -> int:
        """Return the law of one hand, or NO_HAND if that many cards cannot be gone."""
        return self.hands.get((is_paired, gone), NO_HAND)


@dataclass
class SettingLaws:
    """The laws of three cards as set, by number."""

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
    there: int = NO_LAW
    """The event that the second card pairs the one-card hand, which is split."""
    two_there: int = NO_LAW
    """In that event: any hand of the two-card bet."""
    both_there: int = NO_LAW
    """In that event: any hand of each bet."""


class Joined:
    """All joint distributions against one up card."""

    def __init__(self, hands: RoundHands) -> None:
        self.hands = hands
        self.rows: list[int] = []
        self.of_one, self.of_two = -NO_HAND, 0
        self.left = tuple(int(count) for count in hands.up_card.left)
        self.settings = [self._setting(row, setting) for row, setting in enumerate(hands.settings)]

    def laws(self) -> Laws:
        """Compute the laws, by number."""
        up, rules = self.hands.up_card.number, self.hands.up_card.rules
        pack = self.hands.up_card.gone.pack
        return joint_laws(
            self.hands.all(), joins_of(np.array(self.rows).reshape(-1, 5)), pack, self.left,
            lambda keys, asked, room: odds_against(pack, keys, asked, up, rules.hits_soft_17, most=21, room=room),
            self.of_one, self.of_two,
        )  # fmt: skip

    def _law_of_two(self) -> int:
        self.of_two += 1
        return self.of_two - 1

    def _law_of_one(self) -> int:
        self.of_one += 1
        return -self.of_one

    def _join(self, one: int, other: int, more: int, times: int, law: int) -> None:
        self.rows += one, other, more, times, law

    def _beside(self, cards: int, other: int, more: int = 0) -> int:
        """Add the law of one hand next to given cards."""
        law = self._law_of_one()
        self._join(cards, other, more, 1, law)
        return law

    def _hands(self, bet: int, row: int) -> list[tuple[int, int, int]]:
        """Return the lists of a bet's hands, with the key of the cards gone besides and the multiplicity."""
        split = self.hands.splits[bet].get(row)
        if split is None:
            return [(self.hands.whole[bet] + row, 0, 1)]
        room, one_more = self.left[split.value] - 1, int(ONE_OF[split.value])
        return [(at, gone * one_more, times) for at, gone, times in split.factors() if gone <= room]

    def _setting(self, row: int, setting: Setting) -> SettingLaws:
        hands, two_only, one_only = self.hands, self.hands.only(setting.pair), self.hands.only((setting.alone,))
        laws = SettingLaws(self._beside(two_only, one_only), both=self._law_of_two())
        laws.one = self._beside(two_only, hands.whole[ONE_CARD] + row)
        for one, more, times in self._hands(TWO_CARD, row):
            self._join(one, hands.whole[ONE_CARD] + row, more, times, laws.both)
        if row in hands.splits[TWO_CARD]:
            laws.splits[TWO_CARD] = self._split(TWO_CARD, row, one_only, key_of((setting.alone,)))
        else:
            laws.two = self._beside(one_only, hands.whole[TWO_CARD] + row)
        if row in hands.splits[ONE_CARD]:
            laws.splits[ONE_CARD] = self._split(ONE_CARD, row, two_only, key_of(setting.pair))
            self._both_split(row, setting, laws)
        return laws

    def _both_split(self, row: int, setting: Setting, laws: SettingLaws) -> None:
        """Add a hand of each bet, if the second card pairs the one-card hand and it is split."""
        two_only, twins = self.hands.only(setting.pair), self.hands.only((setting.alone, setting.alone))
        laws.there, laws.two_there = self._beside(two_only, twins), self._law_of_one()
        laws.both_there = self._law_of_two()
        for one, more, times in self._hands(TWO_CARD, row):
            self._join(twins, one, more, times, laws.two_there)
            for other, its_more, its_times in self._hands(ONE_CARD, row):
                self._join(one, other, more + its_more, times * its_times, laws.both_there)

    def _split(self, bet: int, row: int, beside: int, beside_key: int) -> SplitLaws:
        """Add one hand of a split, and any two, next to the cards of the other bet."""
        split = self.hands.splits[bet][row]
        laws, one_more = SplitLaws(split, alone=self._law_of_two(), among=self._law_of_two()), int(ONE_OF[split.value])
        for is_paired, at in enumerate(split.lists):
            for gone in range(1, min(2 * split.limit + 1, self.left[split.value] - 1) + 1):
                laws.hands[bool(is_paired), gone] = self._beside(beside, at, gone * one_more)
        for one, other, gone, times in split.pairs():
            if gone <= self.left[split.value] - 2:
                self._join(one, other, gone * one_more + beside_key, times, laws.among if gone else laws.alone)
        return laws
