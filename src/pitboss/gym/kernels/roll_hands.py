"""Roll Your Own's hands in arrays: two rows that splits make longer, and what the hand in play may do."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.compute.streams import Stream
from pitboss.games.roll_your_own.deal.hands import is_double_blackjack, is_finished, may_split
from pitboss.gym.kernels.blackjack import (
    FIRST,
    HAND_FIELDS,
    NO_CARD,
    SECOND,
    SEEN_FIELDS,
    SIZE,
    Hand,
    add_card,
    begin_hand,
    take,
    total_of,
)
from pitboss.gym.kernels.lots import Codes, Mask, Nets, Row, State
from pitboss.gym.views.roll_your_own import SETTING
from pitboss.ranking.three_card import is_three_card_straight, three_card_line

STAGE, UP, CARD, ALONE, INSURED, BET, NUMBER, HELD, HAND_AT = 0, 1, 2, 5, 6, 7, 8, 9, 10
"""Where the fields of the view stand; the hand's own and the cards seen follow."""
SEEN_AT = HAND_AT + HAND_FIELDS
DEALER_AT = SEEN_AT + SEEN_FIELDS
ALONE_3, ALONE_1, ALONE_2, NO, INSURE, STAND, HIT, DOUBLE, SPLIT = range(9)
"""The actions, as the view has them."""
LAST, FIRST_ONE, MIDDLE = 3, 1, 2
SETTINGS = np.array([LAST, FIRST_ONE, MIDDLE])
"""Which card stands alone, by action."""

DRAWN, HOLE, ROW, AT, HANDS, COUNTS, FIRST_HAND = 0, 1, 2, 3, 4, 6, 16
"""In the state: cards drawn, the hole card, which bet and which of its hands is played, how many hands each of the two
bets has, and the hand in play's cards by value; then the hands, those of the two-card bet first."""
STAKE, IS_DOUBLED, IS_SETTLED, WIDE = 5, 6, 7, 8
"""Of a hand, behind its cards: bets on it, and what it is."""
MOST_HANDS = 6
"""A row's hands, four splits and room for one that moves over."""
DEALT = 6
"""Three cards, the burned one, the up card, the hole card (RY-2)."""

compile_with_kernels(is_double_blackjack, is_finished, may_split, is_three_card_straight, three_card_line)


class RollHouse(NamedTuple):
    """The rules that decide how a round goes, and what the bets come to, in cents."""

    max_splits: int
    hits_soft_17: bool
    dealer_peeks: bool
    bet: int
    blackjack: int
    insurance_won: int
    bonus: Nets
    """By line."""


@kernel
def hand_at(state: State, row: int, place: int) -> Hand:
    """The numbers of a hand of one of the two bets."""
    begin = FIRST_HAND + (row * MOST_HANDS + place) * WIDE
    return state[begin : begin + WIDE]


@kernel
def deal(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask) -> None:
    """Three cards, then the dealer's (C-5, RY-2); the player is asked how they are set."""
    seen[:] = 0
    for place in range(3):
        seen[CARD + place] = take(pack, stream, place)
        seen[SEEN_AT + seen[CARD + place] - 1] += 1
    take(pack, stream, 3)
    seen[UP], state[HOLE] = take(pack, stream, 4), take(pack, stream, 5)
    seen[SEEN_AT + seen[UP] - 1] += 1
    state[DRAWN] = DEALT
    seen[STAGE] = SETTING
    mask[:] = 0
    mask[ALONE_3] = mask[ALONE_1] = mask[ALONE_2] = 1


@kernel
def set_hands(state: State, seen: Row, alone: int) -> None:
    """One card alone, the other two together (RY-3)."""
    seen[ALONE] = alone
    state[ROW], state[AT], state[HANDS], state[HANDS + 1] = 0, 0, 1, 1
    two, one = hand_at(state, 0, 0), hand_at(state, 1, 0)
    two[:] = 0
    for place in range(3):
        value = int(seen[CARD + place])
        if place + 1 == alone:
            begin_hand(one, value)
        elif two[SIZE] == 0:
            begin_hand(two, value)
        else:
            add_card(two, value)
    two[STAKE] = one[STAKE] = 1


@kernel
def settle(hand: Hand, won_or_lost: int) -> int:
    """A hand decided: what it comes to, in cents for one bet, times the bets on it."""
    hand[IS_SETTLED] = 1
    return won_or_lost * int(hand[STAKE])


@kernel
def in_action(state: State) -> bool:
    """Whether a hand is not settled yet."""
    live = 0
    for row in range(2):
        for place in range(state[HANDS + row]):
            live += int(hand_at(state, row, place)[IS_SETTLED] == 0)
    return live > 0


@kernel
def draw_card(pack: Codes, stream: Stream, state: State, seen: Row, hand: Hand) -> bool:
    """One card face up to the hand; whether there was one (RY-10)."""
    value = take(pack, stream, state[DRAWN])
    if value == NO_CARD:
        return False
    state[DRAWN] += 1
    add_card(hand, value)
    seen[SEEN_AT + value - 1] += 1
    return True


@kernel
def offer(pack: Codes, state: State, hand: Hand, house: RollHouse, mask: Mask) -> None:
    """Stand, hit, and where hand and pack allow it double and split (RY-6, RY-10)."""
    left, many = pack.size - state[DRAWN], int(state[HANDS + state[ROW]])
    mask[:] = 0
    mask[STAND] = mask[HIT] = 1
    if hand[SIZE] == 2:
        mask[DOUBLE] = int(left >= 1)
        mask[SPLIT] = int(may_split(int(hand[FIRST]), int(hand[SECOND]), many, house.max_splits) and left >= 2)


@kernel
def split(state: State, hand: Hand) -> None:
    """The second card begins a hand to the right of this one, with as much on it (RY-6, C-8)."""
    row, at = int(state[ROW]), int(state[AT])
    for place in range(state[HANDS + row], at + 1, -1):
        hand_at(state, row, place)[:] = hand_at(state, row, place - 1)
    new, value = hand_at(state, row, at + 1), int(hand[FIRST])
    begin_hand(new, value)
    begin_hand(hand, value)
    new[STAKE] = hand[STAKE] = 1
    state[HANDS + row] += 1


@kernel
def next_hand(state: State) -> None:
    """The turn goes on: along the row, then to the one-card bet."""
    state[AT] += 1
    if state[AT] == state[HANDS + state[ROW]]:
        state[ROW] += 1
        state[AT] = 0


@kernel
def count_cards(state: State, hand: Hand, value: int) -> None:
    """The hand in play's cards by value: begun anew with two cards, then one by one."""
    if hand[SIZE] == 2:
        state[COUNTS:FIRST_HAND] = 0
        state[COUNTS + hand[FIRST] - 1] += 1
        state[COUNTS + hand[SECOND] - 1] += 1
    else:
        state[COUNTS + value - 1] += 1


@kernel
def is_done(state: State, hand: Hand) -> bool:
    """Whether nothing is left to choose for the hand in play (RY-6, C-6)."""
    is_split = state[HANDS + state[ROW]] > 1
    return is_finished(total_of(hand), bool(hand[IS_DOUBLED]), int(hand[FIRST]), is_split)
