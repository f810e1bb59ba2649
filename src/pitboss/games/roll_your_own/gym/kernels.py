"""Compiled environment steps for Roll Your Own: the setting, insurance, then both hands with their splits."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.compute.streams import Stream, U
from pitboss.games.environments.blackjack_hands import (
    FIRST,
    HAND_FIELDS,
    NO_CARD,
    SECOND,
    SEEN_FIELDS,
    SIZE,
    Hand,
    add_card,
    begin_hand,
    draw_out,
    take,
    total_of,
    write_hand,
)
from pitboss.games.environments.episode_rows import (
    Actions,
    Codes,
    Episodes,
    EpisodeSetting,
    Mask,
    Nets,
    Row,
    State,
    fresh,
    valid_action,
    won,
)
from pitboss.games.roll_your_own.deal.hands import ACE, is_double_blackjack, is_finished, may_split
from pitboss.games.roll_your_own.deal.rules import INSURANCE_PAYS, Rules
from pitboss.games.roll_your_own.gym.view import INSURANCE, PLAY, SETTING
from pitboss.ranking.three_card import NOTHING, is_three_card_straight, three_card_line
from pitboss.ranking.totals import BLACKJACK, card_value, is_blackjack, may_be_blackjack

STAGE, UP, CARD, ALONE, INSURED, BET, NUMBER, HELD, HAND_AT = 0, 1, 2, 5, 6, 7, 8, 9, 10
"""Indices of the fields in the observation. The fields of the hand and of the cards seen follow."""
SEEN_AT = HAND_AT + HAND_FIELDS
DEALER_AT = SEEN_AT + SEEN_FIELDS
ALONE_3, ALONE_1, ALONE_2, NO, INSURE, STAND, HIT, DOUBLE, SPLIT = range(9)
"""The actions, in the same order as in the view."""
LAST, FIRST_ONE, MIDDLE = 3, 1, 2
SETTINGS = np.array([LAST, FIRST_ONE, MIDDLE])
"""The card set alone, by action."""

DRAWN, HOLE, ROW, AT, HANDS, COUNTS, FIRST_HAND = 0, 1, 2, 3, 4, 6, 16
"""
Indices in the state: cards drawn, hole card, the bet and hand in play, the number of hands of each bet, and the cards
of the hand in play by value; then the hands, starting with the two-card bet.
"""
STAKE, IS_DOUBLED, IS_SETTLED, WIDE = 5, 6, 7, 8
"""Indices in a hand, after its cards: the units on it, and flags."""
MAX_HANDS = 6
"""The number of hands in a row: five after four splits, and room for one to move over."""
DEALT = 6
"""The number of cards dealt at first: three cards, the burned card, the up card and the hole card (RY-2)."""

compile_with_kernels(is_double_blackjack, is_finished, may_split, is_three_card_straight, three_card_line)


class RollPayouts(NamedTuple):
    """The rules that affect play, and the net of each bet in cents."""

    max_splits: int
    hits_soft_17: bool
    dealer_peeks: bool
    bet: int
    blackjack: int
    insurance_won: int
    bonus: Nets
    """The net of the bonus by line."""


@kernel
def hand_at(state: State, row: int, place: int) -> Hand:
    """Return the fields of a hand of one of the two bets."""
    begin = FIRST_HAND + (row * MAX_HANDS + place) * WIDE
    return state[begin : begin + WIDE]


@kernel
def deal(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask) -> None:
    """Deal three cards to the seat and three to the dealer (C-5, RY-2), and ask for the setting."""
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
    """Set one card alone and the other two together (RY-3)."""
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
    """Settle a hand. Return its net in cents: the net of one bet times the number of bets on it."""
    hand[IS_SETTLED] = 1
    return won_or_lost * int(hand[STAKE])


@kernel
def in_action(state: State) -> bool:
    """Return whether any hand is not settled yet."""
    live = 0
    for row in range(2):
        for place in range(state[HANDS + row]):
            live += int(hand_at(state, row, place)[IS_SETTLED] == 0)
    return live > 0


@kernel
def draw_card(pack: Codes, stream: Stream, state: State, seen: Row, hand: Hand) -> bool:
    """Deal one card face up to the hand. Return whether there was one (RY-10)."""
    value = take(pack, stream, state[DRAWN])
    if value == NO_CARD:
        return False
    state[DRAWN] += 1
    add_card(hand, value)
    seen[SEEN_AT + value - 1] += 1
    return True


@kernel
def offer(pack: Codes, state: State, hand: Hand, house: RollPayouts, mask: Mask) -> None:
    """Set the mask to stand, hit, and double and split if the hand and the pack allow them (RY-6, RY-10)."""
    left, hands = pack.size - state[DRAWN], int(state[HANDS + state[ROW]])
    mask[:] = 0
    mask[STAND] = mask[HIT] = 1
    if hand[SIZE] == 2:
        mask[DOUBLE] = int(left >= 1)
        mask[SPLIT] = int(may_split(int(hand[FIRST]), int(hand[SECOND]), hands, house.max_splits) and left >= 2)


@kernel
def split(state: State, hand: Hand) -> None:
    """Start a new hand with the second card, to the right of this one and with an equal bet (RY-6, C-8)."""
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
    """Advance to the next hand of the row, then to the one-card bet."""
    state[AT] += 1
    if state[AT] == state[HANDS + state[ROW]]:
        state[ROW] += 1
        state[AT] = 0


@kernel
def count_cards(state: State, hand: Hand, value: int) -> None:
    """Count the cards of the hand in play by value: both if it has two cards, else only the last one."""
    if hand[SIZE] == 2:
        state[COUNTS:FIRST_HAND] = 0
        state[COUNTS + hand[FIRST] - 1] += 1
        state[COUNTS + hand[SECOND] - 1] += 1
    else:
        state[COUNTS + value - 1] += 1


@kernel
def is_done(state: State, hand: Hand) -> bool:
    """Return whether the hand in play has no decision left (RY-6, C-6)."""
    is_split = state[HANDS + state[ROW]] > 1
    return is_finished(total_of(hand), bool(hand[IS_DOUBLED]), int(hand[FIRST]), is_split)


@kernel
def pay_made(state: State, seen: Row, house: RollPayouts) -> int:
    """Pay blackjacks already made immediately. A double blackjack pays both bets (RY-7)."""
    two, one = hand_at(state, 0, 0), hand_at(state, 1, 0)
    if is_double_blackjack(int(seen[CARD]), int(seen[CARD + 1]), int(seen[CARD + 2])):
        return settle(two, house.blackjack) + settle(one, house.blackjack)
    if is_blackjack(int(two[FIRST]), int(two[SECOND])):
        return settle(two, house.blackjack)
    return 0


ASKED, PLAYED, RAN_OUT = range(3)


@kernel
def advance(
    pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, nets: Nets, row: int, house: RollPayouts
) -> int:
    """Advance to the next decision. Return ASKED, PLAYED if all hands are done, or RAN_OUT (RY-5, RY-10)."""
    while state[ROW] < 2:
        hand = hand_at(state, state[ROW], state[AT])
        if not hand[IS_SETTLED]:
            if hand[SIZE] == 1:
                if not draw_card(pack, stream, state, seen, hand):
                    return RAN_OUT
                if state[HANDS + state[ROW]] == 1 and is_blackjack(int(hand[FIRST]), int(hand[SECOND])):
                    nets[row] += settle(hand, house.blackjack)  # rule 7h
            if not hand[IS_SETTLED] and not is_done(state, hand):
                if hand[SIZE] == 2:
                    count_cards(state, hand, 0)
                offer(pack, state, hand, house, mask)
                write_hand(hand, state[COUNTS:FIRST_HAND], seen[HAND_AT:SEEN_AT])
                seen[STAGE], seen[BET], seen[NUMBER] = PLAY, state[ROW] + 1, state[AT] + 1
                seen[HELD] = state[HANDS + state[ROW]]
                return ASKED
            if total_of(hand) > BLACKJACK:
                nets[row] += settle(hand, -house.bet)
        next_hand(state)
    return PLAYED


@kernel
def play(pack: Codes, stream: Stream, state: State, seen: Row, action: int) -> bool:
    """Carry out an action on the hand in play. Return whether the pack had a card for it."""
    hand = hand_at(state, state[ROW], state[AT])
    if action == STAND:
        next_hand(state)
        return True
    if action == DOUBLE:
        hand[STAKE] = 2
        hand[IS_DOUBLED] = 1
    elif action == SPLIT:
        split(state, hand)
    before = int(hand[SIZE])
    if not draw_card(pack, stream, state, seen, hand):
        return False
    if before > 1:
        count_cards(state, hand, card_value(int(pack[state[DRAWN] - 1])))
    return True


@kernel
def settle_all(state: State, won_or_lost: int) -> int:
    """Settle every hand still in action with the same result."""
    net = 0
    for row in range(2):
        for place in range(state[HANDS + row]):
            hand = hand_at(state, row, place)
            if not hand[IS_SETTLED]:
                net += settle(hand, won_or_lost)
    return net


@kernel
def compare(state: State, dealer: int, house: RollPayouts) -> int:
    """Settle the unsettled hands against the dealer's total. Return their net."""
    net = 0
    for row in range(2):
        for place in range(state[HANDS + row]):
            hand = hand_at(state, row, place)
            if not hand[IS_SETTLED]:
                own = total_of(hand)
                wins = dealer > BLACKJACK or own > dealer
                net += settle(hand, house.bet if wins else 0 if own == dealer else -house.bet)
    return net


