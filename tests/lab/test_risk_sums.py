"""Sums and ruin by convolution, compared with brute force, closed forms and direct simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from pitboss.lab.risk import normal
from pitboss.lab.risk.lattice import Floats, Lattice, fast_size, lattice_of
from pitboss.lab.risk.ruin import Ruin, fair_share, first_out, ruin_curve, ruin_ever
from pitboss.solving.answers.analysis import Number

Nets = list[tuple[Number, Number]]
THREE: Nets = [(-1, Fraction(1, 2)), (Fraction(3, 2), Fraction(1, 6)), (0, Fraction(1, 3))]
SKEWED: Nets = [(-1, 0.8382), (3, 0.1434), (12, 0.0136), (30, 0.0037), (50, 0.0008), (100, 0.0003)]
BLACKJACK: Nets = [(-2, 0.02), (-1, 0.46), (0, 0.09), (1, 0.34), (Fraction(3, 2), 0.045), (2, 0.045)]


def ruin_round_by_round(lattice: Lattice, rounds: int, places: int) -> Floats:
    """Return the probability of ruin for each place, computed round by round."""
    down, up = max(-lattice.lowest, 0), max(lattice.highest, 0)
    curve = np.zeros(places)
    for _ in range(rounds):
        room = np.concatenate([np.ones(down), curve, np.zeros(up)])
        curve = np.zeros(places)
        for net, chance in zip(lattice.nets, lattice.chances, strict=True):
            curve += chance * room[down + net : down + net + places]
    return curve


def test_sum_matches_every_sequence() -> None:
    rounds, found = 5, lattice_of(THREE).after(5)
    chances: dict[Fraction, Fraction] = {}
    for rolled in product(THREE, repeat=rounds):
        net = sum((Fraction(net) for net, _ in rolled), Fraction(0))
        chance = Fraction(1)
        for _, each in rolled:
            chance *= Fraction(each)
        chances[net] = chances.get(net, Fraction(0)) + chance
    for net, chance in chances.items():
        at = int(net * 2) - found.lowest
        assert abs(found.chances[at] - float(chance)) <= found.error
    ahead = float(sum(chance for net, chance in chances.items() if net > 0))
    assert abs(found.above(0) - ahead) <= found.error
    assert found.error < 1e-12


def test_quantiles_are_the_smallest_nets_not_exceeded() -> None:
    fair = lattice_of([(-1, Fraction(1, 2)), (1, Fraction(1, 2))]).after(2)  # -2, 0, 2 with 1/4, 1/2, 1/4
    assert fair.quantiles((0.25, 0.26, 0.5, 0.75, 0.76, 1.0)) == [-2, 0, 0, 0, 2, 2]


def test_ruin_matches_every_sequence() -> None:
    lattice, rounds = lattice_of(THREE), 6
    curve = ruin_curve(lattice, rounds)
    for place in range(8):
        ruined = Fraction(0)
        for rolled in product(THREE, repeat=rounds):
            chance, at, down = Fraction(1), Fraction(place, 2), False
            for net, each in rolled:
                chance *= Fraction(each)
                at += Fraction(net)
                down = down or at < 0
            ruined += chance if down else 0
        assert fair_share(curve, place) == pytest.approx(float(ruined), abs=1e-13)


@pytest.mark.parametrize("nets", [THREE, SKEWED, BLACKJACK], ids=["three", "skewed", "blackjack"])
def test_blocks_match_single_rounds(nets: Nets) -> None:
    lattice = lattice_of(nets)
    for smallest in (1, 8, 64):
        walk = Ruin(lattice)
        walk.smallest = smallest
        curve = walk.curve(777)
        slow = ruin_round_by_round(lattice, 777, len(curve) + lattice.highest * 60)[: len(curve)]
        assert np.abs(curve - slow).max() < 1e-12


@settings(max_examples=30, deadline=None)
@given(
    some.dictionaries(some.integers(-4, 9), some.integers(1, 50), min_size=2, max_size=6).filter(
        lambda ways: min(ways) < 0 < max(ways)
    ),
    some.integers(1, 200),
)
def test_ruin_of_any_distribution(ways: dict[int, int], rounds: int) -> None:
    whole = sum(ways.values())
    lattice = lattice_of([(net, Fraction(times, whole)) for net, times in ways.items()])
    curve = ruin_curve(lattice, rounds)
    slow = ruin_round_by_round(lattice, rounds, len(curve) + max(lattice.highest, 0) * rounds)[: len(curve)]
    assert np.abs(curve - slow).max() < 1e-12


@pytest.mark.parametrize(("wins", "of"), [(18, 38), (1, 2), (26, 50)])
def test_even_money_with_a_goal_matches_gamblers_ruin(wins: int, of: int) -> None:
    lattice = lattice_of([(1, Fraction(wins, of)), (-1, Fraction(of - wins, of))])
    curve = first_out(lattice, 99)  # with k units: place k - 1; 100 units is the goal
    ratio = Fraction(of - wins, wins)
    for units in (1, 10, 50, 99):
        fair = Fraction(units, 100)
        reached = fair if ratio == 1 else (ratio**units - 1) / (ratio**100 - 1)
        assert curve[units - 1] == pytest.approx(float(1 - reached), abs=1e-12)


def test_even_money_ruin_ever_matches_the_closed_form() -> None:
    lattice = lattice_of([(1, Fraction(51, 100)), (-1, Fraction(49, 100))])
    curve = ruin_ever(lattice, lattice.mean)
    assert curve is not None
    for units in (1, 5, 40, 300):
        assert curve[units - 1] == pytest.approx((49 / 51) ** units, rel=1e-9)
    assert ruin_ever(lattice_of(SKEWED), -0.06) is None


def test_even_money_ruin_within_matches_the_reflection_principle() -> None:
    """Use P(the lowest of n fair tosses is -k or less) = P(S <= -k) + P(S < -k)."""
    found = lattice_of([(1, Fraction(1, 2)), (-1, Fraction(1, 2))])
    curve, total = ruin_curve(found, 1000), found.after(1000)
    for units in (1, 2, 17, 60):
        below = total.below(-units + 1) + total.below(-units)
        assert curve[units - 1] == pytest.approx(below, abs=1e-12)


def test_simulated_sessions_agree() -> None:
    """Simulate ten thousand sessions of 300 rounds from a fixed seed."""
    lattice = lattice_of(BLACKJACK)
    sessions, rounds, place = 10_000, 300, 40
    rng = np.random.default_rng(20)
    nets = lattice.nets[rng.choice(len(lattice.nets), (sessions, rounds), p=lattice.chances)]
    walked = nets.cumsum(axis=1)
    for exact, seen in (
        (lattice.after(rounds).above(0), (walked[:, -1] > 0).mean()),
        (fair_share(ruin_curve(lattice, rounds), place), (walked.min(axis=1) < -place).mean()),
    ):
        assert abs(seen - exact) < 4 * (exact * (1 - exact) / sessions) ** 0.5


def test_normal_approximation_is_close_to_the_exact_distribution() -> None:
    lattice = lattice_of([(1, Fraction(99, 200)), (-1, Fraction(101, 200))])
    curve = ruin_curve(lattice, 20_000)
    by_normal = normal.ruin_within(200, -0.01, 1.0, 20_000)
    assert curve[199] == pytest.approx(by_normal, abs=2e-3)
    assert normal.goal_first(50, 50, 0.0, 1.0) == 0.5
    assert normal.goal_first(50, 50, -0.01, 1.0) == pytest.approx(1 / (1 + np.exp(1.0)), rel=1e-12)
    assert normal.ruin_within(10_000, -0.5, 1.0, 100) < 1e-100
    assert normal.ruin_within(1000, -50.0, 1.0, 10_000) == pytest.approx(1.0)


def test_fft_sizes_are_fast_and_large_enough() -> None:
    for least in (1, 2, 3, 5, 7, 1000, 1025, 98_304, 98_305):
        assert least <= fast_size(least) < 2 * least + 2
