"""
Best play of Free Bet and its exact value, for a player who considers the hand's own cards and the up card.

After a split the player also knows which pair was split and whether this hand is free and, for resplitting, the
number of hands. With a stake on Pot of Gold the choices include its tokens. After a split, free doubles are then
either all taken or played as for the main bet alone, whichever is better (best main play takes them all).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.free_bet.count.counted_rules import (
    PAYS,
    Again,
    CountedRules,
    free_double_nodes,
    plans_for,
    shoe_counts,
    splits_free,
)
from pitboss.games.free_bet.count.kernels import (
    DOUBLE,
    HIT,
    SPLIT,
    Side,
    all_standing,
    blank_side,
    play,
    weigh,
)
from pitboss.games.free_bet.count.side_bets import split_tokens
from pitboss.solving.blackjack_legacy.hand_graph import DEALT, MOST_GONE, HandGraph, grown, hand_graph, paired
from pitboss.solving.blackjack_legacy.joint_odds import NATURAL, joint_odds
from pitboss.solving.blackjack_legacy.splits import FREE, OWN, factors
from pitboss.solving.blackjack_legacy.values import VALUES, Numbers, Pack

KEPT = 5
"""The number of solutions cached: as many as one analysis needs, plus one. Each takes tens of megabytes."""
_FORCED = 4
"""More than any double can be worth. As a bonus, it makes every free double be taken."""
_NEVER = np.zeros(VALUES, dtype=np.bool_)


class Tried(NamedTuple):
    """A split pair played under one plan, independent of the stake: its value by up card, and its free doubles."""

    worth: Numbers
    doubles: tuple[NDArray[np.bool_], NDArray[np.bool_]]  # own, free; axes: second card, up card


class Solution(NamedTuple):
    """The solved game: best play, its value, and the tokens it earns."""

    terms: CountedRules
    counts: Pack
    stake: float  # on Pot of Gold, in main bets
    graph: HandGraph
    odds: Numbers
    standing: Numbers
    sides: tuple[Side, Side]
    again: list[list[Again]]  # by pair and up card: the plan for resplitting
    plan_worth: list[Numbers]  # by pair; axes: plan of `plans_for`, up card; a split's value, tokens included
    split_tokens: Numbers  # axes: pair, up card, tokens; probabilities of 0 to 7 tokens if split
    tokens: Numbers  # probabilities of 0 to 7 tokens; 0 tokens on a dealer blackjack
    ev: float
    tried: dict[tuple[int, Again, bool], Tried]  # by pair, plan and whether every free double is taken

    @property
    def best(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """The best option of an own and of a free hand. Axes: node, up card."""
        return self.sides[OWN].best, self.sides[FREE].best

    def draws_on_hard_20(self) -> bool:
        """Whether the original hand is ever drawn to 30 or more, which would lose Push 22 (FB-7)."""
        hard_20 = (self.graph.total == 20) & ~self.graph.soft & ~self.graph.stays
        own = self.sides[OWN]
        drawn = np.isin(own.best[hard_20], (HIT, DOUBLE)) & (own.weights.all[hard_20] > 0)
        return bool(drawn.any())


class Solver:
    """Solver for one set of rules and any shoe composition, in floats or exactly."""

    def __init__(
        self, terms: CountedRules, stake: float = 0, counts: Pack | None = None, exact: bool = False,
        like: Solution | None = None,
    ) -> None:  # fmt: skip
        """Initialise. `like` is a solution of the same shoe and rules for another stake, which can be reused."""
        self.terms, self.stake, self.choose = terms, stake, True
        self.counts = counts or shoe_counts(terms)
        self.graph = hand_graph(self.counts)
        if like is not None:
            self.odds = like.odds
        elif counts is None and not exact:
            self.odds = _whole_shoe_odds(self.counts, terms.hits_soft_17)
        else:
            self.odds = joint_odds(self.counts, self.graph.removed, terms.hits_soft_17, exact)
        self.tried: dict[tuple[int, Again, bool], Tried] = like.tried if like else {}
        self.like = like
        self.free_double = free_double_nodes(terms, self.graph)
        size, number = len(self.graph.total), self.odds.dtype
        self.bonus = np.zeros((size, VALUES), dtype=number)
        self.sides = (blank_side(size, number), blank_side(size, number))
        self.tokens = np.zeros((VALUES, VALUES, len(terms.pot_of_gold)))  # axes: pair, up card, tokens; if split

    @cached_property
    def standing(self) -> Numbers:
        """Results of standing. Axes: pair cards gone, node, row."""
        if self.like is not None and self.odds is self.like.odds:
            return self.like.standing
        return all_standing(self.graph, self.odds, self.terms.dealer_22_pushes)

    def _range(self, family: int) -> tuple[int, int]:
        return int(self.graph.family[family]), int(self.graph.family[family + 1])

    def run(self, kind: int, family: int, by_gone: Numbers) -> None:
        """Compute the best play of one family of hands."""
        side = self.sides[kind]
        begin, end = self._range(family)
        weigh(self.standing, begin, end, np.tile(by_gone.astype(self.odds.dtype), 3), side.rows)
        if family == DEALT and self.stake:
            no_token, one_token = self.terms.pot_of_gold[:2]
            gain = self.stake * (one_token - no_token) * self.free_double
            self.bonus[begin:end] = gain[begin:end, None] * side.weights.all[begin:end]
        play(
            self.graph, begin, end, self.free_double, self.bonus, PAYS[kind], self.choose,
            side.rows, side.worth, side.best, side.value,
        )  # fmt: skip

    def split_under(self, pair: int, plans: list[Again], forced: NDArray[np.bool_] = _NEVER) -> Numbers:
        """Play a split pair with a plan for each up card. Return the value of its hands by up card."""
        free = splits_free(self.terms, pair)
        worth = np.zeros(VALUES, dtype=self.odds.dtype)
        for family in (grown(pair), paired(pair)):
            begin, end = self._range(family)
            self.bonus[begin:end] = _FORCED * (self.free_double[begin:end, None] & forced)
        for kind in (OWN, FREE) if free else (OWN,):
            by_up = [factors(plan, free, kind, MOST_GONE + 1) for plan in plans]
            self.run(kind, grown(pair), np.array([f.grown for f in by_up]).T)
            self.run(kind, paired(pair), np.array([f.paired for f in by_up]).T)
            worth = worth + self.sides[kind].value[self.graph.two[1, pair]].sum(axis=0)
        return worth

    def _doubles(self, pair: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which hands of a split pair double for free under the current play."""
        two = self.graph.two[1, pair]
        own, free = ((side.best[two] == DOUBLE) & self.free_double[two, None] for side in self.sides)
        return own, free

    def _tokens_under(self, pair: int, plans: list[Again], doubles: tuple[NDArray[np.bool_], ...]) -> Numbers:
        """Return the token probabilities of a split pair under this play, by up card."""
        free = splits_free(self.terms, pair)
        own, others = (tuple(map(tuple, each.T.tolist())) for each in doubles)
        return split_tokens(self.counts, pair, tuple(plans), free, own, others)

    def _try(self, pair: int, plan: Again, forced: bool) -> Tried:
        """Play a split under one plan against every up card. If `forced`, every free double is taken."""
        asked = (pair, plan, forced)
        if asked not in self.tried:
            worth = self.split_under(pair, [plan] * VALUES, ~_NEVER if forced else _NEVER)
            self.tried[asked] = Tried(worth, self._doubles(pair))
        return self.tried[asked]

    def _worth_with_tokens(self, pair: int, plan: Again, forced: bool) -> Numbers:
        """Return a split's value under one plan, including Pot of Gold."""
        worth, doubles = self._try(pair, plan, forced)
        if self.stake:
            worth = worth + self.stake * (self._tokens_under(pair, [plan] * VALUES, doubles) @ self.terms.pot_of_gold)
        return worth

    def _declines(self, pair: int, plans: Sequence[Again]) -> bool:
        """Whether some free double after splitting this pair is not taken."""
        may = self.free_double[self.graph.two[1, pair], None]
        kinds = (OWN, FREE) if splits_free(self.terms, pair) else (OWN,)
        doubles = (self._try(pair, plan, False).doubles[kind] for plan in plans for kind in kinds)
        return any(bool((may & ~each).any()) for each in doubles)

    def _split(self, pair: int) -> tuple[list[Again], Numbers]:
        """Return the best plan for resplitting by up card, and a split's value under each plan."""
        plans = plans_for(self.terms, pair)
        choices = [(plan, False) for plan in plans]
        if self.stake and self._declines(pair, plans):
            choices += [(plan, True) for plan in plans]
        worths = [self._worth_with_tokens(pair, plan, forced) for plan, forced in choices]
        chosen = [choices[i] for i in np.array(worths).argmax(axis=0)]
        again = [plan for plan, _ in chosen]
        self.split_under(pair, again, np.array([forced for _, forced in chosen]))
        return again, np.array(worths[: len(plans)])

    def _weigh_split(self, pair: int, again: list[Again]) -> None:
        """Split the pair as dealt if that is better, tokens included."""
        own, node = self.sides[OWN], self.graph.two[0, pair, pair]
        kinds = (OWN, FREE) if splits_free(self.terms, pair) else (OWN,)
        worth = sum(self.sides[kind].value[self.graph.two[1, pair]].sum(axis=0) for kind in kinds)
        own.worth[node, SPLIT] = worth
        self.tokens[pair] = self._tokens_under(pair, again, self._doubles(pair))
        gain = np.zeros(VALUES, dtype=np.int64)
        if self.stake:
            unsplit = np.where(self._earns(node), *self.terms.pot_of_gold[1::-1]) * own.weights.all[node]
            gain = self.stake * (self.tokens[pair] @ self.terms.pot_of_gold - unsplit)
        better = worth + gain > own.value[node]
        own.best[node][better] = SPLIT
        own.value[node][better] = worth[better]

    def _earns(self, node: int) -> NDArray[np.bool_]:
        """Return the up cards against which a hand as dealt is doubled for a token."""
        earns: NDArray[np.bool_] = (self.sides[OWN].best[node] == DOUBLE) & self.free_double[node]
        return earns

    def _run_dealt(self) -> None:
        self.run(OWN, DEALT, np.eye(MOST_GONE + 1, 1, dtype=np.int64).repeat(VALUES, axis=1))

    def follow(self, best: tuple[NDArray[np.uint8], NDArray[np.uint8]]) -> None:
        """Play by these tables instead of optimally from now on. Hands as dealt are replayed immediately."""
        self.choose = False
        for side, choices in zip(self.sides, best, strict=True):
            side.best[:] = choices
        self._run_dealt()

    def solve(self) -> Solution:
        """Solve everything, from the splits up to the bet."""
        self._run_dealt()
        again, plan_worth = [], []
        for pair in range(VALUES):
            plans, worth = self._split(pair)
            self._weigh_split(pair, plans)
            again.append(plans)
            plan_worth.append(worth)
        return Solution(
            self.terms, self.counts, self.stake, self.graph, self.odds, self.standing, self.sides,
            again, plan_worth, self.tokens, self._all_tokens(), self._ev(), self.tried,
        )  # fmt: skip

    def _ev(self) -> float:
        """Return the main bet's expected value off the top, in bets."""
        wins, per = self.terms.blackjack_pays
        ev = 0 * self.odds[0, 0, 0]
        for node in self.graph.two[0].ravel():
            if self.graph.total[node] == 21:
                ev += self.sides[OWN].weights.all[node].sum() * wins / per
            else:
                ev += self.sides[OWN].value[node].sum() - self.odds[self.graph.rows[node, 0], NATURAL].sum()
        value: float = ev
        return value

    def _all_tokens(self) -> Numbers:
        """Return the probabilities of 0 to 7 tokens off the top."""
        own = self.sides[OWN]
        chances = np.zeros(len(self.terms.pot_of_gold))
        for node in self.graph.two[0].ravel():
            chances[1] += float(own.weights.all[node][self._earns(node)].sum())
        for pair in range(VALUES):
            split = own.best[self.graph.two[0, pair, pair]] == SPLIT
            chances[1:] += self.tokens[pair][split, 1:].sum(axis=0)
        chances[0] = 1 - chances.sum()
        return chances


@lru_cache(maxsize=2)
def _whole_shoe_odds(counts: Pack, hits_soft_17: bool) -> Numbers:
    """Return the dealer odds for every hand of a full shoe, which most house rules do not change."""
    return joint_odds(counts, hand_graph(counts).removed, hits_soft_17)


def solution_of(terms: CountedRules, stake: float = 0) -> Solution:
    """Return best play with this stake on Pot of Gold, in main bets. The most recent solutions are cached."""
    return _solution(terms, stake)


@lru_cache(maxsize=KEPT)
def _solution(terms: CountedRules, stake: float) -> Solution:
    return Solver(terms, stake, like=solution_of(terms) if stake else None).solve()
