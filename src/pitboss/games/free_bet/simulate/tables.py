"""A strategy as small arrays, for a simulation or a bot to follow card by card."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.free_bet.count.counted_rules import CountedRules, free_double_nodes
from pitboss.games.free_bet.count.played_out import WayToPlay
from pitboss.solving.blackjack_legacy.hand_graph import HandGraph


class Tables(NamedTuple):
    """
    Strategy arrays. Start at `two[after_split, first, second]`, then follow `draw[node, card]` (-1 a bust).

    A hand paired again after a split is split if `again[pair, up, kind, hands - 2]`. Otherwise the action is
    `best[kind, node, up]`: 0 stand, 1 hit, 2 double, 3 split. Values and up cards run from 0 (ace) to 9 (ten).
    """

    two: NDArray[np.int16]
    draw: NDArray[np.int16]
    total: NDArray[np.uint8]
    best: NDArray[np.uint8]
    again: NDArray[np.uint8]
    free_double: NDArray[np.uint8]


def tables_of(terms: CountedRules, graph: HandGraph, plan: WayToPlay) -> Tables:
    """Return the plan as arrays."""
    again = np.array(plan.again, dtype=np.uint8).reshape(*np.shape(plan.again)[:2], 2, 2)
    return Tables(
        graph.two.astype(np.int16),
        graph.draw.astype(np.int16),
        graph.total,
        np.stack(plan.best),
        again,
        free_double_nodes(terms, graph).astype(np.uint8),
    )
