"""
Roll Your Own at speed: whole rounds, and the cell each seat ends in.

A hand is a state that each card leads on; what to do in it is looked up. A bet's hands are one word, a byte for each:
a mark, whether it was doubled, and its total, zero for a bust. A bet that was paid as a blackjack is the word zero.
Arrays are handed on one by one: taken out of a tuple each of them would be counted in and out at every call.
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
"""What a code wishes, the last first where hand and pack allow it; none of them is to stand, ANY one by chance.

From the bit MOST_AT on it says how often the bet is split at most; 0: as often as the rules allow."""
DRAWN, SHUFFLES, LUCK, ASKED = range(4)
"""In `place`: cards drawn, 1 if the pack is shuffled card by card, the round's luck, what the seat was asked so far."""
NO_CARD, TOTAL_AT, WIDTH = 10, 11, 12
"""Columns of a state: the states that values lead to, that of a card the pack cannot serve (RY-10), its total."""
CARDS_IN_PACK = 52
BESIDES = 65
"""How many cards, one or two by value, can lie beside a hand."""

FIRST_AT, LONE_AT, BESIDE_AT, CHOICE_AT = 16, 20, 24, 32
"""A setting's bits: two-card state, first value, value alone, the two beside it, which card is alone; then flags."""
TWO_PAID, BOTH_PAID, INSURES = 1 << 34, 1 << 35, 1 << 36

PAID, TAKEN = 0xFFFF, 0xFFFE
"""States of a bet whose first hand is not played: a blackjack was paid, or lost to the dealer's."""
HAND, DOUBLED, TOTAL = 0x80, 0x40, 0x1F
LIVE = 0x1F1F1F1F1F
LOSES_TO_ALL, BEATS_ALL = 1, 31
"""The dealer's end when every hand that did not bust wins, and when every hand loses."""

BLACKJACK_LINE, SPLIT_LINES = 6, 7
BET_LINES = 124
"""One blackjack bet: lost, push or won, the same doubled, blackjack, and each money and net of a split."""
BONUS_LINES = NOTHING + 1
INSURANCE_LINES = 3
"""Not insured, lost, won."""
CELLS = BET_LINES * BET_LINES * BONUS_LINES * INSURANCE_LINES

compile_with_kernels(card_value, is_soft, best_total, dealer_draws, is_blackjack, may_be_blackjack, may_split)
compile_with_kernels(is_three_card_straight, three_card_line)


class KernelHouse(NamedTuple):
    """The rules that decide how a round goes, and where splits start in the tables."""

    seats: int
    max_splits: int
    hits_soft_17: bool
    dealer_peeks: bool
    chooses: bool
    """Whether all is left to chance."""
    first_split: int
    """The state of a split ace that waits for its second card; the other values follow."""


@kernel_part
def next_value(stream: Stream, pack: Codes, place: Words) -> np.uint64:
    """
    The next card's value, an ace 0, or that there is no card.

    `place` holds how many cards are drawn, and one more than all once one was missing. Whether the pack is shuffled
    card by card or lies in order is a factor, because a branch there costs six times as much.
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
    """Whether a seat goes on, doubles, splits: stand, hit and what it may of these two are all as likely."""
    options = U(2) + U(doubles) + U(splits)
    choice = chosen(luck, U(seat + 1), asked, options)
    return bool(choice > U(0)), doubles and bool(choice == U(2)), splits and bool(choice + U(1) == options)


@kernel_part
def play_bet(
    stream: Stream, pack: Codes, place: Words, growth: Growth, codes: Codes, house: KernelHouse, seat: int,
    beside: np.uint64, first: np.uint64, at: np.uint64,
) -> np.uint64:  # fmt: skip
    """Play a bet's hand of two cards, and those that splits add, to the word they make (RY-6)."""
    word, number, played, value = U(0), 1, 0, int(first)
    while played < number:
        mark = U(HAND)
        while True:
            code = U(codes[at * U(10 * BESIDES) + beside])
            limit = min(house.max_splits, int(code >> U(MOST_AT))) if code >> U(MOST_AT) else house.max_splits
            left = U(CARDS_IN_PACK + 1) - place[U(DRAWN)]  # one more than there are
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
    stream: Stream, pack: Codes, place: Words, growth: Growth, setting: np.uint64, is_one_card: bool, found: bool
) -> np.uint64:
    """The state of a bet's hand of two cards, if it is to be played: not if it is paid, or a blackjack was found."""
    if setting & U(BOTH_PAID) or (setting & U(TWO_PAID) and not is_one_card):
        return U(PAID)
    if not is_one_card:
        return U(TAKEN) if found else setting & U(0xFFFF)
    lone = setting >> U(LONE_AT) & U(15)
    if found and not may_be_blackjack(int(lone) + 1):
        return U(TAKEN)
    second = next_value(stream, pack, place)  # a lone ace or ten-value gets it in any case (RY-8)
    if is_blackjack(int(lone) + 1, int(second) + 1):
        return U(PAID)
    return U(TAKEN) if found else U(growth[U(growth[lone]) * U(WIDTH) + second])


