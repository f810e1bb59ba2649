"""
Beat the Dealer's strategies as bit tables: one decision for all hole cards in every spot, up to suit isomorphism.

Turn and river bets pay even money under all house options, so their best decisions hold for all rules. They are
computed once and cached on disk. Only folding depends on the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.beat_the_dealer.count.kernels import Ints
from pitboss.games.beat_the_dealer.count.solve import Solution
from pitboss.games.beat_the_dealer.count.tally import hole_rows, view_rows
from pitboss.games.beat_the_dealer.deal.bot import has_paired, is_hopeless, ranks_of
from pitboss.games.beat_the_dealer.deal.hands import starting_hand
from pitboss.games.beat_the_dealer.simulate.kernels import HOLES, Codes, river_gains, turn_gains
from pitboss.solving.answers.cached_answers import cached_bytes
from pitboss.solving.holdem.poker_tables import RANK_KEYS, ways
from pitboss.solving.holdem.river_sums import on_all_cores, river_sums, showdown_rule
from pitboss.solving.holdem.suit_names import renamed, spots


class Decisions(NamedTuple):
    """A complete strategy as tables, in the layout of `KernelTables`."""

    folds: Codes
    turn: Codes
    river: Codes


ONE, OTHER = np.tril_indices(52, -1)
"""Both cards of every pair of hole cards by its number, the higher card first."""
_BEST_BETS = {"game": "beat-the-dealer", "what": "turn and river bets"}
"""The cache key of the best bets. No house option changes them."""


def best(solution: Solution) -> Decisions:
    """Fold as the solution says, and make the turn and river bets if they win more often than they lose."""
    folded = {start for start, hand in solution.starts.items() if hand.is_folded}
    return Decisions(folds_of(lambda one, other: starting_hand(one, other) in folded), *best_bets())


def basic() -> Decisions:
    """Play as the bot does."""
    _, sets = spots()
    holes: tuple[Any, Any] = ONE.astype(np.int16), OTHER.astype(np.int16)
    paired: list[Any] = []
    for dealt in (sets.flops, sets.boards):
        ranks: Any = np.array([ranks_of(cards) for cards in dealt.tolist()], np.int16)[:, None]
        paired.append(has_paired(*holes, ranks))
    return Decisions(folds_of(is_hopeless), *(bits_of(decided) for decided in paired))


def never_extra(solution: Solution) -> Decisions:
    """Fold as the solution says, and bet neither turn nor river."""
    decided = best(solution)
    return decided._replace(turn=np.zeros_like(decided.turn), river=np.zeros_like(decided.river))


def folds_of(is_folded: Callable[[int, int], bool]) -> Codes:
    """Return the fold table for a player who folds the hole cards that `is_folded` selects. Axes: both hole cards."""
    folds = np.zeros((52, 52), np.uint8)
    for one, other in zip(ONE.tolist(), OTHER.tolist(), strict=True):
        folds[one, other] = folds[other, one] = is_folded(one, other)
    return folds


def bits_of(decided: NDArray[np.bool_]) -> Codes:
    """Pack decisions by spot and hole cards into the kernel's bits."""
    return np.packbits(decided, bitorder="little")


@cache
def best_bets() -> tuple[Codes, Codes]:
    """Return the best turn bets and the best river bets, as bits."""
    _, sets = spots()
    bits = np.frombuffer(cached_bytes(_BEST_BETS, lambda: _bets_by(*_gains())), np.uint8).copy()
    turn, river = np.split(bits, [-(-len(sets.flops) * HOLES // 8)])
    return turn, river


def gains() -> tuple[Ints, NDArray[np.int32]]:
    """
    Return the gains from turn bets (axes: flop, hole cards) and river bets (board, hole cards), over all showdowns.

    The best bets follow from them and are cached too.
    """
    turn, river = _gains()
    cached_bytes(_BEST_BETS, lambda: _bets_by(turn, river))
    return turn, river


def _gains() -> tuple[Ints, NDArray[np.int32]]:
    river = _river_gains()
    return _turn_gains(river), river


def _bets_by(turn: Ints, river: NDArray[np.int32]) -> bytes:
    """Return the bets that win more often than they lose, as packed bits."""
    return bits_of(turn > 0).tobytes() + bits_of(river > 0).tobytes()


def _river_gains() -> NDArray[np.int32]:
    """Return the gain from a river bet summed over all showdowns. Axes: four-card board, hole cards."""
    boards = spots()[1].boards
    views = [view_rows(boards[None], np.full((1, len(boards)), suit))[0] for suit in range(4)]
    where = np.stack([*views, ways(4).number(RANK_KEYS[boards >> 2].sum(axis=1))], axis=1)
    holes, sums = hole_rows(ONE, OTHER), river_sums(showdown_rule(0))
    gains = np.zeros((len(boards), HOLES), np.int32)
    on_all_cores(lambda a, b: river_gains(a, b, boards, where, holes, sums, gains), len(boards), 500)
    return gains


def _turn_gains(river: NDArray[np.int32]) -> Ints:
    """Return the gain from a turn bet summed over all turns and showdowns. Axes: flop, hole cards."""
    tables, sets = spots()
    one, other = (renamed()[:, codes].astype(np.int64) for codes in (ONE, OTHER))
    high, low = np.maximum(one, other), np.minimum(one, other)
    holes = (high * (high - 1) // 2 + low).astype(np.uint16)
    gains = np.zeros((len(sets.flops), HOLES), np.int64)
    on_all_cores(lambda a, b: turn_gains(a, b, sets.flops, tables, holes, river, gains), len(sets.flops), 100)
    return gains
