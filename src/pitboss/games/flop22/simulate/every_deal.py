"""A strategy evaluated on every deal of Flop 22 instead of random ones: 52 × 51 × 50 × 49 deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.games.flop22.simulate.kernels import EXTRAS, HAND_CELLS
from pitboss.solving.answers.simulator import Counts, Result

Codes = NDArray[np.uint8]
_DECK = np.arange(52)


class Settles(Protocol):
    """An object that can settle a cell."""

    def settle(self, cell: int) -> Mapping[str, Result]:
        """Return the stake and net of each bet."""


def deals_by_cell(fields: Codes, hands: Codes, extras: Codes, cells: int) -> Counts:
    """Return the number of deals that end in each cell."""
    counts = np.zeros(cells, np.int64)
    for card in _DECK:
        left = np.delete(_DECK, card)
        first, second, third = (flop.ravel() for flop in np.meshgrid(left, left, left, indexing="ij"))
        apart = (first != second) & (first != third) & (second != third)
        first, second, third = first[apart], second[apart], third[apart]
        bets = (extras[0, card, 52, 52], extras[1, card, first, 52], extras[2, card, first, second])
        cell = np.full(first.size, fields[card], np.int64)
        for flop, extra in zip((first, second, third), bets, strict=True):
            cell = cell * HAND_CELLS + hands[card, flop].astype(np.int64) * EXTRAS + extra
        counts += np.bincount(cell, minlength=cells)
    return counts


def spreads_of(settles: Settles, deals: Counts) -> dict[str, dict[Fraction, Fraction]]:
    """Return the distribution of each bet's net when it is made, and of a whole game as `played`."""
    nets: dict[str, Counter[Fraction]] = {}
    for cell in deals.nonzero()[0]:
        settled, count = settles.settle(int(cell)), int(deals[cell])
        for bet, result in settled.items():
            nets.setdefault(bet, Counter())[result.net / result.stake] += count
        nets.setdefault("played", Counter())[sum((each.net for each in settled.values()), Fraction(0))] += count
    return {
        bet: {net: Fraction(count, counts.total()) for net, count in counts.items()} for bet, counts in nets.items()
    }
