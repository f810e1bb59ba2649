"""
Free Bet at speed: whole rounds by a playbook, and the cell each seat ends in.

Cards are values from 0 (ace) to 9 (ten-value). A *spot* is one hand when all players are done: its stake (whose
money rides on it, and how it was doubled) and its total.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.compiled import compile_with_kernels, kernel
from pitboss.counting.simulator import Counts
from pitboss.counting.streams import Stream, U, draw
from pitboss.games.free_bet.hands import MOST_HANDS
from pitboss.ranking.totals import BLACKJACK, is_blackjack

Values = NDArray[np.uint8]
Spots = NDArray[np.uint16]
STAND, DOUBLE, FREE_DOUBLE, HIT, SPLIT, NATURAL = range(6)
"""What a playbook says of a hand; up to a free double it is also how the hand was doubled."""
ORIGINAL, FREE, PAID, BLACKJACKS = range(4)
"""Whose money a hand was made with: the first wager, a free split, a paid split; blackjacks are apart."""
DOUBLINGS = 3
FARES = 8
"""How a spot can fare: 0 loses, 1 pushes, 2 wins, and 4 more where Push 22 wins."""
PLAIN_LOSES, PLAIN_PUSHES = 0, 1
NO_INSURANCE, INSURANCE_LOST, INSURANCE_WON = range(3)
TEN = 9

compile_with_kernels(is_blackjack)


class Playbook(NamedTuple):
    """How hands are played: a state for every hand that is played alike, whatever card comes."""

    start: NDArray[np.uint16]  # as dealt, an own and a free hand after a split; by first and second card
    action: Values  # by state × 16 + up card
    then: NDArray[np.uint16]  # by state × 16 + card: the next state
    total: Values  # by state; over 21 a bust
    again: Values  # own or free, two or three hands, pair, up card: whether a pair after a split is split again
    splits_to: Values  # by pair: ORIGINAL where it may not be split, else FREE or PAID, what the new hands are


class House(NamedTuple):
    """The rules as arrays."""

    draws: Values  # the dealer's, by hard total × 2 + has an ace: whether another card is drawn
    stands_for: Values  # the same: the total
    fares: Values  # by hand's total × 32 + dealer's: how it fares
    cell: NDArray[np.int64]  # by stake × FARES + how it fares: what that adds to a cell
    insurance: NDArray[np.int64]  # not offered, lost, won: the cell to add to


@kernel
def next_card(stream: Stream, pack: Values, drawn: np.uint64, shuffled: np.uint64) -> np.uint64:
    """The next card: drawn at random up to `shuffled`, from there on as it lies; past the end a ten."""
    if drawn < shuffled:
        return U(draw(stream, pack, drawn))
    return U(pack[drawn]) if drawn < U(pack.size) else U(TEN)


@kernel
def play_hand(
    stream: Stream, pack: Values, drawn: np.uint64, shuffled: np.uint64, book: Playbook,
    state: np.uint64, up: np.uint64, kind: np.uint64,
) -> tuple[np.uint64, np.uint64]:  # fmt: skip
    """One hand until it stands, is doubled, reaches 21 or busts: cards drawn so far, and its spot (FB-2)."""
    action = U(book.action[(state << U(4)) | up])
    while action == U(HIT):
        state = U(book.then[(state << U(4)) | next_card(stream, pack, drawn, shuffled)])
        drawn += U(1)
        action = U(book.action[(state << U(4)) | up])
    if action != U(STAND):
        state = U(book.then[(state << U(4)) | next_card(stream, pack, drawn, shuffled)])
        drawn += U(1)
    return drawn, ((kind * U(DOUBLINGS) + action) << U(5)) | U(book.total[state])


@kernel
def play_split(
    stream: Stream, pack: Values, drawn: np.uint64, shuffled: np.uint64, book: Playbook,
    pair: np.uint64, up: np.uint64, spots: Spots, played: np.uint64,
) -> tuple[np.uint64, np.uint64]:  # fmt: skip
    """A split pair, from left to right; each hand gets its second card when its turn comes (C-5, FB-3)."""
    new = U(book.splits_to[pair])
    hands, done = U(2), U(0)
    kind, row = U(ORIGINAL), U(0)
    while done < hands:
        second = next_card(stream, pack, drawn, shuffled)
        drawn += U(1)
        if second == pair and hands < U(MOST_HANDS) and book.again[row, hands - U(2), pair, up]:
            hands += U(1)
            continue
        state = U(book.start[((row + U(1)) * U(10) + pair) * U(10) + second])
        drawn, spot = play_hand(stream, pack, drawn, shuffled, book, state, up, kind)
        spots[played + done] = spot
        done += U(1)
        kind, row = new, U(1) if new == U(FREE) else U(0)
    return drawn, played + hands


@kernel
def play_seats(
    stream: Stream, pack: Values, drawn: np.uint64, shuffled: np.uint64, book: Playbook,
    firsts: Values, up: np.uint64, seconds: Values, spots: Spots, ends: Values,
) -> np.uint64:  # fmt: skip
    """Every seat's hands, seat by seat from the dealer's left; `ends` says where each seat's spots end."""
    played = U(0)
    for seat in range(U(firsts.size)):
        first, second = U(firsts[seat]), U(seconds[seat])
        state = U(book.start[first * U(10) + second])
        action = U(book.action[(state << U(4)) | up])
        if action == U(SPLIT):
            drawn, played = play_split(stream, pack, drawn, shuffled, book, first, up, spots, played)
        elif action == U(NATURAL):
            spots[played] = (U(BLACKJACKS * DOUBLINGS) << U(5)) | U(BLACKJACK)
            played += U(1)
        else:
            drawn, spot = play_hand(stream, pack, drawn, shuffled, book, state, up, U(ORIGINAL))
            spots[played] = spot
            played += U(1)
        ends[seat] = played
    return drawn


