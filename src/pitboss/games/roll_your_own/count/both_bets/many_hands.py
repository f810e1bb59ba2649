"""
Rounds of four hands or more: the coupling of hands that share the pack, expanded as in section 8 of the method.

Each list of hands is a polynomial in the composition of the pack, for each net and dealer's result. The joint
distribution of both bets is the mean of the product of all these polynomials and the dealer's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from pitboss.games.roll_your_own.count.both_bets.hand_lists import ONE_CARD, TWO_CARD, RoundHands
from pitboss.games.roll_your_own.count.both_bets.net_tables import (
    HAND_NETS,
    MAX_UNITS,
    NET_COLUMNS,
    ONE_HAND,
    NetTables,
)
from pitboss.solving.blackjack.distribution.drawn_hands import drawn_hands
from pitboss.solving.blackjack.distribution.ended_hands import KINDS, UNPLAYED
from pitboss.solving.blackjack.distribution.polynomials import ListedCards, PackPolynomials, chance_of, without
from pitboss.solving.blackjack.hands import CARD_KEYS, Floats, Ints, all_hands, key_of, places_of
from pitboss.solving.blackjack.rules import Dealer
from pitboss.solving.blackjack.splits import resplit_up_to, split_courses

FEWEST = 4
"""The minimum number of hands for the expansion. Rounds of fewer hands are computed exactly, card by card."""
ORDERS = {4: 3, 5: 2}
"""The order of the expansion by number of hands in a round; `LOWEST_ORDER` for more hands, which are rare."""
LOWEST_ORDER = 1


class JointNets(NamedTuple):
    """Joint probabilities [net of one bet, net of the other], and the changes made by the last order."""

    chances: Floats
    changes: Floats


class BetHands(NamedTuple):
    """One bet, played with a given number of hands."""

    number: int
    is_split: bool
    lists: tuple[int, ...]  # one list of unsplit hands; or two of split hands, unpaired and paired
    first_key: int  # the cards that each of its hands starts with
    first: tuple[int, ...]  # the first cards of all its hands
    courses: Mapping[int, int]  # the number of courses, by the number of hands that must not be paired


class ManyHands:
    """All rounds of many hands against one up card."""

    def __init__(self, hands: RoundHands, tables: NetTables) -> None:
        self.hands, self.tables, self.up = hands, tables, hands.up_card.number
        self.ends, self.pack = hands.all(), hands.up_card.removed.pack
        self.dealer = Dealer(hands.up_card.rules.hits_soft_17, peeks=tables.peeks)
        self.nets = {  # [kind of ending, net, result]; split hands are never blackjacks
            is_split: np.ascontiguousarray(table.transpose(0, 2, 1)[:, : len(HAND_NETS) + (not is_split)])
            for is_split, table in tables.by_kind.items()
        }
        self._listed: dict[int, ListedCards] = {}

    def joint(self, row: int) -> JointNets:
        """Return the joint probabilities of the nets of both bets, the cards of a setting and the up card."""
        total = np.zeros((2, NET_COLUMNS, NET_COLUMNS))
        for two, one in product(self._ways(TWO_CARD, row), self._ways(ONE_CARD, row)):
            number = two.number + one.number
            if number >= FEWEST:
                order = ORDERS.get(number, LOWEST_ORDER)
                shared = SharedRound(self, two, one, order)
                if shared.chance:
                    found = shared.joint()
                    total += found, np.abs(found - shared.with_lower_order().joint())
        return JointNets(*total)

    def _ways(self, bet: int, row: int) -> Iterator[BetHands]:
        """Yield the ways to play a bet, by number of hands."""
        setting, split = self.hands.settings[row], self.hands.splits[bet].get(row)
        cards = setting.pair if bet == TWO_CARD else (setting.alone,)
        if split is None or bet == ONE_CARD:  # a one-card bet is only split if its second card pairs it
            yield BetHands(1, False, (self.hands.whole[bet] + row,), key_of(cards), cards, {0: 1})
        if split is not None:
            for number, courses in _courses(split.limit).items():
                first = (split.value,) * number
                yield BetHands(number, True, split.lists, int(CARD_KEYS[split.value]), first, courses)

    def listed(self, number: int, first_key: int) -> ListedCards:
        """Return the hands of a list, by the cards drawn to their first cards."""
        if number not in self._listed:
            ends = self.ends
            at = np.arange(ends.starts[number], ends.starts[number + 1])
            at = at[ends.kinds[at] != UNPLAYED]
            keys = drawn_hands(self.pack).keys[ends.hands[at]] - first_key
            none = len(all_hands().keys)
            drawn = np.where(keys == 0, none, places_of(all_hands().keys, keys, none))
            order = np.argsort(drawn, kind="stable")
            numbers, starts = np.unique(drawn[order], return_index=True)
            kinds, times = ends.kinds[at][order], ends.times[at][order]
            self._listed[number] = ListedCards(numbers, np.append(starts, len(at)), kinds, times)
        return self._listed[number]


@cache
def _courses(limit: int) -> dict[int, dict[int, int]]:
    """Return the number of courses of a split by number of hands, and by how many of these must not be paired."""
    courses: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for course, times in split_courses(resplit_up_to(limit + 1), False).items():
        courses[len(course.kinds)][sum(course.unpaired)] += times
    return {number: dict(by_unpaired) for number, by_unpaired in courses.items()}


class SharedRound:
    """The hands of both bets and the dealer, which draw from the pack left after the first cards."""

    def __init__(self, many: ManyHands, two: BetHands, one: BetHands, order: int) -> None:
        self.bets = two, one
        first = (*two.first, *one.first, many.up)
        self.chance = chance_of(many.pack, first)
        self.pack = PackPolynomials(without(many.pack, first), order)
        self.lists = [self._expand(many, bet) for bet in self.bets]
        self.dealer = self.pack.of_dealer(many.dealer, many.up)

    def _expand(self, many: ManyHands, bet: BetHands) -> list[Floats]:
        """Return the polynomials [term, net, result] of each list of a bet's hands."""
        nets = many.nets[bet.is_split]
        columns = nets.reshape(KINDS, -1)
        expanded = (self.pack.expand(many.listed(number, bet.first_key), KINDS) for number in bet.lists)
        return [(hand.T @ columns).reshape(-1, *nets.shape[1:]) for hand in expanded]

    def with_lower_order(self) -> SharedRound:
        """Return the same round with an order one lower, reusing the coefficients already known."""
        lower, cut = copy(self), self.pack.of_lower_order
        lower.pack, lower.dealer = self.pack.with_lower_order(), cut(self.dealer)
        lower.lists = [[cut(hands) for hands in bet] for bet in self.lists]
        return lower

    def joint(self) -> Floats:
        """Return the joint probabilities of the nets of both bets: L of the product of all polynomials."""
        joint, (two, one) = np.zeros((NET_COLUMNS, NET_COLUMNS)), map(self._bet, self.bets, self.lists)
        if two.shape[1] < one.shape[1]:
            two = self.pack.multiply(two, self.dealer)
        else:
            one = self.pack.multiply(one, self.dealer)
        joint[np.ix_(*map(_columns, self.bets))] = self.chance * self.pack.mean(two, one)
        return joint

    def _bet(self, bet: BetHands, hands: list[Floats]) -> Floats:
        """Return the polynomials [term, net, result] of all hands of a bet."""
        if not bet.is_split:
            return hands[0]
        unpaired, paired = hands
        powers: dict[tuple[int, int], Floats] = {(1, 0): unpaired, (0, 1): unpaired + paired}

        def power(not_paired: int, free: int) -> Floats:
            if (not_paired, free) not in powers:
                last = (1, 0) if not_paired else (0, 1)
                before = power(not_paired - last[0], free - last[1])
                powers[not_paired, free] = self.pack.multiply(before, powers[last])
            return powers[not_paired, free]

        return np.asarray(sum(times * power(k, bet.number - k) for k, times in bet.courses.items()))


def _columns(bet: BetHands) -> Ints:
    """Return the columns of a bet's nets that its polynomials cover."""
    most = 2 * bet.number
    return np.arange(MAX_UNITS - most, MAX_UNITS + most + 1) if bet.is_split else ONE_HAND
