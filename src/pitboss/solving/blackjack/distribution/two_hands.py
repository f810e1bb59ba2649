"""
The joint distribution of the endings of two hands from two lists and the dealer's result.

The probability depends only on the combined cards of both hands and on any other removed cards. Each pair of lists
needs the odds for some sets of cards, with several sets of removed cards. If one distribution combines several sets of
removed cards, the odds are first summed by the cards of the two hands. The loops run over the big cards of the two
hands, so that the sums stay in the processor's cache.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel, kernel_part, wide_kernel
from pitboss.solving.blackjack.dealer import RESULTS, joint_results
from pitboss.solving.blackjack.distribution.ended_hands import KINDS, HandLists
from pitboss.solving.blackjack.distribution.hand_groups import (
    IMPOSSIBLE_KEY,
    HandGroups,
    PackParts,
    hand_groups,
    pack_parts,
)
from pitboss.solving.blackjack.distribution.key_index import (
    Numbers,
    PackLimits,
    RankedBits,
    empty_bits,
    fits,
    limits_of,
    lowest,
    rank_of,
    request,
    requested_keys,
)
from pitboss.solving.blackjack.hands import Floats, Ints, counts_of
from pitboss.solving.blackjack.rules import Dealer, Pack

U = np.uint64
Bits: TypeAlias = NDArray[np.uint64]
Marks: TypeAlias = NDArray[np.uint8]


class Joins(NamedTuple):
    """
    Pairs of lists whose hands are combined, given other removed cards, each with a weight and a target distribution.

    Joins are sorted by their two lists, then by distribution. If a list is joined to itself, each pair of hands is
    counted once in each order.
    """

    one: Ints
    other: Ints
    law: Ints  # negative, from -1 down, for a distribution of one hand: the first list holds unplayed cards
    other_removed: Ints  # the key of the other removed cards
    times: Floats


def joins_of(rows: Ints) -> Joins:
    """Return joins from rows of first list, second list, key of removed cards, weight and distribution."""
    one, other, other_removed, times, law = rows[np.lexsort((rows[:, 4], rows[:, 1], rows[:, 0]))].T.copy()
    return Joins(one, other, law, other_removed, times.astype(np.float64))


class Laws(NamedTuple):
    """Probabilities by distribution, by the endings of its hands, and by the dealer's result."""

    of_one: Floats
    of_two: Floats

    def one(self, numbers: Ints) -> Floats:
        """Return these distributions of one hand, by its ending."""
        return np.asarray(self.of_one[~numbers, 0])


class CombinedCards(NamedTuple):
    """Keys and bit positions of the small and the big cards of two hands, and of each join's other removed cards."""

    small_of: Numbers
    big_of: Numbers
    small: Ints
    small_positions: Ints
    big: Ints
    big_positions: Ints
    other_removed: Ints
    other_positions: Ints


class GroupPairs(NamedTuple):
    """Pairs of groups from two lists, sorted by their combined big cards."""

    starts: Ints  # by combined big cards: the first pair of groups
    one: Numbers
    other: Numbers


PairRequest: TypeAlias = tuple[HandGroups, Joins, CombinedCards, PackLimits, GroupPairs]
"""The arguments that describe the pairs of hands whose cards are requested."""


class Used(NamedTuple):
    """The combined small cards of two hands, sorted by pair of lists and then by combined big cards."""

    small: Numbers
    counts: Ints  # the number of sets of small cards for each pair of lists and combined big cards


@kernel_part
def _pair_groups(groups: HandGroups, one: int, other: int, sums: Numbers, group_pairs: GroupPairs) -> None:
    """Pair each group of one list with each of the other, by combined big cards; within one list, no pair twice."""
    starts = group_pairs.starts
    starts[:] = 0
    for a in range(groups.lists[one], groups.lists[one + 1]):
        for b in range(a if one == other else groups.lists[other], groups.lists[other + 1]):
            starts[sums[groups.big[a], groups.big[b]] + 2] += 1
    for big in range(2, starts.size):
        starts[big] += starts[big - 1]
    for a in range(groups.lists[one], groups.lists[one + 1]):
        for b in range(a if one == other else groups.lists[other], groups.lists[other + 1]):
            big = sums[groups.big[a], groups.big[b]] + 1
            group_pairs.one[starts[big]], group_pairs.other[starts[big]] = a, b
            starts[big] += 1


@kernel_part
def _mark(groups: HandGroups, a: int, b: int, sums: Numbers, marked: Marks) -> None:
    """Mark the combined small cards of all pairs of hands from these groups."""
    start, stop = groups.runs[groups.groups[b]], groups.runs[groups.groups[b + 1]]
    for i in range(groups.runs[groups.groups[a]], groups.runs[groups.groups[a + 1]]):
        row = sums[groups.small[i]]
        for j in range(start, stop):
            marked[U(row[U(groups.small[U(j)])])] = 1


