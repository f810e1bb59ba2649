"""
Simulation kernels for blackjack: whole rounds by a playbook, and the cell of each seat's result.

A card is one byte: its value from 0 (ace) to 9 (ten-value) in the low four bits, then suit and picture. A *spot* is one
finished hand: its kind × 32 + its total.

The pieces of a round are `part`s, inlined into the loop; `round_kernels` explains why.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel, part
from pitboss.compute.random_choices import chosen
from pitboss.compute.streams import Stream, U, next_word
from pitboss.ranking.totals import is_blackjack
from pitboss.solving.answers.simulator import Counts
from pitboss.solving.blackjack.playbook import ACTION, COLUMNS, MAX_HANDS, TOTAL
from pitboss.solving.blackjack.round_kernels import TEN, VALUE, Values, Words, any_live, draw_out, new_shoe, next_card

Floats = NDArray[np.float64]
Lines = NDArray[np.int16]
STAND, DOUBLE, HIT, SPLIT, SURRENDER, NATURAL = range(6)
"""The actions of a playbook."""
ANY = 8
"""The first code for a random choice: code `ANY` + n picks one of the options in row n of `OPTIONS`."""
OPTIONS = np.array(
    [
        (2, STAND, HIT, 0, 0, 0),
        (3, STAND, HIT, DOUBLE, 0, 0),
        (3, STAND, HIT, SPLIT, 0, 0),
        (4, STAND, HIT, DOUBLE, SPLIT, 0),
        (3, STAND, HIT, SURRENDER, 0, 0),
        (4, STAND, HIT, DOUBLE, SURRENDER, 0),
        (4, STAND, HIT, SPLIT, SURRENDER, 0),
        (5, STAND, HIT, DOUBLE, SPLIT, SURRENDER),
        (2, STAND, SPLIT, 0, 0, 0),
    ],
    np.uint8,
)
"""The number of options and the options themselves, in the order in which the dealer offers them."""
PLAIN, DOUBLED, NATURALS, GIVEN_UP, KINDS = range(5)
"""The kinds of finished hands: plain, doubled, blackjack, surrendered."""
LOSES, PUSHES, WINS, FARES = range(4)
NATURAL_TOTAL, DEALER_BLACKJACK = 31, 1
"""Codes in place of a total, which no hand can have: a player's blackjack, and the dealer's."""
INSURANCE_LOST, INSURANCE_WON, INSURED = 1, 2, 2
"""The cell offsets if insurance was offered and would lose or win, and a further offset if it was taken."""
NO, YES, EITHER = range(3)
"""The answer to insurance or early surrender: no, yes, or at random."""

compile_with_kernels(is_blackjack)


class Playbook(NamedTuple):
    """A strategy as a state machine. Hands that are played the same way whatever cards follow share a state."""

    start: Words  # axes: unsplit or after a split; first card; second card
    moves: Words  # axes: state, COLUMNS
    again: Values  # axes: two or three hands, pair, up card; 0 means use `moves`
    insures: Values  # axes: first card, second card; also the answer to even money
    early: Values  # axes: first card, second card, up card; whether the seat surrenders before the look


class KernelRules(NamedTuple):
    """The rules as arrays and flags."""

    dealer: Values  # index: hard total × 2 + has an ace; 0 if the dealer draws, else the total
    fares: Values  # index: hand's total × 32 + dealer's total; value: the result
    cell: Counts  # index: kind × FARES + result; value: the amount added to a cell
    nothing: int  # the cell to start from
    even_money: int  # the cell of a blackjack that took even money
    insurance: int  # the size of one step of the insurance field in a cell
    hole_card: bool
    early: bool  # whether surrender is offered before the dealer looks
    has_even_money: bool


class SideLines(NamedTuple):
    """The lines of the side bets as cell offsets, all 0 without side bets."""

    number: Values  # index: card as a byte; value: its code
    own: Lines  # index: first code × 52 + second code
    own_blackjack: Lines  # the same, if the dealer has a blackjack
    up: Lines  # index: (first code × 52 + second code) × 52 + up code
    made: bool
    wait: bool
    """Whether a bet waits for the dealer's second card."""


