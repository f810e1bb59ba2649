"""A strategy of the main bet evaluated for all hands: endings, values, and money bet."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.free_bet.count.counted_rules import (
    PAYS,
    Again,
    CountedRules,
    free_double_nodes,
    shoe_counts,
    splits_free,
)
from pitboss.games.free_bet.count.kernels import PAID_DOUBLED, SPLIT, WAYS, add_up, add_worth, all_standing, play_out
from pitboss.solving.blackjack_legacy.hand_graph import DEALT, MOST_GONE, HandGraph, grown, paired
from pitboss.solving.blackjack_legacy.joint_odds import NATURAL
from pitboss.solving.blackjack_legacy.splits import FREE, OWN, factors
from pitboss.solving.blackjack_legacy.values import VALUES, Numbers, Pack

NETS = np.arange(-2, 3)
"""The possible nets of one hand, in bets."""


class WayToPlay(NamedTuple):
    """A complete strategy. Axes of `best`: kind of hand, node, up card; of `again`: pair, up card."""

    best: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    again: list[list[Again]]


class FamilyTally:
    """The hands of one family under a strategy. Results are computed on demand."""

    def __init__(self, played: PlayedOut, kind: int, family: int, gone: int) -> None:
        self.played, self.pays, self.gone = played, PAYS[kind], gone
        graph = played.graph
        self.begin, self.end = int(graph.family[family]), int(graph.family[family + 1])
        size, number = (WAYS, self.end - self.begin, VALUES), played.odds.dtype
        self.begun = np.zeros(size, number)
        """The number of orders in which two cards are played this way. Axes: way, hand, up card."""
        self.ended = np.zeros(size, number)
        """The number of orders in which a hand played this way stands. Same axes."""
        play_out(
            graph, self.begin, self.end, played.free_double, played.plan.best[kind], played.orders[kind], self.begun,
            self.ended,
        )  # fmt: skip

    @cached_property
    def nets(self) -> Numbers:
        """Probabilities. Axes: pair cards gone, net + 2, dealer's result, up card."""
        graph, odds, pushes_22 = self.played.graph, self.played.odds, self.played.terms.dealer_22_pushes
        nets = np.zeros((self.gone + 1, len(NETS), NATURAL, VALUES), odds.dtype)
        add_up(graph, self.begin, self.end, self.pays, odds, pushes_22, self.begun, self.ended, nets)
        return nets

    @cached_property
    def paid(self) -> Numbers:
        """Probabilities of a paid double. Axes: pair cards gone, up card."""
        begun, graph, odds = self.begun[PAID_DOUBLED], self.played.graph, self.played.odds
        paying = np.flatnonzero(begun.any(axis=1))
        rows = odds[graph.rows[self.begin + paying, : self.gone + 1], :NATURAL].sum(axis=2)
        paid: Numbers = (begun[paying, None] * rows).sum(axis=0)
        return paid

    @cached_property
    def worth(self) -> Numbers:
        """Values of the hands. Axes: pair cards gone, up card."""
        worth = np.zeros((self.gone + 1, VALUES), self.played.odds.dtype)
        add_worth(self.played.standing, self.begin, self.end, self.pays, self.begun, self.ended, worth)
        return worth


class PlayedOut:
    """Plays every hand by a plan and sums the results."""

    def __init__(
        self, terms: CountedRules, graph: HandGraph, odds: Numbers, plan: WayToPlay, counts: Pack | None = None,
        standing: Numbers | None = None,
    ) -> None:  # fmt: skip
        """Initialise. `standing` holds the results of standing under these odds, if already known."""
        self.terms, self.graph, self.odds, self.plan = terms, graph, odds, plan
        self.counts = counts or shoe_counts(terms)
        self.standing = all_standing(graph, odds, terms.dealer_22_pushes) if standing is None else standing
        self.free_double = free_double_nodes(terms, self.graph)
        self.orders = tuple(np.zeros((len(self.graph.total), VALUES), dtype=odds.dtype) for _ in (OWN, FREE))
        self.dealt = self._dealt()
        self.families = [self._after_split(pair) for pair in range(VALUES)]

    def _dealt(self) -> FamilyTally:
        """Play the hands as dealt that are neither split nor blackjacks."""
        for node in self.graph.two[0].ravel():
            if self.graph.total[node] != 21:
                self.orders[OWN][node] += self.plan.best[OWN][node] != SPLIT
        return FamilyTally(self, OWN, DEALT, 0)

    def _after_split(self, pair: int) -> dict[tuple[int, bool], FamilyTally]:
        """Play the hands after a split, by kind of hand and whether it was paired again."""
        tallies = {}
        for kind in (OWN, FREE) if splits_free(self.terms, pair) else (OWN,):
            self.orders[kind][self.graph.two[1, pair]] = 1
            tallies[kind, False] = FamilyTally(self, kind, grown(pair), MOST_GONE)
            tallies[kind, True] = FamilyTally(self, kind, paired(pair), MOST_GONE)
        return tallies

    def split_worth(self, pair: int, again: Again) -> Numbers:
        """Return the value of splitting this pair under a plan for resplitting, by up card."""
        free = splits_free(self.terms, pair)
        worth = np.zeros(VALUES, dtype=self.odds.dtype)
        for (kind, is_paired), tally in self.families[pair].items():
            by_gone = factors(again, free, kind, MOST_GONE + 1)
            worth = worth + (by_gone.paired if is_paired else by_gone.grown) @ tally.worth
        return worth

    def is_split(self, pair: int) -> NDArray[np.bool_]:
        """Return the up cards against which the pair as dealt is split."""
        split: NDArray[np.bool_] = self.plan.best[OWN][self.graph.two[0, pair, pair]] == SPLIT
        return split

    def plans(self, pair: int) -> list[tuple[NDArray[np.intp], Again]]:
        """Return the plans under which this pair is split, each with its up cards."""
        split, again = self.is_split(pair), self.plan.again[pair]
        plans = dict.fromkeys(again)
        by_plan = [(np.flatnonzero(split & np.array([each == plan for each in again])), plan) for plan in plans]
        return [(ups, plan) for ups, plan in by_plan if len(ups)]

    def worth_by_up_card(self) -> Numbers:
        """Return the value of the main bet, joint with each up card. The sum is its value off the top."""
        wins, per = self.terms.blackjack_pays
        worth: Numbers = self.dealt.worth[0].copy()
        for node in self.graph.two[0].ravel():
            odds = self.odds[self.graph.rows[node, 0]]
            worth += odds[:NATURAL].sum(axis=0) * wins / per if self.graph.total[node] == 21 else -odds[NATURAL]
        for pair in range(VALUES):
            for ups, again in self.plans(pair):
                worth[ups] += self.split_worth(pair, again)[ups]
        return worth
