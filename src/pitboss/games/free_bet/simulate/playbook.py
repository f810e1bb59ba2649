"""A Free Bet strategy as small arrays, used by the simulation and, with the same answers, at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.games.free_bet.count import kernels
from pitboss.games.free_bet.count.counted_rules import CountedRules, counted_rules, free_double_nodes, splits_free
from pitboss.games.free_bet.deal.hands import MOST_HANDS
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.games.free_bet.simulate.kernels import (
    ACTION,
    ANY,
    ANY_INSURANCE,
    COLUMNS,
    DOUBLE,
    FREE_DOUBLE,
    FREE_SPLIT,
    HIT,
    NATURAL,
    NO_INSURANCE,
    OPTIONS,
    SPLIT,
    STAND,
    TOTAL,
    Playbook,
)
from pitboss.games.free_bet.simulate.tables import Tables
from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack_legacy.hand_graph import DEALT, HandGraph
from pitboss.solving.blackjack_legacy.splits import OWN
from pitboss.solving.blackjack_legacy.values import ACE, TEN, VALUES

WORDS = {
    STAND: "stand", HIT: "hit", DOUBLE: "double", FREE_DOUBLE: "free-double", SPLIT: "split", FREE_SPLIT: "free-split",
}  # fmt: skip
_SHARED = {kernels.STAND: STAND, kernels.HIT: HIT, kernels.DOUBLE: DOUBLE, kernels.SPLIT: SPLIT}
_BUSTS = 10
"""A hand can bust with 22 to 31."""


def playbook(terms: CountedRules, graph: HandGraph, tables: Tables) -> Playbook:
    """Convert tables to a playbook, merging hands that are played alike for all future cards."""
    again = [[split_of(terms, pair) * tables.again[pair, up] for up in range(VALUES)] for pair in range(VALUES)]
    return _book(graph, _actions(terms, graph, tables), np.array(again, np.uint8), NO_INSURANCE)


def any_playbook(terms: CountedRules, graph: HandGraph, resplit_aces: bool) -> Playbook:
    """Return a playbook that picks every option at random (FB-2, FB-3)."""
    two, free_double = graph.cards == 2, free_double_nodes(terms, graph)
    options = np.where(two & free_double, _any(FREE_DOUBLE), np.where(two, _any(DOUBLE), _any()))
    action = np.stack([np.where(graph.stays, STAND, options)] * 2)[:, :, None].repeat(VALUES, axis=2)
    action[OWN, graph.two[0, ACE, TEN]] = NATURAL
    again = np.zeros((VALUES, VALUES, 2, 2), np.uint8)
    for pair in range(VALUES):
        dealt, split = graph.two[0, pair, pair], split_of(terms, pair)
        double = FREE_DOUBLE if free_double[dealt] else DOUBLE
        action[OWN, dealt] = again[pair] = _any(double, split)
    again[ACE] = _any_of(STAND, split_of(terms, ACE)) if resplit_aces else 0
    busts = np.full((_BUSTS, VALUES), STAND)
    return _book(graph, np.concatenate((*action, busts)).astype(np.uint8), again, ANY_INSURANCE)


def _any(*besides: int) -> int:
    """Return the code for a random choice among stand, hit and these options."""
    return _any_of(STAND, HIT, *besides)


def _any_of(*options: int) -> int:
    row = (len(options), *options, *[0] * (OPTIONS.shape[1] - 1 - len(options)))
    return ANY + [tuple(known) for known in OPTIONS.tolist()].index(row)


def _book(graph: HandGraph, action: NDArray[np.uint8], again: NDArray[np.uint8], insurance: int) -> Playbook:
    """Build a playbook. Axes of `action`: hand (own, free, bust), up card; of `again`: pair, up card, kind, hands."""
    size = len(graph.total)
    then = _successors(graph)
    total = np.concatenate((graph.total, graph.total, np.arange(22, 22 + _BUSTS))).astype(np.uint8)
    state, members = _merge(graph, action, then, total)
    start = np.stack([graph.two[0], graph.two[1], graph.two[1].astype(np.intp) + size])
    moves = np.zeros((len(members), COLUMNS), np.uint16)
    moves[:, :VALUES] = state[then[members]]
    moves[:, TOTAL] = total[members]
    moves[:, ACTION : ACTION + VALUES] = action[members]
    insures = np.full(VALUES * VALUES, insurance, np.uint8)
    again = np.ascontiguousarray(again.transpose(2, 3, 0, 1))
    return Playbook(state[start].astype(np.uint16).ravel(), moves.ravel(), again, insures)


def _actions(terms: CountedRules, graph: HandGraph, tables: Tables) -> NDArray[np.uint8]:
    """Return the actions of the simulation. Axes: hand (own, free, bust), up card."""
    known = np.array([_SHARED[option] for option in range(kernels.OPTIONS)], np.uint8)
    action = known[tables.best]
    action[(action == DOUBLE) & tables.free_double.astype(bool)[:, None]] = FREE_DOUBLE
    action[OWN, graph.two[0, ACE, TEN]] = NATURAL
    for pair in range(VALUES):
        dealt = action[OWN, graph.two[0, pair, pair]]
        dealt[dealt == SPLIT] = split_of(terms, pair)
    return np.concatenate((*action, np.full((_BUSTS, VALUES), STAND, np.uint8)))


def _successors(graph: HandGraph) -> NDArray[np.intp]:
    """Return the next hand, including busts of 22 to 31. Axes: hand (own, free, bust), card."""
    size = len(graph.total)
    over = np.clip(graph.total[:, None] + np.arange(1, VALUES + 1) - BLACKJACK - 1, 0, _BUSTS - 1)
    kinds = [np.where(graph.draw < 0, 2 * size + over, graph.draw + kind * size) for kind in range(2)]
    stay = np.repeat(np.arange(2 * size, 2 * size + _BUSTS)[:, None], VALUES, axis=1)
    return np.concatenate((*kinds, stay)).astype(np.intp)


def _merge(
    graph: HandGraph, action: NDArray[np.uint8], then: NDArray[np.intp], total: NDArray[np.uint8]
) -> tuple[NDArray[np.intp], list[int]]:
    """Return the state of every hand and one member of each state, merging from the highest totals down."""
    state = np.zeros(len(total), np.intp)
    members: list[int] = []
    known: dict[bytes, int] = {}
    for hands in _downward(graph):
        draws = (np.isin(action[hands], (HIT, DOUBLE, FREE_DOUBLE)) | (action[hands] >= ANY)).any(axis=1, keepdims=True)
        onward = np.where(draws, state[then[hands]], 0)
        rows = np.concatenate((total[hands, None], action[hands], onward), axis=1).astype(np.uint16)
        for hand, row in zip(hands, rows, strict=True):
            key = row.tobytes()
            if key not in known:
                known[key] = len(members)
                members.append(int(hand))
            state[hand] = known[key]
    return state, members


def _downward(graph: HandGraph) -> Iterator[NDArray[np.intp]]:
    """Yield hands by hard total, from busts down. Free hands exist only after a split."""
    size = len(graph.total)
    yield np.arange(2 * size, 2 * size + _BUSTS)
    hard = graph.total - 10 * graph.soft.astype(np.intp)
    for total in range(BLACKJACK, 1, -1):
        own = np.flatnonzero(hard == total)
        yield np.concatenate((own, own[own >= graph.family[DEALT + 1]] + size))


def choice(rules: Rules, book: Playbook, cards: Sequence[int], up: int, free: bool, hands: int) -> str:
    """Return the playbook's action for a hand, given its card values in order (0 the ace, 9 a ten)."""
    first, second = cards[:2]
    if len(cards) == 2 and first == second and 1 < hands < MOST_HANDS and book.again[int(free), hands - 2, first, up]:
        return WORDS[split_of(counted_rules(rules), first)]
    row = 0 if hands == 1 else 1 + free
    state = int(book.start[(row * VALUES + first) * VALUES + second])
    for card in cards[2:]:
        state = int(book.moves[state * COLUMNS + card])
    return WORDS[int(book.moves[state * COLUMNS + ACTION + up])]


def split_of(terms: CountedRules, pair: int) -> int:
    """Return whether a pair is split free or paid (FB-3)."""
    return FREE_SPLIT if splits_free(terms, pair) else SPLIT
