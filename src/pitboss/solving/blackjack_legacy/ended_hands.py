"""Many lists of hands as they end: how each is played out, and in how many orders it comes about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import kernel, kernel_part
from pitboss.solving.blackjack_legacy.player_hands import LINES, PlayerHands
from pitboss.solving.blackjack_legacy.values import VALUES, Actions, Bools, Ints, Numbers

HIT, DOUBLE = 1, 2
PLAIN, DOUBLED, WAYS = 0, 1, 2
"""Ways a hand is played."""
BEGUN, PAID, NONE, KINDS = LINES * WAYS, LINES * WAYS + 2, LINES * WAYS + 3, LINES * WAYS + 4
"""How a hand ends: by way and line; then, by way, where it only began; a blackjack; and any, just as it began."""
_TWO = 2


class HandLists(NamedTuple):
    """Lists of hands, one after the other; in a list those that end alike stand together."""

    hands: Ints  # by number among all hands of the pack
    kinds: Ints
    times: Numbers  # in how many orders a hand comes about and so ends
    starts: Ints  # where each list starts, then where all end


@kernel
def _end_hands(
    hands: PlayerHands, numbers: Ints, actions: Actions, known: Ints, begins: Ints, paid: Bools, as_begun: bool,
    room: Numbers, count: Ints, spare: HandLists, lists: HandLists,
) -> int:  # fmt: skip
    """Fill the lists: `begins` are the hands each begins with, `actions` by what is known say how they are played."""
    none = int(np.int64(0))  # for the literal 0 what is called would be compiled twice
    at = none
    for number in range(known.size):
        size = none
        room[:] = 0.0
        for value in range(VALUES):
            hand, is_paid = begins[number, value], paid[number, value]
            if hand >= 0:
                room[0, hand] += not is_paid
            if hand >= 0 and as_begun:
                size = _emit(spare, size, numbers[hand], NONE, 1.0)
            if hand >= 0 and is_paid:
                size = _emit(spare, size, numbers[hand], PAID, 1.0)
        for hand in range(hands.keys.size):
            orders, action, its = room[0, hand], actions[known[number], hand], numbers[hand]
            if room[1, hand] != 0:
                size = _emit(spare, size, its, LINES * DOUBLED + hands.steps[hand, 4], room[1, hand])
            if orders == 0:
                continue
            way = DOUBLED if action == DOUBLE else PLAIN
            if hands.steps[hand, 6] == _TWO:
                size = _emit(spare, size, its, BEGUN + way, orders)
            if action in (HIT, DOUBLE):
                _grow(hands, hand, orders, room[way])
            else:
                size = _emit(spare, size, its, hands.steps[hand, 4], orders)
        if at + size > lists.hands.size:
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
        lists.hands[place], lists.kinds[place], lists.times[place] = spare.hands[item], kind, spare.times[item]


@kernel_part
def _emit(lists: HandLists, size: int, hand: int, kind: int, times: float) -> int:
    lists.hands[size], lists.kinds[size], lists.times[size] = hand, kind, times
    return size + 1


def _blank(size: int, lists: int) -> HandLists:
    whole = np.zeros(size, np.int64)
    return HandLists(whole, whole.copy(), np.zeros(size), np.zeros(lists + 1, np.int64))


def end_hands(
    hands: PlayerHands, numbers: Ints, actions: Actions, known: Ints, begins: Ints, paid: Bools | None = None,
    as_begun: bool = False,
) -> HandLists:  # fmt: skip
    """
    A list for each row of `begins`: the hands, by value of the card that made them, that a player may begin with.

    `numbers` are those of the hands among all hands of the pack; a hand that is `paid` at once is not played. Hands
    stand there `as_begun` too, whatever becomes of them, if that is asked for.
    """
    spare, room = _blank(4 * len(hands.keys) + 4 * VALUES, 0), np.zeros((WAYS, len(hands.keys)))
    flags = np.zeros(begins.shape, np.bool_) if paid is None else paid
    size = 256 * (len(known) + 8)
    while True:
        lists = _blank(size, len(known))
        asked = (np.ascontiguousarray(actions), known, begins, flags, as_begun)
        used = _end_hands(hands, numbers, *asked, room, np.zeros(KINDS + 1, np.int64), spare, lists)
        if used >= 0:
            return HandLists(lists.hands[:used], lists.kinds[:used], lists.times[:used], lists.starts)
        size *= 2


def only_cards(hands: Ints) -> HandLists:
    """Lists of one hand each that has these cards, whatever becomes of it."""
    return HandLists(hands, np.full(len(hands), NONE), np.ones(len(hands)), np.arange(len(hands) + 1))


def chained(parts: Sequence[HandLists]) -> HandLists:
    """Lists after lists."""
    ends = np.cumsum([0, *(len(part.hands) for part in parts)])
    starts = [part.starts[:-1] + end for part, end in zip(parts, ends, strict=False)]
    hands, kinds, times = (np.concatenate(column) for column in list(zip(*parts, strict=True))[:3])
    return HandLists(hands, kinds, times, np.append(np.concatenate(starts), ends[-1]))
