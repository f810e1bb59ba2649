"""
All hands as numbered states with a transition for each card, for the simulation.

There are three groups of states: unsplit hands, split hands, and split hands that were paired by their second card,
which best play treats differently. The last two states are a bust and a hand for which the pack had no card.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.roll_your_own.deal.hands import is_finished
from pitboss.games.roll_your_own.simulate.kernels import NO_CARD, TOTAL_AT, WIDTH, Growth
from pitboss.ranking.totals import best_total
from pitboss.solving.blackjack.distribution.drawn_hands import drawn_hands
from pitboss.solving.blackjack.hands import Ints, counts_of, key_of
from pitboss.solving.blackjack.rules import ACE, VALUES

LIVES = 2
"""The total of a hand for which the pack had no card. Such a hand always wins (RY-10)."""


class HandState(NamedTuple):
    """A hand: its cards, the value it was split from, and whether its second card paired it."""

    first: int | None
    paired: bool
    key: int

    @property
    def values(self) -> list[int]:
        """The card values of the hand in ascending order."""
        return np.repeat(np.arange(VALUES), counts_of(np.array(self.key))).tolist()

    @property
    def total(self) -> int:
        """The best total of the hand."""
        values = self.values
        return best_total(sum(values) + len(values), ACE in values)

    @property
    def is_finished(self) -> bool:
        """Whether there is no decision left (RY-6, C-6)."""
        first = 0 if self.first is None else self.first + 1
        return is_finished(self.total, False, first, self.first is not None)

    def with_card(self, value: int) -> HandState:
        """Return the hand with one more card."""
        pairs = self.first == value and self.key == key_of([value])
        return HandState(self.first, self.paired or pairs, self.key + key_of([value]))


class States(NamedTuple):
    """All hands, their transitions and their totals."""

    hands: list[HandState]
    growth: Growth  # axes: state, column (next state by value, for a missing card, and the total, 0 for a bust)
    first_split: int  # the state of a split ace before its second card; the other values follow
    whole: Ints  # the state of each hand of `drawn_hands()`
    parts: tuple[tuple[Ints, Ints], ...]  # by split value: states of `drawn_hands(first=value)`, unpaired and paired
    finished: NDArray[np.bool_]  # whether no decision is left
    one_card: NDArray[np.bool_]


def _keys(first: int | None) -> list[int]:
    start = 0 if first is None else key_of([first])
    return [start + int(key) for key in drawn_hands(first=first).keys]


def _hands() -> Iterator[HandState]:
    """Yield all hands, smallest first in each group: these are looked up most, so they should be close in memory."""
    yield from sorted((HandState(None, False, key) for key in _keys(None)), key=_size)
    for paired in (False, True):
        yield from sorted((HandState(first, paired, key) for first in range(VALUES) for key in _keys(first)), key=_size)


def _size(hand: HandState) -> int:
    return len(hand.values)


@cache
def states() -> States:
    """Return all states for one deck."""
    hands = list(_hands())
    place = {hand: at for at, hand in enumerate(hands)}
    bust, unserved = len(hands), len(hands) + 1
    growth = np.full((len(hands) + 2, WIDTH), bust, np.uint16)
    for hand, at in place.items():
        growth[at, :NO_CARD] = [place.get(hand.with_card(value), bust) for value in range(VALUES)]
    growth[:, NO_CARD] = unserved
    growth[:, TOTAL_AT] = [*(hand.total for hand in hands), 0, LIVES]
    parts = [
        [np.array([place[HandState(first, paired, key)] for key in _keys(first)]) for paired in (False, True)]
        for first in range(VALUES)
    ]
    return States(
        hands,
        growth,
        first_split=place[HandState(ACE, False, key_of([ACE]))],
        whole=np.array([place[HandState(None, False, key)] for key in _keys(None)]),
        parts=tuple((apart, paired) for apart, paired in parts),
        finished=np.array([*(hand.is_finished for hand in hands), True, True]),
        one_card=np.array([*(_size(hand) == 1 for hand in hands), False, False]),
    )
