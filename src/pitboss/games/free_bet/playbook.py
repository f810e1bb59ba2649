"""A strategy of Free Bet as the small arrays that a simulation plays by, and that answer at the table just so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack import VALUES
from pitboss.games.free_bet import kernels
from pitboss.games.free_bet.nodes import DEALT, Nodes
from pitboss.games.free_bet.rules import Rules
from pitboss.games.free_bet.sim_kernels import (
    DOUBLE,
    FREE,
    FREE_DOUBLE,
    HIT,
    NATURAL,
    PAID,
    SPLIT,
    STAND,
    Playbook,
)
from pitboss.games.free_bet.splits import OWN
from pitboss.games.free_bet.tables import Tables
from pitboss.games.free_bet.terms import ACE, TEN, Terms, splits_free
from pitboss.games.free_bet.hands import pot_of_gold_line
from pitboss.ranking.totals import BLACKJACK

WORDS = {STAND: "stand", HIT: "hit", DOUBLE: "double", FREE_DOUBLE: "free-double", NATURAL: "stand"}
_SHARED = {kernels.STAND: STAND, kernels.HIT: HIT, kernels.DOUBLE: DOUBLE, kernels.SPLIT: SPLIT}
_BUSTS = 10
"""A hand can bust with 22 to 31."""


def terms_of(rules: Rules) -> Terms:
    """The rules that bear on the odds."""
    table = rules.pot_of_gold_table
    return Terms(
        rules.decks,
        rules.hits_soft_17,
        (rules.blackjack_pays.won, rules.blackjack_pays.per),
        rules.resplit_aces,
        rules.free_doubles,
        rules.free_splits,
        rules.dealer_22_pushes,
        tuple(float(table.pays(pot_of_gold_line(tokens)).ratio) for tokens in range(8)),
        float(rules.push_22_pays.ratio),
    )


def playbook(terms: Terms, graph: Nodes, tables: Tables) -> Playbook:
    """The tables with every two hands made one that are played alike from here on, whatever comes."""
    size = len(graph.total)
    action = _actions(graph, tables)
    then = _successors(graph)
    total = np.concatenate((graph.total, graph.total, np.arange(22, 22 + _BUSTS))).astype(np.uint8)
    state, members = _merge(graph, action, then, total)
    start = np.stack([tables.two[0], tables.two[1], tables.two[1].astype(np.intp) + size])
    return Playbook(
        state[start].astype(np.uint16).ravel(),
        _wide(action[members]).astype(np.uint8),
        _wide(state[then[members]]).astype(np.uint16),
        total[members],
        np.ascontiguousarray(tables.again.transpose(2, 3, 0, 1)),
        np.array([FREE if splits_free(terms, pair) else PAID for pair in range(VALUES)], np.uint8),
    )


def _actions(graph: Nodes, tables: Tables) -> NDArray[np.uint8]:
    """By own and free hands, then busts, and up card: what a simulation does."""
    known = np.array([_SHARED[option] for option in range(kernels.OPTIONS)], np.uint8)
    action = known[tables.best]
    action[(action == DOUBLE) & tables.free_double.astype(bool)[:, None]] = FREE_DOUBLE
    action[OWN, graph.two[0, ACE, TEN]] = NATURAL
    return np.concatenate((*action, np.full((_BUSTS, VALUES), STAND, np.uint8)))


def _successors(graph: Nodes) -> NDArray[np.intp]:
    """By own and free hands, then busts, and card: where it leads, a bust of 22 to 31 included."""
    size = len(graph.total)
    over = np.clip(graph.total[:, None] + np.arange(1, VALUES + 1) - BLACKJACK - 1, 0, _BUSTS - 1)
    kinds = [np.where(graph.draw < 0, 2 * size + over, graph.draw + kind * size) for kind in range(2)]
    stay = np.repeat(np.arange(2 * size, 2 * size + _BUSTS)[:, None], VALUES, axis=1)
    return np.concatenate((*kinds, stay)).astype(np.intp)


def _merge(
    graph: Nodes, action: NDArray[np.uint8], then: NDArray[np.intp], total: NDArray[np.uint8]
) -> tuple[NDArray[np.intp], list[int]]:
    """The state of every hand, and a member of each state: from the highest totals down, cards lead to known states."""
    state = np.zeros(len(total), np.intp)
    members: list[int] = []
    known: dict[bytes, int] = {}
    for hands in _downward(graph):
        draws = np.isin(action[hands], (HIT, DOUBLE, FREE_DOUBLE)).any(axis=1)
        onward = np.where(draws[:, None], state[then[hands]], 0)
        rows = np.concatenate((total[hands, None], action[hands], onward), axis=1).astype(np.uint16)
        for hand, row in zip(hands, rows, strict=True):
            key = row.tobytes()
            if key not in known:
                known[key] = len(members)
                members.append(int(hand))
            state[hand] = known[key]
    return state, members


def _downward(graph: Nodes) -> Iterator[NDArray[np.intp]]:
    """Hands by hard total, from busts down; free hands only after a split."""
    size = len(graph.total)
    yield np.arange(2 * size, 2 * size + _BUSTS)
    hard = graph.total - 10 * graph.soft.astype(np.intp)
    for total in range(BLACKJACK, 1, -1):
        own = np.flatnonzero(hard == total)
        yield np.concatenate((own, own[own >= graph.family[DEALT + 1]] + size))


def _wide(table: NDArray[np.generic]) -> NDArray[np.generic]:
    """Sixteen columns instead of ten, in one row: a kernel shifts instead of multiplying."""
    return np.pad(table, ((0, 0), (0, 16 - VALUES))).ravel()


def choice(book: Playbook, cards: Sequence[int], up: int, free: bool, hands: int) -> str:
    """What the playbook says of a hand by its cards' values in order (0 the ace, 9 a ten)."""
    first, second = cards[:2]
    row = 0 if hands == 1 else 1 + free
    state = int(book.start[(row * VALUES + first) * VALUES + second])
    split = "free-split" if book.splits_to[first] == FREE else "split"
    if hands > 1 and len(cards) == 2 and first == second and hands < 4 and book.again[int(free), hands - 2, first, up]:
        return split
    for card in cards[2:]:
        state = int(book.then[state * 16 + card])
    action = int(book.action[state * 16 + up])
    return split if action == SPLIT else WORDS[action]
