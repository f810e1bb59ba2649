"""
Beat the Dealer with one flop card known before the flop bet. Only the fold can depend on it.

The card is of the first suit. Flops and hole cards are enumerated up to permutation of the other three suits.
Starting hands are split by which of their cards are of the first suit.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np

from pitboss.games.beat_the_dealer.count.kernels import ONE, OTHER, START, Flops, Holes, Ints, play_flops
from pitboss.games.beat_the_dealer.count.one_card_known.counting import CLASSES, CardKnown
from pitboss.games.beat_the_dealer.count.solve import _NETS, BETS, LINES, OUTCOMES, STARTS
from pitboss.games.beat_the_dealer.count.tally import (
    _flop_workspace,
    canonical_flops,
    five_card_lines,
    holes_up_to_suits,
)
from pitboss.solving.answers.cached_answers import cached_bytes
from pitboss.solving.answers.threats import Progress, ignore_progress
from pitboss.solving.holdem.river_sums import FULL_PACK, RiverSums, river_sums, showdown_rule

_RANKS = 13


def _flops(cards: Ints, holding: int) -> list[Flops]:
    """
    Return one flop with this card for each class under permutation of the other suits, grouped by the suits shown.
    """
    flops = np.array([flop for flop in combinations(cards, 3) if holding in flop])
    return canonical_flops(flops, cards, known_suits=1)


def _holes(cards: Ints, shown: int) -> Holes:
    """
    Return hole cards up to permutation of the suits that neither the flop nor the known card shows.

    They have classes in place of starting hands.
    """
    holes = holes_up_to_suits(cards, shown | 1)
    where = holes.where.copy()
    where[START] += STARTS * ((where[ONE] & 3 == 0) + 2 * (where[OTHER] & 3 == 0)).astype(np.uint16)
    return Holes(where, holes.alike)


def tally_with_flop_card(rank: int, sums: RiverSums, in_pack: Ints = FULL_PACK) -> Ints:
    """Count every deal whose flop contains one card of this rank, by class of starting hand."""
    lines, cards = five_card_lines(), np.array([code for code in range(52) if in_pack[code >> 2]])
    tallies: list[Ints] = []
    for flops in _flops(cards, rank * 4):
        holes = _holes(cards, int(np.bitwise_or.reduce(1 << (flops.cards[0] & 3))))
        tally = np.zeros((CLASSES, LINES, BETS, OUTCOMES), dtype=np.int64)
        play_flops(0, len(flops.cards), flops, holes, sums, len(cards), lines, _flop_workspace(holes), tally)
        tallies.append(tally)
    return np.asarray(sum(tallies))


def known_flop_cards(ante_pays_from: int, progress: Progress = ignore_progress) -> list[CardKnown]:
    """Return best play with a card of each rank known to be in the flop, cached on disk."""

    def count() -> bytes:
        progress("a card of the flop known")
        sums = river_sums(showdown_rule(ante_pays_from))
        tallies = [tally_with_flop_card(rank, sums) for rank in range(_RANKS)]
        return np.array([tally.sum(axis=1) for tally in tallies]).astype("<i8").tobytes()

    cached = cached_bytes({"game": "beat-the-dealer", "what": "a flop card", "paid": ante_pays_from}, count)
    return [known_of(tally) for tally in np.frombuffer(cached, "<i8").reshape(_RANKS, CLASSES, BETS * OUTCOMES)]


def known_of(tally: Ints) -> CardKnown:
    """Return the value of a tally by class, bets made and outcome, folding each class if that is better."""
    nets = np.array(_NETS)
    deals, gain, square = tally.sum(axis=1), tally @ nets, tally @ nets**2
    is_folded, whole = gain < -deals, int(deals.sum())
    won = int(np.where(is_folded, -deals, gain).sum())
    return CardKnown(Fraction(won, whole), Fraction(int(np.where(is_folded, deals, square).sum()), whole))
