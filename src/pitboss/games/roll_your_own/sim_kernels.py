"""
Roll Your Own at speed: whole rounds, and the cell each seat ends in.

A hand is a state that each card leads on; what to do in it is looked up. A bet's hands are one word, a byte for each:
a mark, whether it was doubled, and its total, nought for a bust. A bet that was paid as a blackjack is the word nought.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.compiled import compile_with_kernels, kernel
from pitboss.counting.simulator import Counts
from pitboss.counting.streams import Stream, U, draw
from pitboss.games.roll_your_own.hands import may_split
from pitboss.ranking.three_card import NOTHING, is_three_card_straight, three_card_line
from pitboss.ranking.totals import best_total, dealer_draws, is_blackjack, is_soft, may_be_blackjack

Codes = NDArray[np.uint8]
Words = NDArray[np.uint64]

HIT, DOUBLE, SPLIT = 1, 2, 4
"""What a code wishes, the last first where hand and pack allow it; none of them is to stand."""
BOTH_PAID = 3
"""No card stands alone: a double blackjack (RY-7)."""
NO_CARD = 10
"""The value of a card that the pack could not serve (RY-10)."""
CARDS_IN_PACK = 52
BESIDES = 65
"""How many cards, one or two by value, can lie beside a hand."""

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

compile_with_kernels(is_soft, best_total, dealer_draws, is_blackjack, may_be_blackjack, may_split)
compile_with_kernels(is_three_card_straight, three_card_line)


class Tables(NamedTuple):
    """How cards add up and what a strategy says to them, values 0 (ace) to 9 (ten-value)."""

    values: Codes  # by card
    after: NDArray[np.uint16]  # by state and value: the state with one card more
    totals: Codes  # by state; nought for a bust
    splits: Words  # by value: the state of a split hand that waits for its second card
    beside: Words  # by two values: where they stand among the cards beside a hand
    alone: Codes  # by up card and three values: which card stands alone
    codes: Codes  # by up card, cards beside the hand and state
    insure: Codes  # by how many ten-values the three cards hold


class House(NamedTuple):
    """The rules that decide how a round goes."""

    seats: int
    max_splits: int
    hits_soft_17: bool
    dealer_peeks: bool


@kernel
def next_value(stream: Stream, pack: Codes, place: Words, values: Codes) -> np.uint64:
    """The value of the next card; `place` holds how many are drawn, more than there are once one was missing."""
    drawn = place[U(0)]
    if drawn >= U(CARDS_IN_PACK):
        place[U(0)] = U(CARDS_IN_PACK + 1)
        return U(NO_CARD)
    if drawn >= place[U(1)]:  # so many cards lie in order already
        draw(stream, pack, drawn)
    place[U(0)] = drawn + U(1)
    return U(values[pack[drawn]])


@kernel
def play_bet(
    stream: Stream, pack: Codes, place: Words, t: Tables, base: np.uint64, first: np.uint64, at: np.uint64, most: int
) -> np.uint64:
    """Play a bet's hand of two cards, and those that splits add, to the word they make (RY-6)."""
    word, number, played = U(0), 1, 0
    while played < number:
        if played > 0:
            at = t.splits[first]
        mark = U(HAND)
        while True:
            code, left = U(t.codes[base + at]), U(CARDS_IN_PACK + 1) - place[U(0)]  # one more than there are
            if code & U(SPLIT) and left > U(2) and may_split(int(first), int(first), number, most):
                number += 1
                at = t.splits[first]
            elif code & U(DOUBLE) and left > U(1):
                mark = U(HAND | DOUBLED)
                at = U(t.after[at, next_value(stream, pack, place, t.values)])
                break
            elif not code & U(HIT):
                break
            at = U(t.after[at, next_value(stream, pack, place, t.values)])
        word = word << U(8) | mark | U(t.totals[at])
        played += 1
    return word