@kernel_part
def _list_marked(eights: Bits, small: Numbers, at: int) -> int:
    """Write the marked small cards to `small`, starting at `at`, and clear the marks. Return the end."""
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
def _mix_rows(small: Numbers, rows: Numbers, times: float, odds: Floats, mixed: Floats, add: bool) -> None:
    """Set the odds for these small cards to `times` the given rows; with `add`, add to the odds instead."""
    kept = 1.0 if add else 0.0
    for number in range(small.size):
        at, row = U(small[U(number)]), U(rows[U(number)])
        _add_row(mixed, at, kept, times, odds[row, U(0)], odds[row, U(1)], odds[row, U(2)], odds[row, U(3)],
                 odds[row, U(4)], odds[row, U(5)], odds[row, U(6)], odds[row, U(7)])  # fmt: skip


@kernel_part
def _add_row(
    sums: Floats, at: Any, kept: float, times: float, seventeen: float, eighteen: float, nineteen: float,
    twenty: float, twenty_one: float, twenty_two: float, bust: float, natural: float,
) -> None:  # fmt: skip
    """Set a row to `kept` times itself plus `times` these odds, all results together."""
    seventeen = kept * sums[at, U(0)] + times * seventeen
    eighteen = kept * sums[at, U(1)] + times * eighteen
    nineteen = kept * sums[at, U(2)] + times * nineteen
    twenty = kept * sums[at, U(3)] + times * twenty
    twenty_one = kept * sums[at, U(4)] + times * twenty_one
    twenty_two = kept * sums[at, U(5)] + times * twenty_two
    bust = kept * sums[at, U(6)] + times * bust
    natural = kept * sums[at, U(7)] + times * natural
    sums[at, U(0)] = seventeen
    sums[at, U(1)] = eighteen
    sums[at, U(2)] = nineteen
    sums[at, U(3)] = twenty
    sums[at, U(4)] = twenty_one
    sums[at, U(5)] = twenty_two
    sums[at, U(6)] = bust
    sums[at, U(7)] = natural


@kernel_part
def _add_two(groups: HandGroups, a: int, b: int, orders: float, sums: Numbers, odds: Floats, law: Floats) -> None:
    """Add every pair of hands from two groups to the distribution. `odds` is indexed by their combined small cards."""
    for one in range(groups.groups[a], groups.groups[a + 1]):
        added = law[U(groups.kinds[U(one)] if law.shape[0] == KINDS else 0)]
        for other in range(groups.groups[b], groups.groups[b + 1]):
            start, stop = groups.runs[other], groups.runs[other + 1]
            seventeen = eighteen = nineteen = twenty = twenty_one = twenty_two = bust = natural = 0.0
            for i in range(groups.runs[one], groups.runs[one + 1]):
                row, ways = sums[groups.small[i]], groups.times[i]
                for j in range(start, stop):
                    at, times = U(row[U(groups.small[U(j)])]), ways * groups.times[U(j)]
                    seventeen += times * odds[at, U(0)]
                    eighteen += times * odds[at, U(1)]
                    nineteen += times * odds[at, U(2)]
                    twenty += times * odds[at, U(3)]
                    twenty_one += times * odds[at, U(4)]
                    twenty_two += times * odds[at, U(5)]
                    bust += times * odds[at, U(6)]
                    natural += times * odds[at, U(7)]
            _add_row(added, U(groups.kinds[U(other)]), 1.0, orders, seventeen, eighteen, nineteen, twenty, twenty_one,
                     twenty_two, bust, natural)  # fmt: skip


@kernel_part
def _last_of(joins: Joins, first: int) -> int:
    """Return the end of the joins with the same two lists as the first."""
    last = first + 1
    while last < joins.one.size and joins.one[last] == joins.one[first] and joins.other[last] == joins.other[first]:
        last += 1
    return last


class MarkedCards(NamedTuple):
    """Marks of small cards, as bytes and as words of eight; the cards collected from them, and their counts."""

    bytes: Marks
    eights: Bits
    small: Numbers
    counts: Ints
    progress: Ints  # numbers of joins, counts and small cards processed so far


@kernel
def _collect(
    groups: HandGroups, joins: Joins, cards: CombinedCards, limits: PackLimits, group_pairs: GroupPairs,
    marked: MarkedCards, ranked: RankedBits,
) -> None:  # fmt: skip
    """Request the combined cards of every pair of hands, and list their small cards until the array is full."""
    first, number, at = marked.progress
    while first < joins.one.size and at + cards.big.size * marked.bytes.size <= marked.small.size:
        last = _last_of(joins, first)
        _pair_groups(groups, joins.one[first], joins.other[first], cards.big_of, group_pairs)
        for big in range(cards.big.size - 1):
            for two in range(group_pairs.starts[big], group_pairs.starts[big + 1]):
                _mark(groups, group_pairs.one[two], group_pairs.other[two], cards.small_of, marked.bytes)
            if group_pairs.starts[big] == group_pairs.starts[big + 1]:
                continue
            start, at = at, _list_marked(marked.eights, marked.small, at)
            marked.counts[number] = at - start
            number += 1
            for join in range(first, last):
                key, position = (
                    cards.big[big] + cards.other_removed[join],
                    cards.big_positions[big] + cards.other_positions[join],
                )
                for each in range(start, at):
                    small = U(marked.small[U(each)])
                    if fits(cards.small[small] + key, limits):
                        request(ranked, cards.small_positions[small] + position)
        first = last
    marked.progress[0], marked.progress[1], marked.progress[2] = first, number, at


