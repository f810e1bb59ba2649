"""What both compiled blackjacks share: hands as rows of numbers, cards drawn and seen, the dealer's end."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.compute.streams import Stream, U, draw
from pitboss.games.environments.episode_rows import Codes, Row, State
from pitboss.ranking.totals import best_total, card_value, dealer_draws, is_blackjack, is_soft, may_be_blackjack

HARD, HAS_ACE, SIZE, FIRST, SECOND = range(5)
"""A hand's numbers: cards added up with every ace as 1, whether it has an ace, how many cards, and the first two."""
HAND_FIELDS, SEEN_FIELDS = 15, 10
"""How many fields the view has for the hand in play (the last ten its cards by value), and for the cards seen."""
NO_CARD = 0
"""In place of a value: the pack is empty."""

Hand = NDArray[np.int64]

compile_with_kernels(card_value, is_soft, best_total, dealer_draws, is_blackjack, may_be_blackjack)


@kernel
def take(pack: Codes, stream: Stream, drawn: int) -> int:
    """The value of the next card, the ace 1; `NO_CARD` where there is none."""
    if drawn >= pack.size:
        return NO_CARD
    return card_value(int(draw(stream, pack, U(drawn))))


@kernel
def begin_hand(hand: Hand, value: int) -> None:
    """A hand of one card."""
    hand[:] = 0
    hand[HARD], hand[HAS_ACE], hand[SIZE], hand[FIRST] = value, int(value == 1), 1, value


@kernel
def add_card(hand: Hand, value: int) -> None:
    """One card more."""
    hand[HARD] += value
    hand[SIZE] += 1
    if value == 1:
        hand[HAS_ACE] = 1
    if hand[SIZE] == 2:
        hand[SECOND] = value


@kernel
def total_of(hand: Hand) -> int:
    """What the hand stands for."""
    return best_total(int(hand[HARD]), bool(hand[HAS_ACE]))


@kernel
def tell_hand(hand: Hand, counts: State, fields: Row) -> None:
    """The fields of the hand in play; its cards by value are counted apart."""
    fields[0], fields[1] = total_of(hand), int(is_soft(int(hand[HARD]), bool(hand[HAS_ACE])))
    fields[2], fields[3], fields[4] = hand[SIZE], hand[FIRST], hand[SECOND]
    for value in range(10):
        fields[5 + value] = counts[value]


@kernel
def draw_out(
    pack: Codes, stream: Stream, drawn: int, up: int, hole: int, draws: bool, hits_soft_17: bool, seen: Row
) -> tuple[int, int, bool]:
    """The dealer's hand, its hole card turned: cards drawn so far, the total, and whether a card was missing."""
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
