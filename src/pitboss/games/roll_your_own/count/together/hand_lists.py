"""
The hands of both bets against one up card, for every three cards at best play, as lists of endings.

A hand that is not split has one list. The hands of a split have two, by whether the second card paired them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.games.roll_your_own.count import kernels
from pitboss.games.roll_your_own.count.hands_beside import Beside, UpCard, others_index
from pitboss.games.roll_your_own.count.removed_cards import AtMost
from pitboss.solving.blackjack_legacy.ended_hands import HandLists, chained, end_hands, only_cards
from pitboss.solving.blackjack_legacy.player_hands import numbers_by_key, numbers_in_pack
from pitboss.solving.blackjack_legacy.splits import OWN, factors, pair_factors
from pitboss.solving.blackjack_legacy.values import ACE, TEN, VALUES, Ints, Values, key_of

TWO_CARD, ONE_CARD = 0, 1


class Setting(NamedTuple):
    """Three cards as set: the two-card hand, and the card alone."""

    pair: Values
    alone: int


class SplitBet(NamedTuple):
    """A bet that is split: its lists of hands, not paired and paired, and the maximum number of splits."""

    value: int
    lists: tuple[int, int]
    limit: int

    def factors(self) -> Iterator[tuple[int, int, int]]:
        """Yield a list of hands, the number of other pair cards gone, and the multiplicity of one of its hands."""
        return ((self.lists[sort], gone, times) for sort, gone, times in _factors(self.limit))

    def pairs(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield two lists of hands, the number of other pair cards gone, and the multiplicity of two of their hands."""
        return ((self.lists[one], self.lists[other], gone, times) for one, other, gone, times in _pairs(self.limit))


@cache
def _factors(limit: int) -> list[tuple[int, int, int]]:
    found = factors(AtMost(limit + 1), False, OWN, 2 * limit + 2)
    return [(sort, gone, int(times)) for sort, its in enumerate(found) for gone, times in enumerate(its) if times]


@cache
def _pairs(limit: int) -> list[tuple[int, int, int, int]]:
    found: Counter[tuple[int, int, int]] = Counter()
    for two, counted in pair_factors(AtMost(limit + 1), False).items():
        one, other = sorted((two.is_paired, two.other_is_paired))  # the pair is unordered
        for gone, times in counted.items():
            found[one, other, gone] += times
    return [(*two, times) for two, times in found.items() if times]


class RoundHands:
    """The lists for one up card."""

    def __init__(self, up_card: UpCard, solved: Beside, settings: list[Setting]) -> None:
        self.up_card, self.solved, self.settings = up_card, solved, settings
        self.pack = up_card.gone.pack
        self.lists: list[HandLists] = []
        self.many = 0
        self.whole = [self._whole_hands(bet) for bet in (TWO_CARD, ONE_CARD)]
        self.cards: dict[int, int] = {}
        self.splits = [self._split_bets(bet) for bet in (TWO_CARD, ONE_CARD)]

    def _add(self, lists: HandLists) -> int:
        first = self.many
        self.lists.append(lists)
        self.many += len(lists.starts) - 1
        return first

    def _known(self, bet: int) -> Ints:
        """Return the index of the other cards for each hand of a bet."""
        index = others_index()
        return np.array([index[setting.pair if bet == ONE_CARD else (setting.alone,)] for setting in self.settings])

    def _whole_hands(self, bet: int) -> int:
        """Add the lists of hands that are not split, one for each setting. Return the first index."""
        hands, known = self.up_card.gone.whole.hands, self._known(bet)
        begins = np.full((len(known), VALUES), -1, np.int64)
        for row, setting in enumerate(self.settings):
            firsts = (setting.pair,) if bet == TWO_CARD else tuple((setting.alone, value) for value in range(VALUES))
            for first, second in firsts:
                hand = hands.pairs[first, second]
                if hand < len(hands.keys) and self.solved.action[known[row], first, second] != kernels.SPLIT:
                    begins[row, second] = hand
        paid = np.zeros(begins.shape, np.bool_)
        for row, setting in enumerate(self.settings):
            first = setting.alone if bet == ONE_CARD else setting.pair[0]
            for ace, ten in ((ACE, TEN), (TEN, ACE)):
                paid[row, ten] |= first == ace
        numbers = np.arange(len(hands.keys))
        return self._add(end_hands(hands, numbers, self.solved.play, known, begins, paid, as_begun=bet == ONE_CARD))

    def _split_bets(self, bet: int) -> dict[int, SplitBet]:
        """Return the settings whose bet is split, with the lists of its hands."""
        known, splits = self._known(bet), self.solved.splits
        found: dict[int, SplitBet] = {}
        for value, lot in self.up_card.gone.splits.items():
            rows = [
                row for row, setting in enumerate(self.settings)
                if (setting.pair == (value, value) if bet == TWO_CARD else setting.alone == value)
                and self.solved.action[known[row], value, value] == kernels.SPLIT
            ]  # fmt: skip
            if not rows:
                continue
            second = lot.hands.after[0]
            begins = np.where(second < len(lot.hands.keys), second, -1)
            is_pair = np.arange(VALUES) == value
            by_sort = np.stack([np.where(is_pair, -1, begins), np.where(is_pair, begins, -1)])
            sorts = (2 * known[rows][:, None] + np.arange(2)).reshape(-1)
            actions = splits.play[value].reshape(-1, splits.play[value].shape[-1])
            numbers = numbers_in_pack(self.pack, value)
            first = self._add(end_hands(lot.hands, numbers, actions, sorts, np.tile(by_sort, (len(rows), 1))))
            for place, row in enumerate(rows):
                lists = (first + 2 * place, first + 2 * place + 1)
                found[row] = SplitBet(value, lists, int(splits.most[known[row], value]))
        return found

    def only(self, values: Values) -> int:
        """Return the list with the single hand that has these cards."""
        key = key_of(values)
        if key not in self.cards:
            self.cards[key] = self._add(only_cards(np.array([numbers_by_key(self.pack)[key]])))
        return self.cards[key]

    def all(self) -> HandLists:
        """Return the lists, by number."""
        return chained(self.lists)
