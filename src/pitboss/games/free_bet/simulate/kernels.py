"""
Free Bet at speed: whole rounds by a playbook, and the cell each seat ends in.

Cards are values from 0 (ace) to 9 (ten-value). A *spot* is one hand when its player is done: its stake (whose money
rides on it, and how it was doubled) × 32 + its total.

Speed hangs on one thing: no array changes hands inside the loop over rounds, by a call or out of a tuple, for each time
its references are counted, and that costs more than drawing a card. So the pieces of a round are `part`s, copied into
the loop, and none calls another that takes arrays too, but `next_card`, which the compiler sees through.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel, part
from pitboss.compute.random_choices import chosen
from pitboss.compute.streams import Stream, U, draw, next_word
from pitboss.games.free_bet.deal.hands import MOST_HANDS
from pitboss.ranking.totals import BLACKJACK, is_blackjack
from pitboss.solving.answers.simulator import Counts

Values = NDArray[np.uint8]
Words = NDArray[np.uint16]
STAND, DOUBLE, FREE_DOUBLE, HIT, SPLIT, FREE_SPLIT, NATURAL = range(7)
"""What a playbook says of a hand; up to a free double it is also how the hand was doubled."""
ORIGINAL, PAID, FREE, BLACKJACKS = range(4)
"""Whose money a hand was made with: the first wager, a paid split, a free split; blackjacks are apart."""
DOUBLINGS = 3
FARES = 8
"""How a spot can fare: 0 loses, 1 pushes, 2 wins, and 4 more where Push 22 wins."""
PLAIN_LOSES, PLAIN_PUSHES = 0, 1
INSURANCE_LOST, INSURANCE_WON, INSURED = 1, 2, 2
"""What is added to the cell where insurance was offered, and once more where it was taken."""
NO_INSURANCE, INSURANCE, ANY_INSURANCE = range(3)
ANY = 8
"""From here on a playbook leaves it to chance: which of the options in this row of `OPTIONS`."""
OPTIONS = np.array(
    [
        (2, STAND, HIT, 0, 0),
        (3, STAND, HIT, DOUBLE, 0),
        (3, STAND, HIT, FREE_DOUBLE, 0),
        (4, STAND, HIT, DOUBLE, SPLIT),
        (4, STAND, HIT, DOUBLE, FREE_SPLIT),
        (4, STAND, HIT, FREE_DOUBLE, SPLIT),
        (4, STAND, HIT, FREE_DOUBLE, FREE_SPLIT),
        (2, STAND, SPLIT, 0, 0),
        (2, STAND, FREE_SPLIT, 0, 0),
    ],
    np.uint8,
)
"""How many options there are, and which, in the order the dealer offers them."""
TEN = 9
COLUMNS, ACTION, TOTAL = 32, 16, 10
"""In a row of moves: where each card leads, the hand's total, and what to do against each up card."""

compile_with_kernels(is_blackjack)


class Playbook(NamedTuple):
    """How hands are played: a state for every hand that is played alike, whatever card comes."""

    start: Words  # as dealt, an own and a free hand after a split; by first and second card: the state
    moves: Words  # by state, a row of COLUMNS
    again: Values  # own or free, two or three hands, pair, up card: what a pair after a split does, zero as moves say
    insures: Values  # by first and second card: whether the seat insures, or leaves it to chance


class KernelHouse(NamedTuple):
    """The rules as arrays."""

    dealer: Values  # by hard total × 2 + has an ace: 0 where the dealer draws, else the total
    fares: Values  # by hand's total × 32 + dealer's: how it fares
    cell: NDArray[np.int64]  # by stake × FARES + how it fares: what that adds to a cell
    nothing: int  # the cell to add to


@kernel
def next_card(stream: Stream, pack: Values, drawn: np.uint64, shuffled: np.uint64) -> np.uint64:
    """The next card: drawn at random up to `shuffled`, from there on as it lies; past the end a ten."""
    if drawn < shuffled:
        return U(draw(stream, pack, drawn))
    return U(pack[drawn]) if drawn < U(pack.size) else U(TEN)


