"""The batch evaluator compared with the single-hand evaluator, and its input checks."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from pitboss import poker
from pitboss.poker import rank7, rank_hand


def shuffled_hands(count: int) -> np.ndarray:
    rng = np.random.default_rng(7)
    return np.argsort(rng.random((count, 52)), axis=1)[:, :7]


def test_batch_matches_single_hand_evaluator() -> None:
    hands = shuffled_hands(20_000)
    assert rank7(hands).tolist() == [rank_hand(row) for row in hands.tolist()]


def test_batch_matches_single_hand_evaluator_on_flushes_and_quads() -> None:
    hands = shuffled_hands(60_000)
    crowded = hands[
        np.logical_or((hands % 4 == 2).sum(axis=1) >= 5, (hands // 4 == hands[:, :1] // 4).sum(axis=1) >= 3)
    ]
    assert len(crowded) > 500
    assert rank7(crowded).tolist() == [rank_hand(row) for row in crowded.tolist()]


def test_empty_batch_returns_no_ranks() -> None:
    assert rank7(np.zeros((0, 7), dtype=np.int64)).shape == (0,)


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        (np.zeros((2, 5), dtype=np.int64), "rows of seven cards"),
        (np.zeros(7, dtype=np.int64), "rows of seven cards"),
        (np.arange(7.0).reshape(1, 7), "whole numbers"),
        (np.arange(46, 53).reshape(1, 7), "from 0 .2c. to 51 .As."),
        (np.array([[0, 1, 2, 3, 4, 5, -1]]), "from 0 .2c. to 51 .As."),
        (np.array([[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 0]]), "row 1 .2c 2d 2h 2s 3c 3d 2c. holds a card twice"),
    ],
)
def test_invalid_input_is_rejected_with_a_message(hands: np.ndarray, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        rank7(hands)


def test_facade_loads_numba_lazily() -> None:
    loaded = "import sys, pitboss.poker; print('numba' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"
    assert set(poker.__all__) <= set(dir(poker))