@kernel_part
def play_bets(
    stream: Stream,
    pack: Codes,
    place: Words,
    settings: Words,
    growth: Growth,
    codes: Codes,
    house: KernelHouse,
    up: np.uint64,
    found: bool,
    words: Words,
) -> np.uint64:
    """All bets from the dealer's left, two cards first (RY-5): their words, and all of these laid over one another."""
    live = U(0)
    for row in range(2 * house.seats):
        seat, is_one_card = row >> 1, row & 1 == 1
        setting = setting_of(pack, settings, house.chooses, place[U(LUCK)], seat, up)
        if not is_one_card:
            place[U(ASKED)] = U(2) if may_insure(setting, up) else U(1)
        word, at = U(0), first_hand(stream, pack, place, growth, setting, is_one_card, found)
        if at == U(TAKEN):
            word = U(HAND)
        elif at != U(PAID):
            lone = setting >> U(LONE_AT) & U(15)
            first = lone if is_one_card else setting >> U(FIRST_AT) & U(15)
            beside = up * U(BESIDES) + (setting >> U(BESIDE_AT) & U(0xFF) if is_one_card else lone)
            word = play_bet(stream, pack, place, growth, codes, house, seat, beside, first, at)
        words[U(row)] = word
        live |= word
    return live


@kernel_part
def dealers_end(
    stream: Stream, pack: Codes, place: Words, up: np.uint64, hole: np.uint64, hits_soft_17: bool
) -> np.uint64:
    """The total that hands must beat, once the dealer has drawn (RY-8, RY-10)."""
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
    """What became of a bet: how much money was on it and what it won or lost."""
    if word == U(0):
        return U(BLACKJACK_LINE)
    net, money, number = U(0), U(0), 0  # the net is counted from all lost
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
    """Whether insurance is offered: to a seat with a bet in action, against an ace (RY-9)."""
    return bool(up == U(0) and setting & U(BOTH_PAID) == U(0))


@kernel_part
def setting_of(pack: Codes, settings: Words, chooses: bool, luck: np.uint64, seat: int, up: np.uint64) -> np.uint64:
    """How this seat sets its three cards; one that chooses has three settings, in the order they are offered."""
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
    """The cell of one seat: its two bets, its bonus, its insurance."""
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
    house: KernelHouse,
    words: Words,
    cells: Words,
    counts: Counts,
) -> None:
    """Deal rounds and count the cells of all seats; words, two a seat, and cells are room to work in."""
    for _ in range(rounds):
        place[U(DRAWN)] = U(0)
        if house.chooses and place[U(SHUFFLES)]:
            place[U(LUCK)] = next_word(stream)
        up, hole = U(0), U(0)
        for _ in range(3 * house.seats + 3):  # of the dealer's pack the first is burned, the last the hole card (RY-2)
            up, hole = hole, next_value(stream, pack, place)
        natural = is_blackjack(int(up) + 1, int(hole) + 1)
        found = natural and house.dealer_peeks
        live = play_bets(stream, pack, place, settings, growth, codes, house, up, found, words)
        end = U(LOSES_TO_ALL)  # what stands when the pack has run out: bets left in action win (RY-10)
        if live & U(LIVE) and place[U(DRAWN)] <= U(CARDS_IN_PACK):
            end = dealers_end(stream, pack, place, up, hole, house.hits_soft_17)
        for seat in range(house.seats):
            cell = cell_of(pack, settings, words, house.chooses, place[U(LUCK)], seat, up, end, natural)
            cells[U(seat)] = cell
            counts[cell] += 1
