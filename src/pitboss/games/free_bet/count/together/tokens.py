"""
The joint moments of Pot of Gold with the main bet and with the dealer's 22.

A split's tokens are its free splits and the free doubles of its hands, and whether another hand doubles depends only
on its second card. The payout of the tokens is a sum over sets of hands that all double, using finite differences of
the pay table. For each hand it is therefore enough to know the second cards of those sets, each of which is one more
card gone from the shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np

from pitboss.games.free_bet.count.counted_rules import PAYS, Again, splits_free
from pitboss.games.free_bet.count.kernels import FREE_DOUBLED, WAYS, net_of
from pitboss.games.free_bet.count.played_out import FamilyTally, PlayedOut
from pitboss.games.free_bet.deal.hands import LOSES, MOST_HANDS, outcome
from pitboss.solving.blackjack_legacy.hand_graph import DEALT, grown, paired
from pitboss.solving.blackjack_legacy.joint_odds import NATURAL, TWENTY_TWO, odds_against
from pitboss.solving.blackjack_legacy.pairs import numbered
from pitboss.solving.blackjack_legacy.splits import OWN, SplitStory, stories
from pitboss.solving.blackjack_legacy.values import ONE_OF, VALUES, Ints, Numbers


class TokensBeside(NamedTuple):
    """The mean of the token payout times the main bet's net, and times the indicator of a dealer 22."""

    with_main: float
    with_22: float


class Others(NamedTuple):
    """A hand of a split with other hands that double for free: its sort, theirs, pair cards gone, total hands."""

    kind: int
    is_paired: bool
    is_first: bool
    doubling: tuple[tuple[int, bool], ...]  # for each: its kind, and whether its second card must not pair it
    gone: int
    hands: int


@cache
def _others(again: Again, free: bool) -> Counter[Others]:
    """Return the multiplicity of each combination over all split histories, before the sign of the differences."""
    counted: Counter[Others] = Counter()
    for story, times in stories(again, free).items():
        for hand, kind in enumerate(story.kinds):
            rest = [at for at in range(len(story.kinds)) if at != hand]
            for many in range(len(rest) + 1):
                for doubling in combinations(rest, many):
                    sorts = tuple(sorted((story.kinds[at], story.unpaired[at]) for at in doubling))
                    for gone, factor in _gone(story, hand, doubling):
                        for is_paired in (False,) if story.unpaired[hand] else (False, True):
                            told = Others(kind, is_paired, hand == 0, sorts, gone, len(story.kinds))
                            counted[told] += times * factor
    return counted


