"""What is known of one kind of hand, own or free: how likely each hand is, and what its options are worth."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.values import VALUES, Numbers
from pitboss.games.free_bet.count.kernels import OPTIONS, Weights, weights_in


class Side(NamedTuple):
    """One kind of hand, own or free: all by node (and option) and up card."""

    rows: Numbers  # the weights, in rows as the kernels have them
    worth: Numbers
    best: NDArray[np.uint8]
    value: Numbers

    @property
    def weights(self) -> Weights:
        """How likely each hand is, and how it then stands."""
        return weights_in(self.rows)


def blank_side(count: int, number: np.dtype[np.generic]) -> Side:
    """Tables to fill."""
    rows = np.zeros((count, 3 * VALUES), dtype=number)
    worth = np.full((count, OPTIONS, VALUES), -np.inf, dtype=number)
    return Side(rows, worth, np.zeros((count, VALUES), dtype=np.uint8), np.zeros((count, VALUES), dtype=number))
