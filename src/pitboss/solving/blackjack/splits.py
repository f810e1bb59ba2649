"""Section 5 of the method: the courses of a split, and the weights of its hands."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple

OWN, FREE = 0, 1
"""Kinds of hands: bet with the player's own money, or with the house's."""


class ResplitPlan(NamedTuple):
    """Whether a hand that is paired again is split again, by its kind and the number of hands so far."""

    again: tuple[tuple[bool, ...], ...]  # [kind][hands - 2], for fewer hands than the limit

    def splits(self, kind: int, hands: int) -> bool:
        """Return whether this kind of hand is split again when there are `hands` hands."""
        choices = self.again[kind]
        return hands - 2 < len(choices) and choices[hands - 2]


class SplitCourse(NamedTuple):
    """
    One course of a split: for each hand in order, its kind and whether it must not be paired by its second card.

    A hand must not be paired if the plan would then have split it again; any other hand may get any card.
    """

    kinds: tuple[int, ...]
    unpaired: tuple[bool, ...]

    def removed(self, hand: int) -> list[tuple[int, int]]:
        """Return the weights f(j) of one hand in this course, as pairs of j and weight."""
        return _removed(len(self.kinds), sum(self.unpaired) - self.unpaired[hand])

    def removed_at_turn(self, hands: int) -> list[tuple[int, int]]:
        """Return the weights f(j) of the next hand to be played, when there are `hands` hands."""
        return _removed(hands, sum(self.unpaired))


BEGUN = SplitCourse((), ())
"""A split before any second card."""


def _removed(hands: int, others_unpaired: int) -> list[tuple[int, int]]:
    return [(hands - 1 + i, (-1) ** i * comb(others_unpaired, i)) for i in range(others_unpaired + 1)]


@cache
def resplit_plans(limit: int, is_free: bool) -> tuple[ResplitPlan, ...]:
    """Return all plans with distinct courses for a pair that may be split into `limit` hands."""
    choices = list(product((True, False), repeat=max(limit - 2, 0)))
    nothing = (False,) * max(limit - 2, 0)
    plans = [ResplitPlan((own, free)) for own in choices for free in (choices if is_free else [nothing])]
    distinct = {frozenset(split_courses(plan, is_free).items()): plan for plan in reversed(plans)}
    return tuple(plan for plan in plans if plan in distinct.values())


@cache
def split_courses(plan: ResplitPlan, is_free: bool, begun: SplitCourse = BEGUN, hands: int = 2) -> Counter[SplitCourse]:
    """Return all courses under a plan, with the number of sequences of second cards that lead to each."""
    courses: Counter[SplitCourse] = Counter()

    def deal_second_card(course: SplitCourse, hands: int) -> None:
        dealt = len(course.kinds)
        if dealt == hands:
            courses[course] += 1
            return
        kind = FREE if is_free and dealt else OWN
        again = plan.splits(kind, hands)
        deal_second_card(SplitCourse((*course.kinds, kind), (*course.unpaired, again)), hands)
        if again:
            deal_second_card(course, hands + 1)

    deal_second_card(begun, hands)
    return courses


@cache
def courses_before(plan: ResplitPlan, is_free: bool, kind: int, hands: int) -> Counter[SplitCourse]:
    """Return the courses that lead to the turn of a hand of this kind when there are `hands` hands."""
    before: Counter[SplitCourse] = Counter()

    def deal_second_card(course: SplitCourse, now: int) -> None:
        dealt = len(course.kinds)
        if dealt == now:
            return
        its_kind = FREE if is_free and dealt else OWN
        if its_kind == kind and now == hands:
            before[course] += 1
        again = plan.splits(its_kind, now)
        deal_second_card(SplitCourse((*course.kinds, its_kind), (*course.unpaired, again)), now)
        if again:
            deal_second_card(course, now + 1)

    deal_second_card(BEGUN, 2)
    return before


class HandWeights(NamedTuple):
    """The weights f(j) of a hand's value with j more cards of the pair removed, summed over all courses of a split."""

    unpaired: tuple[int, ...]  # [j], for hands whose second card does not pair them
    paired: tuple[int, ...]  # [j], for hands that are paired and played


@cache
def hand_weights(plan: ResplitPlan, is_free: bool, kind: int) -> HandWeights:
    """Return the total weights of all hands of one kind."""
    unpaired: Counter[int] = Counter()
    paired: Counter[int] = Counter()
    for course, times in split_courses(plan, is_free).items():
        for hand, its_kind in enumerate(course.kinds):
            for j, weight in course.removed(hand) if its_kind == kind else []:
                unpaired[j] += times * weight
                if not course.unpaired[hand]:
                    paired[j] += times * weight
    size = max((*unpaired, *paired), default=0) + 1
    return HandWeights(tuple(unpaired[j] for j in range(size)), tuple(paired[j] for j in range(size)))


@cache
def two_hand_weights(plan: ResplitPlan) -> Counter[tuple[bool, bool, int]]:
    """
    Return the weight of any two hands of a split over all courses: [is paired, is paired, j], False first.

    Here j is the number of cards of the pair that are removed in addition to those in these two hands.
    """
    weights: Counter[tuple[bool, bool, int]] = Counter()
    for course, times in split_courses(plan, False).items():
        for both in combinations(course.unpaired, 2):
            for one, other in product(*((False,) if unpaired else (False, True) for unpaired in both)):
                for j, weight in _removed(len(course.kinds) - 1, sum(course.unpaired) - sum(both)):
                    weights[min(one, other), max(one, other), j] += times * weight
    return weights


def resplit_up_to(hands: int) -> ResplitPlan:
    """Return the plan that always splits again until there are `hands` hands."""
    return ResplitPlan(((True,) * (hands - 2), ()))


def most_removed(limit: int) -> int:
    """Return the most further cards of the pair that any plan removes, if the pair may be split into `limit` hands."""
    plans = [plan for plan in resplit_plans(limit, False) if limit > 1]
    return max((len(hand_weights(plan, False, OWN).unpaired) - 1 for plan in plans), default=0)
