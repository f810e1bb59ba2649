"""
How a hand of one list and a hand of another end together, with the dealer.

Only the cards of the two together, with those that are gone besides, say how likely that is. So the cards of any two
hands of a pack are numbered once; two lists ask for some of these, with several lots of cards gone; and where one law
counts two lists with several lots gone, the dealer's odds are first added up by the cards of the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.ended_hands import KINDS, HandLists
from pitboss.counting.blackjack.joint_odds import OUTCOMES, in_lines
from pitboss.counting.blackjack.key_places import Strip, ask, asked_keys, lowest, number_of, strip_for
from pitboss.counting.blackjack.pairs import Bools, Places, Sums, sums_of
from pitboss.counting.blackjack.player_hands import player_hands
from pitboss.counting.blackjack.values import SHIFTS, VALUES, Ints, Numbers, Pack, counts_in
from pitboss.counting.compiled import kernel, kernel_part

U = np.uint64


class Joins(NamedTuple):
    """
    Two lists whose hands are taken together, with cards gone besides: so often, added to one law.

    Those of the same two lists stand together, and among them those of one law. Where a list is joined to itself, two
    hands count once in each order.
    """

    one: Ints
    other: Ints
    law: Ints
    more: Ints  # the key of the cards gone besides
    times: Numbers


def joins_of(rows: Sequence[tuple[int, int, int, float, int]]) -> Joins:
    """Joins from rows of one list, another, a key, how often and a law."""
    one, other, more, times, law = (np.array(column) for column in zip(*rows, strict=True))
    order = np.lexsort((law, other, one))
    return Joins(one[order], other[order], law[order], more[order], times[order].astype(np.float64))


@cache
def sums_of_pack(pack: Pack) -> Sums:
    """The cards of any two hands of a pack together."""
    keys = player_hands(pack).keys
    return sums_of(keys, keys)


class TwoHandCards(NamedTuple):
    """The cards of any two hands by number, and those gone besides by join: keys, and places on the strip."""

    of: Places
    keys: Ints
    places: Ints
    more: Ints
    more_places: Ints


class PackLimits(NamedTuple):
    """What to add to a key so that a bit of its own shows where a pack has fewer cards; those bits; and the tens."""

    bias: int
    full: int
    tens: int


class Used(NamedTuple):
    """The cards that a hand of each of two lists make together."""

    numbers: Places  # which they are, in order
    at: Places  # where each stands among them, as they come
    bits: NDArray[np.uint64]  # to find them by
    two: Places  # where the cards of any two hands stand, hand by hand


@kernel_part
def _fits(key: int, limits: PackLimits) -> bool:
    """Whether the pack has these cards."""
    return (key + limits.bias) & limits.full == 0 and ((key >> SHIFTS[VALUES - 1]) & 31) <= limits.tens


@kernel_part
def _use(lists: HandLists, one: int, other: int, of: Places, used: Used) -> int:
    """Note the cards that a hand of one list and one of the other make together; how many there are."""
    many, item = 0, 0
    for i in range(lists.starts[one], lists.starts[one + 1]):
        row = of[lists.hands[i]]
        for j in range(i if one == other else lists.starts[other], lists.starts[other + 1]):
            number = U(row[U(lists.hands[U(j)])])
            place, bit = number >> U(6), U(1) << (number & U(63))
            if used.bits[place] & bit == U(0):
                used.bits[place] |= bit
                used.at[number] = many
                many += 1
            used.two[U(item)] = used.at[number]
            item += 1
    at = 0
    for word in range(used.bits.size):
        rest = used.bits[U(word)]
        used.bits[U(word)] = U(0)
        while rest != U(0):
            used.numbers[at] = 64 * word + lowest(rest)
            at += 1
            rest &= rest - U(1)
    return many


@kernel
def _collect(lists: HandLists, joins: Joins, cards: TwoHandCards, limits: PackLimits, used: Used, strip: Strip) -> None:
    """Ask for the cards of any two hands with those gone besides."""
    many = 0
    for join in range(joins.one.size):
        one, other = joins.one[join], joins.other[join]
        if join == 0 or one != joins.one[join - 1] or other != joins.other[join - 1]:
            many = _use(lists, one, other, cards.of, used)
        more, its_place = cards.more[join], cards.more_places[join]
        for at in range(many):
            number = U(used.numbers[at])
            if _fits(cards.keys[number] + more, limits):
                ask(strip, cards.places[number] + its_place)


@kernel
def _add(
    lists: HandLists, joins: Joins, cards: TwoHandCards, limits: PackLimits, used: Used, strip: Strip, odds: Numbers,
    mixed: Numbers, laws: Numbers,
) -> None:  # fmt: skip
    """Add the odds of any two hands to the laws, by how each ends and the dealer's end."""
    many = 0
    for join in range(joins.one.size):
        one, other, law = joins.one[join], joins.other[join], joins.law[join]
        is_new = join == 0 or one != joins.one[join - 1] or other != joins.other[join - 1]
        if is_new:
            many = _use(lists, one, other, cards.of, used)
        if is_new or law != joins.law[join - 1]:
            mixed[:many] = 0.0
        more, its_place, times = cards.more[join], cards.more_places[join], joins.times[join]
        for at in range(many):
            number = U(used.numbers[at])
            if _fits(cards.keys[number] + more, limits):
                row, its = U(number_of(strip, cards.places[number] + its_place)), U(used.at[number])
                for end in range(OUTCOMES):
                    mixed[its, U(end)] += times * odds[row, U(end)]
        is_last = join + 1 == joins.one.size or one != joins.one[join + 1] or other != joins.other[join + 1]
        if is_last or law != joins.law[join + 1]:
            _add_two(lists, one, other, used.two, mixed, laws[law])


