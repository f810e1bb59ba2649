"""
Simulation kernels for Roll Your Own: whole rounds, and the cell of each seat's result.

A hand is a state with a transition for each card, and its action is looked up. The hands of a bet are packed into one
word, with a byte for each hand: a mark, whether it was doubled, and its total (0 for a bust). The word 0 is a bet paid
as a blackjack. Arrays are passed separately, because taking them out of a tuple would update their reference counts at
every call.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel, kernel_part
from pitboss.compute.random_choices import chosen
from pitboss.compute.streams import Stream, U, below, next_word
from pitboss.games.roll_your_own.deal.hands import may_split
from pitboss.ranking.three_card import NOTHING, is_three_card_straight, three_card_line
from pitboss.ranking.totals import best_total, card_value, dealer_draws, is_blackjack, is_soft, may_be_blackjack
from pitboss.solving.answers.simulator import Counts

Codes = NDArray[np.uint8]
Growth = NDArray[np.uint16]
Words = NDArray[np.uint64]

HIT, DOUBLE, SPLIT, ANY, MOST_AT = 1, 2, 4, 8, 4
"""
Bits of a code. The highest bit that the hand and the pack allow applies; no bit means stand, ANY a random option.

The bits from MOST_AT on limit the number of splits of the bet; 0 means as many as the rules allow.
"""
DRAWN, SHUFFLES, LUCK, ASKED = range(4)
"""Indices in `place`: cards drawn, 1 if shuffled card by card, the round's luck, questions to the seat so far."""
NO_CARD, TOTAL_AT, WIDTH = 10, 11, 12
"""Columns of a state: the next state for each value and for a missing card (RY-10), and the total."""
CARDS_IN_PACK = 52
OTHER_CARD_SETS = 65
"""The number of possible sets of one or two other cards of a seat, by value."""

FIRST_AT, LONE_AT, OTHERS_AT, CHOICE_AT = 16, 20, 24, 32
"""
Bit offsets in a setting: first value, lone value, the other two cards, and which card is alone.

The state of the two-card hand is at 0, and the flags below come last.
"""
TWO_PAID, BOTH_PAID, INSURES = 1 << 34, 1 << 35, 1 << 36

PAID, TAKEN = 0xFFFF, 0xFFFE
"""States of a bet whose first hand is not played: paid as a blackjack, or lost to a dealer blackjack."""
HAND, DOUBLED, TOTAL = 0x80, 0x40, 0x1F
LIVE = 0x1F1F1F1F1F
LOSES_TO_ALL, BEATS_ALL = 1, 31
"""The dealer's result if every hand that did not bust wins, and the one if every hand loses."""

BLACKJACK_LINE, SPLIT_LINES = 6, 7
BET_LINES = 124
"""
The number of results of a blackjack bet: lost, push or won, plain or doubled; blackjack; and each money and net of
a split.
"""
BONUS_LINES = NOTHING + 1
INSURANCE_LINES = 3
"""The number of insurance results: not insured, lost, won."""
CELLS = BET_LINES * BET_LINES * BONUS_LINES * INSURANCE_LINES

compile_with_kernels(card_value, is_soft, best_total, dealer_draws, is_blackjack, may_be_blackjack, may_split)
compile_with_kernels(is_three_card_straight, three_card_line)


class KernelRules(NamedTuple):
    """The rules that affect play, and the first split state in the tables."""

    seats: int
    max_splits: int
    hits_soft_17: bool
    dealer_peeks: bool
    chooses: bool
    """Whether all decisions are random."""
    first_split: int
    """The state of a split ace before its second card. The other values follow."""


@kernel_part
def next_value(stream: Stream, pack: Codes, place: Words) -> np.uint64:
    """
    Return the next card's value, with an ace as 0, or NO_CARD.

    `place` holds the number of cards drawn, or the size of the pack + 1 after the pack has run out. The shuffle flag is
    multiplied in rather than tested, because a branch would be six times as slow.
    """
    drawn = place[U(DRAWN)]
    if drawn >= U(CARDS_IN_PACK):
        place[U(DRAWN)] = U(CARDS_IN_PACK + 1)
        return U(NO_CARD)
    at = drawn + below(stream, (U(CARDS_IN_PACK - 1) - drawn) * place[U(SHUFFLES)] + U(1))
    card = pack[at]
    pack[at] = pack[drawn]
    pack[drawn] = card
    place[U(DRAWN)] = drawn + U(1)
    return U(card_value(int(card)) - 1)


