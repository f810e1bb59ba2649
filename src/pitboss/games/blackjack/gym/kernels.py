"""Compiled environment steps for blackjack: surrender, insurance, then each hand from the left."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CARDS
from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.compute.streams import Stream, U
from pitboss.games.blackjack.deal import hands
from pitboss.games.blackjack.deal.rules import EARLY as EARLY_SURRENDER
from pitboss.games.blackjack.deal.rules import INSURANCE_PAYS, Rules, offered
from pitboss.games.blackjack.deal.settle import HALF
from pitboss.games.blackjack.gym.view import EARLY, INSURANCE, PLAY
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
    Row,
    State,
    fresh,
    valid_action,
    won,
)
from pitboss.ranking.totals import BLACKJACK, is_blackjack, may_be_blackjack

STAGE, UP, INSURED, NUMBER, HELD, HAND_AT = range(6)
"""Indices of the fields in the observation. The fields of the hand and of the cards seen follow."""
SEEN_AT = HAND_AT + HAND_FIELDS
DEALER_AT = SEEN_AT + SEEN_FIELDS
WAIT, NO, INSURE, EVEN, STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(9)
"""The actions, in the same order as in the view."""

DRAWN, HOLE, AT, HANDS, GIVEN_UP, COUNTS, FIRST_HAND = 0, 1, 2, 3, 4, 5, 15
"""
Indices in the state: cards drawn, hole card, hand in play, number of hands, whether the hand was surrendered, and
the cards of the hand in play by value; then the hands.
"""
CHIPS, IS_DOUBLED, OF_SPLIT, WIDE = 5, 6, 7, 8
"""Indices in a hand, after its cards: the number of wagers on it, and flags."""
MAX_HANDS = 4
NO_HOLE = 0

compile_with_kernels(hands.outcome, hands.may_double, hands.may_split)


class BlackjackPayouts(NamedTuple):
    """The rules that affect play, and the net of each bet in cents."""

    hits_soft_17: bool
    hole_card: bool
    early: bool
    """Whether surrender is offered before the dealer looks."""
    at_turn: bool
    """Whether surrender is offered at the hand's turn."""
    even_money: bool
    least: int
    most: int
    """The minimum and the maximum total that may be doubled."""
    double_any_number: bool
    double_after_split: bool
    most_hands: int
    resplit_aces: bool
    hit_split_aces: bool
    burns: int
    main: int
    blackjack: int
    both_blackjack: int
    """The net of a blackjack against a dealer's blackjack."""
    given_up: int
    insurance: int
    """The insurance stake, 0 if insurance is not possible (BJ-4)."""
    insurance_won: int
    own: NDArray[np.int64]
    """The net of the side bets, by first code × 52 + second code."""
    own_blackjack: NDArray[np.int64]
    """The net of these side bets if the dealer has a blackjack."""
    with_up: NDArray[np.int64]
    """The net of the side bets, by (first code × 52 + second code) × 52 + up code."""
    waits: bool
    """Whether a side bet waits for the dealer's second card."""


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
def deal(pack: Codes, stream: Stream, state: State, seen: Row, burns: int, hole_card: bool) -> None:
    """Burn a card (BJ-1), then deal a card, the up card, a second card and the hole card, if any (C-5)."""
    for place in range(burns):
        take(pack, stream, place)
    first, up, second = take(pack, stream, burns), take(pack, stream, burns + 1), take(pack, stream, burns + 2)
    state[DRAWN], state[HOLE], state[HANDS], state[GIVEN_UP] = burns + 3, NO_HOLE, 1, 0
    if hole_card:
        state[HOLE] = take(pack, stream, burns + 3)
        state[DRAWN] += 1
    seen[:] = 0
    seen[UP] = up
    for value in (first, second, up):
        seen[SEEN_AT + value - 1] += 1
    hand = hand_at(state, 0)
    begin_hand(hand, first)
    add_card(hand, second)
    hand[CHIPS] = 1
    take_up(state, 0)
    state[COUNTS + second - 1] += 1