@kernel
def play_seat(
    stream: Stream, pack: Codes, place: Words, t: Tables, house: House, seat: int, up: np.uint64, found: bool
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The words of both bets once they are played, and whether the seat is insured (RY-5)."""
    start, values, after = U(3 * seat), t.values, t.after
    a, b, alone = U(values[pack[start]]), U(values[pack[start + U(1)]]), U(values[pack[start + U(2)]])
    setting = U(t.alone[((up * U(10) + a) * U(10) + b) * U(10) + alone])
    if setting == U(BOTH_PAID):
        return U(0), U(0), U(0)
    tens = U(a == U(9)) + U(b == U(9)) + U(alone == U(9))
    insured = U(t.insure[tens]) if up == U(0) else U(0)
    if setting == U(0):
        a, alone = alone, a
    elif setting == U(1):
        b, alone = alone, b
    block = U(t.codes.size // (10 * BESIDES))
    two, one, base = U(0), U(HAND), up * U(BESIDES)
    if not is_blackjack(int(a) + 1, int(b) + 1):
        at = U(after[after[U(0), a], b])
        two = U(HAND) if found else play_bet(stream, pack, place, t, (base + alone) * block, a, at, house.max_splits)
    if found and not may_be_blackjack(int(alone) + 1):
        return two, one, insured
    second = next_value(stream, pack, place, values)
    if is_blackjack(int(alone) + 1, int(second) + 1):
        one = U(0)
    elif not found:
        at = U(after[after[U(0), alone], second])
        beside = base + t.beside[a * U(10) + b]
        one = play_bet(stream, pack, place, t, beside * block, alone, at, house.max_splits)
    return two, one, insured


@kernel
def dealers_end(
    stream: Stream, pack: Codes, place: Words, values: Codes, up: np.uint64, hole: np.uint64, hits_soft_17: bool
) -> np.uint64:
    """The total that hands must beat, once the dealer has drawn (RY-8, RY-10)."""
    hard, has_ace = int(up + hole) + 2, up == U(0) or hole == U(0)
    if is_blackjack(int(up) + 1, int(hole) + 1):
        return U(BEATS_ALL)
    while dealer_draws(hard, has_ace, hits_soft_17):
        value = next_value(stream, pack, place, values)
        if value == U(NO_CARD):
            return U(LOSES_TO_ALL)
        hard += int(value) + 1
        has_ace = has_ace or value == U(0)
    return U(LOSES_TO_ALL) if hard > 21 else U(best_total(hard, has_ace))


@kernel
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


@kernel
def play_round(
    stream: Stream, pack: Codes, place: Words, t: Tables, house: House, words: Words, cells: Words
) -> None:
    """One round from a full pack: each seat's cell."""
    place[U(0)] = U(0)
    dealt = U(3 * house.seats)
    while place[U(0)] < dealt + U(3):
        next_value(stream, pack, place, t.values)
    up, hole = U(t.values[pack[dealt + U(1)]]), U(t.values[pack[dealt + U(2)]])  # the first is burned (RY-2)
    natural = is_blackjack(int(up) + 1, int(hole) + 1)
    live = U(0)
    for seat in range(house.seats):
        two, one, insured = play_seat(stream, pack, place, t, house, seat, up, natural and house.dealer_peeks)
        words[U(2 * seat)], words[U(2 * seat + 1)] = two, one
        cells[U(seat)] = insured * (U(1) + U(natural))
        live |= two | one
    end = U(LOSES_TO_ALL)  # what stands when the pack has run out: bets left in action win (RY-10)
    if live & U(LIVE) and place[U(0)] <= U(CARDS_IN_PACK):
        end = dealers_end(stream, pack, place, t.values, up, hole, house.hits_soft_17)
    for seat in range(house.seats):
        at = U(3 * seat)
        bonus = U(three_card_line(int(pack[at]), int(pack[at + U(1)]), int(pack[at + U(2)])))
        lines = bet_line(words[U(2 * seat)], end) * U(BET_LINES) + bet_line(words[U(2 * seat + 1)], end)
        cells[U(seat)] += (lines * U(BONUS_LINES) + bonus) * U(INSURANCE_LINES)


@kernel
def play_rounds(
    stream: Stream, rounds: int, pack: Codes, in_order: int, t: Tables, house: House, cells: Words, counts: Counts
) -> None:
    """Deal rounds, shuffling all but the cards that lie in order, and count the cells of all seats."""
    place = np.zeros(2, np.uint64)
    place[1] = U(in_order)
    words = np.empty(2 * house.seats, np.uint64)
    for _ in range(rounds):
        play_round(stream, pack, place, t, house, words, cells)
        for seat in range(house.seats):
            counts[cells[U(seat)]] += 1