@kernel
def insured_net(seen: Row, natural: bool, house: RollPayouts) -> int:
    """Return the net of an insurance bet (RY-9)."""
    if not seen[INSURED]:
        return 0
    return house.insurance_won if natural else -house.bet


@kernel
def finish(pack: Codes, stream: Stream, state: State, seen: Row, house: RollPayouts, ran_out: bool) -> int:
    """Finish the round: play the dealer's hand, settle pending insurance and unsettled hands. Return the net."""
    up, hole = int(seen[UP]), int(state[HOLE])
    natural = is_blackjack(up, hole)
    waits = bool(seen[INSURED]) and not house.dealer_peeks
    net = insured_net(seen, natural, house) if waits else 0
    if ran_out:
        net += settle_all(state, house.bet)
        if waits:
            _, seen[DEALER_AT], _ = draw_out(pack, stream, 0, up, hole, False, False, seen[SEEN_AT:DEALER_AT])
        return net
    live = in_action(state)
    if not live and not waits:
        return net
    state[DRAWN], dealer, missing = draw_out(
        pack, stream, state[DRAWN], up, hole, live, house.hits_soft_17, seen[SEEN_AT:DEALER_AT]
    )
    seen[DEALER_AT] = dealer
    if missing:
        return net + settle_all(state, house.bet)
    return net + (settle_all(state, -house.bet) if natural else compare(state, dealer, house))


