"""
Beat the Dealer with one card known: held by the dealer, or gone; every decision played anew, exact.

The card is of the first suit. A turn bet hangs on flop and hole, a river bet on board and hole: each is decided once
for all deals, and what both bets together add to the square of a net is found from the four flops of each board.
"""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.compiled import compile_with_kernels, kernel
from pitboss.counting.disk.kept import kept_bytes
from pitboss.counting.holdem.one_card import OneCardSums, PackCounts, gone_sums, held_sums, pack_counts_of, turn_sums
from pitboss.counting.holdem.river_sums import FULL_PACK, on_all_cores, showdown_rule
from pitboss.counting.holdem.showdowns import losses, paid_wins, wins_less_losses
from pitboss.counting.holdem.suit_views import PAIRS
from pitboss.counting.threats import Tell, silent
from pitboss.games.beat_the_dealer.count.kernels import BY_RANK, IN_VIEW, LOSS, OTHER_WIN, PAID_WIN, START, Ints
from pitboss.games.beat_the_dealer.count.known_boards import NAMINGS, SUITS, KnownBoards, KnownHoles, known_table
from pitboss.games.beat_the_dealer.count.solve import RAISED, STARTS
from pitboss.games.beat_the_dealer.deal.hands import ShowdownOutcome, main_net

CLASSES = 4 * STARTS
"""Starting hands, apart by which of the two cards are of the first suit."""
HOLES = 1326
_RANKS = 13
_ORDERS = 4
"""A board of four cards is a flop and a turn in so many ways."""
_AT_ONCE = 200
_PAIRS = len(PAIRS)
Flags = NDArray[np.uint8]


class NetsByOutcome(NamedTuple):
    """By outcome, in antes: a round without turn and river bet, and its square."""

    bare: Ints
    square: Ints
    with_one: Ints
    """What one of the two bets adds to the square."""
    with_both: Ints
    """What both bets add to the square more than each by itself."""


class HoleSums(NamedTuple):
    """By hole, over all deals: what ante to river come to, and their square, if the flop bet is made."""

    won: Ints
    square: Ints


class Known(NamedTuple):
    """Ante to river with a card of one rank known: what best play is worth in antes, and the mean of its square."""

    ev: Fraction
    square: Fraction


def _nets() -> NetsByOutcome:
    squares = np.array([[main_net(end, RAISED[0] + more) ** 2 for end in ShowdownOutcome] for more in range(3)])
    bare = np.array([main_net(end, RAISED[0]) for end in ShowdownOutcome])
    return NetsByOutcome(bare, squares[0], squares[1] - squares[0], squares[2] - 2 * squares[1] + squares[0])


