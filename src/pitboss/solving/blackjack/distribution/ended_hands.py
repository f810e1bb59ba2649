"""Lists of finished hands: how each one ended, and the number of orders in which it can be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import kernel, kernel_part
from pitboss.solving.blackjack.distribution.drawn_hands import DrawnHands
from pitboss.solving.blackjack.distribution.endings import LINES
from pitboss.solving.blackjack.hands import Actions, Flags, Floats, Ints
from pitboss.solving.blackjack.play import DOUBLE, HIT
from pitboss.solving.blackjack.rules import VALUES

PLAIN, DOUBLED, WAYS = 0, 1, 2
"""The ways to play a hand."""
FIRST_TWO, BLACKJACK_PAID, UNPLAYED, KINDS = LINES * WAYS, LINES * WAYS + 2, LINES * WAYS + 3, LINES * WAYS + 4
"""Kinds of ending: by way and line; then the first two cards, by way; a paid blackjack; and a hand not yet played."""
_TWO_CARDS = 2


class HandLists(NamedTuple):
    """Concatenated lists of hands; each list is sorted by kind of ending."""

    hands: Ints  # numbers among all hands of the pack
    kinds: Ints  # kinds of ending
    times: Floats  # the number of orders in which a hand is drawn and ends this way
    starts: Ints  # the start of each list, then the end of the last


@kernel
def _end_hands(
    hands: DrawnHands, numbers: Ints, actions: Actions, known: Ints, begins: Ints, paid: Flags, list_unplayed: bool,
    orders_by_way: Floats, count: Ints, scratch: HandLists, lists: HandLists,
) -> int:  # fmt: skip
    """Fill the lists. `begins` has the starting hands of each list; `actions` says how to play them, by known cards."""
    none = int(np.int64(0))  # with a literal 0, the called functions would be compiled twice
    at = none
    for number in range(known.size):
        size = none
        orders_by_way[:] = 0.0
        for value in range(VALUES):
            hand, is_paid = begins[number, value], paid[number, value]
            if hand >= 0:
                orders_by_way[PLAIN, hand] += not is_paid
            if hand >= 0 and list_unplayed:
                size = _append(scratch, size, numbers[hand], UNPLAYED, 1.0)
            if hand >= 0 and is_paid:
                size = _append(scratch, size, numbers[hand], BLACKJACK_PAID, 1.0)
        for hand in range(hands.keys.size):
            orders, action = orders_by_way[PLAIN, hand], actions[known[number], hand]
            if orders_by_way[DOUBLED, hand] != 0:
                size = _append(
                    scratch, size, numbers[hand], LINES * DOUBLED + hands.line[hand], orders_by_way[DOUBLED, hand]
                )
            if orders == 0:
                continue
            way = DOUBLED if action == DOUBLE else PLAIN
            if hands.cards[hand] == _TWO_CARDS:
                size = _append(scratch, size, numbers[hand], FIRST_TWO + way, orders)
            if action in (HIT, DOUBLE):
                _add_drawn(hands, hand, orders, orders_by_way[way])
            else:
                size = _append(scratch, size, numbers[hand], hands.line[hand], orders)
        if at + size > lists.hands.size:
            return -1
        _sort(scratch, size, count, lists, at)
        lists.starts[number] = at
        at += size
    lists.starts[known.size] = at
    return at


@kernel_part
def _add_drawn(hands: DrawnHands, hand: int, orders: float, drawn: Floats) -> None:
    """Add the orders of this hand to every hand that it becomes with one more card."""
    for value in range(VALUES):
        grown = hands.after[hand, value]
        if grown < hands.keys.size:
            drawn[grown] += orders


@kernel_part
def _sort(scratch: HandLists, size: int, count: Ints, lists: HandLists, at: int) -> None:
    """Append the hands from `scratch` to the lists, sorted by kind."""
    count[:] = 0
    for item in range(size):
        count[scratch.kinds[item] + 1] += 1
    for kind in range(KINDS):
        count[kind + 1] += count[kind]
    for item in range(size):
        kind = scratch.kinds[item]
        place = at + count[kind]
        count[kind] += 1
        lists.hands[place], lists.kinds[place], lists.times[place] = scratch.hands[item], kind, scratch.times[item]


@kernel_part
def _append(lists: HandLists, size: int, hand: int, kind: int, times: float) -> int:
    lists.hands[size], lists.kinds[size], lists.times[size] = hand, kind, times
    return size + 1


def _blank(size: int, lists: int) -> HandLists:
    whole = np.zeros(size, np.int64)
    return HandLists(whole, whole.copy(), np.zeros(size), np.zeros(lists + 1, np.int64))


def end_hands(
    hands: DrawnHands, numbers: Ints, actions: Actions, known: Ints, begins: Ints, paid: Flags | None = None,
    list_unplayed: bool = False,
) -> HandLists:  # fmt: skip
    """
    Return a list of finished hands for each row of `begins`: the possible starting hands, by their last card.

    `numbers` are the numbers of the hands among all hands of the pack. A hand that is `paid` immediately is not
    played. With `list_unplayed`, the starting hands are also listed, as `UNPLAYED`.
    """
    scratch, orders_by_way = _blank(4 * len(hands.keys) + 4 * VALUES, 0), np.zeros((WAYS, len(hands.keys)))
    flags = np.zeros(begins.shape, np.bool_) if paid is None else paid
    size = 256 * (len(known) + 8)
    while True:
        lists = _blank(size, len(known))
        requested = (np.ascontiguousarray(actions), known, begins, flags, list_unplayed)
        used = _end_hands(hands, numbers, *requested, orders_by_way, np.zeros(KINDS + 1, np.int64), scratch, lists)
        if used >= 0:
            return HandLists(lists.hands[:used], lists.kinds[:used], lists.times[:used], lists.starts)
        size *= 2


def only_cards(hands: Ints) -> HandLists:
    """Return lists of one unplayed hand each."""
    return HandLists(hands, np.full(len(hands), UNPLAYED), np.ones(len(hands)), np.arange(len(hands) + 1))


def chained(parts: Sequence[HandLists]) -> HandLists:
    """Concatenate lists."""
    ends = np.cumsum([0, *(len(part.hands) for part in parts)])
    starts = [part.starts[:-1] + end for part, end in zip(parts, ends, strict=False)]
    hands, kinds, times = (np.concatenate(column) for column in list(zip(*parts, strict=True))[:3])
    return HandLists(hands, kinds, times, np.append(np.concatenate(starts), ends[-1]))
