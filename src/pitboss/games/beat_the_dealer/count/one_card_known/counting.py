"""
Exact figures for Beat the Dealer with one card known, held by the dealer or removed, with re-optimised play.

For a removed card, the full-pack strategy is evaluated too. The card is of the first suit. A turn bet depends on the
flop and the hole cards, a river bet on the board and the hole cards, so each is decided once for all deals. The joint
contribution of both bets to the squared net comes from the four flops of each board.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.compute.compiled import kernel
from pitboss.games.beat_the_dealer.count.kernels import LOSS, OTHER_WIN, PAID_WIN, START, Ints
from pitboss.games.beat_the_dealer.count.one_card_known.boards import (
    HOLES,
    NAMINGS,
    SUITS,
    KnownBoards,
    KnownHoles,
    known_table,
    look_up,
    summed_by_hole,
)
from pitboss.games.beat_the_dealer.count.one_card_known.removed_card import (
    ORDERS,
    Flags,
    deals_of,
    full_play,
    play_without_card,
)
from pitboss.games.beat_the_dealer.count.solve import RAISED, STARTS
from pitboss.games.beat_the_dealer.deal.hands import ShowdownOutcome, main_net
from pitboss.solving.answers.cached_answers import cached_bytes
from pitboss.solving.answers.threats import Progress, ignore_progress
from pitboss.solving.holdem.one_card import OneCardSums, PackCounts, held_sums, pack_counts_of, removal_sums, turn_sums
from pitboss.solving.holdem.river_sums import FULL_PACK, showdown_rule
from pitboss.solving.holdem.showdowns import losses, paid_wins, wins_less_losses
from pitboss.solving.holdem.suit_views import PAIRS

CLASSES = 4 * STARTS
"""Starting hands, split by which of the two cards are of the first suit."""
_RANKS = 13
_PAIRS = len(PAIRS)


class NetsByOutcome(NamedTuple):
    """The net of a round without turn and river bets, and its square, for each outcome, in antes."""

    bare: Ints
    square: Ints
    with_one: Ints
    """The increase of the square from making one of the two bets."""
    with_both: Ints
    """The increase of the square from making both bets, beyond the increases from each one alone."""


class HoleSums(NamedTuple):
    """The main bets' net and its square if the flop bet is made, summed over all deals for each pair of hole cards."""

    won: Ints
    square: Ints


class CardKnown(NamedTuple):
    """The main bets with a card of one rank known: the expected value of best play in antes, and the mean square."""

    ev: Fraction
    square: Fraction


class CardRemoved(NamedTuple):
    """The main bets with a card of one rank removed, in antes."""

    best: Fraction
    """The expected value with re-optimised play."""
    fixed_play: Fraction
    """The expected value of the full-pack strategy."""


def _nets() -> NetsByOutcome:
    squares = np.array([[main_net(end, RAISED[0] + more) ** 2 for end in ShowdownOutcome] for more in range(3)])
    bare = np.array([main_net(end, RAISED[0]) for end in ShowdownOutcome])
    return NetsByOutcome(bare, squares[0], squares[1] - squares[0], squares[2] - 2 * squares[1] + squares[0])


@kernel
def _play_turns(
    begin: int, end: int, flops: KnownBoards, card: int, sums: OneCardSums, holes: KnownHoles, nets: NetsByOutcome,
    bets: Flags, result: HoleSums,
) -> None:  # fmt: skip
    """Decide the turn bet on some flops, for every suit permutation, and add ante, flop and turn bets to the sums."""
    packed, by_kind, made = np.empty(HOLES, np.int64), np.empty(_PAIRS, np.int64), np.empty(HOLES, np.uint8)
    for row in range(begin, end):
        look_up(row, flops, card, sums, holes, by_kind, packed)
        for hole in range(HOLES):
            paid, lost, gain = paid_wins(packed[hole]), losses(packed[hole]), wins_less_losses(packed[hole])
            other, bet = gain + lost - paid, int(gain > 0)
            won = paid * nets.bare[PAID_WIN] + other * nets.bare[OTHER_WIN] + lost * nets.bare[LOSS] + bet * gain
            result.won[hole] += flops.alike[row] * won
            square = paid * (nets.square[PAID_WIN] + bet * nets.with_one[PAID_WIN])
            square += other * (nets.square[OTHER_WIN] + bet * nets.with_one[OTHER_WIN])
            square += lost * (nets.square[LOSS] + bet * nets.with_one[LOSS])
            made[hole] = bet
            result.square[hole] += flops.alike[row] * square
        for naming in range(NAMINGS):
            here, names = bets[flops.flops[row, naming]], holes.renamed[naming]
            for hole in range(HOLES):
                here[names[hole]] = made[hole]


