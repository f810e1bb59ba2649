"""
Bets on a shoe that is dealt down, made only when the remaining cards favour them: hypergeometric sums.

Exact up to double-precision rounding. A flip counts once four cards that are not jokers are on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, lgamma

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]
BOARD = 4


class Groups(Struct, frozen=True):
    """The number of cards in a shoe that make a bet win, lose and push, and of jokers, which also make it lose."""

    wins: int
    loses: int
    pushes: int
    jokers: int
    pays: float = 1.0

    @property
    def cards(self) -> int:
        """The size of the shoe."""
        return self.wins + self.loses + self.pushes + self.jokers


class Favourable(Struct, frozen=True):
    """Averages per shoe: flips, bets made, their expected value, and the mean square of their net."""

    flips: float
    bets: float
    gain: float
    square: float


def favourable(groups: Groups, cuts: Sequence[int]) -> list[Favourable]:
    """Return averages for a bet made whenever it has an edge, in a shoe dealt down to each of the cuts."""
    averages, total = [], np.zeros(4)
    dealt = BOARD
    for cut in sorted(cuts, reverse=True):
        while groups.cards - dealt >= cut:
            total += _flip(groups, dealt)
            dealt += 1
        averages.append(Favourable(*(float(each) for each in total)))
    return averages


def _flip(groups: Groups, dealt: int) -> Floats:
    """Return the contribution of one flip after `dealt` cards: probability of a flip, bets, gain and square."""
    sums = np.zeros(4)
    left = groups.cards - dealt
    for jokers, losers, behind in _jokers(groups, dealt):
        wins, pushes = np.arange(groups.wins + 1)[:, None], np.arange(groups.pushes + 1)[None, :]
        lost = dealt - jokers - wins - pushes
        ways = _choose(groups.wins, wins) + _choose(groups.pushes, pushes) + _choose(losers, lost) + behind
        chance = np.exp(ways - _choose(groups.cards, np.array(dealt)))
        stays = groups.wins - wins
        against = groups.loses + groups.jokers - lost - jokers
        gain = (groups.pays * stays - against) / left
        bets = chance * (gain > 0)
        square = (groups.pays**2 * stays + against) / left
        sums += (chance.sum(), bets.sum(), (bets * gain).sum(), (bets * square).sum())
    return sums


def _jokers(groups: Groups, dealt: int) -> Iterator[tuple[int, int, float]]:
    """
    Yield the number of jokers dealt that leaves four other cards, the size of the losing pool, and the log ways.

    Once more cards are dealt than all jokers plus four, any number of jokers leaves four others, so they count as
    losers.
    """
    if dealt >= groups.jokers + BOARD:
        yield 0, groups.loses + groups.jokers, 0.0
        return
    for jokers in range(min(groups.jokers, dealt - BOARD) + 1):
        yield jokers, groups.loses, float(_choose(groups.jokers, np.array(jokers)))


def any_favourable(ranks: int, groups: Groups, cuts: Sequence[int]) -> list[float]:
    """Return the expected number of flips per shoe on which at least one of `ranks` equivalent ranks has an edge."""
    expected, total = [], 0.0
    dealt = BOARD
    others = groups.cards - groups.jokers - ranks * groups.wins
    for cut in sorted(cuts, reverse=True):
        while groups.cards - dealt >= cut:
            total += _any(ranks, others, groups, dealt)
            dealt += 1
        expected.append(total)
    return expected


def _any(ranks: int, others: int, groups: Groups, dealt: int) -> float:
    """Return the probability that some rank has an edge: independent binomials, conditioned on the cards remaining."""
    left = groups.cards - dealt
    most = floor(left / (groups.pays + 1))
    if most >= groups.wins:
        return 0.0
    share = left / groups.cards
    one = _binomial(groups.wins, share)
    none = np.where(np.arange(groups.wins + 1) <= most, one, 0.0)
    rest = _binomial(others, share)
    jokers = _binomial(groups.jokers, share)
    jokers[: max(groups.jokers - max(dealt - BOARD, 0), 0)] = 0.0  # fewer than four other cards were dealt
    whole, no_bet = jokers, jokers
    for _ in range(ranks):
        whole, no_bet = np.convolve(whole, one), np.convolve(no_bet, none)
    whole, no_bet = np.convolve(whole, rest), np.convolve(no_bet, rest)
    flips = whole[left] / _binomial(groups.cards, share)[left]
    return float(flips * (1 - no_bet[left] / whole[left])) if whole[left] else 0.0


def _binomial(cards: int, share: float) -> Floats:
    held = np.arange(cards + 1)
    return np.asarray(np.exp(_choose(cards, held) + held * np.log(share) + (cards - held) * np.log1p(-share)))


_LOG_FACTORIALS = np.array([lgamma(number + 1) for number in range(2_000)])


def _choose(whole: int, part: NDArray[np.int64]) -> Floats:
    """Return the log of the binomial coefficients, minus infinity outside the range."""
    inside = (part >= 0) & (part <= whole)
    held = np.clip(part, 0, whole)
    ways = _LOG_FACTORIALS[whole] - _LOG_FACTORIALS[held] - _LOG_FACTORIALS[whole - held]
    return np.where(inside, ways, -np.inf)
