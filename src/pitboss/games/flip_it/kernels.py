"""flip~it at speed: the flip card and what it makes of the four."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.compiled import compile_with_kernels, kernel
from pitboss.counting.simulator import Counts
from pitboss.counting.streams import Stream, U, draw
from pitboss.games.flip_it import hands

Codes = NDArray[np.uint8]
BONUS_CELLS = 8
"""What the bonus came to: its seven lines, nothing among them, and one for a board on which it may not be bet."""
NO_BONUS = 7
JOKER = 52

compile_with_kernels(hands.count_pairs, hands.is_four_to_a_royal, hands.may_bet_bonus, hands.bonus_line)


@kernel
def cell_of(board: Codes, flip: np.uint64) -> np.uint64:
    """The cell of every seat: the flip card, and the bonus line it made."""
    a, b, c, d = int(board[0]), int(board[1]), int(board[2]), int(board[3])
    line = hands.bonus_line(a, b, c, d, int(flip)) if hands.may_bet_bonus(a, b, c, d) else NO_BONUS
    return flip * U(BONUS_CELLS) + U(line)


@kernel
def deal_four(state: Stream, pack: Codes, board: Codes) -> np.uint64:
    """Four cards from a fresh shoe, jokers replaced (FI-1); how many cards that took."""
    drawn = U(0)
    lying = U(0)
    while lying < U(4):
        card = draw(state, pack, drawn)
        drawn += U(1)
        if card < JOKER:
            board[lying] = card
            lying += U(1)
    return drawn


@kernel
def play_rounds(state: Stream, rounds: int, pack: Codes, cut_card: int, counts: Counts) -> None:
    """Flip this many cards: each on four cards of a fresh shoe, or with a cut card from shoes dealt down to it."""
    board = np.empty(4, np.uint8)
    drawn = U(pack.size)
    for _ in range(rounds):
        if cut_card == 0 or pack.size - drawn < cut_card:
            drawn = deal_four(state, pack, board)
        flip = draw(state, pack, drawn)
        drawn += U(1)
        counts[cell_of(board, U(flip))] += 1
        if flip < JOKER:
            board[0], board[1], board[2], board[3] = board[1], board[2], board[3], flip
