"""
How a hand of one list and a hand of another end together, with the dealer.

Only the cards of the two together, with those that are gone besides, say how likely that is. Two lists ask for the odds
of some cards, with several lots of cards gone; and where one law counts two lists with several lots gone, the odds are
first added up by the cards of the two. This goes by the big cards of the two, so that what is added up is at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.ended_hands import KINDS, HandLists
from pitboss.counting.blackjack.hand_groups import HandGroups, PackParts, hand_groups, pack_parts
from pitboss.counting.blackjack.joint_odds import OUTCOMES, in_lines
from pitboss.counting.blackjack.key_places import Strip, ask, asked_keys, lowest, number_of, strip_for
from pitboss.counting.blackjack.pairs import Bools, Places
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


class PackLimits(NamedTuple):
    """What to add to a key so that a bit of its own shows where a pack has fewer cards; those bits; and the tens."""

    bias: int
    full: int
    tens: int


class Used(NamedTuple):
    """Any two groups of two lists, and the small cards that hands of two groups make together."""

    starts: Ints  # by big cards together: where the groups that make them start
    one: Places
    other: Places
    bits: NDArray[np.uint64]  # to find small cards by
    small: Ints  # which they are, in order


@kernel_part
def _fits(key: int, limits: PackLimits) -> bool:
    """Whether the pack has these cards."""
    return (key + limits.bias) & limits.full == 0 and ((key >> SHIFTS[VALUES - 1]) & 31) <= limits.tens


@kernel_part
def _meet(groups: HandGroups, one: int, other: int, of: Places, used: Used) -> None:
    """Any group of one list and any of the other, those with the same big cards together; of one list each two once."""
    starts = used.starts
    starts[:] = 0
    for a in range(groups.lists[one], groups.lists[one + 1]):
        for b in range(a if one == other else groups.lists[other], groups.lists[other + 1]):
            starts[of[groups.big[a], groups.big[b]] + 2] += 1
    for big in range(2, starts.size):
        starts[big] += starts[big - 1]
    for a in range(groups.lists[one], groups.lists[one + 1]):
        for b in range(a if one == other else groups.lists[other], groups.lists[other + 1]):
            big = of[groups.big[a], groups.big[b]] + 1
            used.one[starts[big]], used.other[starts[big]] = a, b
            starts[big] += 1


@kernel_part
def _use(groups: HandGroups, first: int, last: int, of: Places, used: Used) -> int:
    """Note the small cards that two hands of these groups make together; how many there are."""
    for at in range(first, last):
        a, b = used.one[at], used.other[at]
        start, stop = groups.runs[groups.groups[b]], groups.runs[groups.groups[b + 1]]
        for i in range(groups.runs[groups.groups[a]], groups.runs[groups.groups[a + 1]]):
            row = of[groups.small[i]]
            for j in range(start, stop):
                number = U(row[U(groups.small[U(j)])])
                used.bits[number >> U(6)] |= U(1) << (number & U(63))
    many = 0
    for word in range(used.bits.size):
        rest = used.bits[U(word)]
        used.bits[U(word)] = U(0)
        while rest != U(0):
            used.small[many] = 64 * word + lowest(rest)
            many += 1
            rest &= rest - U(1)
    return many


@kernel_part
def _last_of(joins: Joins, first: int) -> int:
    """Where the joins of the same two lists end."""
    last = first + 1
    while last < joins.one.size and joins.one[last] == joins.one[first] and joins.other[last] == joins.other[first]:
        last += 1
    return last


@kernel
def _collect(
    groups: HandGroups, joins: Joins, cards: TogetherCards, limits: PackLimits, used: Used, strip: Strip
) -> None:
    """Ask for the cards of any two hands with those gone besides."""
    first = 0
    while first < joins.one.size:
        last = _last_of(joins, first)
        _meet(groups, joins.one[first], joins.other[first], cards.big_of, used)
        for big in range(cards.big.size - 1):
            if used.starts[big] == used.starts[big + 1]:
                continue
            many = _use(groups, used.starts[big], used.starts[big + 1], cards.small_of, used)
            for join in range(first, last):
                key, place = cards.big[big] + cards.more[join], cards.big_places[big] + cards.more_places[join]
                for at in range(many):
                    small = U(used.small[at])
                    if _fits(cards.small[small] + key, limits):
                        ask(strip, cards.small_places[small] + place)
        first = last


@kernel
def _add(
    groups: HandGroups, joins: Joins, cards: TogetherCards, limits: PackLimits, used: Used, strip: Strip,
    odds: Numbers, mixed: Numbers, laws: Numbers,
) -> None:  # fmt: skip
    """Add the odds of any two hands to the laws, by how each ends and the dealer's end."""
    first = 0
    while first < joins.one.size:
        last, one, other = _last_of(joins, first), joins.one[first], joins.other[first]
        _meet(groups, one, other, cards.big_of, used)
        for big in range(cards.big.size - 1):
            if used.starts[big] == used.starts[big + 1]:
                continue
            many = _use(groups, used.starts[big], used.starts[big + 1], cards.small_of, used)
            for join in range(first, last):
                law = joins.law[join]
                if join == first or law != joins.law[join - 1]:
                    for at in range(many):
                        mixed[U(used.small[at])] = 0.0
                key, place = cards.big[big] + cards.more[join], cards.big_places[big] + cards.more_places[join]
                for at in range(many):
                    small = U(used.small[at])
                    if _fits(cards.small[small] + key, limits):
                        row = U(number_of(strip, cards.small_places[small] + place))
                        for end in range(OUTCOMES):
                            mixed[small, U(end)] += joins.times[join] * odds[row, U(end)]
                if join + 1 == last or law != joins.law[join + 1]:
                    for at in range(used.starts[big], used.starts[big + 1]):
                        a, b = used.one[at], used.other[at]
                        apart = 2.0 if one == other and a != b else 1.0
                        _add_two(groups, a, b, apart, cards.small_of, mixed, laws[law])
        first = last


