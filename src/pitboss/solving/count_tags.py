"""A count that a person can keep: small whole numbers, zero over a deck, fitted to the effects of removal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LARGEST = 3
"""No tag is larger: more is beyond most people at a table."""
_WORTH_IT = 0.01
"""A larger tag must raise the correlation by so much."""


class Tags(NamedTuple):
    """What each kind of card adds to the count when it is gone, and how well that follows the effects of removal."""

    tags: tuple[int, ...]
    correlation: float


def fit_tags(effects: Sequence[float], cards: Sequence[int]) -> Tags:
    """
    The tags that follow these effects best, by kind of card with this many in a deck.

    >>> fit_tags([1.0, -1.0, 0.1], [4, 4, 44]).tags
    (1, -1, 0)
    """
    weights, wanted = np.array(cards, float), np.array(effects, float)
    best = Tags((0,) * len(cards), 0.0)
    for largest in range(1, LARGEST + 1):
        found = max((_tried(wanted, weights, largest, scale) for scale in _scales(wanted, largest)), key=lambda t: t[1])
        if found.correlation > best.correlation + _WORTH_IT:
            best = found
    return best


def _scales(wanted: NDArray[np.float64], largest: int) -> NDArray[np.float64]:
    return np.linspace(0.3, 3.0, 400) * largest / max(float(np.abs(wanted).max()), 1e-12)


def _tried(wanted: NDArray[np.float64], weights: NDArray[np.float64], largest: int, scale: float) -> Tags:
    tags = _balanced(np.clip(np.rint(wanted * scale), -largest, largest), wanted * scale, weights, largest)
    return Tags(tuple(int(tag) for tag in tags), _correlation(wanted, tags, weights))


def _balanced(
    tags: NDArray[np.float64], exact: NDArray[np.float64], weights: NDArray[np.float64], largest: int
) -> NDArray[np.float64]:
    """The tags changed by ones, where that hurts least, until a whole deck adds up to zero."""
    while (over := float(tags @ weights)) and (weights <= abs(over)).any():
        changed = tags - np.sign(over)
        hurts = np.where((weights <= abs(over)) & (np.abs(changed) <= largest), np.abs(changed - exact), np.inf)
        if not np.isfinite(hurts).any():
            break
        place = int(hurts.argmin())
        tags = tags.copy()
        tags[place] = changed[place]
    return tags


def _correlation(one: NDArray[np.float64], other: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    share = weights / weights.sum()
    a, b = one - share @ one, other - share @ other
    spread = float(np.sqrt((share @ a**2) * (share @ b**2)))
    return float(share @ (a * b)) / spread if spread > 0 else 0.0
