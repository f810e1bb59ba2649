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

from pitboss.ranking.totals import BLACKJACK, best_total, is_soft
from pitboss.solving.blackjack_legacy.player_hands import all_hands
from pitboss.solving.blackjack_legacy.values import ONE_OF, VALUES, Ints, Pack, counts_in, places

DEALT = 0
ENOUGH = (31,) * VALUES
"""Cards for any hand."""
FAMILIES = 1 + 2 * VALUES
MOST_GONE = 5
"""Other cards of the pair that may be gone: those of three hands, and two that inclusion and exclusion adds."""


def grown(pair: int) -> int:
    """The family of hands that start with one card of a split pair and another value."""
    return 1 + pair


def paired(pair: int) -> int:
    """The family of hands that start with one card of a split pair and its like again."""
    return 1 + VALUES + pair


class HandGraph(NamedTuple):
    """All hands, family by family, and in a family by hard total, so that a card always leads onward."""

    family: NDArray[np.intp]  # where each family starts, and the end
    draw: NDArray[np.int32]  # by node and value: the node that card leads to, -1 a bust
    total: NDArray[np.uint8]
    soft: NDArray[np.bool_]
    cards: NDArray[np.uint8]
    stays: NDArray[np.bool_]  # takes no more cards: 21, or a split ace that has its one card
    keys: Ints  # the cards of each hand
    rows: NDArray[np.int32]  # by node and number of pair cards gone: its row of `removed`
    removed: Ints  # every set of cards whose absence from the shoe matters, by key
    two: NDArray[np.int32]  # as dealt or after a split, by first and second card: their node


def _members(hands: Ints, pair: int, again: bool) -> NDArray[np.bool_]:
    """Which hands belong to a family after a split; split aces get one card each."""
    cards = hands.sum(axis=1)
    inside = hands[:, pair] > (1 if again else 0)
    if not again:
        inside &= cards > hands[:, pair]
    return inside & (cards == 2) if pair == 0 else inside


def _draws(starts: NDArray[np.intp], codes: Ints) -> NDArray[np.int32]:
    """Where each card leads each node; it stays in its family."""
    draw = np.empty((len(codes), VALUES), dtype=np.int32)
    for family in range(FAMILIES):
        part = slice(starts[family], starts[family + 1])
        to = places(codes[part], codes[part, None] + ONE_OF, -1)
        draw[part] = np.where(to >= 0, to + starts[family], -1)
    return draw


def _rows(starts: NDArray[np.intp], codes: Ints) -> tuple[NDArray[np.int32], Ints]:
    """Each node's rows by pair cards gone, and the keys of the cards that each row takes from the shoe."""
    gone = np.zeros((len(codes), MOST_GONE + 1), dtype=np.int64)
    for family in range(1, FAMILIES):
        gone[starts[family] : starts[family + 1]] = np.arange(MOST_GONE + 1) * ONE_OF[(family - 1) % VALUES]
    row_codes, rows = np.unique(codes[:, None] + gone, return_inverse=True)
    return rows.reshape(gone.shape).astype(np.int32), row_codes


@cache
def hand_graph(pack: Pack = ENOUGH) -> HandGraph:
    """The graph of hands that a shoe of these cards can deal; without a shoe, of all hands."""
    hard, keys = _hands_to_play(pack)
    counts = counts_in(keys)
    members = [np.arange(len(keys))]
    members += [np.flatnonzero(_members(counts, pair, again)) for again in (False, True) for pair in range(VALUES)]
    starts = np.cumsum([0, *(len(m) for m in members)]).astype(np.intp)
    every = np.concatenate(members)
    codes, by_hard = keys[every], (hard[every], (counts[every, 0] > 0).astype(np.intp))
    total, soft = (np.array(table)[by_hard] for table in _totals())
    stays = total == BLACKJACK
    for family in (grown(0), paired(0)):
        stays[starts[family] : starts[family + 1]] = True
    rows, removed = _rows(starts, codes)
    cards = counts[every].sum(axis=1).astype(np.uint8)
    draw, two = _draws(starts, codes), _first_two(starts, codes)
    return HandGraph(starts, draw, total.astype(np.uint8), soft, cards, stays, codes, rows, removed, two)


def _totals() -> tuple[list[list[int]], list[list[bool]]]:
    """By hard total and whether there is an ace: the best total, and whether it is soft."""
    every = [[(hard, has_ace) for has_ace in (False, True)] for hard in range(BLACKJACK + 1)]
    return [[best_total(*hand) for hand in row] for row in every], [[is_soft(*hand) for hand in row] for row in every]


def _hands_to_play(pack: Pack) -> tuple[Ints, Ints]:
    """Hard total and key of all hands of two cards or more, by hard total; two cards even if the shoe lacks them."""
    hard, keys = all_hands(tuple(max(count, 2) for count in pack)).T
    counts = counts_in(keys)
    cards = counts.sum(axis=1)
    dealt = (cards > 1) & ((counts <= np.array(pack)).all(axis=1) | (cards == 2))
    order = np.argsort(hard[dealt], kind="stable")
    return hard[dealt][order], keys[dealt][order]


def _first_two(starts: NDArray[np.intp], codes: Ints) -> NDArray[np.int32]:
    """By first and second card: the node as dealt, after a split with another card, and with its like."""
    two = np.empty((2, VALUES, VALUES), dtype=np.int32)
    for first in range(VALUES):
        for second in range(VALUES):
            code = np.array([ONE_OF[first] + ONE_OF[second]])
            for after in (0, 1):
                family = (paired(first) if first == second else grown(first)) if after else DEALT
                part = slice(starts[family], starts[family + 1])
                two[after, first, second] = int(places(codes[part], code, -1)[0]) + starts[family]
    return two


def node_of(graph: HandGraph, cards: tuple[int, ...], after_split: bool) -> int:
    """The node of a hand by its cards' values in order; after a split the first is the pair's."""
    node = int(graph.two[int(after_split), cards[0], cards[1]])
    for card in cards[2:]:
        if graph.total[node] == BLACKJACK:
            raise ValueError("a hand of 21 takes no more cards")
        node = int(graph.draw[node, card])
        if node < 0:
            raise ValueError("this hand has more than 21: it has lost already")
    return node