@kernel
def sides(pack: Codes, burns: int, natural: bool, house: BlackjackPayouts) -> int:
    """Return the net of the side bets (BJ-3)."""
    pair = int(pack[burns]) * 52 + int(pack[burns + 2])
    own = house.own_blackjack[pair] if natural else house.own[pair]
    return int(own + house.with_up[pair * 52 + int(pack[burns + 1])])


@kernel
def is_natural(state: State) -> bool:
    """Return whether the original hand is a blackjack."""
    first = hand_at(state, 0)
    return bool(state[HANDS] == 1 and first[SIZE] == 2 and is_blackjack(int(first[FIRST]), int(first[SECOND])))


@kernel
def offer(hand: Hand, many: int, mask: Mask, house: BlackjackPayouts) -> bool:
    """Set the mask to the hand's options (C-6, BJ-6 to BJ-8). Return whether there is a decision."""
    mask[:] = 0
    first, second, of_split = int(hand[FIRST]), int(hand[SECOND]), bool(hand[OF_SPLIT])
    total = total_of(hand)
    if total >= BLACKJACK or hand[IS_DOUBLED]:
        return False
    two = hand[SIZE] == 2
    splits = two and hands.may_split(first, second, many, house.most_hands, house.resplit_aces)
    of_aces = of_split and first == hands.ACE and not house.hit_split_aces
    if of_aces and not splits:
        return False
    mask[STAND] = 1
    mask[SPLIT] = int(splits)
    if of_aces:
        return True
    mask[HIT] = 1
    if two or house.double_any_number:
        mask[DOUBLE] = int(hands.may_double(total, house.least, house.most, of_split, house.double_after_split))
    mask[SURRENDER] = int(two and house.at_turn and not of_split)
    return True


@kernel
def split(state: State) -> None:
    """Move the second card of the pair to a new hand to the right of the one it came from (BJ-8, C-8)."""
    at = int(state[AT])
    for place in range(state[HANDS], at + 1, -1):
        hand_at(state, place)[:] = hand_at(state, place - 1)
    old, new = hand_at(state, at), hand_at(state, at + 1)
    value = int(old[FIRST])
    begin_hand(new, value)
    begin_hand(old, value)
    new[CHIPS], new[OF_SPLIT], old[CHIPS], old[OF_SPLIT] = 1, 1, 1, 1
    state[HANDS] += 1
    take_up(state, at)


@kernel
def play(pack: Codes, stream: Stream, state: State, seen: Row, action: int) -> None:
    """Carry out an action on the hand in play."""
    hand = hand_at(state, state[AT])
    if action in (STAND, SURRENDER):
        state[GIVEN_UP] = int(action == SURRENDER)
        take_up(state, state[AT] + 1)
        return
    if action == SPLIT:
        split(state)
    elif action == DOUBLE:
        hand[CHIPS] += 1
        hand[IS_DOUBLED] = 1
    hit(pack, stream, state, seen, hand)


@kernel
def ask(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: BlackjackPayouts) -> bool:
    """Advance to the next hand with a decision. Return whether there is one (rules 12 to 16)."""
    while state[AT] < state[HANDS]:
        hand = hand_at(state, state[AT])
        if hand[SIZE] == 1:  # the second card is dealt on the hand's turn (C-5)
            hit(pack, stream, state, seen, hand)
        if offer(hand, state[HANDS], mask, house):
            write_hand(hand, state[COUNTS:FIRST_HAND], seen[HAND_AT:SEEN_AT])
            seen[STAGE], seen[NUMBER], seen[HELD] = PLAY, state[AT] + 1, state[HANDS]
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
def any_live(state: State) -> bool:
    """Return whether any hand depends on the dealer's total (BJ-9)."""
    live = 0
    for place in range(state[HANDS]):
        live += int(total_of(hand_at(state, place)) <= BLACKJACK)
    return live > 0 and not state[GIVEN_UP]