def _look_up(
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


compile_with_kernels(_look_up)


@kernel
def _play_turns(
    begin: int, end: int, flops: KnownBoards, card: int, sums: OneCardSums, holes: KnownHoles, nets: NetsByOutcome,
    bets: Flags, found: HoleSums,
) -> None:  # fmt: skip
    """Decide the turn bet on some flops, by every naming of the suits; ante, flop and turn bet go into the sums."""
    packed, by_kind, made = np.empty(HOLES, np.int64), np.empty(_PAIRS, np.int64), np.empty(HOLES, np.uint8)
    for row in range(begin, end):
        _look_up(row, flops, card, sums, holes, by_kind, packed)
        for hole in range(HOLES):
            paid, lost, gain = paid_wins(packed[hole]), losses(packed[hole]), wins_less_losses(packed[hole])
            other, bet = gain + lost - paid, int(gain > 0)
            won = paid * nets.bare[PAID_WIN] + other * nets.bare[OTHER_WIN] + lost * nets.bare[LOSS] + bet * gain
            found.won[hole] += flops.alike[row] * won
            if not found.square.size:
                continue
            square = paid * (nets.square[PAID_WIN] + bet * nets.with_one[PAID_WIN])
            square += other * (nets.square[OTHER_WIN] + bet * nets.with_one[OTHER_WIN])
            square += lost * (nets.square[LOSS] + bet * nets.with_one[LOSS])
            made[hole] = bet
            found.square[hole] += flops.alike[row] * square
        for naming in range(NAMINGS if found.square.size else 0):
            here, names = bets[flops.flops[row, naming]], holes.renamed[naming]
            for hole in range(HOLES):
                here[names[hole]] = made[hole]


@kernel
def _play_rivers(
    begin: int, end: int, boards: KnownBoards, card: int, sums: OneCardSums, holes: KnownHoles, nets: NetsByOutcome,
    bets: Flags, found: HoleSums,
) -> None:  # fmt: skip
    """Decide the river bet on some boards of four cards; it goes into the sums, in all orders of the board."""
    packed, by_kind = np.empty(HOLES, np.int64), np.empty(_PAIRS, np.int64)
    one, both = _ORDERS * nets.with_one, nets.with_both
    paid_one, other_one, lost_one = one[PAID_WIN], one[OTHER_WIN], one[LOSS]
    paid_both, other_both, lost_both = both[PAID_WIN], both[OTHER_WIN], both[LOSS]
    for row in range(begin, end):
        _look_up(row, boards, card, sums, holes, by_kind, packed)
        if not found.square.size:
            for hole in range(HOLES):
                found.won[hole] += boards.alike[row] * _ORDERS * max(wins_less_losses(packed[hole]), 0)
            continue
        at = boards.flops[row]
        first, second, third, fourth = bets[at[0]], bets[at[1]], bets[at[2]], bets[at[3]]
        for hole in range(HOLES):
            paid, lost, gain = paid_wins(packed[hole]), losses(packed[hole]), wins_less_losses(packed[hole])
            other, bet = gain + lost - paid, boards.alike[row] * int(gain > 0)
            turns = first[hole] + second[hole] + third[hole] + fourth[hole]
            square = paid * (paid_one + turns * paid_both) + other * (other_one + turns * other_both)
            square += lost * (lost_one + turns * lost_both)
            found.won[hole] += bet * _ORDERS * gain
            found.square[hole] += bet * square


class OneCardCount:
    """Every deal of a pack of these ranks with one card known."""

    def __init__(self, ante_pays_from: int, in_pack: Ints = FULL_PACK) -> None:
        self.in_pack, self.cards = in_pack, int(4 * in_pack.sum()) - 1
        self.pack: PackCounts = pack_counts_of(showdown_rule(ante_pays_from), in_pack)
        self.table = known_table(tuple(in_pack.tolist()))
        self.nets = _nets()

    def known(self, rank: int) -> tuple[Known, Fraction]:
        """With a card of this rank held by the dealer, and what best play is worth with it gone."""
        rivers, dealers = self.cards - 6, self.cards - 7
        sums = held_sums(self.pack, rank)
        held = self._folded(rank, sums, rivers * dealers, is_squared=True)
        gone = self._folded(rank, gone_sums(self.pack, sums, rank), rivers * comb(dealers, 2), is_squared=False)
        return held, gone.ev

    def _folded(self, rank: int, sums: OneCardSums, showdowns: int, *, is_squared: bool) -> Known:
        """Each class of starting hand folded where that is better."""
        found, where = self._played(rank, sums, HOLES if is_squared else 0), self.table.holes.where
        cards = where[:2].astype(np.int64)
        can_be = (self.in_pack[cards >> 2] > 0).all(axis=0) & (cards != rank * SUITS).all(axis=0)
        deals = comb(self.cards - 2, 3) * (self.cards - 5) * showdowns * can_be
        by_class = np.zeros((3, CLASSES), np.int64)
        for sums_by_class, column in zip(by_class, (deals, *found), strict=True):
            np.add.at(sums_by_class, where[START, : column.size], column)
        many, won, square = by_class
        is_folded, whole = won < -many, int(many.sum())
        ev = int(np.where(is_folded, -many, won).sum())
        return Known(Fraction(ev, whole), Fraction(int(np.where(is_folded, many, square).sum()), whole))

    def _played(self, rank: int, sums: OneCardSums, squares: int) -> HoleSums:
        """All decisions but the fold."""
        card, table = rank * SUITS, self.table
        bets = np.zeros((int(table.flops.flops.max()) + 1, HOLES), np.uint8)
        tallies: list[HoleSums] = []

        def play(kernel: Any, boards: KnownBoards, its: OneCardSums) -> None:
            def on_some(begin: int, end: int) -> None:
                found = HoleSums(np.zeros(HOLES, np.int64), np.zeros(squares, np.int64))
                kernel(begin, end, boards, card, its, table.holes, self.nets, bets, found)
                tallies.append(found)

            on_all_cores(on_some, len(boards.cards), _AT_ONCE)

        play(_play_turns, table.flops.without(card), turn_sums(sums, rank, self.in_pack))
        play(_play_rivers, table.boards.without(card), sums)
        return HoleSums(*(np.sum(column, axis=0) for column in zip(*tallies, strict=True)))


def known_cards(ante_pays_from: int, tell: Tell = silent) -> tuple[tuple[Known, Fraction], ...]:
    """By rank, as `OneCardCount.known` gives them; kept on disk."""

    def count() -> bytes:
        counting, found = OneCardCount(ante_pays_from), []
        for rank in range(_RANKS):
            tell(f"a card known: rank {rank + 1} of {_RANKS}")
            held, gone = counting.known(rank)
            found.append([str(held.ev), str(held.square), str(gone)])
        return json.dumps(found).encode()

    asked = {"game": "beat-the-dealer", "what": "one card", "paid": ante_pays_from}
    kept = json.loads(kept_bytes(asked, count))
    return tuple((Known(Fraction(ev), Fraction(square)), Fraction(gone)) for ev, square, gone in kept)