@kernel
def lose_to_blackjack(pack: Codes, stream: Stream, state: State, seen: Row, house: RollPayouts) -> int:
    """Settle a dealer blackjack. A lone ace or ten-value first gets a card: a player blackjack wins (RY-8)."""
    one, net = hand_at(state, 1, 0), 0
    if may_be_blackjack(int(one[FIRST])):
        draw_card(pack, stream, state, seen, one)
    if is_blackjack(int(one[FIRST]), int(one[SECOND])):
        net += settle(one, house.blackjack)
    seen[SEEN_AT + state[HOLE] - 1] += 1
    seen[DEALER_AT] = BLACKJACK
    return net + settle_all(state, -house.bet)


@kernel
def act(
    pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, nets: Nets, row: int, action: int,
    house: RollPayouts,
) -> bool:  # fmt: skip
    """Carry out one action. Return whether the round is over."""
    ended = PLAYED
    if action <= ALONE_2:
        set_hands(state, seen, SETTINGS[action])
        first, second, third = int(pack[0]), int(pack[1]), int(pack[2])
        nets[row] = int(house.bonus[three_card_line(first, second, third)]) + pay_made(state, seen, house)
        if not in_action(state):
            return True
        if seen[UP] == ACE:
            seen[STAGE] = INSURANCE
            mask[:] = 0
            mask[NO] = mask[INSURE] = 1
            return False
    if action in (NO, INSURE):
        seen[INSURED] = int(action == INSURE)
    if action >= STAND:
        served = play(pack, stream, state, seen, action)
        ended = advance(pack, stream, state, seen, mask, nets, row, house) if served else RAN_OUT
    else:
        natural = is_blackjack(int(seen[UP]), int(state[HOLE]))
        if house.dealer_peeks:
            nets[row] += insured_net(seen, natural, house)
        if house.dealer_peeks and natural:
            nets[row] += lose_to_blackjack(pack, stream, state, seen, house)
            return True
        ended = advance(pack, stream, state, seen, mask, nets, row, house)
    if ended == ASKED:
        return False
    nets[row] += finish(pack, stream, state, seen, house, ended == RAN_OUT)
    return True


@kernel
def step(batch: Episodes, actions: Actions, house: RollPayouts) -> None:
    """Advance every row by one step."""
    keys, episodes, streams, box, packs, states, nets, observation, masks, cents, over, heard = batch
    for row in range(keys.size):
        pack, stream, state, seen, mask = packs[row], streams[row], states[row], observation[row], masks[row]
        if over[row]:
            fresh(pack, box, stream, keys[row], episodes[row])
            deal(pack, stream, state, seen, mask)
            episodes[row] += U(1)
            cents[row], over[row], heard[row] = 0, False, True
            continue
        action = valid_action(mask, actions[row])
        heard[row] = action == actions[row]
        if act(pack, stream, state, seen, mask, nets, row, action, house):
            mask[:] = 0
            seen[STAGE] = 0
            seen[BET:SEEN_AT] = 0
            cents[row], over[row] = nets[row], True


class RollSteps:
    """The compiled environment steps under these rules."""

    width = FIRST_HAND + 2 * MAX_HANDS * WIDE

    def __init__(self, setting: EpisodeSetting) -> None:
        rules, bet = setting.rules, int(setting.wagers["two-card"])
        assert isinstance(rules, Rules)
        self.house = RollPayouts(
            max_splits=rules.max_splits,
            hits_soft_17=rules.hits_soft_17,
            dealer_peeks=rules.dealer_peeks,
            bet=bet,
            blackjack=won(rules.blackjack_pays, bet),
            insurance_won=won(INSURANCE_PAYS, bet),
            bonus=np.array([won(rules.bonus_table.pays(line), bet) for line in range(NOTHING + 1)]),
        )

    def step(self, batch: Episodes, actions: Actions) -> None:
        """Advance every row by one step."""
        step(batch, actions, self.house)


STEPS = RollSteps