class Counting(NamedTuple):
    """A card counting system. A round is tallied in the bucket of the count before the deal."""

    tags: Floats  # index: card as a byte
    start: float  # the running count of a new shoe
    per: float  # cards per unit of the divisor: 52 for a true count, 0 for a running count
    rounded: float  # the cards left are rounded to a multiple of this
    way: int  # how a count becomes a whole number: FLOOR, TRUNCATE or ROUND
    buckets: int  # number of buckets; the middle one is a count of 0
    insure_from: float  # insure at this count or more; infinity to follow the playbook


FLOOR, TRUNCATE, ROUND = range(3)


@kernel
def answered(code: np.uint8, luck: np.uint64, seat: np.uint64, asked: np.uint64) -> bool:
    """Return whether a seat (1, 2 …) says yes to an offer of two options."""
    return bool(chosen(luck, seat, asked, U(2)) == U(1) if code == EITHER else code == YES)


@kernel
def decided(code: np.uint64, luck: np.uint64, seat: np.uint64, asked: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Resolve a playbook entry to an action, drawing at random if it says so. Also return the new question count."""
    if code < U(ANY):
        return code, asked
    row = code - U(ANY)
    choice = chosen(luck, seat, asked, U(OPTIONS[row, U(0)]))
    return U(OPTIONS[row, U(1) + choice]), asked + U(1)


@kernel
def whole_count(running: float, left: float, per: float, rounded: float, way: int) -> float:
    """Return the whole-number count that a player acts on: the true count, or the running count."""
    count = running
    if per > 0:
        decks = max(np.floor(left / rounded + 0.5), 1.0) * rounded / per
        count = running / decks
    if way == FLOOR:
        return float(np.floor(count))
    return float(np.trunc(count)) if way == TRUNCATE else float(np.floor(count + 0.5))


@part
def play_seat(
    stream: Stream, pack: Values, drawn: np.uint64, shuffled: np.uint64, start: Words, moves: Words, again: Values,
    first: np.uint64, second: np.uint64, up: np.uint64, spots: Words, place: np.uint64, luck: np.uint64,
    seat: np.uint64, asked: np.uint64,
) -> tuple[np.uint64, np.uint64]:  # fmt: skip
    """Play a seat's hands from left to right into `spots`. Return the cards drawn so far and the number of hands."""
    row = U(start[first * U(10) + second]) * U(COLUMNS)
    action, asked = decided(U(moves[row + U(ACTION) + up]), luck, seat, asked)
    done, hands = U(0), U(1)
    if action == U(SPLIT):
        hands = U(2)
    elif action == U(SURRENDER):
        spots[place] = GIVEN_UP << 5
        done = U(1)
    while done < hands:
        if hands > U(1):  # each hand gets its second card on its turn (C-5, BJ-8)
            second = next_card(stream, pack, drawn, shuffled) & VALUE
            drawn += U(1)
            row = U(start[U(100) + first * U(10) + second]) * U(COLUMNS)
            code = U(moves[row + U(ACTION) + up])
            if second == first and hands < U(MAX_HANDS) and again[((hands - U(2)) * U(10) + first) * U(10) + up]:
                code = U(again[((hands - U(2)) * U(10) + first) * U(10) + up])
            action, asked = decided(code, luck, seat, asked)
            if action == U(SPLIT):
                hands += U(1)
                continue
        while action != U(STAND):
            row = U(moves[row + (next_card(stream, pack, drawn, shuffled) & VALUE)]) * U(COLUMNS)
            drawn += U(1)
            if action == U(DOUBLE):
                break
            action, asked = decided(U(moves[row + U(ACTION) + up]), luck, seat, asked)
        spots[place + done] = (action << U(5)) | U(moves[row + U(TOTAL)])  # STAND is PLAIN, DOUBLE is DOUBLED
        done += U(1)
    return drawn, hands


@part
def pay_and_take(
    spots: Words, held: Values, total: np.uint64, base: int, fares: Values, cell: Counts, cells: Counts
) -> None:
    """Add the results of each seat's hands against the dealer's total to its cell."""
    for seat in range(U(cells.size)):
        if held[seat] == 0:  # even money was taken: the cell is final
            continue
        cells[seat] += base
        for hand in range(U(held[seat])):
            spot = U(spots[seat * U(MAX_HANDS) + hand])
            cells[seat] += cell[(spot >> U(5)) * U(FARES) + U(fares[((spot & U(31)) << U(5)) | total])]


@part
def ask_first(
    one: np.uint64, two: np.uint64, up: np.uint64, seat: int | np.uint64, mine: bool, luck: np.uint64, has_early: bool,
    has_even: bool, even: int, early: Values, insured_by: int, insures: Values, spots: Words, held: Values,
    insured: Values, cells: Counts,
) -> np.uint64:  # fmt: skip
    """Start a seat: early surrender, insurance and even money. Return the number of questions asked."""
    asked, place = U(0), seat * U(MAX_HANDS)
    held[seat], cells[seat], insured[seat] = 1, 0, 0
    spots[place] = (NATURALS << 5) | NATURAL_TOTAL if mine else PLAIN << 5
    if has_early and not mine:
        if answered(early[(one * U(10) + two) * U(10) + up], luck, seat + U(1), asked):
            spots[place] = GIVEN_UP << 5
        asked += U(1)
    if up == U(0) and spots[place] != GIVEN_UP << 5:
        code = insures[one * U(10) + two] if insured_by < 0 else np.uint8(insured_by)
        yes = answered(code, luck, seat + U(1), asked)
        asked += U(1)
        if yes and mine and has_even:
            held[seat], cells[seat] = 0, even
        elif yes:
            insured[seat] = 1
    return asked


@part
def tally(
    up: np.uint64, natural: bool, is_void: bool, insurance: int, spots: Words, held: Values, insured: Values,
    has_sides: bool, number: Values, own: Lines, own_blackjack: Lines, ups: Lines, pack: Values, first: np.uint64,
    second: np.uint64, tallied: np.uint64, bucket: int, width: int, cells: Counts, counts: Counts,
) -> None:  # fmt: skip
    """Add insurance and side bets to the cells of the seats, and tally the cells of the first `tallied` seats."""
    seats = U(cells.size)
    for seat in range(seats):
        if up == U(0) and (insured[seat] or (held[seat] and spots[seat * U(MAX_HANDS)] != GIVEN_UP << 5)):
            won = INSURANCE_WON if natural else INSURANCE_LOST
            cells[seat] += insurance * (won + (INSURED if insured[seat] else 0))
        if has_sides and not is_void:
            pair = U(number[pack[first + seat]]) * U(52) + U(number[pack[second + seat]])
            cells[seat] += own_blackjack[pair] if natural else own[pair]
            cells[seat] += ups[pair * U(52) + U(number[pack[first + seats]])]
        if is_void:  # C-4: the pack ran out
            cells[seat] = width - 1
        if seat < tallied:
            counts[bucket + cells[seat]] += 1


@part
def insured_by_count(
    pack: Values, first: np.uint64, second: np.uint64, seats: np.uint64, burned: np.uint64, running: float,
    tags: Floats, per: float, rounded: float, way: int, insure_from: float,
) -> int:  # fmt: skip
    """Return the answer to insurance by the count, which includes the up card and the cards of all seats."""
    seen = running + tags[pack[first + seats]]
    for seat in range(seats):
        seen += tags[pack[first + seat]] + tags[pack[second + seat]]
    left = float(U(pack.size) - first + burned - U(2) * seats - U(1))
    return YES if whole_count(seen, left, per, rounded, way) >= insure_from else NO


@kernel
def bucket_of(count: float, buckets: int, width: int) -> int:
    """Return the start of the row of `counts` for this card count."""
    return min(max(int(count) + buckets // 2, 0), buckets - 1) * width


@kernel
def play_rounds(
    stream: Stream, rounds: int, pack: Values, shuffled: int, cut_card: int, book: Playbook, house: KernelRules,
    sides: SideLines, counting: Counting, chooses: bool, luck: np.uint64, cells: Counts, counts: Counts,
) -> np.uint64:  # fmt: skip
    """
    Deal rounds to one seat per cell, from fresh packs or, with a cut card, from shoes dealt down to it.

    The last entry of `counts` is for seats in a void round. If `shuffled` is 0, the pack is dealt in order with the
    given luck. With a card count (`buckets` > 0), only the first seat is tallied, in a row of `counts` for each bucket.
    Return the number of cards dealt from the last pack.
    """
    start, moves, again, insures, early = book
    dealer, fares, cell, nothing, even, insurance, hole_card, has_early, has_even = house
    number, own, own_blackjack, ups, has_sides, waits = sides
    tags, count_start, per, rounded, way, buckets, insure_from = counting
    size, cut, seats, known, drawn = U(pack.size), U(cut_card), U(cells.size), U(shuffled), U(pack.size)
    spots, held = np.zeros(cells.size * MAX_HANDS, np.uint16), np.zeros(cells.size, np.uint8)
    insured, opening = np.zeros(cells.size, np.uint8), U(2) * seats + U(1 + hole_card)
    width, tallied = (counts.size // buckets, U(1)) if buckets else (counts.size, seats)
    running, bucket, burned, insured_by = count_start, 0, U(cut > U(0)), -1
    for _ in range(rounds):
        if cut == U(0) or size - drawn < cut:
            drawn, running = new_shoe(stream, pack, known, cut), count_start
        if chooses and known:
            luck = next_word(stream)
        begun, first, second = drawn, drawn, drawn + seats + U(1)
        if buckets:
            bucket = bucket_of(whole_count(running, float(size - drawn + burned), per, rounded, way), buckets, width)
        for _ in range(opening):
            next_card(stream, pack, drawn, known)
            drawn += U(1)
        up = U(pack[first + seats]) & VALUE
        hole = U(pack[second + seats]) & VALUE if hole_card else U(4)
        natural = is_blackjack(int(up) + 1, int(hole) + 1)
        open_bets = has_sides and waits
        if up == U(0) and insure_from < np.inf:
            insured_by = insured_by_count(
                pack, first, second, seats, burned, running, tags, per, rounded, way, insure_from
            )  # fmt: skip
        for seat in range(seats):
            one, two = U(pack[first + seat]) & VALUE, U(pack[second + seat]) & VALUE
            mine = is_blackjack(int(one) + 1, int(two) + 1)
            asked = ask_first(
                one, two, up, seat, mine, luck, has_early, has_even, even, early, insured_by, insures, spots, held,
                insured, cells,
            )  # fmt: skip
            if not (natural or mine) and spots[seat * U(MAX_HANDS)] != GIVEN_UP << 5:
                drawn, hands = play_seat(
                    stream, pack, drawn, known, start, moves, again, one, two, up, spots, seat * U(MAX_HANDS), luck,
                    seat + U(1), asked,
                )  # fmt: skip
                held[seat] = hands
            open_bets = open_bets or insured[seat] > 0 or (mine and held[seat] > 0)
        total = U(DEALER_BLACKJACK) if natural else U(0)
        live = not natural and any_live(spots, held, U(NATURALS))
        if not hole_card and (live or (open_bets and (up == U(0) or up == U(TEN)))):  # BJ-5
            hole = next_card(stream, pack, drawn, known) & VALUE
            drawn += U(1)
            natural = is_blackjack(int(up) + 1, int(hole) + 1)
            total = U(DEALER_BLACKJACK) if natural else U(0)
        if live and not natural:
            drawn, total = draw_out(stream, pack, drawn, known, dealer, up, hole)
        pay_and_take(spots, held, total, nothing, fares, cell, cells)
        tally(
            up, natural, bool(drawn > size), insurance, spots, held, insured, has_sides, number, own, own_blackjack,
            ups, pack, first, second, tallied, bucket, width, cells, counts,
        )  # fmt: skip
        drawn = min(drawn, size)
        if buckets:
            for place in range(begun, drawn):
                running += tags[pack[place]]
    return drawn
