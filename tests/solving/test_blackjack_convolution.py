"""
Nets of split hands compared with direct convolution of all their cards, with full decks.

No expansion is used: for each multiset of drawn cards, the dealer's odds are those of the deck without them. The cost
grows with the product of the numbers of endings, so only a few pairs are checked.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from pitboss.solving.blackjack.dealer import NATURAL, RESULTS, joint_results
from pitboss.solving.blackjack.distribution.endings import WAYS, net_of, sign_against
from pitboss.solving.blackjack.distribution.nets import SplitEnds, split_ends, split_nets
from pitboss.solving.blackjack.hands import Floats, Ints, all_hands
from pitboss.solving.blackjack.rules import BlackjackRules, Splitting, decks
from pitboss.solving.blackjack.solve import SolvedGame, Solver
from pitboss.solving.blackjack.splits import OWN, SplitCourse, resplit_plans, split_courses

SIX, SEVEN, EIGHT, NINE = 5, 6, 7, 8
NET_BITS = 6
MIDDLE = 1 << NET_BITS - 1


def hand_endings(split: SplitEnds, kind: int, unpaired: bool, up: int, result: int) -> tuple[Ints, Floats]:
    """
    Return the endings of a hand against one dealer result, coded by cards and net, and the number of orders of each.

    A hand that does not stand keeps its initial loss.
    """
    hands = all_hands()
    found: dict[int, float] = {}
    for is_paired in (False,) if unpaired else (False, True):
        begun, ends = split.ends[kind, is_paired]
        for way in range(WAYS):
            begins = begun[:, up] - ends.doubled[:, :, up].sum(axis=0) if way == 0 else ends.doubled[way, :, up]
            for hand in np.flatnonzero(begins):
                code = int(hands.keys[hand]) << NET_BITS | MIDDLE + net_of(kind, way, -1)
                found[code] = found.get(code, 0.0) + float(begins[hand])
            for hand in np.flatnonzero(ends.stood[way, :, up]):
                orders, key = float(ends.stood[way, hand, up]), int(hands.keys[hand]) << NET_BITS
                fares = sign_against(int(hands.total[hand]), result, split.dealer.pushes_22)
                for net, times in ((net_of(kind, way, fares), orders), (net_of(kind, way, -1), -orders)):
                    found[key | MIDDLE + net] = found.get(key | MIDDLE + net, 0.0) + times
    return np.array(list(found), np.int64), np.array(list(found.values()))


def convolve(one: tuple[Ints, Floats], other: tuple[Ints, Floats]) -> tuple[Ints, Floats]:
    """Return the endings of two groups of hands together: cards and nets add, orders multiply."""
    codes = (one[0][:, None] + other[0] - MIDDLE).ravel()
    found, at = np.unique(codes, return_inverse=True)
    return found, np.bincount(at, (one[1][:, None] * other[1]).ravel())


def split_nets_by_convolution(split: SplitEnds, courses: Mapping[SplitCourse, int], up: int) -> dict[int, float]:
    """Return the joint probability of each net of a split pair that takes these courses."""
    nets: dict[int, float] = {}
    results = [result for result in range(RESULTS) if not (result == NATURAL and split.dealer.peeks)]
    for result in results:
        for course, times in courses.items():
            together = (np.array([MIDDLE]), np.ones(1))
            for kind, unpaired in zip(course.kinds, course.unpaired, strict=True):
                together = convolve(together, hand_endings(split, kind, unpaired, up, result))
            codes, orders = together
            keys = codes >> NET_BITS
            chances = orders * joint_results(split.pack, keys, split.dealer)[:, up, result]
            for net in np.unique(codes & (1 << NET_BITS) - 1):
                inside = (codes & (1 << NET_BITS) - 1) == net
                nets[int(net) - MIDDLE] = nets.get(int(net) - MIDDLE, 0.0) + times * float(chances[inside].sum())
    return nets


def compare(number: int, most_hands: int, pair: int) -> None:
    """Compare all nets of a pair against a six, split to up to `most_hands` hands."""
    rules = BlackjackRules(decks(number), splitting=Splitting(most_hands))
    solver = Solver(rules)
    plan = resplit_plans(most_hands, False)[0]
    split = solver.play_split(pair, [plan] * 10)
    ends = split_ends(SolvedGame(rules, solver.joint, solver.play(solver.standing(), OWN), {pair: split}), pair)
    courses = split_courses(plan, False)
    exact, found = split_nets_by_convolution(ends, courses, SIX), split_nets(ends, courses, SIX)
    assert sum(exact.values()) == pytest.approx(ends.reach(SIX), rel=1e-14)
    middle, stated = len(found.chances) // 2, float(found.changes.sum())
    off = sum(abs(chance - exact.get(net - middle, 0.0)) for net, chance in enumerate(found.chances))
    assert 0 < off < stated / 5
    assert stated < {1: 1.1e-9, 2: 1.1e-10}[number]


@pytest.mark.parametrize("pair", [SIX, EIGHT, NINE])
@pytest.mark.parametrize("number", [1, 2])
def test_two_hands_match_the_convolution_within_the_stated_error(number: int, pair: int) -> None:
    compare(number, 2, pair)


@pytest.mark.slow
@pytest.mark.parametrize("pair", [SEVEN, EIGHT, NINE])
@pytest.mark.parametrize("number", [1, 2])
def test_four_hands_match_the_convolution_within_the_stated_error(number: int, pair: int) -> None:
    compare(number, 4, pair)
