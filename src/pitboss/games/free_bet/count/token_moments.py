"""
The joint moments of Pot of Gold with the main bet and with a dealer 22.

The tokens of a split are its free splits and the free doubles of its hands. Whether a hand doubles depends only on its
second card. The payout of the tokens is a sum over sets of hands that all double, using finite differences of the pay
table. So for each hand, only the second cards of the other hands in these sets matter: each is one more card removed
from the shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np

from pitboss.games.free_bet.count.tokens import free_doubles_after
from pitboss.games.free_bet.deal.hands import MAX_HANDS
from pitboss.solving.blackjack.dealer import NATURAL, RESULTS, TWENTY_TWO, joint_results
from pitboss.solving.blackjack.distribution.endings import FREE_DOUBLE, PLAIN, WAYS, Ends, net_weights
from pitboss.solving.blackjack.distribution.nets import dealt_ends, split_against, split_ends
from pitboss.solving.blackjack.hands import CARD_KEYS, Floats, Ints, all_hands
from pitboss.solving.blackjack.rules import VALUES
from pitboss.solving.blackjack.solve import SolvedGame, rows_for
from pitboss.solving.blackjack.splits import OWN, ResplitPlan, SplitCourse, split_courses


class TokenMoments(NamedTuple):
    """The mean of the token payout times the main bet's net, and times the indicator of a dealer 22."""

    with_main: float
    with_22: float


class OtherHands(NamedTuple):
    """A split hand and other hands that double for free: their types, the pair cards removed, the number of hands."""

    kind: int
    is_paired: bool
    is_first: bool
    doubling: tuple[tuple[int, bool], ...]  # for each: its kind, and whether it must not be paired by its second card
    removed: int
    hands: int


@cache
def _others(plan: ResplitPlan, free: bool) -> Counter[OtherHands]:
    """Return the weight of each combination over all courses, without the finite differences of the pay table."""
    counted: Counter[OtherHands] = Counter()
    for course, times in split_courses(plan, free).items():
        for hand, kind in enumerate(course.kinds):
            rest = [at for at in range(len(course.kinds)) if at != hand]
            for number in range(len(rest) + 1):
                for doubling in combinations(rest, number):
                    sorts = tuple(sorted((course.kinds[at], course.unpaired[at]) for at in doubling))
                    for removed, factor in _removed(course, hand, doubling):
                        for is_paired in (False,) if course.unpaired[hand] else (False, True):
                            others = OtherHands(kind, is_paired, hand == 0, sorts, removed, len(course.kinds))
                            counted[others] += times * factor
    return counted