def _gone(story: SplitStory, hand: int, doubling: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the pair cards gone besides this hand's own, and the factor, given some known second cards."""
    unpaired = sum(flag for at, flag in enumerate(story.unpaired) if at != hand and at not in doubling)
    for more in range(unpaired + 1):
        yield len(story.kinds) - 1 + more, (-1) ** more * comb(unpaired, more)


def _known(values: Sequence[int], many: int) -> Iterator[tuple[int, int]]:
    """Yield the key of `many` second cards out of some values, and the number of orders."""
    for cards in combinations_with_replacement(values, many):
        orders = factorial(many) // prod(map(factorial, Counter(cards).values()))
        yield sum(int(ONE_OF[card]) for card in cards), orders


def _seconds(doubling: tuple[tuple[int, bool], ...], pair: int, doubles: Sequence[tuple[int, ...]]) -> Counter[int]:
    """Return the number of orders by key of the second cards of hands that double."""
    keys = Counter({0: 1})
    for (kind, unpaired), many in Counter(doubling).items():
        values = [value for value in doubles[kind] if not (unpaired and value == pair)]
        onward: Counter[int] = Counter()
        for key, orders in keys.items():
            for more, times in _known(values, many):
                onward[key + more] += orders * times
        keys = onward
    return keys


class HandList(NamedTuple):
    """Hands played alike against one up card, and their nets by dealer's result, weighted by orders."""

    keys: Ints
    wins: Numbers


class Sort(NamedTuple):
    """Hands of a split by kind, whether they were paired, and whether they double for free."""

    kind: int
    is_paired: bool
    doubled: bool


class SplitDoubles(NamedTuple):
    """Everything that determines a pair's tokens: the plan, whether splits are free, and the free doubles."""

    pair: int
    again: Again
    free: bool
    doubles: tuple[tuple[int, ...], ...]  # by kind of hand


@lru_cache(maxsize=256)
def _factors(split: SplitDoubles, added: tuple[float, ...]) -> dict[tuple[Sort, bool], dict[int, float]]:
    """Return the weights by cards gone, for each sort of hand and whether only the first hand counts."""
    factors: dict[tuple[Sort, bool], dict[int, float]] = {}
    differences = [np.diff(np.array(added), n).tolist() for n in range(MOST_HANDS)]
    for others, times in _others(split.again, split.free).items():
        base, seconds = others.gone * int(ONE_OF[split.pair]), _seconds(others.doubling, split.pair, split.doubles)
        for doubled in (False, True):
            earned = (others.hands - 1 if split.free else 0) + doubled
            many = times * differences[len(others.doubling)][earned]
            for first in (False, True) if others.is_first else (False,):
                counts = factors.setdefault((Sort(others.kind, others.is_paired, doubled), first), {})
                for key, orders in seconds.items():
                    counts[base + key] = counts.get(base + key, 0.0) + many * orders
    return factors


class SplitTokens:
    """The splits of one pair against one up card under one plan: every hand with all cards that may be gone."""

    def __init__(self, played: PlayedOut, added: tuple[float, ...], pair: int, up: int) -> None:
        """Initialise. `added` is what tokens add to a Pot of Gold, by their number."""
        self.played, self.pair, self.up, self.families = played, pair, up, played.families[pair]
        doubles = tuple(self._doubling(kind) for kind in sorted({kind for kind, _ in self.families}))
        free = splits_free(played.terms, pair)
        self.factors = _factors(SplitDoubles(pair, played.plan.again[pair][up], free, doubles), added)
        self.lists = {(sort, first): hands for sort in self._sorts() for first, hands in enumerate(self._hands(sort))}
        self.hands = np.unique(np.concatenate([hands.keys for hands in self.lists.values()]))
        self.gone = np.array(sorted({key for counts in self.factors.values() for key in counts}), np.int64)

    def _begin(self, is_paired: bool) -> int:
        return int(self.played.graph.family[paired(self.pair) if is_paired else grown(self.pair)])

    def _doubling(self, kind: int) -> tuple[int, ...]:
        """Return the second cards with which a kind of hand doubles for free."""
        found = []
        for second in range(VALUES):
            node = int(self.played.graph.two[1, self.pair, second]) - self._begin(second == self.pair)
            if self.families[kind, second == self.pair].begun[FREE_DOUBLED, node, self.up]:
                found.append(second)
        return tuple(found)

    def _sorts(self) -> list[Sort]:
        return [Sort(kind, is_paired, doubled) for kind, is_paired in self.families for doubled in (False, True)]

    def _hands(self, sort: Sort) -> tuple[HandList, HandList]:
        ways = (FREE_DOUBLED,) if sort.doubled else tuple(way for way in range(WAYS) if way != FREE_DOUBLED)
        tally = self.families[sort.kind, sort.is_paired]
        return _lists(self.played, tally, self._begin(sort.is_paired), sort.kind, ways, self.up)

    def keys(self) -> Ints:
        """Return the keys of all cards that can be gone. Axes: cards gone besides the hand, hand."""
        return np.asarray(self.gone[:, None] + self.hands)

    def sums(self, odds: Numbers) -> Numbers:
        """Return the sums with the main bet and with a 22. Axes of `odds`: cards gone besides, hand, result."""
        found, flat = np.zeros(2), odds.reshape(len(self.gone), -1)
        for (sort, first), hands in self.lists.items():
            counts = self.factors.get((sort, bool(first)), {})
            if len(hands.keys) and counts:
                by_gone = np.array([counts.get(key, 0.0) for key in self.gone.tolist()])
                mixed = (by_gone @ flat).reshape(len(self.hands), -1)
                found[first] += (mixed[np.searchsorted(self.hands, hands.keys)] * hands.wins).sum()
        return found


def _lists(
    played: PlayedOut, tally: FamilyTally, begin: int, kind: int, ways: Sequence[int], up: int
) -> tuple[HandList, HandList]:
    """Return a family's hands against an up card: weighted by their net, and by a dealer 22 alone."""
    begun, ended = tally.begun[:, :, up], tally.ended[:, :, up]
    totals = played.graph.total[begin : begin + begun.shape[1]]
    nets = _nets(kind, played.terms.dealer_22_pushes)
    lost = nets[:, 0, 0]
    wins = np.zeros((begun.shape[1], NATURAL))
    for way in ways:
        wins += np.outer(begun[way] - ended[way], np.full(NATURAL, lost[way]))
        wins += ended[way][:, None] * nets[way][totals]
    on_22 = begun[list(ways)].sum(axis=0)[:, None] * (np.arange(NATURAL) == TWENTY_TWO)
    keys = played.graph.keys[begin : begin + begun.shape[1]]
    return _some(keys, wins), _some(keys, on_22)


def _some(keys: Ints, wins: Numbers) -> HandList:
    came = wins.any(axis=1)
    return HandList(keys[came], wins[came])


@cache
def _nets(kind: int, pushes_22: bool) -> Numbers:
    """Return the net of a hand. Axes: way, total (0 has lost), dealer's result."""
    nets = np.zeros((WAYS, 22, NATURAL))
    for way in range(WAYS):
        nets[way, 0] = net_of(PAYS[kind], way, LOSES)
        for total in range(1, 22):
            fares = [outcome(total, dealer + 17, pushes_22) for dealer in range(NATURAL)]
            nets[way, total] = [net_of(PAYS[kind], way, each) for each in fares]
    return nets


def tokens_beside(played: PlayedOut, pot_of_gold: Sequence[float]) -> TokensBeside:
    """Return the joint moments under a strategy of the main bet, for these Pot of Gold payouts by tokens."""
    added = tuple(pays - pot_of_gold[0] for pays in pot_of_gold)
    found = _dealt(played) * added[1]
    for up in range(VALUES):
        pairs = [pair for pair in range(VALUES) if played.is_split(pair)[up]]
        found += _against(played, up, [SplitTokens(played, added, pair, up) for pair in pairs])
    return TokensBeside(*found.tolist())


def _dealt(played: PlayedOut) -> Numbers:
    """Return the moments of one token: the hands as dealt that double for free."""
    found, begin = np.zeros(2), int(played.graph.family[DEALT])
    for up in range(VALUES):
        for at, hands in enumerate(_lists(played, played.dealt, begin, OWN, (FREE_DOUBLED,), up)):
            rows = np.searchsorted(played.graph.removed, hands.keys)
            found[at] += float((hands.wins * played.odds[rows, :NATURAL, up]).sum())
    return found


def _against(played: PlayedOut, up: int, splits: list[SplitTokens]) -> Numbers:
    """Return the moments of the splits against one up card. Odds of equal removed cards are computed once."""
    if not splits:
        return np.zeros(2)
    keys, places = numbered([split.keys() for split in splits])
    odds = odds_against(played.counts, keys, np.arange(len(keys)), up, played.terms.hits_soft_17)
    each = [split.sums(odds[at, :NATURAL]) for split, at in zip(splits, places, strict=True)]
    return np.asarray(np.sum(each, axis=0))
