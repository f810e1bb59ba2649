"""The wins of any two hole cards by class of the winning hand, over all boards and opposing hands."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.ranking.poker import PokerClass, lowest_of
from pitboss.solving.holdem.poker_tables import RANKS
from pitboss.solving.holdem.river_sums import FULL_PACK, all_strengths, on_all_cores, showdown_rule
from pitboss.solving.holdem.showdowns import DealtBoards, Ints, Showdown, sum_wins
from pitboss.solving.holdem.suit_views import PAIRS, RANK_PAIRS, Boards, boards_by_rank, boards_in_view

_NOTHING = np.zeros((0, 0), dtype=np.int64)


class WinsByClass(NamedTuple):
    """Wins over all five-card boards by the winner's hand class. For actual cards, add their rank and view entries."""

    by_rank: Ints
    """Axes: pair of ranks held, class."""
    in_view: Ints
    """Axes: pair of kinds held in a suit view, class. The contribution of flushes in that suit."""


def wins_by_class(in_pack: Ints = FULL_PACK) -> WinsByClass:
    """Count the wins of all hole cards against all others on every board, from a pack of these ranks."""
    rule, places = showdown_rule(0), np.searchsorted(all_strengths(), [lowest_of(each) for each in PokerClass])
    flat, known = _summed(_dealt(boards_by_rank(5, in_pack), (4, 0), in_pack), rule, places, _NOTHING)
    views, _ = _summed(_dealt(boards_in_view(5, 3, in_pack), (3, 1), in_pack), rule, places, known)
    return WinsByClass(flat[:RANK_PAIRS], views)


def _dealt(boards: Boards, of_a_rank: tuple[int, int], in_pack: Ints) -> DealtBoards:
    """Return boards from a pack with `of_a_rank` cards of each rank off suit and in the suit."""
    whole = np.repeat(of_a_rank, RANKS) * np.tile(in_pack, 2)
    ways = np.array([[comb(count, taken) for taken in range(5)] for count in range(5)])
    taken = np.where(boards.key[:, None] < 0, 0, whole - boards.left)
    return DealtBoards(boards, whole, ways[whole, taken].prod(axis=1))


def _summed(dealt: DealtBoards, rule: Showdown, places: Ints, without: Ints) -> tuple[Ints, Ints]:
    """Return the sums over all boards, and the values of each board without flushes."""
    known = np.zeros((0, 0) if without.size else (len(dealt.ways), RANK_PAIRS), dtype=np.int64)
    parts: list[Ints] = []

    def add(begin: int, end: int) -> None:
        work, sums = np.empty((4, len(PAIRS)), np.int64), np.zeros((len(PAIRS), len(places)), np.int64)
        sum_wins(begin, end, dealt, rule, places, work, without, known, sums)
        parts.append(sums)

    on_all_cores(add, len(dealt.ways), 1000)
    return np.asarray(sum(parts)), known
