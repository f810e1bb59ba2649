"""The expected value of each answer for any cards: from the tally before the flop, by enumeration after it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pitboss.games.beat_the_dealer.count.kernels import count_showdowns
from pitboss.games.beat_the_dealer.count.solve import Solution
from pitboss.games.beat_the_dealer.deal.hands import ShowdownOutcome, starting_hand
from pitboss.solving.holdem.poker_tables import strength_tables


def showdown_counts(hole: Sequence[int], board: Sequence[int], ante_pays_from: int) -> list[int]:
    """Count the outcomes of two hole cards and a four-card board, over all rivers and dealer hands."""
    counts = np.zeros(len(ShowdownOutcome), dtype=np.int64)
    count_showdowns(np.array(hole), np.array(board), 0, strength_tables(), ante_pays_from, counts)
    return [int(count) for count in counts]


def before_flop(hole: Sequence[int], solution: Solution) -> dict[str, Fraction]:
    """Return the values of the flop bet and of a fold for the whole round, in antes, with the solution's bonus bets."""
    start = solution.starts[starting_hand(*hole)]
    return {"flop": start.flop, "fold": start.fold}


def before_turn(hole: Sequence[int], flop: Sequence[int]) -> dict[str, Fraction]:
    """Return the values of a check and of the turn bet, in antes, including the river bet that may follow."""
    turns = [card for card in range(52) if card not in (*hole, *flop)]
    gains = [_gain(hole, (*flop, turn)) for turn in turns]
    follows = sum((max(gain, Fraction(0)) for gain in gains), Fraction(0)) / len(turns)
    return {"check": follows, "turn": follows + sum(gains, Fraction(0)) / len(turns)}


def before_river(hole: Sequence[int], flop: Sequence[int], turn: int) -> dict[str, Fraction]:
    """Return the values of a check and of the river bet, in antes."""
    return {"check": Fraction(0), "river": _gain(hole, (*flop, turn))}


def _gain(hole: Sequence[int], board: Sequence[int]) -> Fraction:
    """Return the expected value of an even-money bet of one ante. It does not depend on whether the ante is paid."""
    counts = showdown_counts(hole, board, ante_pays_from=0)
    return Fraction(
        counts[ShowdownOutcome.PAID_WIN] + counts[ShowdownOutcome.OTHER_WIN] - counts[ShowdownOutcome.LOSS], sum(counts)
    )
