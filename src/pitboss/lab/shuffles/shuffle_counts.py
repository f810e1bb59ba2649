"""Counts over many shuffles, tested against the expected counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CARDS
from pitboss.compute.bulk_shuffles import Orders
from pitboss.lab.shuffles.shuffle_answer import ShuffleFamily
from pitboss.statistics.chi_squared import chi_squared_tail

Counts = NDArray[np.int64]


class Counted:
    """
    Counts by card and position, and of adjacent cards.

    Pairs at fixed positions have cards × (cards − 1) cells each; they are tested only if there are enough shuffles.
    """

    def __init__(self, cards: int, least: int) -> None:
        self.cards, self.least = cards, least
        self.places: Counts = np.zeros((cards, cards), np.int64)
        self.after: Counts = np.zeros((cards, cards + 1), np.int64)
        self._keeps_pairs = cards <= len(CARDS)
        self.pairs: Counts = np.zeros((cards - 1, cards * cards) if self._keeps_pairs else (0, 0), np.int64)

    def add(self, orders: Orders) -> None:
        """Add these shuffles to the counts."""
        wide, order = self.cards, orders.astype(np.int64)
        at = order * wide + np.arange(wide)
        self.places += np.bincount(at.ravel(), minlength=wide * wide).reshape(wide, wide)
        following = np.concatenate([order[:, 1:], np.full((len(order), 1), wide)], axis=1)
        pair_cell = order * (wide + 1) + following
        self.after += np.bincount(pair_cell.ravel(), minlength=wide * (wide + 1)).reshape(wide, wide + 1)
        if self._keeps_pairs:
            both = order[:, :-1] * wide + order[:, 1:]
            for place in range(wide - 1):
                self.pairs[place] += np.bincount(both[:, place], minlength=wide * wide)

    def families(self, shuffles: int) -> Iterator[ShuffleFamily]:
        """Yield every test with all its p-values."""
        each = shuffles / self.cards
        names = [card.sign for card in CARDS] if self.cards == len(CARDS) else self._numbers()
        by_cell = (self.places - each) ** 2 / each
        yield self._family(
            "places-by-card", "The position of each card: all positions equally often.", names, by_cell.sum(axis=1)
        )
        yield self._family(
            "cards-by-place",
            "The card at each position: all cards equally often.",
            self._numbers(),
            by_cell.sum(axis=0),
        )
        # Rows and columns both sum to the number of shuffles: only (n − 1)² cells are free, so scale the sum down.
        whole = float(by_cell.sum()) * (self.cards - 1) / self.cards
        yield _tested("places", "Every card at every position, as one table.", ["all"], [whole], (self.cards - 1) ** 2)
        following = np.delete(self.after, np.arange(self.cards) * (self.cards + 2), axis=None)  # no card follows itself
        after = ((following.reshape(self.cards, self.cards) - each) ** 2 / each).sum(axis=1)
        yield self._family(
            "next-card", "The card after each card, or none if it is last: all equally often.", names, after
        )
        every = self.cards * (self.cards - 1)
        if self._keeps_pairs and shuffles >= self.least * every:
            yield self._pairs(shuffles / every, every)

    def _pairs(self, each: float, every: int) -> ShuffleFamily:
        apart = np.delete(self.pairs, np.arange(self.cards) * (self.cards + 1), axis=1)
        return _tested(
            "pairs-by-place", "The two cards at neighbouring positions, in order: all pairs equally often.",
            [f"{place}–{place + 1}" for place in range(1, self.cards)],
            (((apart - each) ** 2) / each).sum(axis=1).tolist(), every - 1,
        )  # fmt: skip

    def _numbers(self) -> list[str]:
        return [str(place) for place in range(1, self.cards + 1)]

    def _family(self, name: str, what: str, labels: list[str], statistics: Any) -> ShuffleFamily:
        return _tested(name, what, labels, statistics.tolist(), self.cards - 1)


def _tested(name: str, what: str, labels: list[str], statistics: list[float], freedom: int) -> ShuffleFamily:
    values = tuple(chi_squared_tail(each, freedom) for each in statistics)
    return ShuffleFamily(name, what, freedom, tuple(labels), tuple(statistics), values)
