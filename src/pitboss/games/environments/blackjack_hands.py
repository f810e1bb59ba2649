"""Compiled parts shared by all blackjack environments: hands as arrays, cards drawn and seen, the dealer's draw."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.compute.streams import Stream, U, draw
from pitboss.games.environments.episode_rows import Codes, Row, State
from pitboss.ranking.totals import best_total, card_value, dealer_draws, is_blackjack, is_soft, may_be_blackjack

HARD, HAS_ACE, SIZE, FIRST, SECOND = range(5)
"""The columns of a hand: hard total, whether it has an ace, number of cards, and the first two values."""
HAND_FIELDS, SEEN_FIELDS = 15, 10
"""The number of fields for the hand in play (the last ten are its cards by value), and for the cards seen."""
NO_CARD = 0
"""The value returned if the pack is empty."""

Hand = NDArray[np.int64]

compile_with_kernels(card_value, is_soft, best_total, dealer_draws, is_blackjack, may_be_blackjack)


@kernel
def take(pack: Codes, stream: Stream, drawn: int) -> int:
    """Return the value of the next card, 1 for an ace; `NO_CARD` if the pack is empty."""
    if drawn >= pack.size:
        return NO_CARD
    return card_value(int(draw(stream, pack, U(drawn))))


@kernel
def begin_hand(hand: Hand, value: int) -> None:
    """Start a hand with one card."""
    hand[:] = 0
    hand[HARD], hand[HAS_ACE], hand[SIZE], hand[FIRST] = value, int(value == 1), 1, value


@kernel
def add_card(hand: Hand, value: int) -> None:
    """Add a card to a hand."""
    hand[HARD] += value
    hand[SIZE] += 1
    if value == 1:
        hand[HAS_ACE] = 1
    if hand[SIZE] == 2:
        hand[SECOND] = value


@kernel
def total_of(hand: Hand) -> int:
    """Return the total of a hand."""
    return best_total(int(hand[HARD]), bool(hand[HAS_ACE]))


@kernel
def write_hand(hand: Hand, counts: State, fields: Row) -> None:
    """Write the fields of the hand in play, except its cards by value."""
    fields[0], fields[1] = total_of(hand), int(is_soft(int(hand[HARD]), bool(hand[HAS_ACE])))
    fields[2], fields[3], fields[4] = hand[SIZE], hand[FIRST], hand[SECOND]
    for value in range(10):
        fields[5 + value] = counts[value]


@kernel
def draw_out(
    pack: Codes, stream: Stream, drawn: int, up: int, hole: int, draws: bool, hits_soft_17: bool, seen: Row
) -> tuple[int, int, bool]:
    """Draw for the dealer after the hole card; return the cards drawn, the total, and whether the pack ran out."""
    hard, has_ace = up + hole, up == 1 or hole == 1
    seen[hole - 1] += 1
    while draws and dealer_draws(hard, has_ace, hits_soft_17):
        value = take(pack, stream, drawn)
        if value == NO_CARD:
            return drawn, best_total(hard, has_ace), True
        drawn += 1
        seen[value - 1] += 1
        hard += value
        has_ace = has_ace or value == 1
    return drawn, best_total(hard, has_ace), False
