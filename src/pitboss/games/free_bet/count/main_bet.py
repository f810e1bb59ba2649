"""What a way of playing comes to: every net of the main bet with its chance, and the money it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.hand_graph import DEALT, MOST_GONE, HandGraph, grown, paired
from pitboss.counting.blackjack.joint_odds import NATURAL, odds_against
from pitboss.counting.blackjack.pairs import products
from pitboss.counting.blackjack.splits import FREE, OWN, Story, TwoHands, factors, pair_factors, stories
from pitboss.counting.blackjack.values import ONE_OF, VALUES, Ints, Numbers, Pack
from pitboss.games.free_bet.count.counted_rules import (
    PAYS,
    Again,
    CountedRules,
    free_double_nodes,
    shoe_counts,
    splits_free,
)
from pitboss.games.free_bet.count.kernels import DOUBLE, SPLIT, settle
from pitboss.games.free_bet.deal.hands import outcome

NETS = np.arange(-2, 3)
"""What one hand can come to, in bets."""
_MOST = 8
"""Four hands of two bets each."""


class Plan(NamedTuple):
    """A whole way of playing: by kind of hand, node and up card; and by pair and up card when to split again."""

    best: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    again: list[list[Again]]


@dataclass(frozen=True)
class Tally:
    """One family's hands: chances by (pair cards gone, net + 2, dealer's outcome, up), and of a paid double."""

    nets: Numbers
    paid: Numbers
    won: Numbers
    """By hand, dealer's outcome and up card, what all orders that end with these cards win together."""

    @cached_property
    def worth(self) -> Numbers:
        """What the hands are worth, by pair cards gone and up card."""
        worth: Numbers = np.tensordot(NETS, self.nets.sum(axis=2), (0, 1))
        return worth


class Nets(NamedTuple):
    """The main bet as played: chances by net (in bets), and the money put out beyond the bet itself."""

    chances: dict[Fraction, float]
    added: float

    @property
    def ev(self) -> float:
        """What the bet is worth, in bets."""
        return sum(float(net) * chance for net, chance in self.chances.items())

    @property
    def average_bet(self) -> float:
        """The player's own money on the table by the end of a round, in bets; free bets are not money."""
        return 1 + self.added

    @property
    def sd(self) -> float:
        """The standard deviation of one round, in bets."""
        square = sum(float(net) ** 2 * chance for net, chance in self.chances.items())
        return float(np.sqrt(square - self.ev**2))


@cache
def _fares(pushes_22: bool) -> NDArray[np.intp]:
    """By a hand's total and the dealer's outcome: how it fares, a loss as 0."""
    return np.array([[outcome(total, dealer + 17, pushes_22) + 1 for dealer in range(NATURAL)] for total in range(22)])


