"""The same kernels as plain Python in fractions: floats against exact numbers, on a tiny shoe."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction

import pytest

from helpers.free_bet_by_hand import House, Table, ev
from helpers.free_bet_policy import policy_of
from pitboss.games.free_bet.count.counted_rules import NEVER_AGAIN, CountedRules
from pitboss.games.free_bet.count.main_bet import MainBet
from pitboss.games.free_bet.count.played_out import PlayedOut, WayToPlay
from pitboss.games.free_bet.count.solve import Solver

EIGHTS = (0, 0, 0, 0, 0, 0, 0, 8, 0, 10)
EXACT = f"""
from pitboss.games.free_bet.count.counted_rules import CountedRules
from pitboss.games.free_bet.count.played_out import PlayedOut, WayToPlay
from pitboss.games.free_bet.count.solve import Solver
solution = Solver(CountedRules(), counts={EIGHTS}, exact=True).solve()
plan = WayToPlay(solution.best, solution.again)
by_up = PlayedOut(solution.terms, solution.graph, solution.odds, plan).worth_by_up_card()
row = solution.graph.rows[solution.graph.two[0, 7, 9], 0]
print(solution.ev, sum(by_up), solution.odds[row].sum())
"""


@pytest.fixture(scope="module")
def exact() -> list[Fraction]:
    """The solver's worth, backwards and forwards, and one row of chances, with the compiler off."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, "-c", EXACT], env=environment, capture_output=True, text=True, check=True)
    return [Fraction(word) for word in ran.stdout.split()]


def test_the_kernels_in_fractions_are_exact(exact: list[Fraction]) -> None:
    """The game dealt out by hand comes to the very same fraction."""
    policy = policy_of(Solver(CountedRules(), counts=EIGHTS).solve())
    assert exact[0] == exact[1] == ev(Table(EIGHTS, House(), policy).round())


def test_the_compiled_kernels_differ_only_by_rounding(exact: list[Fraction]) -> None:
    solution = Solver(CountedRules(), counts=EIGHTS).solve()
    plan = WayToPlay(solution.best, solution.again)
    by_up = PlayedOut(solution.terms, solution.graph, solution.odds, plan).worth_by_up_card()
    assert solution.ev == pytest.approx(float(exact[0]), abs=1e-15)
    assert by_up.sum() == pytest.approx(float(exact[1]), abs=1e-15)
    row = solution.graph.rows[solution.graph.two[0, 7, 9], 0]
    assert solution.odds[row].sum() == pytest.approx(float(exact[2]), abs=1e-15)
    assert exact[2] == Fraction(8 * 10, 18 * 17)


@pytest.mark.parametrize("free_splits", [True, False])
@pytest.mark.parametrize("counts", [EIGHTS, (0, 4, 0, 0, 0, 0, 0, 0, 6, 10)])
def test_the_square_is_that_of_rounds_dealt_out_by_hand(counts: tuple[int, ...], free_splits: bool) -> None:
    """Splits to four hands, every order of a tiny shoe in fractions: mean, variance and errors of each net."""
    terms = CountedRules(free_splits=free_splits)
    solution = Solver(terms, counts=counts).solve()
    plan = WayToPlay(solution.best, solution.again)
    nets = MainBet(PlayedOut(terms, solution.graph, solution.odds, plan, counts)).nets()
    spread = Table(counts, House(free_splits=free_splits), policy_of(solution)).round()
    square = sum((net * net * chance for (net, _), chance in spread.items()), Fraction(0))
    off = sum(float(net * net) * error for net, error in nets.errors.items())
    assert nets.square == pytest.approx(float(square), abs=off + 1e-13)
    by_hand: dict[Fraction, Fraction] = {}
    for (net, _), chance in spread.items():
        by_hand[net] = by_hand.get(net, Fraction(0)) + chance
    for net, chance in by_hand.items():
        assert abs(nets.chances.get(net, 0) - float(chance)) <= sum(nets.errors.values()) + 1e-13


def test_every_net_is_exact_where_no_pair_is_split_again() -> None:
    """Two hands of a split are counted together: no net has an error but for rounding."""
    terms = CountedRules()
    solution = Solver(terms, counts=EIGHTS).solve()
    once = solution._replace(again=[[NEVER_AGAIN] * 10] * 10)
    plan = WayToPlay(once.best, once.again)
    nets = MainBet(PlayedOut(terms, once.graph, once.odds, plan, EIGHTS)).nets()
    by_hand: dict[Fraction, Fraction] = {}
    for (net, _), chance in Table(EIGHTS, House(), policy_of(once)).round().items():
        by_hand[net] = by_hand.get(net, Fraction(0)) + chance
    assert sum(nets.errors.values()) < 1e-13
    assert {net: chance for net, chance in nets.chances.items() if chance > 1e-14} == pytest.approx(
        {net: float(chance) for net, chance in by_hand.items()}, abs=1e-13
    )