@kernel
def _play_rivers(
    begin: int, end: int, boards: KnownBoards, card: int, sums: OneCardSums, holes: KnownHoles, nets: NetsByOutcome,
    bets: Flags, result: HoleSums,
) -> None:  # fmt: skip
    """Decide the river bet on some four-card boards, and add it to the sums for every order of each board."""
    packed, by_kind = np.empty(HOLES, np.int64), np.empty(_PAIRS, np.int64)
    one, both = ORDERS * nets.with_one, nets.with_both
    paid_one, other_one, lost_one = one[PAID_WIN], one[OTHER_WIN], one[LOSS]
    paid_both, other_both, lost_both = both[PAID_WIN], both[OTHER_WIN], both[LOSS]
    for row in range(begin, end):
        look_up(row, boards, card, sums, holes, by_kind, packed)
        at = boards.flops[row]
        first, second, third, fourth = bets[at[0]], bets[at[1]], bets[at[2]], bets[at[3]]
        for hole in range(HOLES):
            paid, lost, gain = paid_wins(packed[hole]), losses(packed[hole]), wins_less_losses(packed[hole])
            other, bet = gain + lost - paid, boards.alike[row] * int(gain > 0)
            turns = first[hole] + second[hole] + third[hole] + fourth[hole]
            square = paid * (paid_one + turns * paid_both) + other * (other_one + turns * other_both)
            square += lost * (lost_one + turns * lost_both)
            result.won[hole] += bet * ORDERS * gain
            result.square[hole] += bet * square


class OneCardCount:
    """Enumeration of every deal of a pack of these ranks with one card known."""

    def __init__(self, ante_pays_from: int, in_pack: Ints = FULL_PACK) -> None:
        self.in_pack, self.cards = in_pack, int(SUITS * in_pack.sum()) - 1
        self.pack: PackCounts = pack_counts_of(showdown_rule(ante_pays_from), in_pack)
        self.table = known_table(tuple(in_pack.tolist()))
        self.nets = _nets()
        self.full = full_play(self.pack, self.table, self.nets.bare)

    def known(self, rank: int) -> tuple[CardKnown, CardRemoved]:
        """Return the results with a card of this rank held by the dealer, and with it removed."""
        sums = held_sums(self.pack, rank)
        held = self._held(rank, sums)
        return held, self._removed(rank, removal_sums(self.pack, sums, rank))

    def _held(self, rank: int, sums: OneCardSums) -> CardKnown:
        """Fold each class of starting hand if that is better."""
        n = self.cards
        deals = comb(n - 2, 3) * (n - 5) * (n - 6) * (n - 7)
        deals_by_class, won, square = self._by_class(rank, deals, self._played(rank, sums))
        is_folded, whole = won < -deals_by_class, int(deals_by_class.sum())
        ev = int(np.where(is_folded, -deals_by_class, won).sum())
        return CardKnown(Fraction(ev, whole), Fraction(int(np.where(is_folded, deals_by_class, square).sum()), whole))

    def _removed(self, rank: int, sums: OneCardSums) -> CardRemoved:
        """Fold each class of starting hand if that is better, and separately as the full-pack strategy does."""
        result = play_without_card(rank, sums, self.in_pack, self.table, self.full, self.nets.bare)
        deals_by_class, bare, best, full_pack_play = self._by_class(rank, deals_of(self.cards), result)
        folds, whole = np.tile(self.full.folds, CLASSES // STARTS), int(deals_by_class.sum())
        return CardRemoved(
            Fraction(int(np.maximum(-deals_by_class, bare + best).sum()), whole),
            Fraction(int(np.where(folds, -deals_by_class, bare + full_pack_play).sum()), whole),
        )

    def _by_class(self, rank: int, deals: int, arrays: Iterable[Ints]) -> Ints:
        """Sum by class of starting hand: the number of deals (`deals` per pair of hole cards), and each given array."""
        where = self.table.holes.where
        cards = where[:2].astype(np.int64)
        can_be = (self.in_pack[cards >> 2] > 0).all(axis=0) & (cards != rank * SUITS).all(axis=0)
        by_hole = (deals * can_be, *arrays)
        by_class = np.zeros((len(by_hole), CLASSES), np.int64)
        for sums_by_class, column in zip(by_class, by_hole, strict=True):
            np.add.at(sums_by_class, where[START], column)
        return by_class

    def _played(self, rank: int, sums: OneCardSums) -> HoleSums:
        """Play all decisions but the fold, with a card of this rank held by the dealer."""
        card, table = rank * SUITS, self.table
        bets = np.zeros((int(table.flops.flops.max()) + 1, HOLES), np.uint8)

        def play(kernel: Any, boards: KnownBoards, card_sums: OneCardSums) -> Ints:
            def on_some(begin: int, end: int, result: Ints) -> None:
                kernel(begin, end, boards, card, card_sums, table.holes, self.nets, bets, HoleSums(*result))

            return summed_by_hole(boards, len(HoleSums._fields), on_some)

        turns = play(_play_turns, table.flops.without(card), turn_sums(sums, rank, self.in_pack))
        return HoleSums(*(turns + play(_play_rivers, table.boards.without(card), sums)))


def known_cards(ante_pays_from: int, progress: Progress = ignore_progress) -> tuple[tuple[CardKnown, CardRemoved], ...]:
    """Return the results of `OneCardCount.known` by rank, cached on disk."""

    def count() -> bytes:
        counting, found = OneCardCount(ante_pays_from), []
        for rank in range(_RANKS):
            progress(f"a card known: rank {rank + 1} of {_RANKS}")
            found.append([str(worth) for known in counting.known(rank) for worth in known])
        return json.dumps(found).encode()

    asked = {"game": "beat-the-dealer", "what": "one card", "paid": ante_pays_from}
    worths = [[Fraction(worth) for worth in each] for each in json.loads(cached_bytes(asked, count))]
    return tuple((CardKnown(ev, square), CardRemoved(best, fixed_play)) for ev, square, best, fixed_play in worths)
