"""Running the showdown counts on all cores, and reading them."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting import showdowns
from pitboss.counting.poker_tables import StrengthTables, strength_tables
from pitboss.counting.showdowns import Showdown
from pitboss.counting.suit_views import (
    HOLES_BY_RANK,
    HOLES_IN_VIEW,
    RANKS,
    RankBoards,
    SuitBoards,
    rank_boards,
    rank_keys,
    suit_boards,
)
from pitboss.ranking.poker import class_of


class RiverSums(NamedTuple):
    """Counts of all showdowns from four board cards and two hole cards on, up to suits."""

    rank_boards: RankBoards
    suit_boards: SuitBoards
    by_rank: NDArray[np.int64]
    by_suit: NDArray[np.int64]
    """The last row is all zero, for boards with no suit in reach of a flush."""


def showdown_rule(paid_from: int, in_pack: NDArray[np.int64]) -> Showdown:
    """Showdowns in which wins from a class of hands up are counted apart, with a pack of these ranks."""
    tables = strength_tables()
    order = np.unique(np.concatenate([tables.ranks, tables.flushes]))
    places = StrengthTables(
        tables.keys,
        tables.high,
        tables.low,
        np.searchsorted(order, tables.ranks).astype(np.int32),
        np.searchsorted(order, tables.flushes).astype(np.int32),
    )
    first_paid = int(np.searchsorted(class_of(order), paid_from))
    return Showdown(places, first_paid, rank_keys(), in_pack)


def on_all_cores(task: Callable[[int, int], None], size: int, chunk: int) -> None:
    """Run the task on slices of a range, in as many threads as there are cores; kernels release the lock."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in [pool.submit(task, begin, min(begin + chunk, size)) for begin in range(0, size, chunk)]:
            done.result()


def river_sums(rule: Showdown) -> RiverSums:
    """Count every showdown and sum over the rivers."""
    boards, rank_rivers = rank_boards(4), rank_boards(5)
    views, suit_rivers = suit_boards(4, least=2), suit_boards(5, least=3)
    by_rank = np.zeros((len(rank_rivers.held), HOLES_BY_RANK), dtype=np.int64)
    on_all_cores(lambda a, b: showdowns.count_by_rank(a, b, rank_rivers, rule, by_rank), len(by_rank), 500)
    by_suit = np.zeros((len(suit_rivers.suited), HOLES_IN_VIEW), dtype=np.int64)
    on_all_cores(
        lambda a, b: showdowns.count_by_suit(a, b, suit_rivers, rank_rivers, rule, by_rank, by_suit), len(by_suit), 1000
    )
    rank_sums = np.zeros((len(boards.held), HOLES_BY_RANK), dtype=np.int64)
    showdowns.sum_by_rank(boards, rank_rivers, rule, by_rank, rank_sums)
    suit_sums = np.zeros((len(views.suited) + 1, HOLES_IN_VIEW), dtype=np.int64)
    on_all_cores(
        lambda a, b: showdowns.sum_by_suit(a, b, views, suit_rivers, rule, by_suit, suit_sums), len(views.suited), 500
    )
    return RiverSums(boards, views, rank_sums, suit_sums)


FULL_PACK = np.ones(RANKS, dtype=np.int64)
