"""
How a hand of one list and a hand of another end together, with the dealer.

Only the cards of the two together, with those that are gone besides, say how likely that is. Two lists ask for the odds
of some cards, with several lots of cards gone; and where one law counts two lists with several lots gone, the odds are
first added up by the cards of the two. This goes by the big cards of the two, so that what is added up is at hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel, kernel_part, wide_kernel
from pitboss.solving.blackjack_legacy.ended_hands import KINDS, HandLists
from pitboss.solving.blackjack_legacy.hand_groups import HandGroups, PackParts, hand_groups, pack_parts
from pitboss.solving.blackjack_legacy.joint_odds import OUTCOMES, in_lines
from pitboss.solving.blackjack_legacy.joint_rows import add_two, mix_rows
from pitboss.solving.blackjack_legacy.key_places import (
    PackLimits,
    Strip,
    ask,
    asked_keys,
    fits,
    limits_of,
    lowest,
    number_of,
    strip_for,
)
from pitboss.solving.blackjack_legacy.values import Ints, Numbers, Pack, Places, counts_in

U = np.uint64
Bits: TypeAlias = NDArray[np.uint64]
Marks: TypeAlias = NDArray[np.uint8]


class Joins(NamedTuple):
    """
    Two lists whose hands are taken together, with cards gone besides: so often, added to one law.

    Those of the same two lists stand together, and among them those of one law. Where a list is joined to itself, two
    hands count once in each order.
    """

    one: Ints
    other: Ints
    law: Ints  # below zero, -1 the first, where the one list is cards alone: the law of one hand
    more: Ints  # the key of the cards gone besides
    times: Numbers


def joins_of(rows: Ints) -> Joins:
    """Joins from rows of one list, another, a key, how often and a law."""
    one, other, more, times, law = rows[np.lexsort((rows[:, 4], rows[:, 1], rows[:, 0]))].T.copy()
    return Joins(one, other, law, more, times.astype(np.float64))


class Laws(NamedTuple):
    """By law and how its hands end, and the dealer's end, 22 as any bust: how likely that is."""

    of_one: Numbers
    of_two: Numbers

    def one(self, numbers: Ints) -> Numbers:
        """The laws of one hand, by how it ends."""
        return np.asarray(self.of_one[~numbers, 0])


class TogetherCards(NamedTuple):
    """Keys, and places on the strip: of the small and of the big cards of two hands, and of those gone, by join."""

    small_of: Places
    big_of: Places
    small: Ints
    small_places: Ints
    big: Ints
    big_places: Ints
    more: Ints
    more_places: Ints


class Meetings(NamedTuple):
    """Any two groups of two lists, by the big cards that they have together."""

    starts: Ints  # by big cards: where those that have them start
    one: Places
    other: Places


Asking: TypeAlias = tuple[HandGroups, Joins, TogetherCards, PackLimits, Meetings]
"""What two hands are, whose cards are asked for."""


class Used(NamedTuple):
    """The small cards that two hands can have together, by two lists and by big cards; in order."""

    small: Places
    many: Ints  # how many there are, list after list


@kernel_part
def _meet(groups: HandGroups, one: int, other: int, of: Places, meetings: Meetings) -> None:
    """Any group of one list and any of the other, those with the same big cards together; of one list each two once."""
    starts = meetings.starts
    starts[:] = 0
    for a in range(groups.lists[one], groups.lists[one + 1]):
        for b in range(a if one == other else groups.lists[other], groups.lists[other + 1]):
            starts[of[groups.big[a], groups.big[b]] + 2] += 1
    for big in range(2, starts.size):
        starts[big] += starts[big - 1]
    for a in range(groups.lists[one], groups.lists[one + 1]):
        for b in range(a if one == other else groups.lists[other], groups.lists[other + 1]):
            big = of[groups.big[a], groups.big[b]] + 1
            meetings.one[starts[big]], meetings.other[starts[big]] = a, b
            starts[big] += 1


@kernel_part
def _mark(groups: HandGroups, a: int, b: int, of: Places, noted: Marks) -> None:
    """Note the small cards that two hands of these groups have together."""
    start, stop = groups.runs[groups.groups[b]], groups.runs[groups.groups[b + 1]]
    for i in range(groups.runs[groups.groups[a]], groups.runs[groups.groups[a + 1]]):
        row = of[groups.small[i]]
        for j in range(start, stop):
            noted[U(row[U(groups.small[U(j)])])] = 1


@kernel_part
def _tell(eights: Bits, small: Places, at: int) -> int:
    """Tell which small cards are noted, from a place on, and forget them; where they end."""
    for word in range(eights.size):
        rest = eights[U(word)]
        if rest != U(0):
            eights[U(word)] = U(0)
        while rest != U(0):
            small[at] = 8 * word + lowest(rest) // 8
            at += 1
            rest &= rest - U(1)
    return at


@kernel_part
def _last_of(joins: Joins, first: int) -> int:
    """Where the joins of the same two lists end."""
    last = first + 1
    while last < joins.one.size and joins.one[last] == joins.one[first] and joins.other[last] == joins.other[first]:
        last += 1
    return last


class Noted(NamedTuple):
    """Small cards that are noted: a byte for each, the same eight at a time, and those told, with how many by turn."""

    bytes: Marks
    eights: Bits
    small: Places
    many: Ints
    so_far: Ints  # joins, turns and small cards


