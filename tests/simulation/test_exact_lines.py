"""Every outcome line of a run compared with the exact odds, and the z-score of a count."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from statistics import NormalDist
from typing import Any

import pytest

from pitboss.games import GAMES
from pitboss.games.flop22.deal.rules import Rules
from pitboss.games.odds import analysis_of
from pitboss.simulation.exact import exact_lines, exact_means
from pitboss.simulation.line_scores import lines_of, most_for, z_of
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import run
from pitboss.solving.answers.analysis import Number
from pitboss.solving.answers.simulator import Ending, by_net
from pitboss.statistics.exactness import Nearly

ROUNDS = 2_000_000


@pytest.mark.parametrize("game", GAMES)
def test_every_outcome_line_has_its_exact_frequency(game: str) -> None:
    plan = Plan(game, ROUNDS, seed=4)
    tally = run(plan)
    means = exact_means(plan, tally.figures())
    figures = tally.figures(means, exact_lines(plan, means))
    lines = [(bet, line) for bet, found in figures.items() for line in found.lines]
    analysed = {bet.name for bet in analysis_of(GAMES[game], GAMES[game].rules()).bets} & set(figures)
    assert analysed
    assert {bet for bet in analysed if len(figures[bet].lines) < 2} == set()  # each has its lines
    for bet, line in lines:
        assert abs(line.z) < most_for(len(lines)), (bet, line)
    for bet, found in figures.items():
        assert found.z is None or abs(found.z) < most_for(len(figures)), bet
        assert sum(line.times for line in found.lines) in (0, found.times)
        assert not found.lines or sum(line.probability for line in found.lines) == pytest.approx(1, abs=1e-9)


def test_flop_22_enumeration_matches_the_odds() -> None:
    """Compare the kernel's cells over all 6,497,400 deals with the exact odds by class of flop."""
    plan = Plan("flop22", 1, 1)
    known = {bet.name: by_net(bet) for bet in analysis_of(GAMES["flop22"], Rules()).bets}
    found = exact_lines(plan, {})
    for bet in ("ante-1", "ante-2", "ante-3", "field"):
        assert found[bet] == known[bet]
    always = {"double": ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]}
    blind = exact_lines(Plan("flop22", 1, 1, changes=always), {})
    for hand in (1, 2, 3):
        assert blind[f"double-{hand}"] == known[f"double-{hand}"]
    assert exact_lines(Plan("flop22", 1, 1, strategy="random"), {}) == {}


def test_other_strategies_are_not_compared_with_best_play() -> None:
    for plan in (
        Plan("free-bet", 1, 1, strategy="random"),
        Plan("free-bet", 1, 1, strategy="basic", shoe=True),
        Plan("free-bet", 1, 1, strategy="basic", players=2),
        Plan("roll-your-own", 1, 1, changes={"hands": {"hard-12": "hit"}}),
        Plan("beat-the-dealer", 1, 1, changes={"fold": []}),
        Plan("flip-it", 1, 1, shoe=True),
    ):
        means = exact_means(plan, ["main", "two-card", "bonus", "red"])
        assert means == {}
        assert exact_lines(plan, means) == {}


@pytest.mark.parametrize("how", [{"strategy": "basic"}, {"changes": {"dealt": {"hard-12": "stand"}}}])
def test_free_bet_chart_is_compared_with_its_own_exact_mean(how: dict[str, Any]) -> None:
    plan = Plan("free-bet", 1_000_000, 1, stakes={"pot-of-gold": 0, "push-22": 0}, **how)
    exact = exact_means(plan, ["main"])
    assert set(exact) == {"main"}
    assert exact["main"] < exact_means(Plan("free-bet", 1, 1), ["main"])["main"] - 1e-6
    assert exact_lines(plan, exact) == {}
    found = run(plan).figures()["main"]
    assert abs(found.mean - exact["main"]) < 4 * found.se


def tail_of(count: int, times: int, chance: float) -> float:
    """Return the exact tail probability of a count, the smaller of the two tails."""

    def exactly(number: int) -> float:
        return float(comb(times, number) * Fraction(chance) ** number) * (1 - chance) ** (times - number)

    below, above = range(count + 1), range(count, min(times, count + 80))  # the rest is negligible
    return min(sum(map(exactly, below)), sum(map(exactly, above)))


@pytest.mark.parametrize(
    ("count", "times", "chance"), [(0, 900, 0.004), (9, 900, 0.004), (1, 900, 0.004), (40, 9000, 0.002)]
)
def test_z_of_a_rare_line_matches_the_exact_tail(count: int, times: int, chance: float) -> None:
    z = z_of(count, times, chance)
    assert (z > 0) == (count > times * chance)
    assert NormalDist().cdf(-abs(z)) == pytest.approx(tail_of(count, times, chance), rel=0.2)
    assert z_of(times - count, times, 1 - chance) == pytest.approx(-z)


def test_z_of_a_common_line_is_in_standard_errors() -> None:
    assert z_of(5_100, 10_000, 0.5) == pytest.approx(2.0)
    assert z_of(50, 10_000, 0.005) == 0.0
    assert z_of(0, 10, 0.0) == 0.0
    assert z_of(1, 10, 0.0) > 30  # an impossible outcome happened
    assert z_of(24, 10**6, 24e-6) == pytest.approx(0, abs=0.15)


def test_seats_of_a_round_count_as_one_sample() -> None:
    counts: dict[Ending, int] = {Fraction(1): 5_100, Fraction(-1): 4_900}
    chances: dict[Ending, Number] = {Fraction(1): 0.5, Fraction(-1): 0.5}
    alone, shared = list(lines_of(counts, chances, 10_000)), list(lines_of(counts, chances, 2_500))
    assert [line.z for line in shared] == pytest.approx([line.z / 2 for line in alone])


def test_limit_for_the_largest_z_grows_with_the_number_of_lines() -> None:
    assert most_for(1) == pytest.approx(3.5)
    assert 4 < most_for(100) < 5
    assert sqrt(2) < most_for(10) < most_for(100)


def test_error_of_the_odds_reduces_z_but_never_to_zero() -> None:
    exact, nearly = z_of(10_500, 100_000, 0.1), z_of(10_500, 100_000, 0.1, 0.001)
    assert 0 < nearly < exact
    assert nearly == pytest.approx(500 / (9_000 + 100**2) ** 0.5)
    (line,) = lines_of({Fraction(1): 10_500}, {Fraction(1): Nearly(0.1, 0.001)}, 10_500)
    assert line.z != 0
