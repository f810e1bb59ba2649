"""
Simulation kernels for Free Bet: whole rounds by a playbook, and the cell of each seat's result.

Cards are values from 0 (ace) to 9 (ten-value). A *spot* is one finished hand: its stake (whose money is on it, and
how it was doubled) × 32 + its total.

The pieces of a round are `part`s, inlined into the loop; `round_kernels` explains why.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel, part
from pitboss.compute.random_choices import chosen
from pitboss.compute.streams import Stream, U, next_word
from pitboss.games.free_bet.deal.hands import MAX_HANDS
from pitboss.ranking.totals import BLACKJACK, is_blackjack
from pitboss.solving.answers.simulator import Counts
from pitboss.solving.blackjack.playbook import ACTION, COLUMNS, TOTAL
from pitboss.solving.blackjack.round_kernels import Values, Words, any_live, draw_out, new_shoe, next_card

STAND, DOUBLE, FREE_DOUBLE, HIT, SPLIT, FREE_SPLIT, NATURAL = range(7)
"""The actions of a playbook. Those up to FREE_DOUBLE also encode how a hand was doubled."""
ORIGINAL, PAID, FREE, BLACKJACKS = range(4)
"""The origin of a hand's wager: the first wager, a paid split, or a free split. Blackjacks are separate."""
DOUBLINGS = 3
FARES = 8
"""The number of results of a spot: 0 loses, 1 pushes, 2 wins, plus 4 if Push 22 wins."""
PLAIN_LOSES, PLAIN_PUSHES = 0, 1
INSURANCE_LOST, INSURANCE_WON, INSURED = 1, 2, 2
"""The cell offsets if insurance was offered and would lose or win, and a further offset if it was taken."""
NO_INSURANCE, INSURANCE, ANY_INSURANCE = range(3)
ANY = 8
"""The first code for a random choice: code `ANY` + n picks one of the options in row n of `OPTIONS`."""
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
"""The number of options and the options themselves, in the order in which the dealer offers them."""

compile_with_kernels(is_blackjack)


class Playbook(NamedTuple):
    """A strategy as a state machine. Hands that are played the same way whatever cards follow share a state."""

    start: Words  # axes: unsplit, own hand after a split, free hand after a split; first card; second card
    moves: Words  # axes: state, COLUMNS
    again: Values  # axes: own or free, two or three hands, pair, up card; 0 means use `moves`
    insures: Values  # axes: first card, second card; whether the seat insures, or decides at random


class KernelRules(NamedTuple):
    """The rules as arrays."""

    dealer: Values  # index: hard total × 2 + has an ace; 0 if the dealer draws, else the total
    fares: Values  # index: hand's total × 32 + dealer's total; value: the result
    cell: NDArray[np.int64]  # index: stake × FARES + result; value: the amount added to a cell
    nothing: int  # the cell to start from


@kernel
def is_insured(code: np.uint8, luck: np.uint64, seat: np.uint64) -> bool:
    """Return whether a seat (1, 2 …) takes insurance, which is its first decision."""
    return bool(chosen(luck, seat, U(0), U(2)) == U(1) if code == ANY_INSURANCE else code == INSURANCE)