@kernel
def is_insured(told: np.uint8, luck: np.uint64, seat: np.uint64) -> bool:
    """Whether a seat (1, 2 …) takes insurance, which is the first it is asked."""
    return bool(chosen(luck, seat, U(0), U(2)) == U(1) if told == ANY_INSURANCE else told == INSURANCE)


@kernel
def first_look(action: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64]:
    """How many of a seat's hands are done, how many there are, and what a split makes the new ones."""
    if action < U(SPLIT):
        return U(0), U(1), U(ORIGINAL)
    if action == U(NATURAL):
        return U(1), U(1), U(ORIGINAL)
    return U(0), U(2), U(PAID) if action == U(SPLIT) else U(FREE)


@kernel
def decided(told: np.uint64, luck: np.uint64, seat: np.uint64, asked: np.uint64) -> tuple[np.uint64, np.uint64]:
    """What a seat (1, 2 …) does that is told so, chance deciding if need be; and how often it was asked by then."""
    if told < U(ANY):
        return told, asked
    row = told - U(ANY)
    choice = chosen(luck, seat, asked, U(OPTIONS[row, U(0)]))
    return U(OPTIONS[row, U(1) + choice]), asked + U(1)


@part
def play_seat(
    stream: Stream, pack: Values, drawn: np.uint64, shuffled: np.uint64, start: Words, moves: Words, again: Values,
    first: np.uint64, second: np.uint64, up: np.uint64, spots: Words, place: np.uint64, luck: np.uint64,
    seat: np.uint64,
) -> tuple[np.uint64, np.uint64]:  # fmt: skip
    """A seat's hands from left to right, from this place of the spots on: cards drawn so far, and how many hands."""
    row, kind = U(start[first * U(10) + second]) * U(COLUMNS), U(ORIGINAL)
    action, asked = decided(U(moves[row + U(ACTION) + up]), luck, seat, U(up == U(0)))
    done, hands, new = first_look(action)
    spots[place] = (BLACKJACKS * DOUBLINGS << 5) | BLACKJACK
    while done < hands:
        if hands > U(1):  # each hand gets its second card when its turn comes (C-5, FB-3)
            second, free = next_card(stream, pack, drawn, shuffled), U(kind == U(FREE))
            drawn += U(1)
            row = U(start[((free + U(1)) * U(10) + first) * U(10) + second]) * U(COLUMNS)
            told = U(moves[row + U(ACTION) + up])
            if second == first and hands < U(MOST_HANDS) and again[free, hands - U(2), first, up]:
                told = U(again[free, hands - U(2), first, up])
            action, asked = decided(told, luck, seat, asked)
            if action >= U(SPLIT):
                hands += U(1)
                continue
        while action != U(STAND):
            row = U(moves[row + next_card(stream, pack, drawn, shuffled)]) * U(COLUMNS)
            drawn += U(1)
            if action != U(HIT):
                break
            action, asked = decided(U(moves[row + U(ACTION) + up]), luck, seat, asked)
        spots[place + done] = ((kind * U(DOUBLINGS) + action) << U(5)) | U(moves[row + U(TOTAL)])
        done, kind = done + U(1), new
    return drawn, hands


@part
def any_live(spots: Words, held: Values) -> bool:
    """Whether a hand waits for the dealer: not bust, and no blackjack that was paid (FB-5)."""
    for seat in range(U(held.size)):
        for hand in range(U(held[seat])):
            spot = U(spots[seat * U(MOST_HANDS) + hand])
            if spot & U(31) <= U(BLACKJACK) and (spot >> U(5)) < U(BLACKJACKS * DOUBLINGS):
                return True
    return False