@kernel_part
def by_chance(luck: np.uint64, seat: int, asked: np.uint64, doubles: bool, splits: bool) -> tuple[bool, bool, bool]:
    """Decide at random whether a seat hits, doubles or splits, with all available options equally likely."""
    options = U(2) + U(doubles) + U(splits)
    choice = chosen(luck, U(seat + 1), asked, options)
    return bool(choice > U(0)), doubles and bool(choice == U(2)), splits and bool(choice + U(1) == options)


@kernel_part
def play_bet(
    stream: Stream, pack: Codes, place: Words, growth: Growth, codes: Codes, house: KernelRules, seat: int,
    others: np.uint64, first: np.uint64, at: np.uint64,
) -> np.uint64:  # fmt: skip
    """Play a bet's two-card hand and those added by splits. Return them packed into a word (RY-6)."""
    word, number, played, value = U(0), 1, 0, int(first)
    while played < number:
        mark = U(HAND)
        while True:
            code = U(codes[at * U(10 * OTHER_CARD_SETS) + others])
            limit = min(house.max_splits, int(code >> U(MOST_AT))) if code >> U(MOST_AT) else house.max_splits
            left = U(CARDS_IN_PACK + 1) - place[U(DRAWN)]  # one more than the number of cards left
            splits = bool(code & U(SPLIT) and left > U(2)) and may_split(value, value, number, limit)
            doubles = bool(code & U(DOUBLE) and left > U(1))
            hits = bool(code & U(HIT))
            if code & U(ANY):
                hits, doubles, splits = by_chance(place[U(LUCK)], seat, place[U(ASKED)], doubles, splits)
                place[U(ASKED)] += U(1)
            if splits:
                number += 1
                at = U(house.first_split) + first
            elif doubles:
                mark = U(HAND | DOUBLED)
            elif not hits:
                break
            at = U(growth[at * U(WIDTH) + next_value(stream, pack, place)])
            if mark != U(HAND):
                break
        word = word << U(8) | mark | U(growth[at * U(WIDTH) + U(TOTAL_AT)])
        played += 1
        at = U(house.first_split) + first
    return word


@kernel_part
def first_hand(
    stream: Stream,
    pack: Codes,
    place: Words,
    growth: Growth,
    setting: np.uint64,
    is_one_card: bool,
    blackjack_found: bool,
) -> np.uint64:
    """Return the state of a bet's two-card hand, or PAID or TAKEN if it is not played."""
    if setting & U(BOTH_PAID) or (setting & U(TWO_PAID) and not is_one_card):
        return U(PAID)
    if not is_one_card:
        return U(TAKEN) if blackjack_found else setting & U(0xFFFF)
    lone = setting >> U(LONE_AT) & U(15)
    if blackjack_found and not may_be_blackjack(int(lone) + 1):
        return U(TAKEN)
    second = next_value(stream, pack, place)  # a lone ace or ten-value always gets one (RY-8)
    if is_blackjack(int(lone) + 1, int(second) + 1):
        return U(PAID)
    return U(TAKEN) if blackjack_found else U(growth[U(growth[lone]) * U(WIDTH) + second])


@kernel_part
def play_bets(
    stream: Stream,
    pack: Codes,
    place: Words,
    settings: Words,
    growth: Growth,
    codes: Codes,
    house: KernelRules,
    up: np.uint64,
    blackjack_found: bool,
    words: Words,
) -> np.uint64:
    """Play all bets from the dealer's left, two-card first (RY-5). Store their words and return the bitwise OR."""
    live = U(0)
    for row in range(2 * house.seats):
        seat, is_one_card = row >> 1, row & 1 == 1
        setting = setting_of(pack, settings, house.chooses, place[U(LUCK)], seat, up)
        if not is_one_card:
            place[U(ASKED)] = U(2) if may_insure(setting, up) else U(1)
        word, at = U(0), first_hand(stream, pack, place, growth, setting, is_one_card, blackjack_found)
        if at == U(TAKEN):
            word = U(HAND)
        elif at != U(PAID):
            lone = setting >> U(LONE_AT) & U(15)
            first = lone if is_one_card else setting >> U(FIRST_AT) & U(15)
            others = up * U(OTHER_CARD_SETS) + (setting >> U(OTHERS_AT) & U(0xFF) if is_one_card else lone)
            word = play_bet(stream, pack, place, growth, codes, house, seat, others, first, at)
        words[U(row)] = word
        live |= word
    return live


