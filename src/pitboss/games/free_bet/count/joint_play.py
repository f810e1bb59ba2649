"""
Best play of the main bet and Pot of Gold together (FB-6).

With a stake on Pot of Gold, choices take its tokens into account. After a split, free doubles are either all taken or
played as for the main bet alone, whichever is better (best play of the main bet takes them all).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pitboss.games.free_bet.count.tokens import free_doubles_after, split_tokens
from pitboss.solving.blackjack.hands import Flags, Floats
from pitboss.solving.blackjack.play import DOUBLE
from pitboss.solving.blackjack.rules import VALUES, BlackjackRules
from pitboss.solving.blackjack.solve import (
    CACHED_GAMES,
    PlayedHands,
    PlayedSplit,
    SolvedGame,
    Solver,
    free_doubles,
    solved,
)
from pitboss.solving.blackjack.splits import OWN, ResplitPlan, resplit_plans

_FORCED = 4.0
"""A bonus larger than the value of any double: it forces every free double."""


class Tried(NamedTuple):
    """A split pair played under one plan: its value and the probabilities of 0 to 7 tokens, by up card."""

    value: Floats
    tokens: Floats


class JointSolver:
    """A solver for best play with any stake and any Pot of Gold pay table, from one solved game."""

    def __init__(self, game: SolvedGame) -> None:
        self.game, self.solver = game, Solver(game.rules, game.joint)
        self.free_double = free_doubles(game.rules.doubling)
        self._tried: dict[tuple[int, ResplitPlan, bool], tuple[Tried, bool]] = {}

    def solve(self, pays: tuple[float, ...], stake: float) -> SolvedGame:
        """Solve the game with a Pot of Gold stake in main bets, given the payouts by number of tokens."""
        dealt = self.as_dealt(stake * (pays[1] - pays[0]))
        splits, gains = {}, {}
        for pair in self.solver.pairs():
            splits[pair], tokens = self._split(pair, pays, stake)
            hand = self.solver.hands.number((pair, pair))
            earns = (dealt.best[hand] == DOUBLE) & self.free_double[hand]
            unsplit = np.where(earns, pays[1], pays[0]) * dealt.odds.reach[hand]
            gains[pair] = stake * (tokens @ np.array(pays) - unsplit)
        return self.solver.with_splits(dealt, splits, gains)

    def as_dealt(self, token: float) -> PlayedHands:
        """Play the unsplit hands, given the value of one token in main bets."""
        odds = self.solver.standing()
        return self.solver.play(odds, OWN, bonus=token * self.free_double[:, None] * odds.reach)

    def plans(self, pair: int) -> tuple[ResplitPlan, ...]:
        """Return the plans for resplitting a pair."""
        return resplit_plans(self.game.rules.splitting.limit(pair), self.game.splits_free(pair))

    def choices(self, pair: int) -> list[tuple[ResplitPlan, bool]]:
        """Return each plan without forced free doubles and, if any free double is then declined, also with them."""
        plans = self.plans(pair)
        declined = any(self._try(pair, plan, False)[1] for plan in plans)
        return [(plan, forced) for forced in ((False, True) if declined else (False,)) for plan in plans]

    def tried(self, pair: int, plan: ResplitPlan, forced: bool) -> Tried:
        """Play a split under one plan against every up card. With `forced`, take every free double."""
        return self._try(pair, plan, forced)[0]

    def _try(self, pair: int, plan: ResplitPlan, forced: bool) -> tuple[Tried, bool]:
        asked = (pair, plan, forced)
        if asked not in self._tried:
            by_up = [plan] * VALUES
            split = self.solver.play_split(pair, by_up, bonus=self._forced(np.full(VALUES, forced)), keep=False)
            doubles = free_doubles_after(self.game, split, pair)
            may = self.free_double[[self.solver.hands.number((pair, second)) for second in range(VALUES)], None]
            declined = any(bool((may & ~doubles[kind]).any()) for kind in range(len(split.unpaired)))
            self._tried[asked] = Tried(split.value, split_tokens(self.game, pair, by_up, doubles)), declined
        return self._tried[asked]

    def _forced(self, forced: Flags) -> Floats:
        return np.asarray(_FORCED * (self.free_double[:, None] & forced))

    def _split(self, pair: int, pays: tuple[float, ...], stake: float) -> tuple[PlayedSplit, Floats]:
        """Return the split with the best plan by up card, counting tokens in the plan values, and its tokens."""
        plans, choices = self.plans(pair), self.choices(pair)
        tried = [self.tried(pair, *choice) for choice in choices]
        values = np.array([each.value + stake * (each.tokens @ np.array(pays)) for each in tried])
        best = values.argmax(axis=0)
        by_up = [choices[number][0] for number in best]
        forced = np.array([choices[number][1] for number in best])
        split = self.solver.play_split(pair, by_up, bonus=self._forced(forced))
        split = replace(split, plans=plans, plan_values=values[: len(plans)], chosen=best % len(plans))
        return split, split_tokens(self.game, pair, by_up, free_doubles_after(self.game, split, pair))


@lru_cache(maxsize=CACHED_GAMES)
def joint_solver(rules: BlackjackRules) -> JointSolver:
    """Return the cached solver for these rules, with all results that it has computed."""
    return JointSolver(solved(rules))


@lru_cache(maxsize=CACHED_GAMES)
def solved_jointly(rules: BlackjackRules, pays: tuple[float, ...], stake: float) -> SolvedGame:
    """Return best play with this stake on Pot of Gold, in main bets."""
    return joint_solver(rules).solve(pays, stake) if stake else solved(rules)