@wide_kernel
def _add(
    groups: HandGroups, joins: Joins, cards: CombinedCards, limits: PackLimits, group_pairs: GroupPairs, used: Used,
    ranked: RankedBits, odds: Floats, mixed: Floats, rows: Numbers, laws: Laws,
) -> None:  # fmt: skip
    """Add the odds of every pair of hands to the distributions, by the ending of each hand and the dealer's result."""
    first = stop = number = int(np.int64(0))
    while first < joins.one.size:
        last, one, other = _last_of(joins, first), joins.one[first], joins.other[first]
        _pair_groups(groups, one, other, cards.big_of, group_pairs)
        for big in range(cards.big.size - 1):
            if group_pairs.starts[big] == group_pairs.starts[big + 1]:
                continue
            start, stop = stop, stop + used.counts[number]
            number += 1
            for join in range(first, last):
                law, numbers = joins.law[join], used.small[start:stop]
                key, position = (
                    cards.big[big] + cards.other_removed[join],
                    cards.big_positions[big] + cards.other_positions[join],
                )
                for at in range(numbers.size):
                    small = U(numbers[U(at)])
                    possible = fits(cards.small[small] + key, limits)
                    rows[U(at)] = (
                        rank_of(ranked, cards.small_positions[small] + position) if possible else odds.shape[0] - 1
                    )
                _mix_rows(
                    numbers, rows, joins.times[join], odds, mixed, bool(join > first and law == joins.law[join - 1])
                )
                if join + 1 == last or law != joins.law[join + 1]:
                    added = laws.of_two[law] if law >= 0 else laws.of_one[~law]
                    for two in range(group_pairs.starts[big], group_pairs.starts[big + 1]):
                        a, b = group_pairs.one[two], group_pairs.other[two]
                        orders = 2.0 if one == other and a != b else 1.0
                        _add_two(groups, a, b, orders, cards.small_of, mixed, added)
        first = last


def _empty_pairs(groups: HandGroups, joins: Joins, parts: PackParts) -> GroupPairs:
    size = np.diff(groups.lists)
    most = int(np.max(size[joins.one] * size[joins.other]))
    return GroupPairs(
        np.zeros(len(parts.big_sums.keys) + 2, np.int64), np.zeros(most, np.int32), np.zeros(most, np.int32)
    )


def _used(pair_request: PairRequest, ranked: RankedBits) -> Used:
    """Request the combined cards of every pair of hands, and return their small cards."""
    _, joins, cards, _, _ = pair_request
    eights = np.zeros(len(cards.small) // 8 + 1, np.uint64)
    small, progress = np.empty(2 * 8 * len(eights) * len(cards.big), np.int32), np.zeros(3, np.int64)
    counts = np.zeros(len(joins.one) * len(cards.big), np.int64)
    while True:
        _collect(*pair_request, MarkedCards(eights.view(np.uint8), eights, small, counts, progress), ranked)
        if progress[0] == len(joins.one):
            return Used(small, counts)
        small = np.concatenate((small, np.empty_like(small)))


def joint_laws(lists: HandLists, joins: Joins, pack: Pack, dealer: Dealer, up: int, of_one: int, of_two: int) -> Laws:
    """
    Return the distributions that these joins add up to: `of_one` for one hand, and `of_two` for two hands.

    The lists hold hands of `pack`. Everything is joint with the up card. A distribution of two hands from the
    same list may have them in either order.
    """
    left = tuple(count - (value == up) for value, count in enumerate(pack))
    parts, limits = pack_parts(pack), limits_of(left)
    groups = hand_groups(lists, parts)
    group_pairs, small, big = _empty_pairs(groups, joins, parts), parts.small_sums, parts.big_sums
    most = sum(counts_of(keys).max(axis=0) for keys in (small.keys[:-1], big.keys[:-1], joins.other_removed))
    ranked = empty_bits(np.minimum(most, left))
    cards = CombinedCards(
        small.numbers, big.numbers, small.keys, ranked.positions(small.keys), big.keys, ranked.positions(big.keys),
        joins.other_removed, ranked.positions(joins.other_removed),
    )  # fmt: skip
    pair_request = (groups, joins, cards, limits, group_pairs)
    used = _used(pair_request, ranked)
    keys = np.append(requested_keys(ranked), IMPOSSIBLE_KEY)  # the last row is 0, for cards that the pack does not hold
    odds = joint_results(pack, keys, dealer, ups=(up,))[:, 0]
    mixed, rows = np.zeros((len(small.keys), RESULTS)), np.zeros(len(small.keys), np.int32)
    laws = Laws(np.zeros((of_one, 1, KINDS, RESULTS)), np.zeros((of_two, KINDS, KINDS, RESULTS)))
    _add(*pair_request, used, ranked, odds, mixed, rows, laws)
    return laws
