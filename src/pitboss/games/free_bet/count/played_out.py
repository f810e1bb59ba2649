"""A way of playing the main bet, played out: how every hand ends, what that is worth, and the money it takes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.hand_graph import DEALT, MOST_GONE, HandGraph, grown, paired
from pitboss.counting.blackjack.joint_odds import NATURAL
from pitboss.counting.blackjack.splits import FREE, OWN, factors
from pitboss.counting.blackjack.values import VALUES, Numbers, Pack
from pitboss.games.free_bet.count.counted_rules import (
    PAYS,
    Again,
    CountedRules,
    free_double_nodes,
    shoe_counts,
    splits_free,
)
from pitboss.games.free_bet.count.kernels import PAID_DOUBLED, SPLIT, WAYS, add_up, play_out

NETS = np.arange(-2, 3)
"""What one hand can come to, in bets."""


class WayToPlay(NamedTuple):
    """A whole way of playing: by kind of hand, node and up card; and by pair and up card when to split again."""

    best: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    again: list[list[Again]]


@dataclass(frozen=True)
class FamilyTally:
    """One family's hands: chances by (pair cards gone, net + 2, dealer's outcome, up), and of a paid double."""

    nets: Numbers
    paid: Numbers
    begun: Numbers  # by way, hand and up card: in how many orders two cards are then so played
    ended: Numbers  # and in how many orders a hand so played stands

    @cached_property
    def worth(self) -> Numbers:
        """What the hands are worth, by pair cards gone and up card."""
        worth: Numbers = np.tensordot(NETS, self.nets.sum(axis=2), (0, 1))
        return worth


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
        begun, ended = (np.zeros((WAYS, end - begin, VALUES), self.odds.dtype) for _ in range(2))
        play_out(self.graph, begin, end, self.free_double, self.plan.best[kind], self.orders[kind], begun, ended)
        nets = np.zeros((gone + 1, len(NETS), NATURAL, VALUES), dtype=self.odds.dtype)
        pushes_22 = self.terms.dealer_22_pushes
        add_up(self.graph, begin, end, PAYS[kind], self.odds, pushes_22, begun, ended, nets)
        paying = np.flatnonzero(begun[PAID_DOUBLED].any(axis=1))
        rows = self.odds[self.graph.rows[begin + paying, : gone + 1], :NATURAL].sum(axis=2)
        return FamilyTally(nets, (begun[PAID_DOUBLED][paying, None] * rows).sum(axis=0), begun, ended)

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

    def plans(self, pair: int) -> list[tuple[NDArray[np.intp], Again]]:
        """The plans by which this pair is split, each with its up cards."""
        split, again = self.is_split(pair), self.plan.again[pair]
        plans = dict.fromkeys(again)
        by_plan = [(np.flatnonzero(split & np.array([each == plan for each in again])), plan) for plan in plans]
        return [(ups, plan) for ups, plan in by_plan if len(ups)]

    def worth_by_up_card(self) -> Numbers:
        """What the main bet is worth, joint with each up card; its sum is the bet's worth off the top."""
        wins, per = self.terms.blackjack_pays
        worth: Numbers = self.dealt.worth[0].copy()
        for node in self.graph.two[0].ravel():
            odds = self.odds[self.graph.rows[node, 0]]
            worth += odds[:NATURAL].sum(axis=0) * wins / per if self.graph.total[node] == 21 else -odds[NATURAL]
        for pair in range(VALUES):
            for ups, again in self.plans(pair):
                worth[ups] += self.split_worth(pair, again)[ups]
        return worth
