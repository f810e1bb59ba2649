"""All poker hands counted by class against the well-known counts."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.solving.holdem.poker_hands import CLASSES, count_five_card_classes, count_seven_card_classes


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
