"""Free Bet in steps: insurance, then hand by hand from the left, splits beside the hand they came from."""

from __future__ import annotations

import numpy as np

from pitboss.compute.compiled import kernel
from pitboss.compute.streams import Stream, U
from pitboss.games.free_bet.deal import hands
from pitboss.games.free_bet.deal.rules import INSURANCE_PAYS, Rules
from pitboss.gym.kernels.blackjack import FIRST, SECOND, SIZE, draw_out, tell_hand, total_of
from pitboss.gym.kernels.free_bet_hands import (
    AT,
    CHIPS,
    COUNTS,
    DEALER_AT,
    DRAWN,
    FIRST_HAND,
    FREE,
    FREE_HAND,
    HAND_AT,
    HANDS,
    HELD,
    HOLE,
    INSURE,
    INSURED,
    IS_FREE,
    MOST_TOKENS,
    NO,
    NUMBER,
    SEEN_AT,
    STAGE,
    TOKENS,
    TOKENS_AT,
    UP,
    WAIT,
    WIDE,
    FreeBetHouse,
    deal,
    hand_at,
    hit,
    offer,
    play,
    take_up,
)
from pitboss.gym.kernels.lots import Actions, Codes, Episodes, Mask, Row, State, fresh, heard_as, won
from pitboss.gym.setting import EnvSetting
from pitboss.gym.views.free_bet import INSURANCE, PLAY
from pitboss.money import LOSS
from pitboss.ranking.totals import BLACKJACK, is_blackjack, may_be_blackjack


@kernel
def ask(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: FreeBetHouse) -> bool:
    """Go on to the next hand that has something to choose; whether there is one (procedures 5 to 7)."""
    while state[AT] < state[HANDS]:
        hand = hand_at(state, state[AT])
        if hand[SIZE] == 1:  # it comes when its turn does (C-5)
            hit(pack, stream, state, seen, hand)
        if offer(hand, state[HANDS], house.free_doubles, house.free_splits, house.resplit_aces, mask):
            tell_hand(hand, state[COUNTS:FIRST_HAND], seen[HAND_AT:SEEN_AT])
            seen[STAGE], seen[NUMBER], seen[HELD] = PLAY, state[AT] + 1, state[HANDS]
            seen[FREE_HAND], seen[TOKENS_AT] = hand[IS_FREE], state[TOKENS]
            return True
        take_up(state, state[AT] + 1)
    return False


@kernel
def end(seen: Row, mask: Mask, dealer: int) -> None:
    """Nothing is asked any more."""
    seen[STAGE] = 0
    seen[NUMBER:SEEN_AT] = 0
    seen[DEALER_AT] = dealer
    mask[:] = 0


@kernel
def pay_and_take(state: State, dealer: int, natural: bool, house: FreeBetHouse) -> int:
    """What hands and side bets come to, the dealer having no blackjack (FB-4 to FB-7)."""
    net = house.always + int(house.pot_of_gold[min(state[TOKENS], MOST_TOKENS)])
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
    """Whether a hand waits for the dealer (FB-5)."""
    live = 0
    for place in range(state[HANDS]):
        live += int(total_of(hand_at(state, place)) <= BLACKJACK)
    return live > 0


@kernel
def finish(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: FreeBetHouse) -> int:
    """The dealer's hand and what everything comes to, no hand being left to play."""
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
def look(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: FreeBetHouse) -> tuple[bool, int]:
    """The look for a blackjack, then the hands: whether something is asked, else what the round comes to (FB-1)."""
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
def open_round(pack: Codes, stream: Stream, state: State, seen: Row, mask: Mask, house: FreeBetHouse) -> int:
    """Deal to the first question; what the round comes to where nothing is asked, and one step more ends it."""
    deal(pack, stream, state, seen, house.burns)
    if seen[UP] == hands.ACE and house.insurance:
        tell_hand(hand_at(state, 0), state[COUNTS:FIRST_HAND], seen[HAND_AT:SEEN_AT])
        seen[STAGE], seen[NUMBER], seen[HELD] = INSURANCE, 1, 1
        mask[:] = 0
        mask[NO] = mask[INSURE] = 1
        return 0
    asked, net = look(pack, stream, state, seen, mask, house)
    if not asked:
        mask[WAIT] = 1
    return net


@kernel
def step(lot: Episodes, actions: Actions, house: FreeBetHouse) -> None:
    """One step of every row."""
    keys, episodes, streams, box, packs, states, nets, observation, masks, cents, over, heard = lot
    for row in range(keys.size):
        pack, stream, state, seen, mask = packs[row], streams[row], states[row], observation[row], masks[row]
        if over[row]:
            fresh(pack, box, stream, keys[row], episodes[row])
            nets[row] = open_round(pack, stream, state, seen, mask, house)
            episodes[row] += U(1)
            cents[row], over[row], heard[row] = 0, False, True
            continue
        action = heard_as(mask, actions[row])
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
    """Free Bet under these rules, compiled."""

    width = FIRST_HAND + (hands.MOST_HANDS + 1) * WIDE

    def __init__(self, setting: EnvSetting) -> None:
        rules, wagers = setting.rules, setting.wagers
        assert isinstance(rules, Rules)
        main, table = int(wagers["main"]), rules.pot_of_gold_table
        half = hands.half_in_chips(main, rules.chip)
        lines = [hands.pot_of_gold_line(tokens, len(table.lines)) for tokens in range(MOST_TOKENS + 1)]
        pushes = wagers.get("push-22", 0)
        self.house = FreeBetHouse(
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

    def step(self, lot: Episodes, actions: Actions) -> None:
        """Act in every row."""
        step(lot, actions, self.house)


STEPS = FreeBetSteps