@kernel
def first_look(action: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return the finished hands, total hands, and the kind of any new hands, after a seat's first action."""
    if action < U(SPLIT):
        return U(0), U(1), U(ORIGINAL)
    if action == U(NATURAL):
        return U(1), U(1), U(ORIGINAL)
    return U(0), U(2), U(PAID) if action == U(SPLIT) else U(FREE)


@kernel
def decided(code: np.uint64, luck: np.uint64, seat: np.uint64, asked: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Resolve a playbook entry to an action, drawing at random if it says so. Also return the new question count."""
    if code < U(ANY):
        return code, asked
    row = code - U(ANY)
    choice = chosen(luck, seat, asked, U(OPTIONS[row, U(0)]))
    return U(OPTIONS[row, U(1) + choice]), asked + U(1)


@part
def play_seat(
    stream: Stream, pack: Values, drawn: np.uint64, shuffled: np.uint64, start: Words, moves: Words, again: Values,
    first: np.uint64, second: np.uint64, up: np.uint64, spots: Words, place: np.uint64, luck: np.uint64,
    seat: np.uint64,
) -> tuple[np.uint64, np.uint64]:  # fmt: skip
    """Play a seat's hands from left to right into `spots`. Return the cards drawn so far and the number of hands."""
    row, kind = U(start[first * U(10) + second]) * U(COLUMNS), U(ORIGINAL)
    action, asked = decided(U(moves[row + U(ACTION) + up]), luck, seat, U(up == U(0)))
    done, hands, new = first_look(action)
    spots[place] = (BLACKJACKS * DOUBLINGS << 5) | BLACKJACK
    while done < hands:
        if hands > U(1):  # each hand gets its second card on its turn (C-5, FB-3)
            second, free = next_card(stream, pack, drawn, shuffled), U(kind == U(FREE))
            drawn += U(1)
            row = U(start[((free + U(1)) * U(10) + first) * U(10) + second]) * U(COLUMNS)
            code = U(moves[row + U(ACTION) + up])
            if second == first and hands < U(MAX_HANDS) and again[free, hands - U(2), first, up]:
                code = U(again[free, hands - U(2), first, up])
            action, asked = decided(code, luck, seat, asked)
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
def pay_and_take(
    spots: Words, held: Values, total: np.uint64, base: int, fares: Values, cell: Counts, cells: Counts
) -> None:
    """Set each seat's cell from its spots and the dealer's total."""
    for seat in range(U(cells.size)):
        cells[seat] = base
        for hand in range(U(held[seat])):
            spot = U(spots[seat * U(MAX_HANDS) + hand])
            cells[seat] += cell[(spot >> U(5)) * U(FARES) + U(fares[((spot & U(31)) << U(5)) | total])]


@kernel
def play_rounds(
    stream: Stream, rounds: int, pack: Values, shuffled: int, cut_card: int, book: Playbook, house: KernelRules,
    push_22: bool, chooses: bool, luck: np.uint64, cells: Counts, counts: Counts,
) -> np.uint64:  # fmt: skip
    """
    Deal rounds to one seat for each entry of `cells`, from fresh packs or, with a cut card, from shoes down to it.

    The last entry of `counts` is for seats in a void round. If `shuffled` is 0, deal the pack in order and take random
    decisions from `luck`.
    Return the number of cards dealt from the last pack.
    """
    start, moves, again, insures = book
    dealer, fares, cell, nothing = house
    size, cut, seats, known, drawn = U(pack.size), U(cut_card), U(cells.size), U(shuffled), U(pack.size)
    spots, held = np.zeros(cells.size * MAX_HANDS, np.uint16), np.zeros(cells.size, np.uint8)
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
            for seat in range(seats):  # a blackjack pushes, everything else loses (FB-1)
                natural = is_blackjack(int(pack[first + seat]) + 1, int(pack[second + seat]) + 1)
                cells[seat] = base + cell[U(PLAIN_PUSHES) if natural else U(PLAIN_LOSES)]
        else:
            for seat in range(seats):
                drawn, hands = play_seat(
                    stream, pack, drawn, known, start, moves, again,
                    U(pack[first + seat]), U(pack[second + seat]), up, spots, seat * U(MAX_HANDS), luck,
                    seat + U(1),
                )  # fmt: skip
                held[seat] = hands
            total = U(0)
            if push_22 or any_live(spots, held, U(BLACKJACKS * DOUBLINGS)):
                drawn, total = draw_out(stream, pack, drawn, known, dealer, up, hole)
            base = nothing + (INSURANCE_LOST if up == U(0) else 0)
            pay_and_take(spots, held, total, base, fares, cell, cells)
        for seat in range(seats):
            insurance_code = insures[U(pack[first + seat]) * U(10) + U(pack[second + seat])]
            if up == U(0) and is_insured(insurance_code, luck, seat + U(1)):
                cells[seat] += INSURED
            if drawn > size:  # C-4: the pack ran out
                cells[seat] = counts.size - 1
            counts[U(cells[seat])] += 1
        drawn = min(drawn, size)
    return drawn
