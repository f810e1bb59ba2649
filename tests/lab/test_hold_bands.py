"""The hold band of actual wagers: sums of different rounds, compared with other computations."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from pitboss.games import GAMES
from pitboss.games.odds import analysis_of
from pitboss.lab.risk import mixed as mixing
from pitboss.lab.risk.holds import SeatBets, TableBets, hold_band, seats_together
from pitboss.lab.risk.house_side import BANDS, HouseMonth
from pitboss.lab.risk.lattice import lattice_of
from pitboss.lab.risk.mixed import MixedWager, mixed
from pitboss.lab.risk.round_distribution import law_of

SHARES = (0.05, 0.5, 0.95)
COIN = [(Fraction(-500), Fraction(1, 2)), (Fraction(500), Fraction(1, 2))]
LONG_SHOT = [(Fraction(-100), Fraction(9, 10)), (Fraction(750), Fraction(1, 10))]


def enumerate_quantiles(laws: list[list[tuple[Fraction, Fraction]]]) -> list[float]:
    """Return the quantiles of the sum by enumerating every outcome."""
    sums: dict[Fraction, Fraction] = {}
    for way in product(*laws):
        net, chance = sum(net for net, _ in way), Fraction(1)
        for _, each in way:
            chance *= each
        sums[Fraction(net)] = sums.get(Fraction(net), Fraction(0)) + chance
    found = []
    for share in SHARES:
        cumulated = Fraction(0)
        for net in sorted(sums):
            cumulated += sums[net]
            if cumulated >= Fraction(share).limit_denominator(100):
                found.append(float(net))
                break
    return found


def test_sum_of_different_rounds_matches_enumeration() -> None:
    found = mixed([MixedWager(lattice_of(COIN), 4), MixedWager(lattice_of(LONG_SHOT), 5)], SHARES)
    assert found.is_convolved
    assert list(found.quantiles) == enumerate_quantiles([COIN] * 4 + [LONG_SHOT] * 5)
    assert found.mean == pytest.approx(5 * -15)
    assert found.sd == pytest.approx(sqrt(4 * 500**2 + 5 * (0.9 * 85**2 + 0.1 * 765**2)))
    assert found.error < 1e-10


def test_identical_rounds_have_the_band_of_risk() -> None:
    game = GAMES["beat-the-dealer"]
    law = law_of(game, game.rules(), {"ante": 1})
    lattice = lattice_of(law.nets)
    holds = dict(zip(BANDS, HouseMonth(law, lattice).holds(2000), strict=True))
    band = hold_band([TableBets(game, game.rules(), [SeatBets({"ante": 500}, 1500), SeatBets({"ante": 500}, 500)])])
    assert [band.low, band.middle, band.high] == pytest.approx([holds[share] * 2000 * 500 for share in SHARES])
    played = analysis_of(game, game.rules()).played
    assert played
    assert band.mean == pytest.approx(float(played.house_edge) * 2000 * 500)


def test_sum_too_wide_to_convolve_has_nearly_the_same_quantiles(monkeypatch: pytest.MonkeyPatch) -> None:
    wagers = [MixedWager(lattice_of(COIN), 900), MixedWager(lattice_of(LONG_SHOT), 2000)]
    exact = mixed(wagers, SHARES)
    monkeypatch.setattr(mixing, "MAX_WIDTH", 1)
    near = mixed(wagers, SHARES)
    assert (exact.is_convolved, near.is_convolved) == (True, False)
    assert near.quantiles == pytest.approx(exact.quantiles, abs=50)  # a step of the lattice
    assert (near.mean, near.sd) == (exact.mean, exact.sd)


def test_correlated_seats_widen_the_band() -> None:
    game, bets = GAMES["free-bet"], {"main": 1000}
    independent = hold_band([TableBets(game, game.rules(), [SeatBets(bets, 100)])])
    correlation = seats_together(game, game.rules())
    assert 0.25 < correlation < 0.42  # two seats against one dealer
    both = hold_band([TableBets(game, game.rules(), [SeatBets(bets, 100)], crossed=100 * 1000**2)])
    assert both.sd == pytest.approx(independent.sd * sqrt(1 + correlation))
    assert both.mean == independent.mean
    assert both.together == correlation


def test_tokes_are_left_out_and_tables_add_up() -> None:
    game, rules = GAMES["free-bet"], GAMES["free-bet"].rules()
    one = TableBets(game, rules, [SeatBets({"main": 500}, 50)])
    toked = TableBets(game, rules, [SeatBets({"main": 500, "toke": 100}, 50)])
    assert hold_band([one]) == hold_band([toked])
    two = hold_band([one, toked])
    assert two.mean == pytest.approx(2 * hold_band([one]).mean)
    assert two.sd == pytest.approx(sqrt(2) * hold_band([one]).sd)
    assert hold_band([]).high == 0


def test_wagers_with_different_steps_share_one_lattice() -> None:
    found = mixed(
        [MixedWager(lattice_of([(Fraction(-300), 1)]), 2), MixedWager(lattice_of([(Fraction(200), 1)]), 1)], (0.5,)
    )
    assert found.quantiles == (-400.0,)