@kernel
def pay_and_take(state: State, dealer: int, natural: bool, mine: bool, house: BlackjackPayouts) -> int:
    """Return the net of the hands, against the dealer's total or blackjack."""
    if state[GIVEN_UP]:
        return house.given_up
    if mine:
        return house.both_blackjack if natural else house.blackjack
    net = 0
    for place in range(state[HANDS]):
        hand = hand_at(state, place)
        result = hands.LOSES if natural else hands.outcome(total_of(hand), dealer)
        net += result * house.main * int(hand[CHIPS])
    return net


@kernel
def finish(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: BlackjackPayouts) -> int:
    """Finish the dealer's hand and return the net of the round, side bets included."""
    up, mine = int(seen[UP]), is_natural(state) and not state[GIVEN_UP]
    live = any_live(state) and not mine
    may_be, is_open = may_be_blackjack(up), mine or bool(seen[INSURED]) or house.waits
    dealer, natural = 0, False
    if not house.hole_card and (live or (may_be and is_open)):
        state[HOLE] = take(pack, stream, state[DRAWN])
        state[DRAWN] += 1
    if state[HOLE] != NO_HOLE:
        natural = is_blackjack(up, int(state[HOLE]))
        draws = live and not natural
        _, dealer, _ = draw_out(
            pack, stream, state[DRAWN], up, state[HOLE], draws, house.hits_soft_17, seen[SEEN_AT:DEALER_AT]
        )
    net = sides(pack, house.burns, natural, house) + pay_and_take(state, dealer, natural, mine, house)
    if seen[INSURED]:
        net += house.insurance_won if natural else -house.insurance
    end(seen, mask, dealer)
    return net


@kernel
def look(
    pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: BlackjackPayouts
) -> tuple[bool, int]:  # fmt: skip
    """Peek for a blackjack, then play. Return whether there is a decision, and otherwise the net (rule 10)."""
    natural = house.hole_card and is_blackjack(int(seen[UP]), int(state[HOLE]))
    if not natural and not state[GIVEN_UP] and not is_natural(state) and ask(pack, stream, state, seen, mask, house):
        return True, 0
    return False, finish(pack, stream, state, seen, mask, house)


@kernel
def even_money(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: BlackjackPayouts) -> int:
    """Return the net of a round with even money taken. The dealer's second card decides the rest."""
    natural = False
    if house.hole_card:
        natural = is_blackjack(int(seen[UP]), int(state[HOLE]))
    elif house.waits:
        state[HOLE] = take(pack, stream, state[DRAWN])
        natural = is_blackjack(int(seen[UP]), int(state[HOLE]))
    dealer = 0
    if state[HOLE] != NO_HOLE:
        _, dealer, _ = draw_out(
            pack, stream, state[DRAWN], int(seen[UP]), state[HOLE], False, house.hits_soft_17, seen[SEEN_AT:DEALER_AT]
        )
    end(seen, mask, dealer)
    return house.main + sides(pack, house.burns, natural, house)


@kernel
def ask_insurance(state: State, seen: Row, mask: Mask, house: BlackjackPayouts) -> bool:
    """Offer insurance or even money if the seat may take it (BJ-4). Return whether it was offered."""
    mine = is_natural(state)
    if seen[UP] != hands.ACE or state[GIVEN_UP] or not ((mine and house.even_money) or house.insurance):
        return False
    write_hand(hand_at(state, 0), state[COUNTS:FIRST_HAND], seen[HAND_AT:SEEN_AT])
    seen[STAGE], seen[NUMBER], seen[HELD] = INSURANCE, 1, 1
    mask[:] = 0
    mask[NO] = 1
    mask[EVEN if mine and house.even_money else INSURE] = 1
    return True


