"""Counts of all poker hands by class, compared with the well-known figures."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel
from pitboss.ranking.poker import card_bit, class_of, rank_of_packed
from pitboss.solving.holdem.poker_hands import CLASSES


@kernel
def count_five_card_classes(counts: NDArray[np.int64]) -> None:
    """Count all 2,598,960 five-card hands by class."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                three = card_bit(a) | card_bit(b) | card_bit(c)
                for d in range(c):
                    for e in range(d):
                        counts[class_of(rank_of_packed(three | card_bit(d) | card_bit(e), 0))] += 1


@kernel
def count_seven_card_classes(first: int, counts: NDArray[np.int64]) -> None:
    """Count the seven-card hands whose highest code is `first` by class. Together there are 133,784,560."""
    for b in range(first):
        for c in range(b):
            for d in range(c):
                four = card_bit(first) | card_bit(b) | card_bit(c) | card_bit(d)
                for e in range(d):
                    for f in range(e):
                        six = four | card_bit(e) | card_bit(f)
                        for g in range(f):
                            counts[class_of(rank_of_packed(six | card_bit(g), 2))] += 1


def test_all_five_card_hands_by_class() -> None:
    counts = np.zeros(CLASSES, dtype=np.int64)
    count_five_card_classes(counts)
    assert counts.tolist() == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]


@pytest.mark.slow
def test_all_seven_card_hands_by_class() -> None:
    counts = np.zeros(CLASSES, dtype=np.int64)
    for first in range(6, 52):
        count_seven_card_classes(first, counts)
    assert counts.tolist() == [
        23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324,
    ]  # fmt: skip
