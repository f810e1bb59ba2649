"""
Every hand a player can hold, as a graph: which card leads where.

There are 21 families of hands: the hand as dealt, and for each pair that may be split the hands that
grow from one of its cards, apart by whether the second card paired it again. A hand is known by its cards.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.dealer import VALUES, Composition
from pitboss.ranking.totals import BLACKJACK, best_total, is_soft

DEALT = 0
FAMILIES = 1 + 2 * VALUES
MOST_GONE = 5
"""At most so many other cards of the pair need be thought gone: three hands' and two that inclusion–exclusion adds."""
_BITS = 5
_ONE = np.array([1 << (_BITS * v) for v in range(VALUES)], dtype=np.int64)


def grown(pair: int) -> int:
    """The family of hands that start with one card of a split pair and another value."""
    return 1 + pair


def paired(pair: int) -> int:
    """The family of hands that start with one card of a split pair and its like again."""
    return 1 + VALUES + pair


class Nodes(NamedTuple):
    """All hands, family by family, and in a family by hard total, so that a card always leads onward."""

    family: NDArray[np.intp]  # where each family starts, and the end
    draw: NDArray[np.int32]  # by node and value: the node that card leads to, -1 a bust
    total: NDArray[np.uint8]
    soft: NDArray[np.bool_]
    cards: NDArray[np.uint8]
    stays: NDArray[np.bool_]  # takes no more cards: 21, or a split ace that has its one card (FB-2, FB-3)
    rows: NDArray[np.int32]  # by node and number of pair cards gone: its row of `removed`
    removed: NDArray[np.uint8]  # every set of cards whose absence from the shoe matters
    two: NDArray[np.int32]  # as dealt or after a split, by first and second card: their node


def _multisets(most: int, low: int = 1) -> list[tuple[int, ...]]:
    """Ascending card values with a hard total of at most `most`, the empty hand included."""
    hands: list[tuple[int, ...]] = [()]
    for value in range(low, min(VALUES, most) + 1):
        hands += [(value, *rest) for rest in _multisets(most - value, value)]
    return hands


def _compositions(counts: Composition | None) -> NDArray[np.uint8]:
    """All hands of two cards or more that have not bust, by hard total; only such as the shoe can deal."""
    hands = sorted((h for h in _multisets(BLACKJACK) if len(h) > 1), key=lambda h: (sum(h), h))
    table = np.zeros((len(hands), VALUES), dtype=np.uint8)
    for row, hand in enumerate(hands):
        for value in hand:
            table[row, value - 1] += 1
    if counts is None:
        return table
    dealt: NDArray[np.uint8] = table[(table <= np.array(counts)).all(axis=1) | (table.sum(axis=1) == 2)]
    return dealt


def _members(hands: NDArray[np.uint8], pair: int, again: bool) -> NDArray[np.bool_]:
    """Which hands belong to a family after a split; split aces get one card each (FB-3)."""
    cards = hands.sum(axis=1)
    inside = hands[:, pair] > (1 if again else 0)
    if not again:
        inside &= cards > hands[:, pair]
    return inside & (cards == 2) if pair == 0 else inside


def _lookup(codes: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.int32]:
    """Where each wanted code stands in the list of codes, -1 where it does not."""
    order = np.argsort(codes)
    at = np.minimum(np.searchsorted(codes, wanted, sorter=order), len(codes) - 1)
    found = order[at]
    return np.where(codes[found] == wanted, found, -1).astype(np.int32)


def _draws(starts: NDArray[np.intp], codes: NDArray[np.int64]) -> NDArray[np.int32]:
    """Where each card leads each node; it stays in its family."""
    draw = np.empty((len(codes), VALUES), dtype=np.int32)
    for family in range(FAMILIES):
        part = slice(starts[family], starts[family + 1])
        to = _lookup(codes[part], (codes[part, None] + _ONE).ravel()).reshape(-1, VALUES)
        draw[part] = np.where(to >= 0, to + starts[family], -1)
    return draw


def _rows(starts: NDArray[np.intp], codes: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Each node's rows by pair cards gone, and the cards that each row takes from the shoe."""
    gone = np.zeros((len(codes), MOST_GONE + 1), dtype=np.int64)
    for family in range(1, FAMILIES):
        gone[starts[family] : starts[family + 1]] = np.arange(MOST_GONE + 1) * _ONE[(family - 1) % VALUES]
    row_codes, rows = np.unique(codes[:, None] + gone, return_inverse=True)
    removed = (row_codes[:, None] // _ONE % (1 << _BITS)).astype(np.uint8)
    return rows.reshape(gone.shape).astype(np.int32), removed


@cache
def nodes(counts: Composition | None = None) -> Nodes:
    """The graph of hands that a shoe of these cards can deal; without counts, all hands."""
    hands = _compositions(counts)
    members = [np.arange(len(hands))]
    members += [np.flatnonzero(_members(hands, pair, again)) for again in (False, True) for pair in range(VALUES)]
    starts = np.cumsum([0, *(len(m) for m in members)]).astype(np.intp)
    own = hands[np.concatenate(members)]
    codes = own.astype(np.int64) @ _ONE
    hard, ace = (own * np.arange(1, VALUES + 1)).sum(axis=1), own[:, 0] > 0
    totals = [(best_total(int(h), bool(a)), is_soft(int(h), bool(a))) for h, a in zip(hard, ace, strict=True)]
    total = np.array([total for total, _ in totals], dtype=np.uint8)
    stays = total == BLACKJACK
    for family in (grown(0), paired(0)):
        stays[starts[family] : starts[family + 1]] = True
    rows, removed = _rows(starts, codes)
    soft, cards = np.array([soft for _, soft in totals]), own.sum(axis=1).astype(np.uint8)
    return Nodes(starts, _draws(starts, codes), total, soft, cards, stays, rows, removed, _first_two(starts, codes))


def _first_two(starts: NDArray[np.intp], codes: NDArray[np.int64]) -> NDArray[np.int32]:
    """By first and second card: the node as dealt, after a split with another card, and with its like."""
    two = np.empty((2, VALUES, VALUES), dtype=np.int32)
    for first in range(VALUES):
        for second in range(VALUES):
            code = np.array([_ONE[first] + _ONE[second]])
            for after in (0, 1):
                family = (paired(first) if first == second else grown(first)) if after else DEALT
                part = slice(starts[family], starts[family + 1])
                two[after, first, second] = _lookup(codes[part], code)[0] + starts[family]
    return two


def node_of(graph: Nodes, cards: tuple[int, ...], after_split: bool) -> int:
    """The node of a hand by its cards' values in order; after a split the first is the pair's."""
    node = int(graph.two[int(after_split), cards[0], cards[1]])
    for card in cards[2:]:
        if graph.total[node] == BLACKJACK:
            raise ValueError("a hand of 21 takes no more cards")
        node = int(graph.draw[node, card])
        if node < 0:
            raise ValueError("this hand has more than 21: it has lost already")
    return node
