"""Suit isomorphism: cards that differ only by a permutation of suits share one number and one table entry."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

RENAMINGS = 24
RENAMING_BITS = 5
"""The low bits of a packed spot, which hold the suit permutation that leads to it; its number is in those above."""


@cache
def renamed() -> NDArray[np.uint8]:
    """Return the image of each card under each suit permutation. Axes: permutation, code."""
    codes = np.arange(52)
    return np.array([codes & ~3 | np.array(names)[codes & 3] for names in permutations(range(4))], np.uint8)


class Spots(NamedTuple):
    """Every flop, and every flop and turn, numbered up to suit isomorphism."""

    renamed: NDArray[np.uint8]
    """As returned by `renamed`."""
    flops: NDArray[np.uint16]
    """The flop's number, in the bits above the permutation that makes it canonical. Axes: three codes in any order."""
    boards: NDArray[np.uint32]
    """The same for flop and turn. Axes: the flop's number, the turn after the flop's permutation."""


class CardSets(NamedTuple):
    """The canonical cards of each number."""

    flops: Ints
    boards: Ints


def least_named(cards: Ints) -> tuple[NDArray[np.uint64], Ints]:
    """Return the smallest card set of each row under suit permutations, and the permutation."""
    sets = np.zeros((RENAMINGS, len(cards)), np.uint64)
    for column in cards.T:
        sets |= np.uint64(1) << renamed()[:, column].astype(np.uint64)
    return sets.min(axis=0), sets.argmin(axis=0)


def _numbered(cards: Ints) -> tuple[Ints, Ints]:
    """
    Number the rows up to suit isomorphism. Return the number and the permutation of each row, packed into one integer,
    and the cards of each number. Rows with a duplicate card get number 0.
    """
    keys, renaming = least_named(cards)
    codes = np.arange(52).astype(np.uint64)
    whole = (keys[:, None] >> codes & np.uint64(1)).sum(axis=1) == cards.shape[1]
    known = np.unique(keys[whole])
    number = np.where(whole, np.searchsorted(known, keys), 0)
    held = np.nonzero(known[:, None] >> codes & np.uint64(1))[1].reshape(len(known), cards.shape[1])
    return number << RENAMING_BITS | renaming, held


@cache
def spots() -> tuple[Spots, CardSets]:
    """Return all flops and boards: 1,755 and 16,432 up to suit isomorphism."""
    code = np.arange(52)
    triples = np.stack(np.meshgrid(code, code, code, indexing="ij"), axis=3).reshape(-1, 3)
    by_flop, flops = _numbered(triples)
    fours = np.concatenate([np.repeat(flops, 52, axis=0), np.tile(code, len(flops))[:, None]], axis=1)
    by_board, boards = _numbered(fours)
    tables = Spots(
        renamed(), by_flop.astype(np.uint16).reshape(52, 52, 52), by_board.astype(np.uint32).reshape(len(flops), 52)
    )
    return tables, CardSets(flops, boards)
