"""Solutions kept while the program runs, the last few: by terms and by what is staked on Pot of Gold."""

from __future__ import annotations

from functools import cache, lru_cache

from pitboss.games.free_bet.count.chart_by_total import Chart, Charter
from pitboss.games.free_bet.count.counted_rules import CountedRules
from pitboss.games.free_bet.count.main_bet import Accounts, Nets, Plan
from pitboss.games.free_bet.count.solve import Solution, Solver

KEPT = 5
"""As many as one analysis asks for, and one more: each is tens of megabytes."""


def solution_of(terms: CountedRules, stake: float = 0) -> Solution:
    """Best play with this stake on Pot of Gold, in main bets."""
    return _solution(terms, stake)


@lru_cache(maxsize=KEPT)
def _solution(terms: CountedRules, stake: float) -> Solution:
    return Solver(terms, stake, like=solution_of(terms) if stake else None).solve()


@cache
def nets_of(terms: CountedRules, stake: float = 0) -> Nets:
    """Every net of the main bet at best play."""
    solution = solution_of(terms, stake)
    return Accounts(terms, solution.graph, solution.odds, Plan(solution.best, solution.again)).nets()


@cache
def chart_of(terms: CountedRules) -> tuple[Chart, float]:
    """The best chart by total, and what the main bet is worth by it."""
    return Charter(Solver(terms, like=solution_of(terms))).find()
