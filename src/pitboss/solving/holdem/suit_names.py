"""Cards up to the names of their suits: all cards that differ only in those share one number, and one table entry."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

RENAMINGS = 24
RENAMING_BITS = 5
"""A spot packs its number above the renaming that leads to it."""


@cache
def renamed() -> NDArray[np.uint8]:
    """By renaming of the suits and code: the card it becomes."""
    codes = np.arange(52)
    return np.array([codes & ~3 | np.array(names)[codes & 3] for names in permutations(range(4))], np.uint8)


class Spots(NamedTuple):
    """Every flop, and every flop and turn, under one number for all that differ only in the names of their suits."""

    renamed: NDArray[np.uint8]
    """As `renamed` gives it."""
    flops: NDArray[np.uint16]
    """By three codes in any order: the flop's number, above the renaming that makes the flop the one that is kept."""
    boards: NDArray[np.uint32]
    """By the flop's number and the turn so renamed: the same for flop and turn."""


class CardSets(NamedTuple):
    """The cards that stand for all alike, by their number."""

    flops: Ints
    boards: Ints


def least_named(cards: Ints) -> tuple[NDArray[np.uint64], Ints]:
    """For each row of cards the least set of cards that renaming suits can make of it, and the renaming."""
    sets = np.zeros((RENAMINGS, len(cards)), np.uint64)
    for column in cards.T:
        sets |= np.uint64(1) << renamed()[:, column].astype(np.uint64)
    return sets.min(axis=0), sets.argmin(axis=0)


def _numbered(cards: Ints) -> tuple[Ints, Ints]:
    """For each row of cards its number above its renaming, and the cards of each number; a card twice has number 0."""
    keys, renaming = least_named(cards)
    codes = np.arange(52).astype(np.uint64)
    whole = (keys[:, None] >> codes & np.uint64(1)).sum(axis=1) == cards.shape[1]
    known = np.unique(keys[whole])
    number = np.where(whole, np.searchsorted(known, keys), 0)
    held = np.nonzero(known[:, None] >> codes & np.uint64(1))[1].reshape(len(known), cards.shape[1])
    return number << RENAMING_BITS | renaming, held


@cache
def spots() -> tuple[Spots, CardSets]:
    """All flops and boards: 1,755 and 16,432 up to the names of suits."""
    code = np.arange(52)
    triples = np.stack(np.meshgrid(code, code, code, indexing="ij"), axis=3).reshape(-1, 3)
    by_flop, flops = _numbered(triples)
    fours = np.concatenate([np.repeat(flops, 52, axis=0), np.tile(code, len(flops))[:, None]], axis=1)
    by_board, boards = _numbered(fours)
    tables = Spots(
        renamed(), by_flop.astype(np.uint16).reshape(52, 52, 52), by_board.astype(np.uint32).reshape(len(flops), 52)
    )
    return tables, CardSets(flops, boards)