@kernel
def open_round(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: BlackjackPayouts) -> int:
    """Deal up to the first decision. If there is none, return the net; one more step then ends the round."""
    deal(pack, stream, state, seen, house.burns, house.hole_card)
    if house.early and not is_natural(state):
        write_hand(hand_at(state, 0), state[COUNTS:FIRST_HAND], seen[HAND_AT:SEEN_AT])
        seen[STAGE], seen[NUMBER], seen[HELD] = EARLY, 1, 1
        mask[:] = 0
        mask[NO] = mask[SURRENDER] = 1
        return 0
    if ask_insurance(state, seen, mask, house):
        return 0
    asked, net = look(pack, stream, state, seen, mask, house)
    if not asked:
        mask[WAIT] = 1
    return net


@kernel
def answer(
    pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, action: int, house: BlackjackPayouts
) -> tuple[bool, int]:
    """Carry out an answer. Return whether there is another decision, and otherwise the net."""
    if seen[STAGE] == EARLY:
        state[GIVEN_UP] = int(action == SURRENDER)
        if ask_insurance(state, seen, mask, house):
            return True, 0
        return look(pack, stream, state, seen, mask, house)
    if seen[STAGE] == INSURANCE:
        if action == EVEN:
            return False, even_money(pack, stream, state, seen, mask, house)
        seen[INSURED] = int(action == INSURE)
        return look(pack, stream, state, seen, mask, house)
    play(pack, stream, state, seen, action)
    if ask(pack, stream, state, seen, mask, house):
        return True, 0
    return False, finish(pack, stream, state, seen, mask, house)


@kernel
def step(batch: Episodes, actions: Actions, house: BlackjackPayouts) -> None:
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
        if action != WAIT:
            asked, nets[row] = answer(pack, stream, state, seen, mask, action, house)
        if not asked:
            mask[:] = 0
            cents[row], over[row] = nets[row], True


class BlackjackSteps:
    """The compiled environment steps under these rules."""

    width = FIRST_HAND + (MAX_HANDS + 1) * WIDE

    def __init__(self, setting: EpisodeSetting) -> None:
        rules, wagers = setting.rules, setting.wagers
        assert isinstance(rules, Rules)
        main = int(wagers["main"])
        half = half_in_chips(main, rules.chip)
        own, own_blackjack = np.zeros((2, 52, 52), np.int64)
        with_up, waits = np.zeros((52, 52, 52), np.int64), False
        for made in offered(rules):
            stake, table, bet = int(wagers.get(made.bet.name, 0)), made.table(rules), made.bet
            if not stake:
                continue
            waits = waits or bet.sees_blackjack
            for one in CARDS:
                for two in CARDS:
                    for up in CARDS if bet.sees_up_card else CARDS[:1]:
                        net = won(table.pays(bet.line(one, two, up, False)), stake)
                        if bet.sees_up_card:
                            with_up[one.code, two.code, up.code] += net
                            continue
                        own[one.code, two.code] += net
                        own_blackjack[one.code, two.code] += won(table.pays(bet.line(one, two, up, True)), stake)
        least, most = rules.doubled_totals
        self.house = BlackjackPayouts(
            hits_soft_17=rules.hits_soft_17,
            hole_card=rules.hole_card,
            early=rules.surrender == EARLY_SURRENDER and rules.hole_card,
            at_turn=rules.surrenders_at_turn,
            even_money=rules.offers_even_money,
            least=least,
            most=most,
            double_any_number=rules.double_any_number,
            double_after_split=rules.double_after_split,
            most_hands=rules.most_hands,
            resplit_aces=rules.resplit_aces,
            hit_split_aces=rules.hit_split_aces,
            burns=setting.game.burns,
            main=main,
            blackjack=won(rules.blackjack_pays, main),
            both_blackjack=won(rules.blackjack_pays, main) if rules.blackjack_always_wins else 0,
            given_up=won(HALF, main),
            insurance=half,
            insurance_won=won(INSURANCE_PAYS, half),
            own=own.ravel(),
            own_blackjack=own_blackjack.ravel(),
            with_up=with_up.ravel(),
            waits=waits,
        )

    def step(self, batch: Episodes, actions: Actions) -> None:
        """Advance every row by one step."""
        step(batch, actions, self.house)


STEPS = BlackjackSteps