@kernel
def _collect(
    groups: HandGroups, joins: Joins, cards: TogetherCards, limits: PackLimits, meetings: Meetings, noted: Noted,
    strip: Strip,
) -> None:  # fmt: skip
    """Ask for the cards of any two hands with those gone besides, and tell which small cards these are; as room is."""
    first, number, at = noted.so_far
    while first < joins.one.size and at + cards.big.size * noted.bytes.size <= noted.small.size:
        last = _last_of(joins, first)
        _meet(groups, joins.one[first], joins.other[first], cards.big_of, meetings)
        for big in range(cards.big.size - 1):
            for two in range(meetings.starts[big], meetings.starts[big + 1]):
                _mark(groups, meetings.one[two], meetings.other[two], cards.small_of, noted.bytes)
            if meetings.starts[big] == meetings.starts[big + 1]:
                continue
            start, at = at, _tell(noted.eights, noted.small, at)
            noted.many[number] = at - start
            number += 1
            for join in range(first, last):
                key, place = cards.big[big] + cards.more[join], cards.big_places[big] + cards.more_places[join]
                for each in range(start, at):
                    small = U(noted.small[U(each)])
                    if fits(cards.small[small] + key, limits):
                        ask(strip, cards.small_places[small] + place)
        first = last
    noted.so_far[0], noted.so_far[1], noted.so_far[2] = first, number, at


@wide_kernel
def _add(
    groups: HandGroups, joins: Joins, cards: TogetherCards, limits: PackLimits, meetings: Meetings, used: Used,
    strip: Strip, odds: Numbers, mixed: Numbers, rows: Places, laws: Laws,
) -> None:  # fmt: skip
    """Add the odds of any two hands to the laws, by how each ends and the dealer's end."""
    first = stop = number = int(np.int64(0))
    while first < joins.one.size:
        last, one, other = _last_of(joins, first), joins.one[first], joins.other[first]
        _meet(groups, one, other, cards.big_of, meetings)
        for big in range(cards.big.size - 1):
            if meetings.starts[big] == meetings.starts[big + 1]:
                continue
            start, stop = stop, stop + used.many[number]
            number += 1
            for join in range(first, last):
                law, its = joins.law[join], used.small[start:stop]
                key, place = cards.big[big] + cards.more[join], cards.big_places[big] + cards.more_places[join]
                for at in range(its.size):
                    small = U(its[U(at)])
                    there = fits(cards.small[small] + key, limits)
                    rows[U(at)] = number_of(strip, cards.small_places[small] + place) if there else odds.shape[0] - 1
                mix_rows(its, rows, joins.times[join], odds, mixed, bool(join > first and law == joins.law[join - 1]))
                if join + 1 == last or law != joins.law[join + 1]:
                    added = laws.of_two[law] if law >= 0 else laws.of_one[~law]
                    for two in range(meetings.starts[big], meetings.starts[big + 1]):
                        a, b = meetings.one[two], meetings.other[two]
                        apart = 2.0 if one == other and a != b else 1.0
                        add_two(groups, a, b, apart, cards.small_of, mixed, added)
        first = last


def _room(groups: HandGroups, joins: Joins, parts: PackParts) -> Meetings:
    size = np.diff(groups.lists)
    most = int(np.max(size[joins.one] * size[joins.other]))
    return Meetings(
        np.zeros(len(parts.big_sums.keys) + 2, np.int64), np.zeros(most, np.int32), np.zeros(most, np.int32)
    )


def _used(asking: Asking, strip: Strip) -> Used:
    """Ask for the cards of any two hands; the small cards that are used, with more room as it is needed."""
    _, joins, cards, _, _ = asking
    eights = np.zeros(len(cards.small) // 8 + 1, np.uint64)
    small, so_far = np.empty(2 * 8 * len(eights) * len(cards.big), np.int32), np.zeros(3, np.int64)
    many = np.zeros(len(joins.one) * len(cards.big), np.int64)
    while True:
        _collect(*asking, Noted(eights.view(np.uint8), eights, small, many, so_far), strip)
        if so_far[0] == len(joins.one):
            return Used(small, many)
        small = np.concatenate((small, np.empty_like(small)))


def joint_laws(
    lists: HandLists, joins: Joins, pack: Pack, left: Pack, odds_of: Callable[[Ints, Ints, Numbers], Numbers],
    of_one: int, of_two: int,
) -> Laws:  # fmt: skip
    """
    The laws that these joins add up to: so many of one hand, and so many of two.

    The lists hold hands of the pack, of which so much is left; the law of two hands of one list may be told either way
    round.
    """
    parts, limits = pack_parts(pack), limits_of(left)
    groups = hand_groups(lists, parts)
    meetings, small, big = _room(groups, joins, parts), parts.small_sums, parts.big_sums
    most = sum(counts_in(keys).max(axis=0) for keys in (small.keys[:-1], big.keys[:-1], joins.more))
    strip = strip_for(np.minimum(most, left))
    cards = TogetherCards(
        small.of, big.of, small.keys, strip.places(small.keys), big.keys, strip.places(big.keys), joins.more,
        strip.places(joins.more),
    )  # fmt: skip
    asking = (groups, joins, cards, limits, meetings)
    used = _used(asking, strip)
    keys, order = asked_keys(strip)
    odds, mixed, rows = in_lines(len(keys) + 1), in_lines(len(small.keys)), np.zeros(len(small.keys), np.int32)
    odds_of(keys, order, odds)
    odds[-1], mixed[:] = 0, 0
    laws = Laws(np.zeros((of_one, 1, KINDS, OUTCOMES)), np.zeros((of_two, KINDS, KINDS, OUTCOMES)))
    _add(*asking, used, strip, odds, mixed, rows, laws)
    return laws
