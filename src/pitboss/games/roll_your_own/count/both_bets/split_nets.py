"""
The total net of the hands of one split, jointly with the dealer's result.

For two hands it is exact, from their joint distribution. For more hands, each hand's own distribution and the joint
distribution of each pair are exact, but dependence among three or more hands is ignored. The error is estimated as the
change that the pairwise correction makes, since that is the larger part of the dependence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import kernel
from pitboss.solving.blackjack.hands import Floats, Ints
from pitboss.solving.blackjack.splits import SplitCourse

HAND_NETS = np.arange(-2, 3)
"""The possible nets of one hand, in bets."""
_ROUNDING = 1e-9


class SplitNets(NamedTuple):
    """Probabilities by net, from the largest loss up, and by dealer's result; and their estimated errors."""

    chances: Floats
    errors: Floats


@kernel
def _add_course(
    first: Floats, others: Floats, ratios: Floats, pair_kinds: Ints, times: int, chosen: Ints, product: Floats,
    nets: Floats,
) -> None:  # fmt: skip
    """
    Add the distribution of a course's total net to `nets`. A course is a way in which the split can go.

    `first` [net, result] holds the first hand's probabilities with the dealer's result, `others` [hand, net, result]
    those of the other hands given the result. `ratios` [kind of pair, net, net, result] divide the joint probability of
    two hands by the product of their own; `pair_kinds` [hand, hand] names the ratio of each pair. `chosen` and
    `product` are scratch arrays: a kernel that allocates arrays loads more of Numba.
    """
    count, middle, results, hand = others.shape[0] + 1, nets.shape[0] // 2, nets.shape[1], 0
    chosen[0] = -1
    while hand >= 0:
        chosen[hand] += 1
        if chosen[hand] == HAND_NETS.size:
            hand -= 1
            continue
        net, possible = chosen[hand], False
        for result in range(results):
            own = others[hand - 1, net, result] if hand else first[net, result]
            product[hand, result] = product[hand - 1, result] * own if hand else own
        for other in range(hand):
            ratio = ratios[pair_kinds[other, hand], chosen[other], net]
            for result in range(results):
                product[hand, result] *= ratio[result]
        for result in range(results):
            possible |= product[hand, result] != 0
        if not possible:
            continue
        if hand < count - 1:
            hand += 1
            chosen[hand] = -1
            continue
        total = middle
        for each in chosen:
            total += each - 2
        for result in range(results):
            nets[total, result] += times * product[hand, result]


class _LongCourse(NamedTuple):
    """A course of three or more hands, with the distributions of its hands."""

    course: SplitCourse
    times: int
    first: Floats  # [net, result]: of the first hand, jointly with the dealer's result
    others: Floats  # [hand, net, result]: of the other hands, given the result

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield all pairs of its hands."""
        return combinations(range(len(self.course.kinds)), 2)

    def kinds(self, one: int, other: int) -> tuple[int, int]:
        """Return the kinds of two hands."""
        return self.course.kinds[one], self.course.kinds[other]


def split_nets(
    courses: Mapping[SplitCourse, int], hand_nets: Callable[[SplitCourse, int], Floats], only_two: Floats,
    any_two: Mapping[tuple[int, int], Floats], most: int,
) -> SplitNets:  # fmt: skip
    """
    Return the distribution of a split's total net, from -most to most bets, from its courses and their counts.

    `hand_nets` returns the distribution of one hand of a course, by net and dealer's result. `only_two` is the joint
    distribution of the hands of a bet split once. `any_two` is that of two hands of a bet split more often, by their
    kinds, summed over all pairs.
    """
    exact = np.zeros((2 * most + 1, only_two.shape[-1]))
    for one, other in np.ndindex(only_two.shape[:2]):
        exact[most + HAND_NETS[one] + HAND_NETS[other]] += only_two[one, other]
    longer = [_long_course(course, times, hand_nets) for course, times in courses.items() if len(course.kinds) > 2]
    number, ratios = {kinds: at for at, kinds in enumerate(any_two)}, _ratios(longer, any_two)
    independent, corrected = np.zeros_like(exact), np.zeros_like(exact)
    for long in longer:
        nets, pair_kinds = long.first, np.zeros((len(long.others) + 1,) * 2, np.int64)
        for hand in long.others:
            nets = with_hand(nets, hand)
        middle = len(nets) // 2
        independent[most - middle : most + middle + 1] += long.times * nets
        for one, other in long.pairs():
            pair_kinds[one, other] = number[long.kinds(one, other)]
        scratch = np.zeros(len(pair_kinds), np.int64), np.zeros((len(pair_kinds), corrected.shape[1]))
        _add_course(long.first, long.others, ratios, pair_kinds, long.times, *scratch, corrected)
    total = corrected.sum(axis=0)
    corrected *= independent.sum(axis=0) / np.where(total == 0, 1, total)
    return SplitNets(exact + corrected, np.abs(corrected - independent))


def with_hand(nets: Floats, hand: Floats) -> Floats:
    """Convolve the nets of some hands with those of one more, assumed independent given the dealer's result."""
    grown = np.zeros((len(nets) + len(hand) - 1, nets.shape[1]))
    for at, chance in enumerate(hand):
        grown[at : at + len(nets)] += nets * chance
    return grown


def _long_course(course: SplitCourse, times: int, hand_nets: Callable[[SplitCourse, int], Floats]) -> _LongCourse:
    first, *others = (hand_nets(course, hand) for hand in range(len(course.kinds)))
    weight = first.sum(axis=0)
    reciprocal = np.divide(1.0, weight, out=np.zeros_like(weight), where=weight > 0)
    return _LongCourse(course, times, first, np.array(others) * reciprocal)


def _ratios(longer: Iterable[_LongCourse], any_two: Mapping[tuple[int, int], Floats]) -> Floats:
    """Return the ratio of joint to independent probability, by kinds of two hands, both nets and dealer's result."""
    independent = {kinds: np.zeros_like(joint) for kinds, joint in any_two.items()}
    for long in longer:
        weight = long.first.sum(axis=0)
        for one, other in long.pairs():
            nets = long.first if one == 0 else long.others[one - 1] * weight
            independent[long.kinds(one, other)] += long.times * nets[:, None] * long.others[other - 1]
    ratios = [_ratio(joint, independent[kinds], kinds[0] == kinds[1]) for kinds, joint in any_two.items()]
    return np.array(ratios) if ratios else np.ones((1, len(HAND_NETS), len(HAND_NETS), 1))


def _ratio(joint: Floats, independent: Floats, alike: bool) -> Floats:
    """
    Return one distribution divided by another; 1 if either is so small that it may be a rounding error.

    Two hands of one kind are interchangeable, so both orders are summed.
    """
    if alike:
        joint, independent = (each + each.transpose(1, 0, 2) for each in (joint, independent))
    enough = np.minimum(joint, independent) > _ROUNDING * independent.sum(axis=(0, 1))
    return np.divide(joint, independent, out=np.ones_like(joint), where=enough)
