"""Solutions kept while the program runs: by terms and by what is staked on Pot of Gold."""

from __future__ import annotations

from functools import cache

from pitboss.games.free_bet.advice import Adviser
from pitboss.games.free_bet.charts import Chart, Charter, expand
from pitboss.games.free_bet.nets import Accounts, Nets, Plan
from pitboss.games.free_bet.solve import Solution, Solver
from pitboss.games.free_bet.terms import Terms


@cache
def solution_of(terms: Terms, stake: float = 0) -> Solution:
    """Best play with this stake on Pot of Gold, in main bets."""
    odds = solution_of(terms).odds if stake else None
    return Solver(terms, stake, odds=odds).solve()


@cache
def adviser_of(terms: Terms, stake: float = 0) -> Adviser:
    """Who knows what each option of a hand is worth."""
    return Adviser(solution_of(terms, stake))


@cache
def nets_of(terms: Terms, stake: float = 0) -> Nets:
    """Every net of the main bet at best play."""
    solution = solution_of(terms, stake)
    return Accounts(terms, solution.graph, solution.odds, Plan(solution.best, solution.again)).nets()


@cache
def chart_of(terms: Terms) -> tuple[Chart, float]:
    """The best chart by total, and what the main bet is worth by it."""
    solution = solution_of(terms)
    chart = Charter(Solver(terms, odds=solution.odds)).find()
    accounts = Accounts(terms, solution.graph, solution.odds, expand(chart, solution.graph))
    return chart, float(accounts.worth_by_up_card().sum())
