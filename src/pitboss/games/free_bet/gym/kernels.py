"""Compiled environment steps for Free Bet: insurance, then each hand from the left."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.compute.streams import Stream, U
from pitboss.games.dealing.blackjack import half_in_chips
from pitboss.games.environments.blackjack_hands import (
    FIRST,
    HAND_FIELDS,
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
from pitboss.games.free_bet.deal import hands
from pitboss.games.free_bet.deal.rules import INSURANCE_PAYS, Rules
from pitboss.games.free_bet.gym.view import INSURANCE, PLAY
from pitboss.money import LOSS
from pitboss.ranking.totals import BLACKJACK, is_blackjack, may_be_blackjack

STAGE, UP, INSURED, NUMBER, HELD, FREE_HAND, TOKENS_AT, HAND_AT = range(8)
"""Indices of the fields in the observation. The fields of the hand and of the cards seen follow."""
SEEN_AT = HAND_AT + HAND_FIELDS
DEALER_AT = SEEN_AT + SEEN_FIELDS
WAIT, NO, INSURE, STAND, HIT, DOUBLE, FREE_DOUBLE, SPLIT, FREE_SPLIT = range(9)
"""The actions, in the same order as in the view."""

DRAWN, HOLE, AT, HANDS, TOKENS, COUNTS, FIRST_HAND = 0, 1, 2, 3, 4, 5, 15
"""
Indices in the state: cards drawn, hole card, hand in play, number of hands, tokens, and the cards of the hand in play
by value; then the hands.
"""
CHIPS, FREE, IS_FREE, IS_DOUBLED, OF_ACES, WIDE = 5, 6, 7, 8, 9, 10
"""Indices in a hand, after its cards: the units of chips and of free bets on it, and flags."""
MAX_TOKENS = 2 * hands.MAX_HANDS - 1

compile_with_kernels(hands.doubles_free, hands.is_pair, hands.pair_splits_free, hands.outcome, hands.push_22_wins)


class FreeBetPayouts(NamedTuple):
    """The rules that affect play, and the net of each bet in cents."""

    free_doubles: bool
    free_splits: bool
    resplit_aces: bool
    hits_soft_17: bool
    dealer_22_pushes: bool
    burns: int
    main: int
    blackjack: int
    insurance: int
    """The insurance stake, 0 if insurance is not possible (FB-8)."""
    insurance_won: int
    pot_of_gold: Nets
    """The net of Pot of Gold by number of tokens."""
    push_22: Nets
    """The net of Push 22 if lost and if won; both 0 without the bet."""
    has_push_22: bool
    always: int
    """The amount lost in any case: a toke belongs to the dealers (FB-9)."""


@kernel
def hand_at(state: State, place: int) -> Hand:
    """Return the fields of the hand at this place from the left."""
    return state[FIRST_HAND + place * WIDE : FIRST_HAND + (place + 1) * WIDE]


@kernel
def hit(pack: Codes, stream: Stream, state: State, seen: Row, hand: Hand) -> None:
    """Deal a card to the hand in play."""
    value = take(pack, stream, state[DRAWN])
    state[DRAWN] += 1
    add_card(hand, value)
    state[COUNTS + value - 1] += 1
    seen[SEEN_AT + value - 1] += 1


@kernel
def take_up(state: State, place: int) -> None:
    """Start the turn of the hand at this place and count its cards by value."""
    state[AT] = place
    if place < state[HANDS]:
        state[COUNTS:FIRST_HAND] = 0
        state[COUNTS + hand_at(state, place)[FIRST] - 1] = 1


@kernel
def deal(pack: Codes, stream: Stream, state: State, seen: Row, burns: int) -> None:
    """Burn a card (FB-1), then deal a card, the up card, a second card and the hole card (C-5)."""
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
    """Set the mask to the hand's options (C-6, FB-2, FB-3). Return whether there is a decision."""
    mask[:] = 0
    first, second, of_aces = int(hand[FIRST]), int(hand[SECOND]), bool(hand[OF_ACES])
    if total_of(hand) >= BLACKJACK or hand[IS_DOUBLED]:
        return False
    two = hand[SIZE] == 2
    splits = two and hands.is_pair(first, second) and many < hands.MAX_HANDS and (resplit_aces or not of_aces)
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
    """Move the second card of the pair to a new hand to the right of the one it came from (FB-3, C-8)."""
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
    """Carry out an action on the hand in play."""
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


