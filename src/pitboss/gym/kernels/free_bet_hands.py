"""Free Bet's hands in arrays: cards, chips and free money on each, and what the hand in play may do."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.compute.streams import Stream
from pitboss.games.free_bet.deal import hands
from pitboss.gym.kernels.blackjack import (
    FIRST,
    HAND_FIELDS,
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
from pitboss.ranking.totals import BLACKJACK

STAGE, UP, INSURED, NUMBER, HELD, FREE_HAND, TOKENS_AT, HAND_AT = range(8)
"""Where the fields of the view stand; the hand's own and the cards seen follow."""
SEEN_AT = HAND_AT + HAND_FIELDS
DEALER_AT = SEEN_AT + SEEN_FIELDS
WAIT, NO, INSURE, STAND, HIT, DOUBLE, FREE_DOUBLE, SPLIT, FREE_SPLIT = range(9)
"""The actions, as the view has them."""

DRAWN, HOLE, AT, HANDS, TOKENS, COUNTS, FIRST_HAND = 0, 1, 2, 3, 4, 5, 15
"""In the state: cards drawn, the hole card, which hand is played, how many there are, tokens, and the hand in play's
cards by value; then the hands."""
CHIPS, FREE, IS_FREE, IS_DOUBLED, OF_ACES, WIDE = 5, 6, 7, 8, 9, 10
"""Of a hand, behind its cards: wagers of chips and of free money on it, and what it is."""
MOST_TOKENS = 2 * hands.MOST_HANDS - 1

compile_with_kernels(hands.doubles_free, hands.is_pair, hands.pair_splits_free, hands.outcome, hands.push_22_wins)


class FreeBetHouse(NamedTuple):
    """The rules that decide how a round goes, and what the bets come to, in cents."""

    free_doubles: bool
    free_splits: bool
    resplit_aces: bool
    hits_soft_17: bool
    dealer_22_pushes: bool
    burns: int
    main: int
    blackjack: int
    insurance: int
    """The stake that insures, nothing where it cannot be had (FB-8)."""
    insurance_won: int
    pot_of_gold: Nets
    """By tokens."""
    push_22: Nets
    """Lost, won; both nothing without the bet."""
    has_push_22: bool
    always: int
    """What is gone in any case: a toke is the dealers' (FB-9)."""


@kernel
def hand_at(state: State, place: int) -> Hand:
    """The numbers of the hand at this place from the left."""
    return state[FIRST_HAND + place * WIDE : FIRST_HAND + (place + 1) * WIDE]


@kernel
def hit(pack: Codes, stream: Stream, state: State, seen: Row, hand: Hand) -> None:
    """A card to the hand in play."""
    value = take(pack, stream, state[DRAWN])
    state[DRAWN] += 1
    add_card(hand, value)
    state[COUNTS + value - 1] += 1
    seen[SEEN_AT + value - 1] += 1


@kernel
def take_up(state: State, place: int) -> None:
    """The turn of the hand at this place, its cards counted by value."""
    state[AT] = place
    if place < state[HANDS]:
        state[COUNTS:FIRST_HAND] = 0
        state[COUNTS + hand_at(state, place)[FIRST] - 1] = 1


@kernel
def deal(pack: Codes, stream: Stream, state: State, seen: Row, burns: int) -> None:
    """A card, the up card, a second card, the hole card (C-5), behind what is burned (FB-1)."""
    for place in range(burns):
        take(pack, stream, place)
    first, up = take(pack, stream, burns), take(pack, stream, burns + 1)
    second, hole = take(pack, stream, burns + 2), take(pack, stream, burns + 3)
    seen[:] = 0
    seen[UP] = up
    for value in (first, second, up):
        seen[SEEN_AT + value - 1] += 1
    state[DRAWN], state[HOLE], state[HANDS], state[TOKENS] = burns + 4, hole, 1, 0
    hand = hand_at(state, 0)
    begin_hand(hand, first)
    add_card(hand, second)
    hand[CHIPS] = 1
    take_up(state, 0)
    state[COUNTS + second - 1] += 1


@kernel
def offer(hand: Hand, many: int, free_doubles: bool, free_splits: bool, resplit_aces: bool, mask: Mask) -> bool:
    """What the hand may do (C-6, FB-2, FB-3); whether there is anything to choose."""
    mask[:] = 0
    first, second, of_aces = int(hand[FIRST]), int(hand[SECOND]), bool(hand[OF_ACES])
    if total_of(hand) >= BLACKJACK or hand[IS_DOUBLED]:
        return False
    two = hand[SIZE] == 2
    splits = two and hands.is_pair(first, second) and many < hands.MOST_HANDS and (resplit_aces or not of_aces)
    if of_aces and not splits:
        return False
    mask[STAND] = 1
    if splits:
        mask[FREE_SPLIT if free_splits and hands.pair_splits_free(first) else SPLIT] = 1
    if of_aces:
        return True
    mask[HIT] = 1
    if two:
        mask[FREE_DOUBLE if free_doubles and hands.doubles_free(first, second) else DOUBLE] = 1
    return True


@kernel
def split(state: State, free: bool) -> None:
    """The second card of the pair as a hand of its own, to the right of the one it came from (FB-3, C-8)."""
    at = int(state[AT])
    for place in range(state[HANDS], at + 1, -1):
        hand_at(state, place)[:] = hand_at(state, place - 1)
    old, new = hand_at(state, at), hand_at(state, at + 1)
    value = int(old[FIRST])
    begin_hand(new, value)
    new[CHIPS], new[FREE], new[IS_FREE], new[OF_ACES] = int(not free), int(free), int(free), int(value == hands.ACE)
    chips, its_free, is_free = old[CHIPS], old[FREE], old[IS_FREE]
    begin_hand(old, value)
    old[CHIPS], old[FREE], old[IS_FREE], old[OF_ACES] = chips, its_free, is_free, int(value == hands.ACE)
    state[HANDS] += 1
    state[TOKENS] += int(free)
    take_up(state, at)


@kernel
def play(pack: Codes, stream: Stream, state: State, seen: Row, action: int) -> None:
    """What the hand in play does."""
    hand = hand_at(state, state[AT])
    if action == STAND:
        take_up(state, state[AT] + 1)
        return
    if action in (SPLIT, FREE_SPLIT):
        split(state, action == FREE_SPLIT)
    elif action == DOUBLE:
        hand[CHIPS] += 1
        hand[IS_DOUBLED] = 1
    elif action == FREE_DOUBLE:
        hand[FREE] += 1
        hand[IS_DOUBLED] = 1
        state[TOKENS] += 1
    hit(pack, stream, state, seen, hand)