@kernel_part
def _add_two(groups: HandGroups, a: int, b: int, apart: float, of: Places, odds: Numbers, law: Numbers) -> None:
    """Add any hand of one group with any of the other, the odds being by the small cards of both."""
    for one in range(groups.groups[a], groups.groups[a + 1]):
        for other in range(groups.groups[b], groups.groups[b + 1]):
            start, stop = groups.runs[other], groups.runs[other + 1]
            seventeen = eighteen = nineteen = twenty = twenty_one = twenty_two = bust = natural = 0.0
            for i in range(groups.runs[one], groups.runs[one + 1]):
                row, many = of[groups.small[i]], groups.times[i]
                for j in range(start, stop):
                    at, times = U(row[U(groups.small[U(j)])]), many * groups.times[U(j)]
                    seventeen += times * odds[at, U(0)]
                    eighteen += times * odds[at, U(1)]
                    nineteen += times * odds[at, U(2)]
                    twenty += times * odds[at, U(3)]
                    twenty_one += times * odds[at, U(4)]
                    twenty_two += times * odds[at, U(5)]
                    bust += times * odds[at, U(6)]
                    natural += times * odds[at, U(7)]
            sums = (seventeen, eighteen, nineteen, twenty, twenty_one, twenty_two, bust, natural)
            for end, each in enumerate(sums):
                law[groups.kinds[one], groups.kinds[other], end] += apart * each


def _limits(left: Pack) -> PackLimits:
    bias = sum((15 - left[value]) << SHIFTS[value] for value in range(VALUES - 1))
    return PackLimits(bias, sum(16 << SHIFTS[value] for value in range(VALUES - 1)), left[VALUES - 1])


def _room(groups: HandGroups, joins: Joins, parts: PackParts) -> Used:
    size, smalls = np.diff(groups.lists), len(parts.small_sums.keys)
    pairs = int(np.max(size[joins.one] * size[joins.other]))
    return Used(
        np.zeros(len(parts.big_sums.keys) + 2, np.int64), np.zeros(pairs, np.int32), np.zeros(pairs, np.int32),
        np.zeros(smalls // 64 + 1, np.uint64), np.zeros(smalls, np.int64),
    )  # fmt: skip


def joint_laws(
    lists: HandLists, joins: Joins, pack: Pack, left: Pack, odds_of: Callable[[Ints, Bools], Numbers], laws: int
) -> Numbers:
    """
    By law, how each of two hands ends and the dealer's end, 22 as any bust: how likely it is.

    The lists hold hands of the pack, of which so much is left; the law of two hands of one list may be told either way
    round.
    """
    parts, limits = pack_parts(pack), _limits(left)
    groups = hand_groups(lists, parts)
    used, small, big = _room(groups, joins, parts), parts.small_sums, parts.big_sums
    most = sum(counts_in(keys).max(axis=0) for keys in (small.keys[:-1], big.keys[:-1], joins.more))
    strip = strip_for(np.minimum(most, left))
    cards = TogetherCards(
        small.of, big.of, small.keys, strip.places(small.keys), big.keys, strip.places(big.keys), joins.more,
        strip.places(joins.more),
    )  # fmt: skip
    _collect(groups, joins, cards, limits, used, strip)
    keys, order = asked_keys(strip)
    odds, mixed = in_lines(len(keys)), in_lines(len(small.keys))
    odds[order] = odds_of(keys[order], np.ones(len(keys), np.bool_))
    added = np.zeros((laws, KINDS, KINDS, OUTCOMES))
    _add(groups, joins, cards, limits, used, strip, odds, mixed, added)
    return added