@kernel
def ask(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: FreeBetPayouts) -> bool:
    """Advance to the next hand with a decision. Return whether there is one (procedures 5 to 7)."""
    while state[AT] < state[HANDS]:
        hand = hand_at(state, state[AT])
        if hand[SIZE] == 1:  # the second card is dealt on the hand's turn (C-5)
            hit(pack, stream, state, seen, hand)
        if offer(hand, state[HANDS], house.free_doubles, house.free_splits, house.resplit_aces, mask):
            write_hand(hand, state[COUNTS:FIRST_HAND], seen[HAND_AT:SEEN_AT])
            seen[STAGE], seen[NUMBER], seen[HELD] = PLAY, state[AT] + 1, state[HANDS]
            seen[FREE_HAND], seen[TOKENS_AT] = hand[IS_FREE], state[TOKENS]
            return True
        take_up(state, state[AT] + 1)
    return False


@kernel
def end(seen: Row, mask: Mask, dealer: int) -> None:
    """Clear the observation's decision fields and the mask at the end of the round."""
    seen[STAGE] = 0
    seen[NUMBER:SEEN_AT] = 0
    seen[DEALER_AT] = dealer
    mask[:] = 0


@kernel
def pay_and_take(state: State, dealer: int, natural: bool, house: FreeBetPayouts) -> int:
    """Return the net of the hands and the side bets if the dealer has no blackjack (FB-4 to FB-7)."""
    net = house.always + int(house.pot_of_gold[min(state[TOKENS], MAX_TOKENS)])
    net += int(house.push_22[int(hands.push_22_wins(total_of(hand_at(state, 0)), dealer))])
    if natural:
        return net + house.blackjack
    for place in range(state[HANDS]):
        hand = hand_at(state, place)
        result = hands.outcome(total_of(hand), dealer, house.dealer_22_pushes)
        if result == hands.WINS:
            net += house.main * int(hand[CHIPS] + hand[FREE])
        elif result == hands.LOSES:
            net -= house.main * int(hand[CHIPS])
    return net


@kernel
def any_live(state: State) -> bool:
    """Return whether any hand depends on the dealer's total (FB-5)."""
    live = 0
    for place in range(state[HANDS]):
        live += int(total_of(hand_at(state, place)) <= BLACKJACK)
    return live > 0


@kernel
def finish(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: FreeBetPayouts) -> int:
    """Draw the dealer's hand and return the net of the round."""
    first = hand_at(state, 0)
    natural = state[HANDS] == 1 and first[SIZE] == 2 and is_blackjack(int(first[FIRST]), int(first[SECOND]))
    draws = house.has_push_22 or (not natural and any_live(state))
    _, dealer, _ = draw_out(
        pack, stream, state[DRAWN], int(seen[UP]), state[HOLE], draws, house.hits_soft_17, seen[SEEN_AT:DEALER_AT]
    )
    net = pay_and_take(state, dealer, natural, house)
    if seen[INSURED]:
        net -= house.insurance
    end(seen, mask, dealer)
    return net


