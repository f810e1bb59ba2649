"""Flops and four-card boards up to isomorphism of all suits but the first, and lookups of their counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels
from pitboss.games.beat_the_dealer.count.kernels import BY_RANK, IN_VIEW, START, Ints
from pitboss.games.beat_the_dealer.count.solve import STARTS
from pitboss.games.beat_the_dealer.count.tally import hole_rows
from pitboss.solving.holdem.one_card import OneCardSums
from pitboss.solving.holdem.poker_tables import RANK_KEYS, ways
from pitboss.solving.holdem.river_sums import on_all_cores
from pitboss.solving.holdem.suit_views import rank_pairs, views

SUITS = 4
HOLES = 1326
_BATCH = 200
NAMINGS = 6
"""The number of permutations of the other three suits."""
ONE, OTHER = np.tril_indices(52, -1)
"""Both cards of every pair of hole cards by its number, the higher card first."""


class KnownBoards(NamedTuple):
    """Boards of three or four cards, one for each class under permutation of all suits but the first."""

    cards: Ints
    alike: Ints
    """The number of boards that each one represents."""
    by_rank: Ints
    """Row index of the board by rank."""
    in_view: Ints
    """Row index of the board in each suit view; one past the last row if no flush in that suit is possible."""
    flops: Ints
    """The indices of the flops in a four-card board, or, for a flop, its index under each suit permutation."""
    number: Ints
    """The board's own index among all classes."""

    def without(self, card: int) -> KnownBoards:
        """Return the boards that do not contain this card of the first suit."""
        chosen = (self.cards != card).all(axis=1)
        return KnownBoards(*(column[chosen] for column in self))


class KnownHoles(NamedTuple):
    """All pairs of hole cards, by number."""

    where: NDArray[np.uint16]
    """As in `Holes`, but with the class in place of the starting hand: classes distinguish cards of the first suit."""
    holding: Ints
    """The pairs of hole cards that contain each card. Axes: card, pair."""
    renamed: NDArray[np.uint16]
    """The pair of hole cards that each one becomes. Axes: suit permutation, pair."""
    rank_pairs: Ints
    """The rank pair index of each kind pair index."""


class KnownTable(NamedTuple):
    """All flops, boards and hole cards, independent of the known card."""

    flops: KnownBoards
    boards: KnownBoards
    holes: KnownHoles


@lru_cache(maxsize=1)
def known_table(in_pack: tuple[int, ...]) -> KnownTable:
    """Return every flop, four-card board and pair of hole cards from a pack with these ranks."""
    cards = [code for code in range(52) if in_pack[code >> 2]]
    flops, boards = (np.array(list(combinations(cards, size)), np.uint8) for size in (3, 4))
    number = np.zeros((52, 52, 52), np.int64)
    number[tuple(flops.T)] = np.arange(len(flops))
    flop, board = (_up_to_names(dealt) for dealt in (flops, boards))
    namings = np.stack([np.sort(name[flop.cards], axis=1) for name in _namings()], axis=1)
    parts = np.stack([np.delete(board.cards, place, axis=1) for place in range(4)], axis=1)
    return KnownTable(
        flop._replace(flops=number[tuple(np.moveaxis(namings, 2, 0))]),
        board._replace(flops=number[tuple(np.moveaxis(parts, 2, 0))]),
        _holes(),
    )


def _namings() -> Ints:
    """Return the image of each card under each permutation of all suits but the first. Axes: permutation, code."""
    codes = np.arange(52)
    return np.array([codes & ~3 | np.array((0, *names))[codes & 3] for names in permutations(range(1, 4))])


def _up_to_names(dealt: NDArray[np.uint8]) -> KnownBoards:
    ranks = np.array([((dealt & 3 == suit) << (dealt >> 2).astype(np.int64)).sum(axis=1) for suit in range(SUITS)])
    ranks[1:].sort(axis=0)
    names = ranks[0] << 39 | ranks[1] << 26 | ranks[2] << 13 | ranks[3]
    _, first, alike = np.unique(names, return_index=True, return_counts=True)
    cards = dealt[first].astype(np.int64)
    by_rank = ways(cards.shape[1]).number(RANK_KEYS[cards >> 2].sum(axis=1))
    in_view = np.stack([_view_rows(cards, suit) for suit in range(SUITS)], axis=1)
    return KnownBoards(cards, alike.astype(np.int64), by_rank, in_view, cards, np.arange(len(cards)))


def _view_rows(cards: Ints, suit: int) -> Ints:
    """Return the row indices of boards in a suit view; one past the last if more than two cards are of other suits."""
    least = cards.shape[1] - 2
    all_views, in_suit = views(cards.shape[1], least), cards & 3 == suit
    others = np.sort(np.where(in_suit, -1, cards >> 2), axis=1)
    rows = all_views.row(np.bitwise_or.reduce(in_suit << (cards >> 2), axis=1), others[:, -1], others[:, -2])
    return np.where(in_suit.sum(axis=1) < least, len(all_views.suited), rows)


def _holes() -> KnownHoles:
    where = hole_rows(ONE, OTHER)
    where[START] += STARTS * ((ONE & 3 == 0) + 2 * (OTHER & 3 == 0)).astype(np.uint16)
    holding = np.array([np.flatnonzero((card == ONE) | (card == OTHER)) for card in range(52)])
    high, low = (pick(_namings()[:, ONE], _namings()[:, OTHER]) for pick in (np.maximum, np.minimum))
    return KnownHoles(where, holding, (high * (high - 1) // 2 + low).astype(np.uint16), rank_pairs())


def look_up(
    row: int, boards: KnownBoards, card: int, sums: OneCardSums, holes: KnownHoles, by_kind: Ints, packed: Ints
) -> None:  # fmt: skip
    """Look up the packed counts of all hole cards with this board. Impossible hole cards get 0."""
    pairs, none, is_first = sums.by_rank[boards.by_rank[row]], sums.own_suit.shape[0] - 1, True
    for suit in range(SUITS):
        at = boards.in_view[row, suit]
        if at == none:
            continue
        kinds, view = holes.where[IN_VIEW + suit], sums.own_suit[at] if suit == 0 else sums.other_suit[at]
        if is_first:
            for kind in range(by_kind.size):
                by_kind[kind] = view[kind] + pairs[holes.rank_pairs[kind]]
            for hole in range(packed.size):
                packed[hole] = by_kind[kinds[hole]]
        else:
            for hole in range(packed.size):
                packed[hole] += view[kinds[hole]]
        is_first = False
    if is_first:
        for hole in range(packed.size):
            packed[hole] = pairs[holes.where[BY_RANK, hole]]
    for place in range(boards.cards.shape[1] + 1):
        code = boards.cards[row, place] if place < boards.cards.shape[1] else card
        for at in range(holes.holding.shape[1]):
            packed[holes.holding[code, at]] = 0


compile_with_kernels(look_up)


def summed_by_hole(boards: KnownBoards, columns: int, play: Callable[[int, int, Ints], None]) -> Ints:
    """Return a kernel's sums over all these boards for each pair of hole cards, computed in chunks on all cores."""
    tallies: list[Ints] = []

    def on_some(begin: int, end: int) -> None:
        sums = np.zeros((columns, HOLES), np.int64)
        play(begin, end, sums)
        tallies.append(sums)

    on_all_cores(on_some, len(boards.cards), _BATCH)
    return np.asarray(np.sum(tallies, axis=0))
