"""The distribution of the main bet compared with every order of tiny shoes, in fractions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from helpers.blackjack.free_bet_by_hand import House, Table
from helpers.blackjack.free_bet_policy import policy_of, solved_from
from pitboss.solving.blackjack.distribution.nets import net_distribution
from pitboss.solving.blackjack.solve import SolvedGame, Solver

EIGHTS = (0, 0, 0, 0, 0, 0, 0, 8, 0, 10)


def enumerate_nets(game: SolvedGame, house: House) -> dict[float, Fraction]:
    """Return the probability of each net."""
    found: dict[float, Fraction] = {}
    for (net, _), chance in Table(game.rules.pack, house, policy_of(game)).round().items():
        found[float(net)] = found.get(float(net), Fraction(0)) + chance
    return found


@pytest.mark.parametrize("free_splits", [True, False])
@pytest.mark.parametrize("counts", [EIGHTS, (0, 4, 0, 0, 0, 0, 0, 0, 6, 10)])
def test_second_moment_matches_enumeration(counts: tuple[int, ...], free_splits: bool) -> None:
    """Split to four hands, every order of a tiny shoe in fractions: second moment and error of each net."""
    game = solved_from(counts, free_splits=free_splits)
    nets, exact = net_distribution(game), enumerate_nets(game, House(free_splits=free_splits))
    square = sum((Fraction(net) ** 2 * chance for net, chance in exact.items()), Fraction(0))
    off = sum(net**2 * error for net, error in nets.errors.items())
    assert nets.square == pytest.approx(float(square), abs=off + 1e-13)
    for net, chance in exact.items():
        assert abs(nets.chances.get(net, 0) - float(chance)) <= nets.error + 1e-13


def test_every_net_is_exact_without_resplits() -> None:
    """Split a tiny shoe's pairs to two hands: every net is exact up to rounding."""
    best = solved_from(EIGHTS)
    once = Solver(best.rules, best.joint).follow(replace(best.plan, again=np.zeros_like(best.plan.again)))
    nets = net_distribution(once)
    assert nets.error < 1e-13
    assert {net: chance for net, chance in nets.chances.items() if chance > 1e-14} == pytest.approx(
        {net: float(chance) for net, chance in enumerate_nets(once, House()).items()}, abs=1e-13
    )