@kernel
def look(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: FreeBetPayouts) -> tuple[bool, int]:
    """Peek for a blackjack, then play. Return whether there is a decision, and otherwise the net (FB-1)."""
    up, hole = int(seen[UP]), int(state[HOLE])
    if not (may_be_blackjack(up) and is_blackjack(up, hole)):
        if ask(pack, stream, state, seen, mask, house):
            return True, 0
        return False, finish(pack, stream, state, seen, mask, house)
    first = hand_at(state, 0)
    net = house.always + int(house.pot_of_gold[0]) + int(house.push_22[0])
    if not is_blackjack(int(first[FIRST]), int(first[SECOND])):
        net -= house.main
    if seen[INSURED]:
        net += house.insurance_won
    seen[SEEN_AT + hole - 1] += 1
    end(seen, mask, BLACKJACK)
    return False, net


@kernel
def open_round(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: FreeBetPayouts) -> int:
    """Deal up to the first decision. If there is none, return the net; one more step then ends the round."""
    deal(pack, stream, state, seen, house.burns)
    if seen[UP] == hands.ACE and house.insurance:
        write_hand(hand_at(state, 0), state[COUNTS:FIRST_HAND], seen[HAND_AT:SEEN_AT])
        seen[STAGE], seen[NUMBER], seen[HELD] = INSURANCE, 1, 1
        mask[:] = 0
        mask[NO] = mask[INSURE] = 1
        return 0
    asked, net = look(pack, stream, state, seen, mask, house)
    if not asked:
        mask[WAIT] = 1
    return net


@kernel
def step(batch: Episodes, actions: Actions, house: FreeBetPayouts) -> None:
    """Advance every row by one step."""
    keys, episodes, streams, box, packs, states, nets, observation, masks, cents, over, heard = batch
    for row in range(keys.size):
        pack, stream, state, seen, mask = packs[row], streams[row], states[row], observation[row], masks[row]
        if over[row]:
            fresh(pack, box, stream, keys[row], episodes[row])
            nets[row] = open_round(pack, stream, state, seen, mask, house)
            episodes[row] += U(1)
            cents[row], over[row], heard[row] = 0, False, True
            continue
        action = valid_action(mask, actions[row])
        heard[row] = action == actions[row]
        asked = False
        if action in (NO, INSURE):
            seen[INSURED] = int(action == INSURE)
            asked, nets[row] = look(pack, stream, state, seen, mask, house)
        elif action != WAIT:
            play(pack, stream, state, seen, action)
            asked = ask(pack, stream, state, seen, mask, house)
            if not asked:
                nets[row] = finish(pack, stream, state, seen, mask, house)
        if not asked:
            mask[:] = 0
            cents[row], over[row] = nets[row], True


class FreeBetSteps:
    """The compiled environment steps under these rules."""

    width = FIRST_HAND + (hands.MAX_HANDS + 1) * WIDE

    def __init__(self, setting: EpisodeSetting) -> None:
        rules, wagers = setting.rules, setting.wagers
        assert isinstance(rules, Rules)
        main, table = int(wagers["main"]), rules.pot_of_gold_table
        half = half_in_chips(main, rules.chip)
        lines = [hands.pot_of_gold_line(tokens, len(table.lines)) for tokens in range(MAX_TOKENS + 1)]
        pushes = wagers.get("push-22", 0)
        self.house = FreeBetPayouts(
            free_doubles=rules.free_doubles,
            free_splits=rules.free_splits,
            resplit_aces=rules.resplit_aces,
            hits_soft_17=rules.hits_soft_17,
            dealer_22_pushes=rules.dealer_22_pushes,
            burns=setting.game.burns,
            main=main,
            blackjack=won(rules.blackjack_pays, main),
            insurance=half,
            insurance_won=won(INSURANCE_PAYS, half),
            pot_of_gold=np.array([won(table.pays(line), wagers.get("pot-of-gold", 0)) for line in lines]),
            push_22=np.array([won(LOSS, pushes), won(rules.push_22_pays, pushes)]),
            has_push_22=bool(pushes),
            always=-int(wagers.get("toke", 0)),
        )

    def step(self, batch: Episodes, actions: Actions) -> None:
        """Advance every row by one step."""
        step(batch, actions, self.house)


STEPS = FreeBetSteps
