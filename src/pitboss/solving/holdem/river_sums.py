"""Showdown counts, computed on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.ranking.poker import lowest_of
from pitboss.solving.holdem.poker_tables import RANK_KEYS, RANKS, strength_tables
from pitboss.solving.holdem.showdowns import Ints, Showdown, count_boards, sum_rivers
from pitboss.solving.holdem.suit_views import (
    KINDS,
    PAIRS,
    RANK_PAIRS,
    Boards,
    Rivers,
    boards_by_rank,
    boards_in_view,
    pair_index,
    rank_pairs,
    rivers_by_rank,
    rivers_in_view,
)

FULL_PACK = np.ones(RANKS, dtype=np.int64)
_INDEX = pair_index(np.arange(KINDS)[:, None], np.arange(KINDS))


class RiverSums(NamedTuple):
    """Showdown counts for four board cards and two hole cards. For actual cards, add their rank and view entries."""

    by_rank: Ints
    """Axes: the board's rank combination, pair of ranks held."""
    in_view: Ints
    """Axes: the board's view, pair of kinds held. The last row is zero, for suits without a possible flush."""


class BoardCounts(NamedTuple):
    """Showdown counts for five board cards and two hole cards. For actual cards, add their rank and view entries."""

    by_rank: Ints
    in_view: Ints


@cache
def all_strengths() -> Ints:
    """Return all possible strengths of seven-card hands, weakest first."""
    tables = strength_tables()
    return np.unique(np.concatenate([tables.ranks, tables.flushes]))


def showdown_rule(paid_from: int) -> Showdown:
    """Return a showdown rule under which wins with this class of hands or better count as paid."""
    tables, order = strength_tables(), all_strengths()
    return Showdown(
        high=tables.high,
        low=tables.low,
        ranks=np.searchsorted(order, tables.ranks).astype(np.int32),
        flushes=np.searchsorted(order, tables.flushes).astype(np.int32),
        rank_keys=RANK_KEYS,
        pairs=np.array(PAIRS, dtype=np.uint8),
        rank_pairs=rank_pairs(),
        paid_from=int(np.searchsorted(order, lowest_of(paid_from))),
    )


def on_all_cores(task: Callable[[int, int], None], size: int, chunk: int) -> None:
    """Run the task on slices of a range, with one thread per core. Kernels release the GIL."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in [pool.submit(task, begin, min(begin + chunk, size)) for begin in range(0, size, chunk)]:
            done.result()


def _count(boards: Boards, rule: Showdown, without: Ints, holes: int) -> Ints:
    counts = np.zeros((len(boards.key), holes), dtype=np.int64)

    def count(begin: int, end: int) -> None:
        work = np.empty((3, len(PAIRS)), dtype=np.int64)
        count_boards(begin, end, boards, rule, work, without, counts)

    on_all_cores(count, len(counts), 1000)
    return counts


def sum_next(rivers: Rivers, counts: Ints, into: Ints | None = None) -> Ints:
    """Sum counts over the next card, into the given array if any. The row after the last is zero."""
    sums = np.empty((len(rivers.row) + 1, counts.shape[1]), dtype=np.int64) if into is None else into
    sums[-1] = 0
    on_all_cores(lambda a, b: sum_rivers(a, b, rivers.row, rivers.left, _INDEX, counts, sums), len(rivers.row), 1000)
    return sums


def board_counts(rule: Showdown, in_pack: Ints = FULL_PACK) -> BoardCounts:
    """Count every showdown on every five-card board."""
    by_rank = _count(boards_by_rank(5, in_pack), rule, np.zeros((0, 0), dtype=np.int64), RANK_PAIRS)
    return BoardCounts(by_rank, _count(boards_in_view(5, 3, in_pack), rule, by_rank, len(PAIRS)))


def river_sums(rule: Showdown, in_pack: Ints = FULL_PACK) -> RiverSums:
    """Count every showdown and sum over the rivers."""
    return sums_of(board_counts(rule, in_pack), in_pack)


def sums_of(counts: BoardCounts, in_pack: Ints = FULL_PACK) -> RiverSums:
    """Sum the counts of five-card boards over the rivers."""
    by_rank = sum_next(rivers_by_rank(in_pack), counts.by_rank)
    return RiverSums(by_rank, sum_next(rivers_in_view(in_pack), counts.in_view))
