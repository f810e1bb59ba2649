"""Simulation kernels for flip~it: the flip card and the bonus line it makes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel, part
from pitboss.compute.random_choices import chosen
from pitboss.compute.streams import Stream, U, draw, draw_five, next_word
from pitboss.games.flip_it.deal import hands
from pitboss.solving.answers.simulator import Counts

Codes = NDArray[np.uint8]
BONUS_CELLS = 8
"""The results of the bonus: one of its seven lines (the last one loses), or not bet on this board."""
NO_BONUS = 7
JOKER = 52
ALIKE = 5
"""The number of possible counts of board cards with the flip card's rank: 0 to 4."""

compile_with_kernels(
    hands.count_pairs,
    hands.count_same_rank,
    hands.is_one_suit,
    hands.is_four_to_a_royal,
    hands.may_bet_bonus,
    hands.bonus_line,
)


@part
def line_of(a: int, b: int, c: int, d: int, flip: int, lines: Codes, bets_royal: bool) -> int:
    """Return the bonus line of a flip card, looked up by pairs and equal cards; a royal flush uses the basic rule."""
    if bets_royal and hands.is_four_to_a_royal(a, b, c, d):
        return hands.bonus_line(a, b, c, d, flip)
    return int(lines[U(hands.count_pairs(a, b, c, d) * ALIKE + hands.count_same_rank(a, b, c, d, flip))])


@kernel
def cell_of(board: Codes, flip: int, lines: Codes, bets_royal: bool) -> int:
    """Return a seat's cell: the flip card and its bonus line."""
    line = line_of(int(board[0]), int(board[1]), int(board[2]), int(board[3]), flip, lines, bets_royal)
    return flip * BONUS_CELLS + line


@kernel
def takes_bonus(luck: np.uint64, seat: np.uint64) -> bool:
    """Whether a seat (1, 2 …) that bets at random makes the bonus bet when it may."""
    return bool(chosen(luck, seat, U(0), U(2)) == U(1))


@part
def count(flip: int, line: int, state: Stream, choosing: int, counts: Counts) -> None:
    """Count a flip once for all seats, or once for each of `choosing` seats that bet the bonus at random."""
    if choosing == 0:
        counts[U(flip * BONUS_CELLS + line)] += 1
    else:
        luck = next_word(state)
        for seat in range(choosing):
            bet = line if takes_bonus(luck, U(seat + 1)) else NO_BONUS
            counts[U(flip * BONUS_CELLS + bet)] += 1


@kernel
def play_fresh(
    state: Stream, rounds: int, cards: Codes, jokers: int, lines: Codes, bets_royal: bool, choosing: int, counts: Counts
) -> None:
    """
    Flip `rounds` cards, each on a board from a fresh shoe of these cards and `jokers` jokers.

    Jokers before the fourth card are replaced (FI-1), so the board is any four cards. The jokers of a shuffled shoe
    are equally likely to be in any gap between the other cards, so a joker follows the fourth card as often as it is
    the first card.
    """
    size = U(cards.size + jokers)
    for _ in range(rounds):
        number = draw_five(state, cards, size)
        a, b, c, d = int(cards[U(0)]), int(cards[U(1)]), int(cards[U(2)]), int(cards[U(3)])
        flip = JOKER if number < U(jokers) else int(cards[U(4)])
        count(flip, line_of(a, b, c, d, flip, lines, bets_royal), state, choosing, counts)


@kernel
def play_shoes(
    state: Stream, rounds: int, pack: Codes, cut_card: int, lines: Codes, bets_royal: bool, choosing: int,
    counts: Counts,
) -> None:  # fmt: skip
    """Flip `rounds` cards from shoes dealt down to the cut card."""
    size, drawn = U(pack.size), U(pack.size)
    a, b, c, d = 0, 0, 0, 0
    for _ in range(rounds):
        if size - drawn < U(cut_card):
            drawn, on_board = U(0), 0
            while on_board < 4:
                card = int(draw(state, pack, drawn))
                drawn += U(1)
                if card < JOKER:  # a joker is replaced (FI-1)
                    a, b, c, d = b, c, d, card
                    on_board += 1
        flip = int(draw(state, pack, drawn))
        drawn += U(1)
        count(flip, line_of(a, b, c, d, flip, lines, bets_royal), state, choosing, counts)
        if flip < JOKER:
            a, b, c, d = b, c, d, flip