@part
def draw_out(
    stream: Stream, pack: Values, drawn: np.uint64, shuffled: np.uint64, dealer: Values, up: np.uint64, hole: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """The dealer's hand to its end: cards drawn so far, and its total."""
    hand = ((up + hole + U(2)) << U(1)) | U(up == U(0) or hole == U(0))
    while dealer[hand] == 0:
        card = next_card(stream, pack, drawn, shuffled)
        drawn += U(1)
        hand = (hand + ((card + U(1)) << U(1))) | U(card == U(0))
    return drawn, U(dealer[hand])


@part
def pay_and_take(
    spots: Words, held: Values, total: np.uint64, base: int, fares: Values, cell: Counts, cells: Counts
) -> None:
    """Each seat's cell, from its spots and the dealer's total."""
    for seat in range(U(cells.size)):
        cells[seat] = base
        for hand in range(U(held[seat])):
            spot = U(spots[seat * U(MOST_HANDS) + hand])
            cells[seat] += cell[(spot >> U(5)) * U(FARES) + U(fares[((spot & U(31)) << U(5)) | total])]


@part
def new_shoe(stream: Stream, pack: Values, shuffled: np.uint64, cut: np.uint64) -> np.uint64:
    """The cards gone before the first round: of a shoe with a cut card the first, burned unseen (FB-1)."""
    if cut == U(0):
        return U(0)
    next_card(stream, pack, U(0), shuffled)
    return U(1)


@kernel
def play_rounds(
    stream: Stream, rounds: int, pack: Values, shuffled: int, cut_card: int, book: Playbook, house: KernelHouse,
    push_22: bool, chooses: bool, luck: np.uint64, cells: Counts, counts: Counts,
) -> np.uint64:  # fmt: skip
    """
    Deal rounds from a fresh pack each, or with a cut card from shoes dealt down to it, to as many seats as cells.

    The last of the counts is for seats in a void round. `shuffled` 0 deals the pack as it lies, by the luck given. How
    many cards the last pack has dealt is told.
    """
    start, moves, again, insures = book
    dealer, fares, cell, nothing = house
    size, cut, seats, known, drawn = U(pack.size), U(cut_card), U(cells.size), U(shuffled), U(pack.size)
    spots, held = np.zeros(cells.size * MOST_HANDS, np.uint16), np.zeros(cells.size, np.uint8)
    for _ in range(rounds):
        if cut == U(0) or size - drawn < cut:
            drawn = new_shoe(stream, pack, known, cut)
        if chooses and known:
            luck = next_word(stream)
        first, second = drawn, drawn + seats + U(1)
        for _ in range(U(2) * seats + U(2)):
            next_card(stream, pack, drawn, known)
            drawn += U(1)
        up, hole = U(pack[first + seats]), U(pack[second + seats])
        if is_blackjack(int(up) + 1, int(hole) + 1):
            base = nothing + (INSURANCE_WON if up == U(0) else 0)
            for seat in range(seats):  # a blackjack pushes, all else loses (FB-1)
                natural = is_blackjack(int(pack[first + seat]) + 1, int(pack[second + seat]) + 1)
                cells[seat] = base + cell[U(PLAIN_PUSHES) if natural else U(PLAIN_LOSES)]
        else:
            for seat in range(seats):
                drawn, hands = play_seat(
                    stream, pack, drawn, known, start, moves, again,
                    U(pack[first + seat]), U(pack[second + seat]), up, spots, seat * U(MOST_HANDS), luck,
                    seat + U(1),
                )  # fmt: skip
                held[seat] = hands
            total = U(0)
            if push_22 or any_live(spots, held):
                drawn, total = draw_out(stream, pack, drawn, known, dealer, up, hole)
            base = nothing + (INSURANCE_LOST if up == U(0) else 0)
            pay_and_take(spots, held, total, base, fares, cell, cells)
        for seat in range(seats):
            told = insures[U(pack[first + seat]) * U(10) + U(pack[second + seat])]
            if up == U(0) and is_insured(told, luck, seat + U(1)):
                cells[seat] += INSURED
            if drawn > size:  # C-4: the pack ran out
                cells[seat] = counts.size - 1
            counts[U(cells[seat])] += 1
        drawn = min(drawn, size)
    return drawn
