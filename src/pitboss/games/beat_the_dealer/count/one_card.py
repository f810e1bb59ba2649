"""
Beat the Dealer with one card known: held by the dealer, or gone; every decision played anew, exact.

The card is of the first suit. Flops and holes are taken up to the names of the other three, and a starting hand is
known by which of its cards are of the first suit too.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pitboss.counting.compiled import kernel
from pitboss.counting.disk.kept import kept_bytes
from pitboss.counting.holdem.one_card import OneCardSums, one_card_sums
from pitboss.counting.holdem.river_sums import FULL_PACK, RiverSums, on_all_cores, river_sums, showdown_rule
from pitboss.counting.holdem.showdowns import wins_less_losses
from pitboss.counting.threats import Tell, silent
from pitboss.games.beat_the_dealer.count.kernels import (
    BY_RANK,
    IN_VIEW,
    ONE,
    OTHER,
    START,
    SUIT_1,
    SUIT_2,
    TURN_BY_RANK,
    VIEW_1,
    VIEW_2,
    FiveCardLines,
    Flops,
    Holes,
    Ints,
    Work,
    _keep_holes,
    _tally,
    _unpack,
    line_of,
    play_flops,
)
from pitboss.games.beat_the_dealer.count.solve import _NETS, BETS, LINES, OUTCOMES, STARTS
from pitboss.games.beat_the_dealer.count.tally import (
    _room,
    _turns,
    five_card_lines,
    holes_up_to_suits,
)

CLASSES = 4 * STARTS
"""Starting hands, apart by which of the two cards are of the first suit."""
_RANKS = 13


@kernel
def _play(
    begin: int, end: int, flops: Flops, holes: Holes, sums: OneCardSums, turns: int, showdowns: int,
    lines: FiveCardLines, work: Work, tally: Ints,
) -> None:  # fmt: skip
    """As `play_flops`, with a table of views for the first suit and one for the others."""
    here, packed, counts = work.here, work.packed, work.counts
    one, other, all_turns, with_bet, bets = here[ONE], here[OTHER], packed[0], packed[1], packed[2]
    for row in range(begin, end):
        flop = flops.cards[row]
        size = _keep_holes(flop, holes.where, work)
        for turn in range(52):
            at = flops.turns[row, turn]
            if at[TURN_BY_RANK] >= 0:
                by_rank = sums.by_rank[at[TURN_BY_RANK]]
                view_1 = sums.own_suit[at[VIEW_1]] if at[SUIT_1] == 0 else sums.other_suit[at[VIEW_1]]
                view_2 = sums.own_suit[at[VIEW_2]] if at[SUIT_2] == 0 else sums.other_suit[at[VIEW_2]]
                pair, held_1, held_2 = here[BY_RANK], here[IN_VIEW + at[SUIT_1]], here[IN_VIEW + at[SUIT_2]]
                for hole in range(size):
                    free = int(one[hole] != turn) & int(other[hole] != turn)
                    more = free * (by_rank[pair[hole]] + view_1[held_1[hole]] + view_2[held_2[hole]])
                    bet = int(wins_less_losses(more) > 0)
                    all_turns[hole] += more
                    with_bet[hole] += bet * more
                    bets[hole] += bet
            if turn % 26 == 25:
                _unpack(size, packed, counts)
        for hole in range(size):
            line = line_of(flop[0], flop[1], flop[2], int(here[ONE, hole]), int(here[OTHER, hole]), lines)
            alike = flops.alike[row] * holes.alike[work.columns[hole]]
            _tally(alike, turns, showdowns, packed[2, hole], counts[hole], tally[here[START, hole], line])


def _flops(cards: Ints, holding: int | None = None) -> list[Flops]:
    """
    One flop for all that differ only in the names of the other three suits, apart by the suits they show.

    All of them, or those that hold one card.
    """
    flops = np.array([flop for flop in combinations(cards, 3) if holding is None or holding in flop])
    ranks = np.array([((flops & 3 == suit) << (flops >> 2)).sum(axis=1) for suit in range(4)])
    suits = (ranks > 0).T @ np.array([1, 2, 4, 8])
    ranks[1:].sort(axis=0)
    names = ranks[0] << 39 | ranks[1] << 26 | ranks[2] << 13 | ranks[3]
    _, first, alike = np.unique(names, return_index=True, return_counts=True)
    groups = []
    for shown in np.unique(suits[first]):
        chosen = suits[first] == shown
        some = flops[first[chosen]]
        groups.append(Flops(some, alike[chosen].astype(np.int64), _turns(some, cards)))
    return groups


def _holes(cards: Ints, shown: int) -> Holes:
    """Holes up to suits that neither the flop nor the card known shows, with their class in place of the start."""
    holes = holes_up_to_suits(cards, shown | 1)
    where = holes.where.copy()
    where[START] += STARTS * ((where[ONE] & 3 == 0) + 2 * (where[OTHER] & 3 == 0)).astype(np.uint16)
    return Holes(where, holes.alike)


def tally_with(rank: int, is_held: bool, ante_pays_from: int, in_pack: Ints = FULL_PACK) -> Ints:
    """Every deal with one card of this rank known, by class of starting hand, line, bets made and outcome."""
    sums = one_card_sums(showdown_rule(ante_pays_from), rank, is_held, in_pack)
    cards = np.array([code for code in range(52) if in_pack[code >> 2] and code != rank * 4])
    size, lines = len(cards), five_card_lines()
    rivers = size - 6
    showdowns = rivers * (rivers - 1) if is_held else rivers * (rivers - 1) * (rivers - 2) // 2
    tallies: list[Ints] = []
    for flops in _flops(cards):
        holes = _holes(cards, int(np.bitwise_or.reduce(1 << (flops.cards[0] & 3))))

        def play(begin: int, end: int, flops: Flops = flops, holes: Holes = holes) -> None:
            tally = np.zeros((CLASSES, LINES, BETS, OUTCOMES), dtype=np.int64)
            _play(begin, end, flops, holes, sums, size - 5, showdowns, lines, _room(holes), tally)
            tallies.append(tally)

        on_all_cores(play, len(flops.cards), 200)
    return np.asarray(sum(tallies))


def tally_with_flop_card(rank: int, ante_pays_from: int, in_pack: Ints = FULL_PACK) -> Ints:
    """Every deal whose flop holds one card of this rank, by class of starting hand; only a fold can hang on it."""
    sums, lines = _all_rivers(ante_pays_from, tuple(in_pack.tolist())), five_card_lines()
    cards = np.array([code for code in range(52) if in_pack[code >> 2]])
    tallies: list[Ints] = []
    for flops in _flops(cards, rank * 4):
        holes = _holes(cards, int(np.bitwise_or.reduce(1 << (flops.cards[0] & 3))))
        tally = np.zeros((CLASSES, LINES, BETS, OUTCOMES), dtype=np.int64)
        play_flops(0, len(flops.cards), flops, holes, sums, len(cards), lines, _room(holes), tally)
        tallies.append(tally)
    return np.asarray(sum(tallies))


@lru_cache(maxsize=1)
def _all_rivers(ante_pays_from: int, in_pack: tuple[int, ...]) -> RiverSums:
    """The same for a flop card of any rank."""
    return river_sums(showdown_rule(ante_pays_from), np.array(in_pack))


class Known(NamedTuple):
    """Ante to river with a card of one rank known: what best play is worth in antes, and the mean of its square."""

    ev: Fraction
    square: Fraction
    lines: tuple[int, ...]
    """How many deals are on each line of the 5-card bonus, for a player who sees every flop."""


HELD, GONE, IN_THE_FLOP = "held", "gone", "in the flop"


def known_card(rank: int, where: str, ante_pays_from: int, tell: Tell = silent) -> Known:
    """Best play with a card of this rank (0 for a two) known to be in such a place; kept on disk."""

    def count() -> bytes:
        tell(f"a card known, {where}: rank {rank + 1} of {_RANKS}")
        if where == IN_THE_FLOP:
            return tally_with_flop_card(rank, ante_pays_from).astype("<i8").tobytes()
        return tally_with(rank, where == HELD, ante_pays_from).astype("<i8").tobytes()

    asked = {"game": "beat-the-dealer", "what": "one card", "rank": rank, "where": where, "paid": ante_pays_from}
    kept = np.frombuffer(kept_bytes(asked, count), dtype="<i8").reshape(CLASSES, LINES, BETS, OUTCOMES)
    return known_of(kept)


def known_of(tally: Ints) -> Known:
    """What a tally comes to, each class of starting hand folded where that is better."""
    nets = np.array(_NETS)
    by_net = tally.sum(axis=1).reshape(CLASSES, BETS * OUTCOMES)
    deals = [int(row.sum()) for row in by_net]
    won = square = 0
    for row, many in zip(by_net, deals, strict=True):
        gain = sum(int(net) * int(times) for net, times in zip(nets, row, strict=True))
        if gain < -many:
            won, square = won - many, square + many
        else:
            won += gain
            square += sum(int(net) ** 2 * int(times) for net, times in zip(nets, row, strict=True))
    whole = sum(deals)
    lines = tuple(int(times) for times in tally.sum(axis=(0, 2, 3)))
    return Known(Fraction(won, whole), Fraction(square, whole), lines)
