"""
Many lists of hands as they end, and how a hand of one list and a hand of another end together, with the dealer.

Only the cards of the two together, with those that are gone besides, say how likely that is: they are numbered once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from pitboss.counting.blackjack.joint_odds import OUTCOMES
from pitboss.counting.blackjack.pairs import EMPTY, MIX, Bools, Places
from pitboss.counting.blackjack.player_hands import LINES, PlayerHands
from pitboss.counting.blackjack.values import SHIFTS, VALUES, Actions, Ints, Numbers, Pack
from pitboss.counting.compiled import kernel, kernel_part

U = np.uint64
HIT, DOUBLE = 1, 2
PLAIN, DOUBLED, WAYS = 0, 1, 2
"""Ways a hand is played."""
BEGUN, PAID, NONE, KINDS = LINES * WAYS, LINES * WAYS + 2, LINES * WAYS + 3, LINES * WAYS + 4
"""How a hand ends: by way and line; then, by way, where it only began; a blackjack; and any, just as it began."""
_TWO = 2
_NEAR = 1 << 15
"""Room for the numbers of one stretch."""


class HandLists(NamedTuple):
    """Lists of hands, one after the other; in a list those that end alike stand together."""

    keys: Ints
    kinds: Ints
    times: Numbers  # in how many orders a hand comes about and so ends
    starts: Ints  # where each list starts, then where all end


class Joins(NamedTuple):
    """
    Two lists whose hands are taken together, with cards gone besides: so often, added to one law.

    Where a list is joined to itself, two hands count once in each order.
    """

    one: Ints
    other: Ints
    more: Ints  # the key of the cards gone besides
    times: Numbers
    law: Ints


def joins_of(rows: Sequence[tuple[int, int, int, float, int]]) -> Joins:
    """Joins from rows of one list, another, a key, how often and a law."""
    one, other, more, times, law = (np.array(column) for column in zip(*rows, strict=True))
    return Joins(one, other, more, times.astype(np.float64), law)


@kernel
def _end_hands(
    hands: PlayerHands, first: int, actions: Actions, known: Ints, begins: Ints, paid: Bools, room: Numbers,
    spare: HandLists, lists: HandLists,
) -> int:  # fmt: skip
    """Fill the lists: `begins` are the hands each begins with, `actions` by what is known say how they are played."""
    at, count = 0, np.zeros(KINDS + 1, np.int64)
    for number in range(known.size):
        size = 0
        room[:] = 0.0
        for value in range(VALUES):
            hand, is_paid = begins[number, value], paid[number, value]
            if hand >= 0:
                size = _emit(spare, size, hands.keys[hand] + first, NONE, 1.0)
                room[0, hand] += not is_paid
            if hand >= 0 and is_paid:
                size = _emit(spare, size, hands.keys[hand] + first, PAID, 1.0)
        for hand in range(hands.keys.size):
            orders, action, key = room[0, hand], actions[known[number], hand], hands.keys[hand] + first
            if room[1, hand] != 0:
                size = _emit(spare, size, key, LINES * DOUBLED + hands.steps[hand, 4], room[1, hand])
            if orders == 0:
                continue
            way = DOUBLED if action == DOUBLE else PLAIN
            if hands.steps[hand, 6] == _TWO:
                size = _emit(spare, size, key, BEGUN + way, orders)
            if action in (HIT, DOUBLE):
                _grow(hands, hand, orders, room[way])
            else:
                size = _emit(spare, size, key, hands.steps[hand, 4], orders)
        if at + size > lists.keys.size:
            return -1
        _sort(spare, size, count, lists, at)
        lists.starts[number] = at
        at += size
    lists.starts[known.size] = at
    return at


@kernel_part
def _grow(hands: PlayerHands, hand: int, orders: float, room: Numbers) -> None:
    """Add the orders of the hands that one card more makes."""
    for value in range(VALUES):
        grown = hands.after[hand, value]
        if grown < hands.keys.size:
            room[grown] += orders


@kernel_part
def _sort(spare: HandLists, size: int, count: Ints, lists: HandLists, at: int) -> None:
    """Add these hands to the lists, those that end alike together."""
    count[:] = 0
    for item in range(size):
        count[spare.kinds[item] + 1] += 1
    for kind in range(KINDS):
        count[kind + 1] += count[kind]
    for item in range(size):
        kind = spare.kinds[item]
        place = at + count[kind]
        count[kind] += 1
        lists.keys[place], lists.kinds[place], lists.times[place] = spare.keys[item], kind, spare.times[item]


@kernel_part
def _emit(lists: HandLists, size: int, key: int, kind: int, times: float) -> int:
    lists.keys[size], lists.kinds[size], lists.times[size] = key, kind, times
    return size + 1


def _blank(size: int, lists: int) -> HandLists:
    whole = np.zeros(size, np.int64)
    return HandLists(whole, whole.copy(), np.zeros(size), np.zeros(lists + 1, np.int64))


def end_hands(
    hands: PlayerHands, first: int, actions: Actions, known: Ints, begins: Ints, paid: Bools | None = None
) -> HandLists:
    """
    A list for each row of `begins`: the hands, by value of the card that made them, that a player may begin with.

    `first` is the key of what every hand holds besides; a hand that is `paid` at once is not played.
    """
    spare, room = _blank(4 * len(hands.keys) + 4 * VALUES, 0), np.zeros((WAYS, len(hands.keys)))
    flags = np.zeros(begins.shape, np.bool_) if paid is None else paid
    size = 256 * (len(known) + 8)
    while True:
        lists = _blank(size, len(known))
        used = _end_hands(hands, first, np.ascontiguousarray(actions), known, begins, flags, room, spare, lists)
        if used >= 0:
            return HandLists(lists.keys[:used], lists.kinds[:used], lists.times[:used], lists.starts)
        size *= 2


def only_cards(keys: Ints) -> HandLists:
    """Lists of one hand each that has these cards, whatever becomes of it."""
    return HandLists(keys, np.full(len(keys), NONE), np.ones(len(keys)), np.arange(len(keys) + 1))


def chained(parts: Sequence[HandLists]) -> HandLists:
    """Lists after lists."""
    ends = np.cumsum([0, *(len(part.keys) for part in parts)])
    starts = [part.starts[:-1] + end for part, end in zip(parts, ends, strict=False)]
    keys, kinds, times = (np.concatenate(column) for column in list(zip(*parts, strict=True))[:3])
    return HandLists(keys, kinds, times, np.append(np.concatenate(starts), ends[-1]))


class KeyTable(NamedTuple):
    """Where keys stand, found by their own bits mixed."""

    held: Ints
    number: Places


@kernel_part
def _find(table: KeyTable, key: int) -> int:
    """The place of a key in a table, or the empty place where it would stand."""
    mask = U(table.held.size - 1)
    place = (U(key) * MIX >> U(40)) & mask
    while table.held[place] != key and table.held[place] != EMPTY:
        place = (place + U(1)) & mask
    return int(place)


class Near(NamedTuple):
    """A small table for a stretch of hands, which fits the cache; a stamp tells which stretch wrote a place."""

    held: Ints
    stamp: Places
    number: Places
    odds: Numbers


@kernel_part
def _find_near(near: Near, key: int, stamp: int) -> int:
    """The place of a key in the small table, or a place that this stretch has not written."""
    place = U(key) * MIX >> U(49)
    while near.stamp[place] == stamp and near.held[place] != key:
        place = (place + U(1)) & U(_NEAR - 1)
    return int(place)


@kernel
def _collect(lists: HandLists, joins: Joins, most: Ints, near: Near, table: KeyTable, keys: Ints) -> int:
    """Number the cards of any two hands as they first come; -1 where there is no room for so many."""
    size, stamp = 0, 0
    bias, full, tens = _limits(most)
    for join in range(joins.one.size):
        one, other = joins.one[join], joins.other[join]
        start, stop, end = lists.starts[one], lists.starts[other + 1], lists.starts[one + 1]
        step = max(_NEAR // 2 // max(stop - lists.starts[other], 1), 1)
        for i in range(start, end):
            stamp += (i - start) % step == 0
            first = lists.keys[i] + joins.more[join]
            for j in range(i if one == other else lists.starts[other], stop):
                key = first + lists.keys[j]
                if (key + bias) & full != 0 or ((key >> SHIFTS[VALUES - 1]) & 31) > tens:
                    continue
                close = _find_near(near, key, stamp)
                if near.stamp[close] == stamp:
                    continue
                near.stamp[close], near.held[close] = stamp, key
                place = _find(table, key)
                if table.held[place] == EMPTY:
                    if 4 * size > 3 * table.held.size:
                        return -1
                    table.held[place], table.number[place], keys[size] = key, size, key
                    size += 1
    return size


@kernel_part
def _limits(most: Ints) -> tuple[int, int, int]:
    """What to add to a key so that a bit of its own shows where a pack has fewer cards; those bits; and the tens."""
    bias, full = 0, 0
    for value in range(VALUES - 1):
        bias += (15 - most[value]) << SHIFTS[value]
        full += 16 << SHIFTS[value]
    return bias, full, most[VALUES - 1]


@kernel
def _add(lists: HandLists, joins: Joins, most: Ints, near: Near, table: KeyTable, odds: Numbers, laws: Numbers) -> None:
    """Add the odds of any two hands to the laws, by how each ends and the dealer's end."""
    stamp, count = 0, 0
    bias, full, tens = _limits(most)
    for join in range(joins.one.size):
        one, other, law = joins.one[join], joins.other[join], laws[joins.law[join]]
        start, stop, end = lists.starts[one], lists.starts[other + 1], lists.starts[one + 1]
        step = max(_NEAR // 2 // max(stop - lists.starts[other], 1), 1)
        for i in range(start, end):
            if (i - start) % step == 0:
                stamp, count = stamp + 1, 0
            first, times = lists.keys[i] + joins.more[join], joins.times[join] * lists.times[i]
            j = i if one == other else lists.starts[other]
            while j < stop:
                its = lists.kinds[j]
                a = b = c = d = e = f = g = 0.0
                while j < stop and lists.kinds[j] == its:
                    key, many = first + lists.keys[j], lists.times[j]
                    j += 1
                    if (key + bias) & full != 0 or ((key >> SHIFTS[VALUES - 1]) & 31) > tens:
                        continue
                    close = _find_near(near, key, stamp)
                    if near.stamp[close] != stamp:
                        near.stamp[close], near.held[close], near.number[close] = stamp, key, count
                        place = table.number[_find(table, key)]
                        for outcome in range(OUTCOMES):
                            near.odds[count, outcome] = odds[place, outcome]
                        count += 1
                    row = U(near.number[close])
                    if one == other and j - 1 != i:
                        many *= 2
                    a += many * near.odds[row, U(0)]
                    b += many * near.odds[row, U(1)]
                    c += many * near.odds[row, U(2)]
                    d += many * near.odds[row, U(3)]
                    e += many * near.odds[row, U(4)]
                    f += many * near.odds[row, U(6)]
                    g += many * near.odds[row, U(7)]
                kind = lists.kinds[i]
                law[kind, its, 0] += times * a
                law[kind, its, 1] += times * b
                law[kind, its, 2] += times * c
                law[kind, its, 3] += times * d
                law[kind, its, 4] += times * e
                law[kind, its, 6] += times * f
                law[kind, its, 7] += times * g


def _near() -> Near:
    return Near(
        np.zeros(_NEAR, np.int64), np.zeros(_NEAR, np.int32), np.zeros(_NEAR, np.int32), np.zeros((_NEAR, OUTCOMES))
    )


def joint_laws(
    lists: HandLists, joins: Joins, left: Pack, odds_of: Callable[[Ints, Bools], Numbers], laws: int
) -> Numbers:
    """
    By law, how each of two hands ends and the dealer's end, 22 as any bust: how likely it is.

    The law of two hands of one list may be told either way round.
    """
    most, bits = np.array(left), 18
    while True:
        table = KeyTable(np.full(1 << bits, EMPTY, np.int64), np.zeros(1 << bits, np.int32))
        found = np.zeros(1 << bits, np.int64)
        many = _collect(lists, joins, most, _near(), table, found)
        if many >= 0:
            break
        bits += 1
    order = np.argsort(found[:many])
    place = np.empty(many + 1, np.int32)
    place[order] = np.arange(many, dtype=np.int32)
    table = KeyTable(table.held, place[np.minimum(table.number, many)])
    odds = odds_of(found[:many][order], np.ones(many, np.bool_))
    added = np.zeros((laws, KINDS, KINDS, OUTCOMES))
    _add(lists, joins, most, _near(), table, odds, added)
    return added