class Accounts:
    """Plays every hand by a plan and adds up."""

    def __init__(
        self, terms: CountedRules, graph: HandGraph, odds: Numbers, plan: Plan, counts: Pack | None = None
    ) -> None:
        self.terms, self.graph, self.odds, self.plan = terms, graph, odds, plan
        self.counts = counts or shoe_counts(terms)
        self.free_double = free_double_nodes(terms, self.graph)
        self.orders = tuple(np.zeros((len(self.graph.total), VALUES), dtype=odds.dtype) for _ in (OWN, FREE))
        self.dealt = self._dealt()
        self.families = [self._after_split(pair) for pair in range(VALUES)]

    def _settle(self, kind: int, family: int, gone: int) -> Tally:
        begin, end = int(self.graph.family[family]), int(self.graph.family[family + 1])
        nets = np.zeros((gone + 1, len(NETS), NATURAL, VALUES), dtype=self.odds.dtype)
        best, ways = self.plan.best[kind], np.zeros((end - begin, 3, len(NETS), VALUES), self.odds.dtype)
        settle(
            self.graph, begin, end, self.free_double, PAYS[kind], best,
            self.odds, self.terms.dealer_22_pushes, self.orders[kind], ways, nets,
        )  # fmt: skip
        two = begin + np.flatnonzero(self.graph.cards[begin:end] == 2)
        paying = self.orders[kind][two] * ((best[two] == DOUBLE) & ~self.free_double[two, None])
        rows = self.odds[self.graph.rows[two, : gone + 1], :NATURAL].sum(axis=2)
        return Tally(nets, (paying[:, None] * rows).sum(axis=0), self._won(begin, ways))

    def _won(self, begin: int, ways: Numbers) -> Numbers:
        """By hand, dealer's outcome and up card: what the orders that end with it win together."""
        by_fare = np.tensordot(ways, NETS.astype(ways.dtype), (2, 0))
        fares = _fares(self.terms.dealer_22_pushes)[self.graph.total[begin : begin + len(ways)]]
        won: Numbers = by_fare[np.arange(len(ways))[:, None], fares]
        return won

    def _dealt(self) -> Tally:
        """Hands as dealt that are neither split nor blackjacks."""
        for node in self.graph.two[0].ravel():
            if self.graph.total[node] != 21:
                self.orders[OWN][node] += self.plan.best[OWN][node] != SPLIT
        return self._settle(OWN, DEALT, 0)

    def _after_split(self, pair: int) -> dict[tuple[int, bool], Tally]:
        """By kind of hand and whether it was paired again."""
        tallies = {}
        for kind in (OWN, FREE) if splits_free(self.terms, pair) else (OWN,):
            self.orders[kind][self.graph.two[1, pair]] = 1
            tallies[kind, False] = self._settle(kind, grown(pair), MOST_GONE)
            tallies[kind, True] = self._settle(kind, paired(pair), MOST_GONE)
        return tallies

    def split_worth(self, pair: int, again: Again) -> Numbers:
        """What splitting this pair is worth under a plan for splitting again, by up card."""
        free = splits_free(self.terms, pair)
        worth = np.zeros(VALUES, dtype=self.odds.dtype)
        for (kind, is_paired), tally in self.families[pair].items():
            by_gone = factors(again, free, kind, MOST_GONE + 1)
            worth = worth + (by_gone.paired if is_paired else by_gone.grown) @ tally.worth
        return worth

    def is_split(self, pair: int) -> NDArray[np.bool_]:
        """Against which up cards the pair as dealt is split."""
        split: NDArray[np.bool_] = self.plan.best[OWN][self.graph.two[0, pair, pair]] == SPLIT
        return split

    def worth_by_up_card(self) -> Numbers:
        """What the main bet is worth, joint with each up card; its sum is the bet's worth off the top."""
        wins, per = self.terms.blackjack_pays
        worth: Numbers = self.dealt.worth[0].copy()
        for node in self.graph.two[0].ravel():
            odds = self.odds[self.graph.rows[node, 0]]
            worth += odds[:NATURAL].sum(axis=0) * wins / per if self.graph.total[node] == 21 else -odds[NATURAL]
        for pair in range(VALUES):
            for ups, again in self._plans(pair):
                worth[ups] += self.split_worth(pair, again)[ups]
        return worth

    def _plans(self, pair: int) -> list[tuple[NDArray[np.intp], Again]]:
        """The plans by which this pair is split, each with its up cards."""
        split, again = self.is_split(pair), self.plan.again[pair]
        plans = dict.fromkeys(again)
        by_plan = [(np.flatnonzero(split & np.array([each == plan for each in again])), plan) for plan in plans]
        return [(ups, plan) for ups, plan in by_plan if len(ups)]

    def _hand_in(self, story: Story, hand: int, pair: int, ups: NDArray[np.intp]) -> tuple[Numbers, float]:
        """One hand of a story: chances by net, dealer's outcome and up card; and of a paid double."""
        nets, paid = np.zeros((len(NETS), NATURAL, len(ups))), 0.0
        families = (False,) if story.unpaired[hand] else (False, True)
        for gone, factor in story.gone(hand):
            for is_paired in families:
                tally = self.families[pair][story.kinds[hand], is_paired]
                nets += factor * tally.nets[gone][:, :, ups]
                paid += factor * float(tally.paid[gone, ups].sum())
        return nets, paid

    def _story(self, story: Story, pair: int, ups: NDArray[np.intp]) -> tuple[Numbers, float]:
        """Chances of a story's net, its hands taken as independent given the dealer's outcome; money added."""
        added = 0.0
        total = np.zeros((2 * _MOST + 1, NATURAL, len(ups)))
        for hand in range(len(story.kinds)):
            nets, paid = self._hand_in(story, hand, pair, ups)
            added += paid
            if hand == 0:
                weight = nets.sum(axis=0)
                total[_MOST - 2 : _MOST + 3] = nets
                continue
            share = np.divide(nets, weight, out=np.zeros_like(nets), where=weight > 0)
            total = sum(share[i] * np.roll(total, net, axis=0) for i, net in enumerate(NETS))
        if not splits_free(self.terms, pair):
            added += (len(story.kinds) - 1) * float(weight.sum())
        return total.sum(axis=(1, 2)), added

    def square(self) -> float:
        """The mean of the square of what the main bet wins: exact, for every two hands of a split are looked at."""
        blackjack = Fraction(*self.terms.blackjack_pays)
        square = float(((NETS**2)[:, None, None] * self.dealt.nets[0]).sum())
        for node in self.graph.two[0].ravel():
            odds, natural = self.odds[self.graph.rows[node, 0]], self.graph.total[node] == 21
            square += float(blackjack**2) * float(odds[:NATURAL].sum()) if natural else float(odds[NATURAL].sum())
        asked = [(pair, int(up), again) for pair in range(VALUES) for ups, again in self._plans(pair) for up in ups]
        with ThreadPoolExecutor(2) as threads:
            return square + sum(threads.map(lambda each: self._split_square(*each), asked))

    def _split_square(self, pair: int, up: int, again: Again) -> float:
        """The mean of the square of what a split pair wins, joint with its being dealt against this up card."""
        free = splits_free(self.terms, pair)
        square = 0.0
        for (kind, is_paired), tally in self.families[pair].items():
            by_gone = factors(again, free, kind, MOST_GONE + 1)
            squares = np.tensordot(NETS**2, tally.nets[..., up].sum(axis=2), (0, 1))
            square += float((by_gone.paired if is_paired else by_gone.grown) @ squares)
        return square + 2 * self._products(pair, up, pair_factors(again, free))

    def _products(self, pair: int, up: int, counted: Mapping[TwoHands, Mapping[int, int]]) -> float:
        """The mean of the products of what every two hands of a split pair win, each pair of hands as it is counted."""
        sides = {}
        for (kind, is_paired), tally in self.families[pair].items():
            family = paired(pair) if is_paired else grown(pair)
            begin, end = int(self.graph.family[family]), int(self.graph.family[family + 1])
            won = tally.won[..., up]
            played = won.any(axis=1)
            sides[kind, is_paired] = self.graph.keys[begin:end][played], np.ascontiguousarray(won[played])
        return sum(
            products(sides[two[:2]], sides[two[2:]], self._odds_of_sums(pair, up, gone))
            for two, gone in counted.items()
        )

    def _odds_of_sums(self, pair: int, up: int, gone: Mapping[int, int]) -> Callable[[Ints], Numbers]:
        """The dealer's odds by the cards of two hands, with so many more of the pair gone, each as often as counted."""
        pack = self.counts

        def odds(keys: Ints) -> Numbers:
            found = np.zeros((len(keys), NATURAL))
            for more, times in gone.items():
                if times:
                    found += times * odds_against(pack, keys + more * ONE_OF[pair], up, self.terms.hits_soft_17)
            return found

        return odds

    def nets(self) -> Nets:
        """Every net of the main bet with its chance; exact but for what `_story` takes as independent."""
        whole = np.zeros(2 * _MOST + 1)
        whole[_MOST - 2 : _MOST + 3] = self.dealt.nets[0].sum(axis=(1, 2))
        added, blackjacks = float(self.dealt.paid.sum()), 0.0
        for node in self.graph.two[0].ravel():
            odds = self.odds[self.graph.rows[node, 0]]
            natural = self.graph.total[node] == 21
            whole[_MOST if natural else _MOST - 1] += odds[NATURAL].sum()
            blackjacks += float(odds[:NATURAL].sum()) if natural else 0
        for pair in range(VALUES):
            for ups, again in self._plans(pair):
                for story, times in stories(again, splits_free(self.terms, pair)).items():
                    spread, money = self._story(story, pair, ups)
                    added += times * money
                    whole += times * spread
        chances = {Fraction(i - _MOST): float(chance) for i, chance in enumerate(whole) if chance > 0}
        blackjack = Fraction(*self.terms.blackjack_pays)
        chances[blackjack] = chances.get(blackjack, 0) + blackjacks
        return Nets({net: chances[net] for net in sorted(chances)}, added)