@kernel
def any_live(spots: Spots, played: np.uint64) -> bool:
    """Whether a hand waits for the dealer: not bust, and no blackjack that was paid (FB-5)."""
    for spot in spots[:played]:
        if spot & U(31) <= U(BLACKJACK) and (spot >> U(5)) < U(BLACKJACKS * DOUBLINGS):
            return True
    return False


@kernel
def play_round(
    stream: Stream, pack: Values, drawn: np.uint64, shuffled: np.uint64, book: Playbook, house: House,
    push_22: bool, firsts: Values, seconds: Values, spots: Spots, ends: Values, cells: Counts,
) -> np.uint64:  # fmt: skip
    """One round of all seats: writes each seat's cell, and says how many cards have been drawn."""
    for seat in range(U(firsts.size)):
        firsts[seat] = next_card(stream, pack, drawn, shuffled)
        drawn += U(1)
    up = next_card(stream, pack, drawn, shuffled)
    drawn += U(1)
    for seat in range(U(firsts.size)):
        seconds[seat] = next_card(stream, pack, drawn, shuffled)
        drawn += U(1)
    hole = next_card(stream, pack, drawn, shuffled)
    drawn += U(1)
    if is_blackjack(up + U(1), hole + U(1)):
        base = house.insurance[U(INSURANCE_WON) if up == U(0) else U(NO_INSURANCE)]
        for seat in range(U(firsts.size)):
            natural = is_blackjack(U(firsts[seat]) + U(1), U(seconds[seat]) + U(1))
            cells[seat] = base + house.cell[U(PLAIN_PUSHES) if natural else U(PLAIN_LOSES)]
        return drawn
    base = house.insurance[U(INSURANCE_LOST) if up == U(0) else U(NO_INSURANCE)]
    drawn = play_seats(stream, pack, drawn, shuffled, book, firsts, up, seconds, spots, ends)
    dealer = ((up + hole + U(2)) << U(1)) | U(up == U(0) or hole == U(0))
    if push_22 or any_live(spots, U(ends[U(ends.size) - U(1)])):
        while house.draws[dealer]:
            card = next_card(stream, pack, drawn, shuffled)
            drawn += U(1)
            dealer = (dealer + ((card + U(1)) << U(1))) | U(card == U(0))
    total = U(house.stands_for[dealer])
    played = U(0)
    for seat in range(U(firsts.size)):
        cell = base
        while played < U(ends[seat]):
            spot = U(spots[played])
            fares = U(house.fares[((spot & U(31)) << U(5)) | total])
            cell += house.cell[(spot >> U(5)) * U(FARES) + fares]
            played += U(1)
        cells[seat] = cell
    return drawn


@kernel
def play_rounds(
    stream: Stream, rounds: int, seats: int, pack: Values, cut_card: int, book: Playbook, house: House,
    push_22: bool, counts: Counts,
) -> None:  # fmt: skip
    """Deal rounds from a fresh pack each, or with a cut card from shoes dealt down to it; the last cell is a void."""
    size, cut, void = U(pack.size), U(cut_card), U(counts.size - 1)
    firsts, seconds, ends = np.zeros(seats, np.uint8), np.zeros(seats, np.uint8), np.zeros(seats, np.uint8)
    spots, cells = np.zeros(seats * MOST_HANDS, np.uint16), np.zeros(seats, np.int64)
    drawn = size
    for _ in range(rounds):
        if cut == U(0) or size - drawn < cut:
            drawn = U(0)
        drawn = play_round(
            stream, pack, drawn, size, book, house, push_22, firsts, seconds, spots, ends, cells
        )  # fmt: skip
        if drawn > size:  # C-4: the pack ran out
            counts[void] += seats
            drawn = size
            continue
        for seat in range(U(seats)):
            counts[U(cells[seat])] += 1
