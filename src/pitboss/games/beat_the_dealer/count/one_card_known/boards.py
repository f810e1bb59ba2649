"""Flops and boards of four cards up to the names of all suits but the first, and what is counted looked up for them."""

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
_AT_ONCE = 200
NAMINGS = 6
"""In so many ways the other three suits can be named."""
ONE, OTHER = np.tril_indices(52, -1)
"""Both cards of every hole, the higher first, by its number."""


class KnownBoards(NamedTuple):
    """Boards of three or four cards, one for all that differ only in the names of all suits but the first."""

    cards: Ints
    alike: Ints
    """How many boards it stands for."""
    by_rank: Ints
    """Where to find it by rank."""
    in_view: Ints
    """Where to find it as seen in each suit; the row after the last if that suit is out of reach."""
    flops: Ints
    """Which flops are in it, of all flops; of a flop, which it is by each naming of the suits."""
    number: Ints
    """Its own, of all that are told apart here."""

    def without(self, card: int) -> KnownBoards:
        """Those that do not hold this card of the first suit."""
        chosen = (self.cards != card).all(axis=1)
        return KnownBoards(*(column[chosen] for column in self))


class KnownHoles(NamedTuple):
    """All holes, by number."""

    where: NDArray[np.uint16]
    """As in `Holes`, with the class in place of the starting hand: apart by which cards are of the first suit."""
    holding: Ints
    """By card: the holes that hold it."""
    renamed: NDArray[np.uint16]
    """By naming of the suits and hole: the hole it becomes."""
    rank_pairs: Ints
    """For each pair of kinds the pair of their ranks."""


class KnownTable(NamedTuple):
    """All that lies on the table, whatever card is known."""

    flops: KnownBoards
    boards: KnownBoards
    holes: KnownHoles


@lru_cache(maxsize=1)
def known_table(in_pack: tuple[int, ...]) -> KnownTable:
    """Every flop, every board of four and every hole of a pack of these ranks."""
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
    """By naming of all suits but the first, and code: the card it becomes."""
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
    """The rows of boards as seen in a suit; the row after the last if more than two cards are of others."""
    least = cards.shape[1] - 2
    all_views, in_suit = views(cards.shape[1], least), cards & 3 == suit
    others = np.sort(np.where(in_suit, -1, cards >> 2), axis=1)
    rows = all_views.row(np.bitwise_or.reduce(in_suit << (cards >> 2), axis=1), others[:, -1], others[:, -2])
    return np.where(in_suit.sum(axis=1) < least, len(all_views.suited), rows)


def _holes() -> KnownHoles:
    where = hole_rows(ONE, OTHER)
    where[START] += STARTS * ((ONE & 3 == 0) + 2 * (OTHER & 3 == 0)).astype(np.uint16)
    holding = np.array([np.flatnonzero((card == ONE) | (card == OTHER)) for card in range(52)])
    high, low = (many(_namings()[:, ONE], _namings()[:, OTHER]) for many in (np.maximum, np.minimum))
    return KnownHoles(where, holding, (high * (high - 1) // 2 + low).astype(np.uint16), rank_pairs())


def look_up(
    row: int, boards: KnownBoards, card: int, sums: OneCardSums, holes: KnownHoles, by_kind: Ints, packed: Ints
) -> None:  # fmt: skip
    """The packed counts of every hole with these board cards; nothing for a hole that cannot be held."""
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
        lies = boards.cards[row, place] if place < boards.cards.shape[1] else card
        for at in range(holes.holding.shape[1]):
            packed[holes.holding[lies, at]] = 0


compile_with_kernels(look_up)


def summed_by_hole(boards: KnownBoards, columns: int, play: Callable[[int, int, Ints], None]) -> Ints:
    """What a kernel adds up by hole over all of these boards, some at a time on all cores."""
    tallies: list[Ints] = []

    def on_some(begin: int, end: int) -> None:
        found = np.zeros((columns, HOLES), np.int64)
        play(begin, end, found)
        tallies.append(found)

    on_all_cores(on_some, len(boards.cards), _AT_ONCE)
    return np.asarray(np.sum(tallies, axis=0))
