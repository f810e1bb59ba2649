"""flip~it shoes dealt down with every bet evaluated on the remaining cards: the value of perfect card counting."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel
from pitboss.compute.streams import Stream, U, draw
from pitboss.games.flip_it.deal.rules import CALL_RANKS
from pitboss.games.flip_it.simulate.kernels import JOKER, NO_BONUS, Codes, line_of

CALL, ONE_CALL, COLOUR, RED, PARITY, ODD, HEIGHT, HIGH, BONUS, WAYS = range(10)
"""Ways to bet: the best side of each kind, or a single side that a person can keep a count for."""
ALIKE = {ONE_CALL: len(CALL_RANKS), RED: 2, ODD: 2, HIGH: 2}
"""The number of equivalent sides of one kind. All are evaluated and averaged, to reduce the standard error."""
BETS, ROUNDS, GAIN, SQUARE = range(4)
"""Figures for one way to bet in one shoe: units bet, rounds with a bet, expected value, and mean square of the net."""
LAST_RANK = CALL_RANKS[-1] - 2
"""The highest rank that can be called, with a two as 0, as in card codes."""


@kernel
def _weigh(tally: NDArray[np.float64], way: int, wins: float, loses: float, left: float, pays: float) -> float:
    """Add a bet that wins with `wins` of the remaining cards, if it has an edge. Return the units bet."""
    gain = (pays * wins - loses) / left
    if gain <= 0:
        return 0.0
    tally[way, BETS] += 1
    tally[way, GAIN] += gain
    tally[way, SQUARE] += (pays * pays * wins + loses) / left
    return 1.0


@kernel
def deal_shoe(
    state: Stream, pack: Codes, cuts: NDArray[np.int64], call_pays: float, lines: Codes,
    bonus_pays: NDArray[np.float64], tally: NDArray[np.float64], flips: NDArray[np.int64],
) -> None:  # fmt: skip
    """
    Deal one shoe down to the last cut, and evaluate every bet before each flip on the remaining cards.

    `tally[cut, way]` and `flips[cut]` cover the flips between the previous cut and this one.
    """
    by_code = np.zeros(JOKER + 1)
    for card in pack:
        by_code[card] += 1
    left, drawn = float(pack.size), U(0)
    a, b, c, d, on_board, cut = 0, 0, 0, 0, 0, 0
    while cut < cuts.size:
        if on_board == 4 and left < cuts[cut]:
            cut += 1
            continue
        if on_board == 4:
            flips[cut] += 1
            _weigh_all(tally[cut], by_code, left, call_pays)
            _weigh_bonus(tally[cut], by_code, left, a, b, c, d, lines, bonus_pays)
        card = int(draw(state, pack, drawn))
        drawn += U(1)
        by_code[card] -= 1
        left -= 1
        if card < JOKER:
            a, b, c, d = b, c, d, card
            on_board = min(on_board + 1, 4)


@kernel
def _weigh_all(tally: NDArray[np.float64], by_code: NDArray[np.float64], left: float, call_pays: float) -> None:
    """Evaluate Call It on every rank, and the Inside bets."""
    red, odd, high, called, aces, hit = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    square = tally[CALL, SQUARE]
    for rank in range(13):
        here = by_code[rank * 4] + by_code[rank * 4 + 1] + by_code[rank * 4 + 2] + by_code[rank * 4 + 3]
        red += by_code[rank * 4 + 1] + by_code[rank * 4 + 2]
        if rank > LAST_RANK:
            aces += here
            continue
        odd += here * (rank % 2)
        high += here * (rank >= 6)
        bet = _weigh(tally, CALL, here, left - here, left, call_pays)
        called, hit = called + bet, hit + bet * here
        tally[ONE_CALL, ROUNDS] += _weigh(tally, ONE_CALL, here, left - here, left, call_pays)
    tally[CALL, ROUNDS] += called > 0
    wins = call_pays + 1 - called  # at most one of the ranks called wins
    tally[CALL, SQUARE] = square + (wins * wins * hit + called * called * (left - hit)) / left
    jokers = by_code[JOKER]
    for way, wins_with, blank in ((COLOUR, red, 0.0), (PARITY, odd, aces), (HEIGHT, high, aces)):
        other = left - wins_with - jokers - blank
        for made in (way, way + 1):
            bet = _weigh(tally, made, wins_with, other + jokers, left, 1.0)
            tally[made, ROUNDS] += bet + _weigh(tally, made, other, wins_with + jokers, left, 1.0)


@kernel
def _weigh_bonus(
    tally: NDArray[np.float64], by_code: NDArray[np.float64], left: float, a: int, b: int, c: int, d: int, lines: Codes,
    bonus_pays: NDArray[np.float64],
) -> None:  # fmt: skip
    """Evaluate the bonus, if the board allows it and the remaining cards favour it."""
    gain, square = -by_code[JOKER], by_code[JOKER]
    for card in range(JOKER):
        if by_code[card] > 0:
            line = line_of(a, b, c, d, card, lines, True)
            if line == NO_BONUS:
                return
            gain += by_code[card] * bonus_pays[line]
            square += by_code[card] * bonus_pays[line] ** 2
    if gain > 0:
        tally[BONUS, BETS] += 1
        tally[BONUS, ROUNDS] += 1
        tally[BONUS, GAIN] += gain / left
        tally[BONUS, SQUARE] += square / left
