"""What a way of playing comes to: every net of the main bet with its chance, and the money it takes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.hand_graph import DEALT, MOST_GONE, HandGraph, grown, paired
from pitboss.counting.blackjack.joint_odds import NATURAL, TWENTY_TWO
from pitboss.counting.blackjack.pairs import SplitHands, products_of, split_hands
from pitboss.counting.blackjack.splits import FREE, OWN, SplitStory, factors, pair_factors, stories
from pitboss.counting.blackjack.values import VALUES, Numbers, Pack, places
from pitboss.games.free_bet.count.counted_rules import (
    PAYS,
    Again,
    CountedRules,
    free_double_nodes,
    shoe_counts,
    splits_free,
)
from pitboss.games.free_bet.count.kernels import DOUBLE, SPLIT, settle
from pitboss.games.free_bet.count.solve import solution_of
from pitboss.games.free_bet.deal.hands import outcome

NETS = np.arange(-2, 3)
"""What one hand can come to, in bets."""
_MOST = 8
"""Four hands of two bets each."""


class WayToPlay(NamedTuple):
    """A whole way of playing: by kind of hand, node and up card; and by pair and up card when to split again."""

    best: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    again: list[list[Again]]


@dataclass(frozen=True)
class FamilyTally:
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
    errors: dict[Fraction, float]  # how far each chance may be off, for the hands of a split are taken as independent
    added: float
    square: float  # the mean of the square, exact
    with_22: float  # the mean in rounds in which the dealer ends at 22, as a part of the whole; exact

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
        return float(np.sqrt(self.square - self.ev**2))


@cache
def _fares(pushes_22: bool) -> NDArray[np.intp]:
    """By a hand's total and the dealer's outcome: how it fares, a loss as 0."""
    return np.array([[outcome(total, dealer + 17, pushes_22) + 1 for dealer in range(NATURAL)] for total in range(22)])


class PlayedOut:
    """Plays every hand by a plan and adds up."""

    def __init__(
        self, terms: CountedRules, graph: HandGraph, odds: Numbers, plan: WayToPlay, counts: Pack | None = None
    ) -> None:
        self.terms, self.graph, self.odds, self.plan = terms, graph, odds, plan
        self.counts = counts or shoe_counts(terms)
        self.free_double = free_double_nodes(terms, self.graph)
        self.orders = tuple(np.zeros((len(self.graph.total), VALUES), dtype=odds.dtype) for _ in (OWN, FREE))
        self.dealt = self._dealt()
        self.families = [self._after_split(pair) for pair in range(VALUES)]

    def _settle(self, kind: int, family: int, gone: int) -> FamilyTally:
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
        return FamilyTally(nets, (paying[:, None] * rows).sum(axis=0), self._won(begin, ways))

    def _won(self, begin: int, ways: Numbers) -> Numbers:
        """By hand, dealer's outcome and up card: what the orders that end with it win together."""
        by_fare = np.tensordot(ways, NETS.astype(ways.dtype), (2, 0))
        fares = _fares(self.terms.dealer_22_pushes)[self.graph.total[begin : begin + len(ways)]]
        won: Numbers = by_fare[np.arange(len(ways))[:, None], fares]
        return won

    def _dealt(self) -> FamilyTally:
        """Hands as dealt that are neither split nor blackjacks."""
        for node in self.graph.two[0].ravel():
            if self.graph.total[node] != 21:
                self.orders[OWN][node] += self.plan.best[OWN][node] != SPLIT
        return self._settle(OWN, DEALT, 0)

    def _after_split(self, pair: int) -> dict[tuple[int, bool], FamilyTally]:
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

    def _hand_in(self, story: SplitStory, hand: int, pair: int, ups: NDArray[np.intp]) -> tuple[Numbers, float]:
        """One hand of a story: chances by net, dealer's outcome and up card; and of a paid double."""
        nets, paid = np.zeros((len(NETS), NATURAL, len(ups))), 0.0
        families = (False,) if story.unpaired[hand] else (False, True)
        for gone, factor in story.gone(hand):
            for is_paired in families:
                tally = self.families[pair][story.kinds[hand], is_paired]
                nets += factor * tally.nets[gone][:, :, ups]
                paid += factor * float(tally.paid[gone, ups].sum())
        return nets, paid

    def _story(self, story: SplitStory, pair: int, ups: NDArray[np.intp]) -> tuple[Numbers, float]:
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
            hands = dict(threads.map(lambda pair: (pair, self._split_hands(pair)), {pair for pair, _, _ in asked}))
            return square + sum(threads.map(lambda each: self._split_square(hands[each[0]], *each), asked))

    def _split_square(self, hands: SplitHands, pair: int, up: int, again: Again) -> float:
        """The mean of the square of what a split pair wins, joint with its being dealt against this up card."""
        free = splits_free(self.terms, pair)
        square = 0.0
        for (kind, is_paired), tally in self.families[pair].items():
            by_gone = factors(again, free, kind, MOST_GONE + 1)
            squares = np.tensordot(NETS**2, tally.nets[..., up].sum(axis=2), (0, 1))
            square += float((by_gone.paired if is_paired else by_gone.grown) @ squares)
        return square + 2 * products_of(hands, up, pair_factors(again, free), self.counts, self.terms.hits_soft_17)

    def _split_hands(self, pair: int) -> SplitHands:
        """The hands of a split pair, each set of cards once, and what they win."""
        start, families = self.graph.family, self.families[pair]
        own = {flag: self.graph.keys[start[at] : start[at + 1]] for flag, at in enumerate((grown(pair), paired(pair)))}
        played = {sort: tally.won.any(axis=(1, 2)) for sort, tally in families.items()}
        keys = np.unique(np.concatenate([own[sort[1]][its] for sort, its in played.items()]))
        won = {sort: np.zeros((VALUES, len(keys), NATURAL)) for sort in families}
        for sort, tally in families.items():
            won[sort][:, places(keys, own[sort[1]][played[sort]], -1)] = tally.won[played[sort]].transpose(2, 0, 1)
        return split_hands(keys, pair, won)

    def nets(self) -> Nets:
        """
        Every net of the main bet with its chance; exact but for what `_story` takes as independent.

        There, what one hand holds leaves one card less of a value to the other: a chance is off by no more than one
        part in as many as there are of a value, for every two hands.
        """
        whole, errors = np.zeros(2 * _MOST + 1), np.zeros(2 * _MOST + 1)
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
                    errors += times * spread * comb(len(story.kinds), 2) / min(filter(None, self.counts))
        chances = {Fraction(i - _MOST): float(chance) for i, chance in enumerate(whole) if chance > 0}
        blackjack = Fraction(*self.terms.blackjack_pays)
        chances[blackjack] = chances.get(blackjack, 0) + blackjacks
        off = {Fraction(i - _MOST): float(error) for i, error in enumerate(errors)}
        nets = sorted(chances)
        return Nets(
            {net: chances[net] for net in nets}, {net: off.get(net, 0) for net in nets}, added, self.square(),
            self.with_22(),
        )  # fmt: skip

    def with_22(self) -> float:
        """What the main bet wins on average where the dealer ends at 22, as a part of its whole mean (FB-5)."""
        blackjack = float(Fraction(*self.terms.blackjack_pays))
        won = float((NETS[:, None] * self.dealt.nets[0, :, TWENTY_TWO]).sum())
        for node in self.graph.two[0].ravel():
            if self.graph.total[node] == 21:
                won += blackjack * float(self.odds[self.graph.rows[node, 0], TWENTY_TWO].sum())
        for pair in range(VALUES):
            free = splits_free(self.terms, pair)
            for ups, again in self._plans(pair):
                for (kind, is_paired), tally in self.families[pair].items():
                    by_gone = factors(again, free, kind, MOST_GONE + 1)
                    worth = np.tensordot(NETS, tally.nets[:, :, TWENTY_TWO][..., ups].sum(axis=2), (0, 1))
                    won += float((by_gone.paired if is_paired else by_gone.grown) @ worth)
        return won


@cache
def nets_of(terms: CountedRules, stake: float = 0) -> Nets:
    """Every net of the main bet at best play."""
    solution = solution_of(terms, stake)
    return PlayedOut(terms, solution.graph, solution.odds, WayToPlay(solution.best, solution.again)).nets()
