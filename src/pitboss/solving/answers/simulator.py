"""
What a game's simulation gives: a kernel that counts cells, and what each cell settles to.

A *cell* is all that decides the bets of one seat in one round (for Flop 22: the field line, and for each
hand its line, whether it matched, and what was bet on it). Kernels only count cells, in whole numbers, so
tallies merge exactly; the settling of a cell is read off the same leaf rules and paytables as the script's.
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
"""How a bet ended: its net, in units of the bet, or a line by its name."""
Chances = Mapping[Ending, Number]
"""How likely each way to end is."""


class Result(NamedTuple):
    """One bet in one round, in units."""

    stake: int | Fraction
    net: Fraction
    extra: int = 0
    """What doubles and splits put on the bet as well; results are measured by the stake alone."""
    line: str = ""
    """How it ended: set where the chance of this ending is known, but not the chance of its net."""


class Simulator(Protocol):
    """One game under one set of rules, strategy and seats, ready to be run chunk by chunk."""

    cells: int
    """How many cells there are."""
    strategy: str
    """How the seats play, in a sentence."""
    luck: int
    """The word by which `cells_of` and `answer` make the choices of a round that are left to chance."""

    def chunk(self, state: Stream, rounds: int, counts: Counts) -> None:
        """Play this many rounds from this stream and add each seat's cell to the counts; releases the GIL."""

    def cells_of(self, pack: Sequence[Card]) -> Sequence[int]:
        """The cells the kernel ends in, seat by seat, when this very pack is dealt: what binds it to the script."""

    def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        """What this strategy says at the table, so that the script can be played just as the kernel plays."""

    def in_words(self) -> Iterable[Any]:
        """The strategy as the parts of a strategy file, `Part`s; a strategy that plays by chance cannot be told so."""

    def settle(self, cell: int) -> Mapping[str, Result]:
        """What each bet had at stake and what it won in this cell, by the bet's name; bets not made are left out."""


@runtime_checkable
class KnowsExact(Protocol):
    """A simulator that knows the exact figures of its own strategy, stakes and all."""

    def exact_means(self) -> Mapping[str, float]:
        """The exact mean of each bet when it is made, and of all bets of a round as `played`, by name."""


@runtime_checkable
class KnowsLines(Protocol):
    """A simulator that knows exactly how likely each result of its own strategy, stakes and all, is."""

    def exact_lines(self) -> Mapping[str, Chances]:
        """By bet when it is made, and for all bets of a round as `played`: how likely each way to end is."""


@runtime_checkable
class ChoosesBets(Protocol):
    """A simulator that looks at cards on the table before it bets."""

    def bets_on(self, board: Sequence[Card], seat: Seat) -> Collection[str]:
        """The names of the bets that a seat makes on this board."""


def merged(chances: Iterable[tuple[Ending, Number]]) -> Chances:
    """How likely each way to end is, ways that are alike taken together; those that never come are left out."""
    found: dict[Ending, Number] = {}
    for ending, chance in chances:
        if chance:
            found[ending] = found.get(ending, 0) + chance
    return found


def by_net(bet: BetOdds) -> Chances:
    """The outcomes of a bet by what they pay: lines that pay alike cannot be told apart by a net."""
    return _nearly((outcome.pays, outcome.probability, outcome.error) for outcome in bet.outcomes)


def played_by_net(played: Played, units: int = 1) -> Chances:
    """A whole round by what it brings with this many units on each bet."""
    errors = played.errors or (0.0,) * len(played.distribution)
    lines = zip(played.distribution, errors, strict=True)
    return _nearly((net * units, chance, error) for (net, chance), error in lines)


def _nearly(lines: Iterable[tuple[Number, Number, float]]) -> Chances:
    """Net, chance and error of each line, nets that are alike taken together."""
    listed = [(Fraction(net), chance, error) for net, chance, error in lines]
    errors: dict[Fraction, float] = {}
    for net, _, error in listed:
        errors[net] = errors.get(net, 0) + error
    chances = merged((net, chance) for net, chance, _ in listed)
    return {net: Nearly(float(chance), errors[Fraction(net)]) if errors[Fraction(net)] else chance
            for net, chance in chances.items()}  # fmt: skip


def net_of(steps: Iterable[object], unit: int) -> dict[str, Result]:
    """What one seat's settlements come to, bet by bet, in units of this many cents."""
    stakes: dict[str, int] = {}
    nets: dict[str, int] = {}
    for event in steps:
        if isinstance(event, Settled):
            stakes[event.bet] = stakes.get(event.bet, 0) + event.stake
            nets[event.bet] = nets.get(event.bet, 0) + event.back - event.stake
    return {bet: Result(stake // unit, Fraction(nets[bet], unit)) for bet, stake in stakes.items()}
