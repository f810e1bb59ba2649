"""
Two hands of one round at once: how both end, and the dealer.

How likely that is is a sum over the cards of both. Only the cards of the two together say what the dealer will have, so
these are numbered once, and the dealer's odds stand by number. The variance of a round, and what two hands come to,
follow exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel, wide_kernel
from pitboss.solving.blackjack_legacy.hand_graph import MOST_GONE
from pitboss.solving.blackjack_legacy.joint_odds import OUTCOMES as ENDS
from pitboss.solving.blackjack_legacy.splits import TwoHands
from pitboss.solving.blackjack_legacy.values import ONE_OF, Ints, Numbers

U = np.uint64
Places: TypeAlias = NDArray[np.int32]
Bools: TypeAlias = NDArray[np.bool_]
EMPTY = -1
MIX = U(0x9E3779B97F4A7C15)


class Sums(NamedTuple):
    """The cards of two hands together, by key in order, and which of them two hands make."""

    keys: Ints
    of: Places  # by one hand and the other


def sums_of(one: Ints, other: Ints) -> Sums:
    """The cards that a hand of the one sort and a hand of the other, each by key, can be together."""
    bits = max(int(4 * min(len(one) * len(other), 40 * (len(one) + len(other)))).bit_length(), 4)
    while True:
        of, found = np.zeros((len(one), len(other)), np.int32), np.zeros(1 << bits, np.int64)
        size = _number(one, other, np.full(1 << bits, EMPTY, np.int64), np.zeros(1 << bits, np.int32), found, of)
        if size >= 0:
            break
        bits += 1
    order = np.argsort(found[:size])
    rank = np.empty(size, np.int32)
    rank[order] = np.arange(size, dtype=np.int32)
    return Sums(found[:size][order], rank[of])


@kernel
def _number(one: Ints, other: Ints, held: Ints, number: Places, found: Ints, of: Places) -> int:
    """Number each sum as it first comes, looked up by its own bits mixed; -1 where there is too little room."""
    size, mask, shift = 0, U(held.size - 1), U(40)
    for i in range(one.size):
        for j in range(other.size):
            key = one[i] + other[j]
            at = (U(key) * MIX >> shift) & mask
            while held[at] != key and held[at] != EMPTY:
                at = (at + U(1)) & mask
            if held[at] == EMPTY:
                if 2 * size > held.size:
                    return -1
                held[at], number[at], found[size] = key, size, key
                size += 1
            of[i, j] = number[at]
    return size


class Endings(NamedTuple):
    """Hands of one sort as they end, those that end alike together, the likelier first."""

    hands: Ints  # which hand, by number
    kinds: Ints  # how it ends, by number
    times: Numbers  # in how many orders
    chances: Numbers  # about how likely that is
    rest: Numbers  # how likely this one and those after it that end alike are together
    stop: Ints  # where those that end alike stop


def endings(hands: Ints, kinds: Ints, times: Numbers, chances: Numbers) -> Endings:
    """These hands, as they end, in order; those that do not come are left out."""
    order = np.lexsort((-chances, kinds))
    order = order[times[order] != 0]
    kinds, chances = kinds[order], np.ascontiguousarray(chances[order])
    starts = np.flatnonzero(np.diff(kinds, prepend=-1))
    sizes = np.diff(starts, append=len(kinds))
    stop = np.repeat(starts + sizes, sizes)
    after = np.append(np.cumsum(chances[::-1])[::-1], 0.0)
    rest = after[:-1] - after[stop]
    return Endings(hands[order], kinds, np.ascontiguousarray(times[order]), chances, rest, stop)


@kernel
def mark(of: Places, order: Ints, chances: Numbers, least: float, used: Bools) -> None:
    """Mark the sums of any two hands that may be together as likely as this; the likeliest first."""
    for i in order:
        if chances[i] <= 0:
            break
        enough = least / chances[i]
        for j in order:
            if chances[j] < enough or chances[j] <= 0:
                break
            used[U(of[i, j])] = True


@wide_kernel
def mix(odds: Numbers, at: Places, used: Ints, times: Ints, mixed: Numbers) -> None:
    """Odds by sum and end as a sum of others, each so often: `at` says where each stands, by term and sum."""
    for row in used:
        a = b = c = d = e = f = g = h = 0.0
        for term in range(times.size):
            many = times[term]
            if many != 0:
                it = U(at[term, row])
                a += many * odds[it, U(0)]
                b += many * odds[it, U(1)]
                c += many * odds[it, U(2)]
                d += many * odds[it, U(3)]
                e += many * odds[it, U(4)]
                f += many * odds[it, U(5)]
                g += many * odds[it, U(6)]
                h += many * odds[it, U(7)]
        for end, each in enumerate((a, b, c, d, e, f, g, h)):
            mixed[row, end] = each


@wide_kernel
def add_law(of: Places, one: Endings, other: Endings, odds: Numbers, least: float, law: Numbers) -> float:
    """
    Add, by how each of two hands ends and the dealer's end, how likely that is; the odds are by sum and end.

    Two hands that are together less likely than `least` are taken to fare as likelier ones that end as they do;
    returned is how likely all these are.
    """
    left_out = 0.0
    for i in range(one.hands.size):
        first, enough, at = one.hands[i], least / one.chances[i], 0
        while at < other.hands.size:
            stop, first_at = other.stop[at], at
            kind, other_kind = one.kinds[i], other.kinds[at]
            a = b = c = d = e = f = g = h = 0.0
            while at < stop and other.chances[U(at)] >= enough:
                row, many = U(of[U(first), U(other.hands[U(at)])]), other.times[U(at)]
                a += many * odds[row, U(0)]
                b += many * odds[row, U(1)]
                c += many * odds[row, U(2)]
                d += many * odds[row, U(3)]
                e += many * odds[row, U(4)]
                f += many * odds[row, U(5)]
                g += many * odds[row, U(6)]
                h += many * odds[row, U(7)]
                at += 1
            rest = other.rest[at] if at < stop else 0.0
            times = one.times[i] * (1 + rest / (other.rest[first_at] - rest)) if at > first_at else 0.0
            for end, mean in enumerate((a, b, c, d, e, f, g, h)):
                law[kind, other_kind, end] += times * mean
            left_out += one.chances[i] * rest
            at = stop
    return left_out


class SplitSums(NamedTuple):
    """The hands of one split pair, and the cards of any two of them together."""

    keys: Ints  # of the hands, in order
    sums: Sums
    with_more: Ints  # the keys of two hands, by how many more of the pair are gone as well and by sum
    share: float  # of the pair's value in the pack

    def weight(self, times: Sequence[int]) -> float:
        """About how often two hands count that count so often with none, one and more cards of the pair gone."""
        return sum(abs(many) * self.share**gone for gone, many in enumerate(times))


def split_sums(keys: Ints, pair: int, share: float) -> SplitSums:
    """All that two hands of a split pair, whose keys are in order, can hold together."""
    sums = sums_of(keys, keys)
    return SplitSums(keys, sums, sums.keys + np.arange(MOST_GONE)[:, None] * ONE_OF[pair], share)


def numbered(keys: Sequence[Ints]) -> tuple[Ints, list[Places]]:
    """All keys of these tables, each once and in order, and where those of each table stand among them."""
    every = np.sort(np.concatenate([its.ravel() for its in keys]), kind="stable")  # runs in order: soon merged
    every = every[np.diff(every, prepend=-1) > 0]
    return every, [np.searchsorted(every, its).astype(np.int32) for its in keys]


class TwoHandLaws(NamedTuple):
    """How likely two hands of a split end in each way, by how each ends and the dealer's end, over its stories."""

    alone: Numbers  # where they are all the hands there are
    among: dict[tuple[int, int], Numbers]  # among three or more, by the kind of each
    left_out: float  # how likely the hands are that were taken to fare as others do


