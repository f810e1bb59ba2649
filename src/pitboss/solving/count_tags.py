"""A balanced card count with small integer tags, fitted to the effects of removal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LARGEST = 3
"""The largest tag. Larger ones are too hard for most people at a table."""
_WORTH_IT = 0.01
"""The minimum gain in correlation that justifies a larger tag."""


class Tags(NamedTuple):
    """The tag of each kind of card, and the correlation of the tags with the effects of removal."""

    tags: tuple[int, ...]
    correlation: float


def fit_tags(effects: Sequence[float], cards: Sequence[int]) -> Tags:
    """
    Return the tags that best fit these effects. `cards` is the number of cards of each kind in a deck.

    >>> fit_tags([1.0, -1.0, 0.1], [4, 4, 44]).tags
    (1, -1, 0)
    """
    weights, wanted = np.array(cards, float), np.array(effects, float)
    best = Tags((0,) * len(cards), 0.0)
    for largest in range(1, LARGEST + 1):
        fitted = max(
            (_tried(wanted, weights, largest, scale) for scale in _scales(wanted, largest)), key=lambda t: t[1]
        )
        if fitted.correlation > best.correlation + _WORTH_IT:
            best = fitted
    return best


def _scales(wanted: NDArray[np.float64], largest: int) -> NDArray[np.float64]:
    return np.linspace(0.3, 3.0, 400) * largest / max(float(np.abs(wanted).max()), 1e-12)


def _tried(wanted: NDArray[np.float64], weights: NDArray[np.float64], largest: int, scale: float) -> Tags:
    tags = _balanced(np.clip(np.rint(wanted * scale), -largest, largest), wanted * scale, weights, largest)
    return Tags(tuple(int(tag) for tag in tags), _correlation(wanted, tags, weights))


def _balanced(
    tags: NDArray[np.float64], exact: NDArray[np.float64], weights: NDArray[np.float64], largest: int
) -> NDArray[np.float64]:
    """Change tags by one, with the least loss of fit, until the tags of a whole deck sum to zero."""
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
