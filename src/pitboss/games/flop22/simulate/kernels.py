"""Simulation kernels for Flop 22: the shuffle, and the cell in which each seat ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel
from pitboss.compute.random_choices import chosen
from pitboss.compute.streams import Stream, U, draw, next_word
from pitboss.solving.answers.simulator import Counts

Codes = NDArray[np.uint8]
HAND_CELLS = 40
"""The number of cells for one hand of one seat: line (5), match or not (2), and extra bets (4)."""


EXTRAS = 4
"""The number of choices of extra bets on a hand."""


@kernel
def cell_of(card: np.uint64, flops: Codes, fields: Codes, hands: Codes, extras: Codes) -> np.uint64:
    """Return a seat's cell: its field line, then the result and the extra bets of each hand."""
    first, second, third = U(flops[U(0)]), U(flops[U(1)]), U(flops[U(2)])
    cell = U(fields[card])
    cell = cell * U(HAND_CELLS) + U(hands[card, first]) * U(EXTRAS) + U(extras[U(0), card, U(52), U(52)])
    cell = cell * U(HAND_CELLS) + U(hands[card, second]) * U(EXTRAS) + U(extras[U(1), card, first, U(52)])
    return cell * U(HAND_CELLS) + U(hands[card, third]) * U(EXTRAS) + U(extras[U(2), card, first, second])


@kernel
def any_extras(luck: np.uint64, seat: np.uint64) -> np.uint64:
    """Return random extra bets on the three hands of a seat (1, 2 …), to be added to a cell without extras."""
    cell = U(0)
    for hand in range(3):
        cell = cell * U(HAND_CELLS) + chosen(luck, seat, U(hand), U(EXTRAS))
    return cell


@kernel
def play_rounds(
    state: Stream, rounds: int, seats: int, chooses: bool, fields: Codes, hands: Codes, extras: Codes, counts: Counts
) -> None:
    """Deal `rounds` three-hand games from fresh decks and count the cells of all seats."""
    pack = np.arange(52).astype(np.uint8)
    flops = np.empty(3, np.uint8)
    luck = U(0)
    for _ in range(rounds):
        for seat in range(seats):
            draw(state, pack, U(seat))
        for hand in range(3):
            flops[U(hand)] = draw(state, pack, U(seats + hand))
        if chooses:
            luck = next_word(state)
        for seat in range(seats):
            cell = cell_of(U(pack[U(seat)]), flops, fields, hands, extras)
            counts[cell + any_extras(luck, U(seat + 1)) if chooses else cell] += 1
