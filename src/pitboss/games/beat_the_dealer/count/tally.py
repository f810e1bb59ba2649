"""Enumeration of every deal of Beat the Dealer under best turn and river play, in integer arithmetic."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.games.beat_the_dealer.count.kernels import (
    BY_RANK,
    IN_VIEW,
    START,
    FiveCardLines,
    Flops,
    FlopWorkspace,
    Holes,
    Ints,
    play_flops,
)
from pitboss.games.beat_the_dealer.count.solve import BETS, LINES, OUTCOMES, STARTS
from pitboss.games.beat_the_dealer.deal.hands import five_card_line, starting_hand
from pitboss.ranking.poker import PokerClass, rank_of_suit
from pitboss.solving.holdem.poker_tables import RANK_KEYS, RANKS, rank_ways, ways
from pitboss.solving.holdem.river_sums import FULL_PACK, on_all_cores, river_sums, showdown_rule
from pitboss.solving.holdem.suit_views import pair_index, views
from pitboss.solving.holdem.wins_by_class import wins_by_class

_ORDERS = 20
"""The number of ways to order a five-card board as a flop, a turn and a river."""


def flops_up_to_suits(cards: Ints) -> list[Flops]:
    """Return one flop for each class under permutation of suits, grouped by the suits they show."""
    return canonical_flops(np.array(list(combinations(cards, 3))), cards)


def canonical_flops(flops: Ints, cards: Ints, known_suits: int = 0) -> list[Flops]:
    """Return one flop for each class under permutation of suits, with the first `known_suits` suits fixed."""
    ranks = np.array([((flops & 3 == suit) << (flops >> 2)).sum(axis=1) for suit in range(4)])
    suits = (ranks > 0).T @ np.array([1, 2, 4, 8])
    ranks[known_suits:].sort(axis=0)
    names = ranks[0] << 39 | ranks[1] << 26 | ranks[2] << 13 | ranks[3]
    _, first, alike = np.unique(names, return_index=True, return_counts=True)
    groups = []
    for shown in np.unique(suits[first]):
        chosen = suits[first] == shown
        some = flops[first[chosen]]
        groups.append(Flops(some, alike[chosen].astype(np.int64), _turns(some, cards)))
    return groups


def _turns(flops: Ints, cards: Ints) -> Ints:
    """
    Return the row indices of each flop with each turn card: by rank, and in the two suits that can hold two cards.
    """
    turn = np.broadcast_to(np.arange(52), (len(flops), 52))
    four = np.concatenate([np.broadcast_to(flops[:, None, :], (len(flops), 52, 3)), turn[:, :, None]], axis=2)
    by_rank = ways(4).number(RANK_KEYS[four >> 2].sum(axis=2))
    cannot = (flops[:, None, :] == turn[:, :, None]).any(axis=2) | ~np.isin(turn, cards)
    # One is the turn card's suit, the other is the suit of the most flop cards.
    most = np.where(flops[:, 0] & 3 == flops[:, 2] & 3, flops[:, 0] & 3, flops[:, 1] & 3)[:, None]
    suit_1, suit_2 = turn & 3, np.broadcast_to(most, turn.shape)
    none = len(views(4, 2).suited)
    view_2 = np.where(suit_1 == suit_2, none, view_rows(four, suit_2))
    return np.stack([np.where(cannot, -1, by_rank), view_rows(four, suit_1), suit_1, view_2, suit_2], axis=2)


def view_rows(four: Ints, suit: Ints) -> Ints:
    """Return the row indices of four cards in a suit view; one past the last if fewer than two are of the suit."""
    rank, in_suit = four >> 2, four & 3 == suit[:, :, None]
    suited = np.bitwise_or.reduce(in_suit << rank, axis=2)
    others = np.sort(np.where(in_suit, -1, rank), axis=2)
    rows = views(4, 2).row(suited, others[:, :, 3], others[:, :, 2])
    return np.where(in_suit.sum(axis=2) < 2, len(views(4, 2).suited), rows)


def holes_up_to_suits(cards: Ints, shown: int) -> Holes:
    """Return one pair of hole cards for each class under permutation of the suits that the flop does not show."""
    one, other = np.array(list(combinations(cards, 2))).T[::-1]
    alike = np.array([_count_equivalent_holes(shown, a, b) for a, b in zip(one.tolist(), other.tolist(), strict=True)])
    one, other, alike = one[alike > 0], other[alike > 0], alike[alike > 0]
    return Holes(hole_rows(one, other), alike)


def hole_rows(one: Ints, other: Ints) -> NDArray[np.uint16]:
    """Return the lookup indices of these hole cards, one column per pair, as in `Holes`."""
    rank_1, rank_2 = one >> 2, other >> 2
    in_view = [
        pair_index(rank_1 + RANKS * (one & 3 == suit), rank_2 + RANKS * (other & 3 == suit)) for suit in range(4)
    ]
    start = [starting_hand(a, b) for a, b in zip(one.tolist(), other.tolist(), strict=True)]
    return np.array([one, other, pair_index(rank_1, rank_2), *in_view, start], dtype=np.uint16)


def _count_equivalent_holes(shown: int, high: int, low: int) -> int:
    """Return how many pairs this one represents if hidden suits are interchangeable; 0 if another represents it."""
    hidden = [suit for suit in range(4) if not shown >> suit & 1]
    suits = [suit for suit in (high & 3, low & 3) if suit in hidden]
    used = sorted(set(suits), key=suits.index)
    pair = high >> 2 == low >> 2
    if (sorted(used) if pair else used) != hidden[: len(used)]:
        return 0
    if len(used) < 2:
        return len(hidden) if used else 1
    return len(hidden) * (len(hidden) - 1) // (2 if pair else 1)


def five_card_lines() -> FiveCardLines:
    """Return the lookup tables of the 5-card bonus, built from the basic rules."""
    by_rank = np.array([five_card_line(rank) for rank in rank_ways(5).tolist()])
    flushes = np.zeros(1 << RANKS, dtype=np.int64)
    for ranks in combinations(range(RANKS), 5):
        five = sum(1 << rank for rank in ranks)
        flushes[five] = five_card_line(rank_of_suit(five))
    return FiveCardLines(ways(5).high, ways(5).low, RANK_KEYS, by_rank, flushes)


def lines_without(rank: int | None) -> list[int]:
    """
    Return the number of five-card hands on each line of the 5-card bonus, with one card of `rank` removed, if given.
    """
    lines, held = five_card_lines(), ways(5).held
    in_pack = 4 - (np.arange(RANKS) == rank)
    hands = np.array([[comb(count, taken) for taken in range(5)] for count in range(5)])[in_pack, held].prod(axis=1)
    distinct = held.max(axis=1) == 1
    flushes = np.where(distinct, (in_pack * held + 4 * (1 - held)).min(axis=1), 0)
    counts = np.zeros(LINES, np.int64)
    np.add.at(counts, lines.by_rank, hands - flushes)
    np.add.at(counts, lines.flushes[(held[distinct] << np.arange(RANKS)).sum(axis=1)], flushes[distinct])
    return [int(count) for count in counts]


def _flop_workspace(holes: Holes) -> FlopWorkspace:
    """Allocate the scratch arrays for one thread."""
    size = len(holes.alike)
    packed, counts = np.zeros((3, size), dtype=np.int64), np.empty((size, 6), dtype=np.int64)
    return FlopWorkspace(np.empty_like(holes.where), np.empty_like(holes.alike), packed, counts)


def tally_all(ante_pays_from: int, in_pack: Ints = FULL_PACK) -> Ints:
    """Count every deal with no hand folded. Axes: starting hand, 5-card bonus line, bets made, outcome."""
    cards = np.array([code for code in range(52) if in_pack[code >> 2]])
    sums, lines = river_sums(showdown_rule(ante_pays_from), in_pack), five_card_lines()
    tallies: list[Ints] = []
    for flops in flops_up_to_suits(cards):
        shown = int(np.bitwise_or.reduce(1 << (flops.cards[0] & 3)))
        holes = holes_up_to_suits(cards, shown)

        def play(begin: int, end: int, flops: Flops = flops, holes: Holes = holes) -> None:
            tally = np.zeros((STARTS, LINES, BETS, OUTCOMES), dtype=np.int64)
            play_flops(begin, end, flops, holes, sums, len(cards), lines, _flop_workspace(holes), tally)
            tallies.append(tally)

        on_all_cores(play, len(flops.cards), 100)
    return np.asarray(sum(tallies))


def wins_by_start(in_pack: Ints = FULL_PACK) -> Ints:
    """Count the deals won with no hand folded. Axes: starting hand, class of the final hand."""
    cards = [code for code in range(52) if in_pack[code >> 2]]
    where, wins = hole_rows(*np.array(list(combinations(cards, 2))).T[::-1]), wins_by_class(in_pack)
    by_hole = wins.by_rank[where[BY_RANK]] + sum(wins.in_view[where[IN_VIEW + suit]] for suit in range(4))
    by_start = np.zeros((STARTS, len(PokerClass)), dtype=np.int64)
    np.add.at(by_start, where[START], _ORDERS * by_hole)
    return by_start
