"""Beat the Dealer solved: every deal counted under best play, in integers."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.river_sums import FULL_PACK, on_all_cores, river_sums, showdown_rule
from pitboss.counting.suit_views import hole_index, rank_keys
from pitboss.games.beat_the_dealer.kernels import BETS, LINES, OUTCOMES, STARTS, Holes, play_flops


def _hole_tables(cards: list[int]) -> Holes:
    """All hole cards of this pack."""
    pairs = [(high, low) for low, high in combinations(cards, 2)]
    by_rank = np.array([hole_index(a >> 2, b >> 2) for a, b in pairs], dtype=np.uint16)
    in_view = np.array(
        [[hole_index((a >> 2) + 13 * (a & 3 == s), (b >> 2) + 13 * (b & 3 == s)) for a, b in pairs] for s in range(4)],
        dtype=np.uint16,
    )
    weight = np.array([[_holes_alike(suits, a, b) for a, b in pairs] for suits in range(16)])
    return Holes(np.array(pairs, dtype=np.uint8).T.copy(), by_rank, in_view, weight)


def _holes_alike(suits_on_flop: int, high: int, low: int) -> int:
    """How many holes this one stands for, suits that are not on the flop being alike; 0 if another stands for it."""
    missing = [suit for suit in range(4) if not suits_on_flop >> suit & 1]
    suits = [suit for suit in (high & 3, low & 3) if suit in missing]
    used = sorted(set(suits), key=suits.index)
    if high >> 2 == low >> 2:
        used.sort()
    if used != missing[: len(used)]:
        return 0
    alike = 1
    for taken in range(len(used)):
        alike *= len(missing) - taken
    return alike // 2 if len(used) == 2 and high >> 2 == low >> 2 else alike


def flops_up_to_suits(cards: list[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One flop for all that differ only in the names of their suits, and how many it stands for."""
    flops = np.array(list(combinations(cards, 3)))
    ranks = np.array([((flops & 3 == suit) << (flops >> 2)).sum(axis=1) for suit in range(4)])
    ranks.sort(axis=0)
    names = ranks[0] << 39 | ranks[1] << 26 | ranks[2] << 13 | ranks[3]
    _, first, alike = np.unique(names, return_index=True, return_counts=True)
    return flops[first], alike.astype(np.int64)


def tally_all(ante_pays_from: int, in_pack: NDArray[np.int64] = FULL_PACK) -> NDArray[np.int64]:
    """Every deal by starting hand, line of the 5-card bonus, bets made and outcome, with no hand folded."""
    cards = [code for code in range(52) if in_pack[code >> 2]]
    holes = _hole_tables(cards)
    sums = river_sums(showdown_rule(ante_pays_from, in_pack))
    flops, alike = flops_up_to_suits(cards)
    keys, codes = rank_keys(), np.array(cards)
    tallies: list[NDArray[np.int64]] = []

    def play(begin: int, end: int) -> None:
        tally = np.zeros((STARTS, LINES, BETS, OUTCOMES), dtype=np.int64)
        play_flops(flops[begin:end], alike[begin:end], codes, keys, sums, holes, tally)
        tallies.append(tally)

    on_all_cores(play, len(flops), 100)
    return np.asarray(sum(tallies))