class SplitHands(NamedTuple):
    """The hands of a split pair as they are played against one up card, and how often any two of them count."""

    hands: SplitSums
    at: Places  # where the odds of two hands stand, by how many more of the pair are gone and by sum
    ended: Mapping[tuple[int, bool], Endings]  # by kind of hand and whether it was paired
    counted: Mapping[TwoHands, Mapping[int, int]]
    least: float  # how likely two hands must be, the pair and the up card given

    def used(self) -> Ints:
        """The sums of any two hands that are likely enough."""
        used = np.zeros(len(self.hands.sums.keys), np.bool_)
        likeliest = np.max([_likeliest(its, len(self.hands.keys)) for its in self.ended.values()], axis=0)
        mark(self.hands.sums.of, np.argsort(-likeliest), likeliest, self.least, used)
        return np.flatnonzero(used)

    def ask(self, used: Ints, asked: Bools) -> None:
        """Mark the odds that these sums ask for."""
        for gone in {gone for each in self.counted.values() for gone, times in each.items() if times}:
            asked[self.at[gone, used]] = True

    def laws(self, used: Ints, odds: Numbers, mixed: Numbers, kinds: int) -> TwoHandLaws:
        """The laws of every two hands, from the odds by key; `mixed` is room for as many odds as there are sums."""
        left_out = 0.0
        laws = TwoHandLaws(np.zeros((kinds, kinds, ENDS)), {}, 0.0)
        for times, asking in _asked(self.counted).items():
            mix(odds, self.at, used, np.array(times), mixed)
            for two in asking:
                among = laws.among.setdefault((two.kind, two.other_kind), np.zeros_like(laws.alone))
                one, other, law = self.ended[two[:2]], self.ended[two[2:]], laws.alone if times[0] else among
                out = add_law(self.hands.sums.of, one, other, mixed, self.least, law)
                left_out += out * self.hands.weight(times)
        return laws._replace(left_out=left_out)


def _asked(counted: Mapping[TwoHands, Mapping[int, int]]) -> dict[tuple[int, ...], list[TwoHands]]:
    """
    By how often each number of pair cards gone counts: which two hands ask for it.

    Where two hands are alone none of the pair is gone besides theirs; among more hands some are. Two hands of one kind
    are the same two the other way round.
    """
    asked: dict[TwoHands, list[int]] = {}
    for two, each in counted.items():
        kind, is_paired, other_kind, other_is_paired = two
        turned = kind == other_kind and is_paired and not other_is_paired
        times = asked.setdefault(TwoHands(kind, False, kind, True) if turned else two, [0] * MOST_GONE)
        for gone, many in each.items():
            times[gone] += many
    by_times: dict[tuple[int, ...], list[TwoHands]] = {}
    for two, times in asked.items():
        for part in ((times[0], *(0 for _ in times[1:])), (0, *times[1:])):
            if any(part):
                by_times.setdefault(part, []).append(two)
    return by_times


def _likeliest(ended: Endings, hands: int) -> Numbers:
    """By hand, the chance of its likeliest ending."""
    chances = np.zeros(hands)
    np.maximum.at(chances, ended.hands, ended.chances)
    return chances