def _removed(course: SplitCourse, hand: int, doubling: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the number of removed pair cards outside this hand, and the factor, given some known second cards."""
    unpaired = sum(flag for at, flag in enumerate(course.unpaired) if at != hand and at not in doubling)
    for more in range(unpaired + 1):
        yield len(course.kinds) - 1 + more, (-1) ** more * comb(unpaired, more)


def _known(values: Sequence[int], number: int) -> Iterator[tuple[int, int]]:
    """Yield the key of each set of `number` second cards with these values, and its number of orders."""
    for cards in combinations_with_replacement(values, number):
        orders = factorial(number) // prod(map(factorial, Counter(cards).values()))
        yield sum(int(CARD_KEYS[card]) for card in cards), orders


def _seconds(doubling: tuple[tuple[int, bool], ...], pair: int, doubles: Sequence[tuple[int, ...]]) -> Counter[int]:
    """Return the number of orders of the second cards of hands that double, by the key of these cards."""
    keys = Counter({0: 1})
    for (kind, unpaired), number in Counter(doubling).items():
        values = [value for value in doubles[kind] if not (unpaired and value == pair)]
        onward: Counter[int] = Counter()
        for key, orders in keys.items():
            for more, times in _known(values, number):
                onward[key + more] += orders * times
        keys = onward
    return keys


class HandSort(NamedTuple):
    """A type of split hand: its kind, whether it was paired, and whether it doubles for free."""

    kind: int
    is_paired: bool
    doubled: bool


class SplitDoubles(NamedTuple):
    """Everything that determines a pair's tokens: the plan, whether splits are free, and the free doubles."""

    pair: int
    plan: ResplitPlan
    free: bool
    doubles: tuple[tuple[int, ...], ...]  # by kind of hand


@lru_cache(maxsize=256)
def _factors(split: SplitDoubles, added: tuple[float, ...]) -> dict[tuple[HandSort, bool], dict[int, float]]:
    """Return the weights by removed cards for each type of hand, for all hands (False) or the first only (True)."""
    factors: dict[tuple[HandSort, bool], dict[int, float]] = {}
    differences = [np.diff(np.array(added), n).tolist() for n in range(MAX_HANDS)]
    for others, times in _others(split.plan, split.free).items():
        base, seconds = (
            others.removed * int(CARD_KEYS[split.pair]),
            _seconds(others.doubling, split.pair, split.doubles),
        )
        for doubled in (False, True):
            earned = (others.hands - 1 if split.free else 0) + doubled
            weight = times * differences[len(others.doubling)][earned]
            for first in (False, True) if others.is_first else (False,):
                counts = factors.setdefault((HandSort(others.kind, others.is_paired, doubled), first), {})
                for key, orders in seconds.items():
                    counts[base + key] = counts.get(base + key, 0.0) + weight * orders
    return factors


class HandList(NamedTuple):
    """Hands played in the same ways against one up card, and their nets by dealer's result, weighted by orders."""

    numbers: Ints
    wins: Floats


def _lists(
    game: SolvedGame, begun: Floats, ends: Ends, kind: int, ways: Sequence[int], up: int
) -> tuple[HandList, HandList]:
    """Return the hands against an up card, weighted by net and by a dealer 22; dealer blackjacks are excluded."""
    numbers, wins = net_weights(begun, ends, kind, game.rules.dealer.pushes_22, ways, up)
    wins[:, NATURAL] = 0
    doubled = ends.doubled[:, numbers, up]
    begins = [begun[numbers, up] - doubled.sum(axis=0) if way == PLAIN else doubled[way] for way in ways]
    on_22 = np.sum(begins, axis=0)[:, None] * (np.arange(RESULTS) == TWENTY_TWO)
    return _some(numbers, wins), _some(numbers, on_22)


def _some(numbers: Ints, wins: Floats) -> HandList:
    used = wins.any(axis=1)
    return HandList(numbers[used], wins[used])


class SplitTokens:
    """All splits of one pair against one up card under one plan: each hand with all cards that may be removed."""

    def __init__(self, game: SolvedGame, added: tuple[float, ...], pair: int, up: int) -> None:
        """Collect the hands and weights. `added` is the gain in the Pot of Gold payout by number of tokens."""
        split, self.up = game.splits[pair], up
        doubles = [tuple(np.flatnonzero(each[:, up]).tolist()) for each in free_doubles_after(game, split, pair)]
        kinds = tuple(doubles[: len(split.unpaired)])
        self.factors = _factors(SplitDoubles(pair, split.plan(up), game.splits_free(pair), kinds), added)
        self.lists: dict[tuple[HandSort, int], HandList] = {}
        for (kind, is_paired), (begun, ends) in split_ends(game, pair).ends.items():
            for doubled in (False, True):
                ways = (FREE_DOUBLE,) if doubled else tuple(way for way in range(WAYS) if way != FREE_DOUBLE)
                for first, hands in enumerate(_lists(game, begun, ends, kind, ways, up)):
                    self.lists[HandSort(kind, is_paired, doubled), first] = hands
        self.hands = np.unique(np.concatenate([hands.numbers for hands in self.lists.values()]))
        self.removed = np.array(sorted({key for counts in self.factors.values() for key in counts}), np.int64)

    def keys(self) -> Ints:
        """Return the keys of all cards that may be removed. Axes: cards removed besides the hand, hand."""
        return np.asarray(self.removed[:, None] + all_hands().keys[self.hands])

    def sums(self, odds: Floats) -> Floats:
        """Return the sums with the main bet and a dealer 22. Axes of `odds`: other removed cards, hand, result."""
        sums, flat = np.zeros(2), odds.reshape(len(self.removed), -1)
        for (sort, first), hands in self.lists.items():
            counts = self.factors.get((sort, bool(first)), {})
            if len(hands.numbers) and counts:
                weights = np.array([counts.get(key, 0.0) for key in self.removed.tolist()])
                mixed = (weights @ flat).reshape(len(self.hands), -1)
                sums[first] += (mixed[np.searchsorted(self.hands, hands.numbers)] * hands.wins).sum()
        return sums


def token_moments(game: SolvedGame, pot_of_gold: Sequence[float]) -> TokenMoments:
    """Return the joint moments under the play of a solved game, given the Pot of Gold payouts by number of tokens."""
    added = tuple(pays - pot_of_gold[0] for pays in pot_of_gold)
    sums, (begun, ends), rows = np.zeros(2), dealt_ends(game), rows_for(game.rules.splitting.most_hands)
    for up in range(VALUES):
        for at, hands in enumerate(_lists(game, begun, ends, OWN, (FREE_DOUBLE,), up)):
            odds = game.joint[rows.alone[hands.numbers], up]
            sums[at] += added[1] * float((hands.wins * odds).sum())
    splits = [SplitTokens(game, added, pair, up) for pair in game.splits for up in split_against(game, pair)]
    if splits:
        keys = np.unique(np.concatenate([split.keys().ravel() for split in splits]))
        odds = joint_results(game.rules.pack, keys, game.rules.dealer)
        for split in splits:
            sums += split.sums(odds[np.searchsorted(keys, split.keys()), split.up])
    return TokenMoments(*sums.tolist())