@kernel_part
def dealers_end(
    stream: Stream, pack: Codes, place: Words, up: np.uint64, hole: np.uint64, hits_soft_17: bool
) -> np.uint64:
    """Draw the dealer's hand and return the total that hands must beat (RY-8, RY-10)."""
    hard, has_ace = int(up + hole) + 2, up == U(0) or hole == U(0)
    if is_blackjack(int(up) + 1, int(hole) + 1):
        return U(BEATS_ALL)
    while dealer_draws(hard, has_ace, hits_soft_17):
        value = next_value(stream, pack, place)
        if value == U(NO_CARD):
            return U(LOSES_TO_ALL)
        hard += int(value) + 1
        has_ace = has_ace or value == U(0)
    return U(LOSES_TO_ALL) if hard > 21 else U(best_total(hard, has_ace))


@kernel_part
def bet_line(word: np.uint64, end: np.uint64) -> np.uint64:
    """Return the result line of a bet, from the money on it and its net."""
    if word == U(0):
        return U(BLACKJACK_LINE)
    net, money, number = U(0), U(0), 0  # the net, counted up from losing everything
    while word:
        stake, total = U(1) + (word >> U(6) & U(1)), word & U(TOTAL)
        net += stake * (U(total > end) + U(total >= end))
        money += stake
        number += 1
        word >>= U(8)
    if number == 1:
        return U(3) * (money - U(1)) + (net >> (money - U(1)))
    return U(SPLIT_LINES) + money * money - U(4) + net


@kernel_part
def may_insure(setting: np.uint64, up: np.uint64) -> bool:
    """Return whether insurance is offered: against an ace, to a seat with a bet in action (RY-9)."""
    return bool(up == U(0) and setting & U(BOTH_PAID) == U(0))


@kernel_part
def setting_of(pack: Codes, settings: Words, chooses: bool, luck: np.uint64, seat: int, up: np.uint64) -> np.uint64:
    """Return the setting of a seat's cards. A random seat picks one of three settings, in the order offered."""
    index = up
    if chooses:
        index += chosen(luck, U(seat + 1), U(0), U(3)) * U(10)
    for number in range(3):
        index = index * U(10) + U(card_value(int(pack[U(3 * seat + number)])) - 1)
    return U(settings[index])


@kernel_part
def cell_of(
    pack: Codes, settings: Words, words: Words, chooses: bool, luck: np.uint64, seat: int, up: np.uint64,
    end: np.uint64, natural: bool,
) -> np.uint64:  # fmt: skip
    """Return a seat's cell: the results of its two bets, its bonus and its insurance."""
    at, two = U(3 * seat), U(2 * seat)
    bonus = U(three_card_line(int(pack[at]), int(pack[at + U(1)]), int(pack[at + U(2)])))
    lines = bet_line(words[two], end) * U(BET_LINES) + bet_line(words[two + U(1)], end)
    setting = setting_of(pack, settings, chooses, luck, seat, up)
    insures = setting & U(INSURES) != U(0)
    if chooses and may_insure(setting, up):
        insures = chosen(luck, U(seat + 1), U(1), U(2)) == U(1)
    insurance = U(1 + natural) if insures else U(0)
    return (lines * U(BONUS_LINES) + bonus) * U(INSURANCE_LINES) + insurance


@kernel
def play_rounds(
    stream: Stream,
    rounds: int,
    pack: Codes,
    place: Words,
    settings: Words,
    growth: Growth,
    codes: Codes,
    house: KernelRules,
    words: Words,
    cells: Words,
    counts: Counts,
) -> None:
    """Deal rounds and count the cells of all seats. `words` (two per seat) and `cells` are scratch arrays."""
    for _ in range(rounds):
        place[U(DRAWN)] = U(0)
        if house.chooses and place[U(SHUFFLES)]:
            place[U(LUCK)] = next_word(stream)
        up, hole = U(0), U(0)
        for _ in range(3 * house.seats + 3):  # the dealer's last three: burned card, up card, hole card (RY-2)
            up, hole = hole, next_value(stream, pack, place)
        natural = is_blackjack(int(up) + 1, int(hole) + 1)
        blackjack_found = natural and house.dealer_peeks
        live = play_bets(stream, pack, place, settings, growth, codes, house, up, blackjack_found, words)
        end = U(LOSES_TO_ALL)  # if the pack ran out, bets in action win (RY-10)
        if live & U(LIVE) and place[U(DRAWN)] <= U(CARDS_IN_PACK):
            end = dealers_end(stream, pack, place, up, hole, house.hits_soft_17)
        for seat in range(house.seats):
            cell = cell_of(pack, settings, words, house.chooses, place[U(LUCK)], seat, up, end, natural)
            cells[U(seat)] = cell
            counts[cell] += 1
