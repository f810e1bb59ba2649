"""
Lists of endings for the hands of both bets against one up card, for all three-card hands at best play.

A hand that is not split has one list. Split hands have two lists, by whether the second card paired them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.games.roll_your_own.count.removed_cards import Values
from pitboss.games.roll_your_own.count.up_card_solver import UpCard, UpCardSolution, others_index
from pitboss.solving.blackjack.distribution.drawn_hands import drawn_hands, numbers_in_pack
from pitboss.solving.blackjack.distribution.ended_hands import HandLists, chained, end_hands, only_cards
from pitboss.solving.blackjack.hands import Ints, key_of
from pitboss.solving.blackjack.play import SPLIT
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES
from pitboss.solving.blackjack.splits import OWN, hand_weights, resplit_up_to, two_hand_weights

TWO_CARD, ONE_CARD = 0, 1


class Setting(NamedTuple):
    """One way to set three cards: the two-card hand and the card alone."""

    pair: Values
    alone: int


class SplitBet(NamedTuple):
    """A bet that is split: its lists of unpaired and of paired hands, and the maximum number of splits."""

    value: int
    lists: tuple[int, int]
    limit: int

    def factors(self) -> Iterator[tuple[int, int, int]]:
        """Yield each list of hands with the number of other pair cards removed and the weight of its hands."""
        return ((self.lists[sort], removed, times) for sort, removed, times in _factors(self.limit))

    def pairs(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield each two lists of hands with the number of other pair cards removed and the weight of two hands."""
        return (
            (self.lists[one], self.lists[other], removed, times) for one, other, removed, times in _pairs(self.limit)
        )


@cache
def _factors(limit: int) -> list[tuple[int, int, int]]:
    by_pairing = hand_weights(resplit_up_to(limit + 1), False, OWN)
    return [
        (is_paired, removed, times)
        for is_paired, weights in enumerate(by_pairing)
        for removed, times in enumerate(weights)
        if times
    ]


@cache
def _pairs(limit: int) -> list[tuple[int, int, int, int]]:
    weights = two_hand_weights(resplit_up_to(limit + 1))
    return [(*two, times) for two, times in weights.items() if times]


class RoundHands:
    """The lists of hands for one up card."""

    def __init__(self, up_card: UpCard, solved: UpCardSolution, settings: list[Setting]) -> None:
        self.up_card, self.solved, self.settings = up_card, solved, settings
        self.pack = up_card.removed.pack
        self.lists: list[HandLists] = []
        self.list_count = 0
        self.whole = [self._whole_hands(bet) for bet in (TWO_CARD, ONE_CARD)]
        self.cards: dict[int, int] = {}
        self.splits = [self._split_bets(bet) for bet in (TWO_CARD, ONE_CARD)]

    def _add(self, lists: HandLists) -> int:
        first = self.list_count
        self.lists.append(lists)
        self.list_count += len(lists.starts) - 1
        return first

    def _known(self, bet: int) -> Ints:
        """Return the index of the other cards for each hand of a bet."""
        index = others_index()
        return np.array([index[setting.pair if bet == ONE_CARD else (setting.alone,)] for setting in self.settings])

    def _whole_hands(self, bet: int) -> int:
        """Add the lists of hands that are not split, one for each setting. Return the first index."""
        hands, known = self.up_card.removed.whole.hands, self._known(bet)
        begins = np.full((len(known), VALUES), -1, np.int64)  # [setting, second value]: the starting hand
        for row, setting in enumerate(self.settings):
            firsts = (setting.pair,) if bet == TWO_CARD else tuple((setting.alone, value) for value in range(VALUES))
            for first, second in firsts:
                hand = hands.pairs[first, second]
                if hand < len(hands.keys) and self.solved.action[known[row], first, second] != SPLIT:
                    begins[row, second] = hand
        paid = np.zeros(begins.shape, np.bool_)  # whether the starting hand is a blackjack
        for row, setting in enumerate(self.settings):
            first = setting.alone if bet == ONE_CARD else setting.pair[0]
            for ace, ten in ((ACE, TEN), (TEN, ACE)):
                paid[row, ten] |= first == ace
        numbers = np.arange(len(hands.keys))
        return self._add(
            end_hands(hands, numbers, self.solved.play, known, begins, paid, list_unplayed=bet == ONE_CARD)
        )

    def _split_bets(self, bet: int) -> dict[int, SplitBet]:
        """Return the settings in which the bet is split, with the lists of its hands."""
        known, splits = self._known(bet), self.solved.splits
        split_bets: dict[int, SplitBet] = {}
        for value, hand_set in self.up_card.removed.splits.items():
            rows = [
                row for row, setting in enumerate(self.settings)
                if (setting.pair == (value, value) if bet == TWO_CARD else setting.alone == value)
                and self.solved.action[known[row], value, value] == SPLIT
            ]  # fmt: skip
            if not rows:
                continue
            second = hand_set.hands.after[0]
            begins = np.where(second < len(hand_set.hands.keys), second, -1)
            is_pair = np.arange(VALUES) == value
            by_pairing = np.stack([np.where(is_pair, -1, begins), np.where(is_pair, begins, -1)])
            sorts = (2 * known[rows][:, None] + np.arange(2)).reshape(-1)
            actions = splits.play[value].reshape(-1, splits.play[value].shape[-1])
            numbers = numbers_in_pack(self.pack, value)
            first = self._add(end_hands(hand_set.hands, numbers, actions, sorts, np.tile(by_pairing, (len(rows), 1))))
            for position, row in enumerate(rows):
                lists = (first + 2 * position, first + 2 * position + 1)
                split_bets[row] = SplitBet(value, lists, int(splits.most[known[row], value]))
        return split_bets

    def only(self, values: Values) -> int:
        """Return the number of the list whose only hand has these cards."""
        key = key_of(values)
        if key not in self.cards:
            self.cards[key] = self._add(only_cards(np.flatnonzero(drawn_hands(self.pack).keys == key)))
        return self.cards[key]

    def all(self) -> HandLists:
        """Return all lists, in order of their numbers."""
        return chained(self.lists)
