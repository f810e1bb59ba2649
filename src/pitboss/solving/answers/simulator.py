"""
The interface of a game's simulation: a kernel that counts cells, and the settlement of each cell.

A *cell* is everything that decides the bets of one seat in one round (for Flop 22: the field line, and for each hand
its line, whether it matched, and what was bet on it). Kernels only count cells, in whole numbers, so tallies merge
exactly. Cells are settled by the same basic rules and pay tables as in the script.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compute.streams import Stream
from pitboss.play.steps import Event, Offer, Seat, Settled
from pitboss.solving.answers.analysis import BetOdds, Number, Played
from pitboss.statistics.exactness import Nearly

Counts = NDArray[np.int64]
Ending = Fraction | str
"""The ending of a bet: its net result in units of the bet, or the name of a line."""
Chances = Mapping[Ending, Number]
"""The probability of each ending."""


class Result(NamedTuple):
    """The result of one bet in one round, in units."""

    stake: int | Fraction
    net: Fraction
    extra: int = 0
    """The additional money bet on doubles and splits. Results are per unit of the stake without it."""
    line: str = ""
    """The name of the ending, if its probability is known, but not the probability of its net result."""


class Simulator(Protocol):
    """One game with fixed rules, strategy and seats, ready to run chunk by chunk."""

    cells: int
    """The number of cells."""
    strategy: str
    """The strategy of the seats, as a sentence."""
    luck: int
    """The random word that decides the random choices of a round in `cells_of` and `answer`."""

    def chunk(self, state: Stream, rounds: int, counts: Counts) -> None:
        """Play `rounds` rounds from this stream and add each seat's cell to the counts. Releases the GIL."""

    def cells_of(self, pack: Sequence[Card]) -> Sequence[int]:
        """Return the kernel's cell for each seat when this pack is dealt. Tests compare it with the script."""

    def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        """Return this strategy's answer at the table, so that the script can play as the kernel does."""

    def in_words(self) -> Iterable[Any]:
        """Return the strategy as `Part`s of a strategy file. A random strategy cannot be expressed that way."""

    def settle(self, cell: int) -> Mapping[str, Result]:
        """Return the stake and net result of each bet in this cell, by name. Bets not made are left out."""


@runtime_checkable
class KnowsExact(Protocol):
    """A simulator that knows the exact means for its own strategy and stakes."""

    def exact_means(self) -> Mapping[str, float]:
        """Return each bet's exact mean when it is made, and that of all bets of a round together as `played`."""


@runtime_checkable
class KnowsLines(Protocol):
    """A simulator that knows the exact distribution of results for its own strategy and stakes."""

    def exact_lines(self) -> Mapping[str, Chances]:
        """Return each bet's distribution of endings when it is made, and that of a whole round as `played`."""


@runtime_checkable
class ChoosesBets(Protocol):
    """A simulator whose bets depend on the cards on the table."""

    def bets_on(self, board: Sequence[Card], seat: Seat) -> Collection[str]:
        """Return the names of the bets that a seat makes on this board."""


def merged(chances: Iterable[tuple[Ending, Number]]) -> Chances:
    """Return the distribution with equal endings merged and impossible ones left out."""
    totals: dict[Ending, Number] = {}
    for ending, chance in chances:
        if chance:
            totals[ending] = totals.get(ending, 0) + chance
    return totals


def by_net(bet: BetOdds) -> Chances:
    """Return the probability of each net result of a bet. Lines that pay the same are merged."""
    return _nearly((outcome.pays, outcome.probability, outcome.error) for outcome in bet.outcomes)


def played_by_net(played: Played, units: int = 1) -> Chances:
    """Return the distribution of a whole round's net result with `units` units on each bet."""
    errors = played.errors or (0.0,) * len(played.distribution)
    lines = zip(played.distribution, errors, strict=True)
    return _nearly((net * units, chance, error) for (net, chance), error in lines)


def _nearly(lines: Iterable[tuple[Number, Number, float]]) -> Chances:
    """Merge lines of (net, probability, error) with the same net."""
    listed = [(Fraction(net), chance, error) for net, chance, error in lines]
    errors: dict[Fraction, float] = {}
    for net, _, error in listed:
        errors[net] = errors.get(net, 0) + error
    chances = merged((net, chance) for net, chance, _ in listed)
    return {net: Nearly(float(chance), errors[Fraction(net)]) if errors[Fraction(net)] else chance
            for net, chance in chances.items()}  # fmt: skip


def net_of(steps: Iterable[object], unit: int) -> dict[str, Result]:
    """Return one seat's settlements by bet, in units of `unit` cents."""
    stakes: dict[str, int] = {}
    nets: dict[str, int] = {}
    for event in steps:
        if isinstance(event, Settled):
            stakes[event.bet] = stakes.get(event.bet, 0) + event.stake
            nets[event.bet] = nets.get(event.bet, 0) + event.back - event.stake
    return {bet: Result(stake // unit, Fraction(nets[bet], unit)) for bet, stake in stakes.items()}