@kernel_part
def _add_two(lists: HandLists, one: int, other: int, two: Places, odds: Numbers, law: Numbers) -> None:
    """Add any hand of one list with any of the other, the odds being by the cards of both."""
    stop, item = lists.starts[other + 1], 0
    for i in range(lists.starts[one], lists.starts[one + 1]):
        kind, times = lists.kinds[i], lists.times[i]
        j = i if one == other else lists.starts[other]
        while j < stop:
            its, apart = lists.kinds[j], 2.0 * times if one == other else times
            a = b = c = d = e = f = g = h = 0.0
            if one == other and j == i:
                for end in range(OUTCOMES):
                    law[kind, its, end] += times * lists.times[j] * odds[U(two[U(item)]), U(end)]
                j, item = j + 1, item + 1
            while j < stop and lists.kinds[U(j)] == its:
                cards, many = U(two[U(item)]), lists.times[U(j)]
                j, item = j + 1, item + 1
                a += many * odds[cards, U(0)]
                b += many * odds[cards, U(1)]
                c += many * odds[cards, U(2)]
                d += many * odds[cards, U(3)]
                e += many * odds[cards, U(4)]
                f += many * odds[cards, U(5)]
                g += many * odds[cards, U(6)]
                h += many * odds[cards, U(7)]
            for end, each in enumerate((a, b, c, d, e, f, g, h)):
                law[kind, its, end] += apart * each


def _limits(left: Pack) -> PackLimits:
    bias = sum((15 - left[value]) << SHIFTS[value] for value in range(VALUES - 1))
    return PackLimits(bias, sum(16 << SHIFTS[value] for value in range(VALUES - 1)), left[VALUES - 1])


def _room(lists: HandLists, joins: Joins, many: int) -> Used:
    size = np.diff(lists.starts)
    two = np.zeros(int(np.max(size[joins.one] * size[joins.other])), np.int32)
    return Used(np.zeros(many, np.int32), np.zeros(many, np.int32), np.zeros(many // 64 + 1, np.uint64), two)


def joint_laws(
    lists: HandLists, joins: Joins, pack: Pack, left: Pack, odds_of: Callable[[Ints, Bools], Numbers], laws: int
) -> Numbers:
    """
    By law, how each of two hands ends and the dealer's end, 22 as any bust: how likely it is.

    The lists hold hands of the pack, of which so much is left; the law of two hands of one list may be told either way
    round.
    """
    sums, limits = sums_of_pack(pack), _limits(left)
    used = _room(lists, joins, len(sums.keys))
    most = counts_in(sums.keys).max(axis=0) + counts_in(joins.more).max(axis=0)
    strip = strip_for(np.minimum(most, left))
    cards = TwoHandCards(sums.of, sums.keys, strip.places(sums.keys), joins.more, strip.places(joins.more))
    _collect(lists, joins, cards, limits, used, strip)
    keys, order = asked_keys(strip)
    odds, mixed = in_lines(len(keys)), in_lines(len(sums.keys))
    odds[order] = odds_of(keys[order], np.ones(len(keys), np.bool_))
    added = np.zeros((laws, KINDS, KINDS, OUTCOMES))
    _add(lists, joins, cards, limits, used, strip, odds, mixed, added)
    return added
