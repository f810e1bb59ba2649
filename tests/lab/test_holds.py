"""The band of wagers that were really laid: the sum of unlike rounds, against the same by other ways."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from pitboss.games import GAMES
from pitboss.games.odds import analysis_of
from pitboss.lab.risk import mixed as mixing
from pitboss.lab.risk.holds import LaidBets, TableBets, hold_band, seats_together
from pitboss.lab.risk.house_side import BANDS, MonthBooks
from pitboss.lab.risk.lattice import lattice_of
from pitboss.lab.risk.mixed import Laid, mixed
from pitboss.lab.risk.round_distribution import law_of

SHARES = (0.05, 0.5, 0.95)
COIN = [(Fraction(-500), Fraction(1, 2)), (Fraction(500), Fraction(1, 2))]
LONG_SHOT = [(Fraction(-100), Fraction(9, 10)), (Fraction(750), Fraction(1, 10))]


def enumerated(laws: list[list[tuple[Fraction, Fraction]]]) -> list[float]:
    """The quantiles of the sum, every way it can go written out."""
    sums: dict[Fraction, Fraction] = {}
    for way in product(*laws):
        net, chance = sum(net for net, _ in way), Fraction(1)
        for _, each in way:
            chance *= each
        sums[Fraction(net)] = sums.get(Fraction(net), Fraction(0)) + chance
    found = []
    for share in SHARES:
        so_far = Fraction(0)
        for net in sorted(sums):
            so_far += sums[net]
            if so_far >= Fraction(share).limit_denominator(100):
                found.append(float(net))
                break
    return found


def test_unlike_rounds_add_up_as_when_every_way_is_written_out() -> None:
    found = mixed([Laid(lattice_of(COIN), 4), Laid(lattice_of(LONG_SHOT), 5)], SHARES)
    assert found.is_convolved
    assert list(found.quantiles) == enumerated([COIN] * 4 + [LONG_SHOT] * 5)
    assert found.mean == pytest.approx(5 * -15)
    assert found.sd == pytest.approx(sqrt(4 * 500**2 + 5 * (0.9 * 85**2 + 0.1 * 765**2)))
    assert found.error < 1e-10


def test_rounds_that_are_alike_have_the_band_that_risk_gives() -> None:
    game = GAMES["beat-the-dealer"]
    law = law_of(game, game.rules(), {"ante": 1})
    lattice = lattice_of(law.nets)
    holds = dict(zip(BANDS, MonthBooks(law, lattice).holds(2000), strict=True))
    band = hold_band([TableBets(game, game.rules(), [LaidBets({"ante": 500}, 1500), LaidBets({"ante": 500}, 500)])])
    assert [band.low, band.middle, band.high] == pytest.approx([holds[share] * 2000 * 500 for share in SHARES])
    played = analysis_of(game, game.rules()).played
    assert played
    assert band.mean == pytest.approx(float(played.house_edge) * 2000 * 500)


def test_a_sum_that_spreads_too_wide_has_nearly_the_same_quantiles(monkeypatch: pytest.MonkeyPatch) -> None:
    laid = [Laid(lattice_of(COIN), 900), Laid(lattice_of(LONG_SHOT), 2000)]
    exact = mixed(laid, SHARES)
    monkeypatch.setattr(mixing, "WIDEST", 1)
    near = mixed(laid, SHARES)
    assert (exact.is_convolved, near.is_convolved) == (True, False)
    assert near.quantiles == pytest.approx(exact.quantiles, abs=50)  # a step of the lattice
    assert (near.mean, near.sd) == (exact.mean, exact.sd)


def test_seats_that_win_and_lose_together_widen_the_band() -> None:
    game, bets = GAMES["free-bet"], {"main": 1000}
    apart = hold_band([TableBets(game, game.rules(), [LaidBets(bets, 100)])])
    hangs = seats_together(game, game.rules())
    assert 0.25 < hangs < 0.42  # two seats against one dealer
    both = hold_band([TableBets(game, game.rules(), [LaidBets(bets, 100)], crossed=100 * 1000**2)])
    assert both.sd == pytest.approx(apart.sd * sqrt(1 + hangs))
    assert both.mean == apart.mean
    assert both.together == hangs


def test_tokes_are_the_dealers_and_tables_add_up() -> None:
    game, rules = GAMES["free-bet"], GAMES["free-bet"].rules()
    one = TableBets(game, rules, [LaidBets({"main": 500}, 50)])
    toked = TableBets(game, rules, [LaidBets({"main": 500, "toke": 100}, 50)])
    assert hold_band([one]) == hold_band([toked])
    two = hold_band([one, toked])
    assert two.mean == pytest.approx(2 * hold_band([one]).mean)
    assert two.sd == pytest.approx(sqrt(2) * hold_band([one]).sd)
    assert hold_band([]).high == 0


def test_wagers_of_unlike_steps_share_one_lattice() -> None:
    found = mixed([Laid(lattice_of([(Fraction(-300), 1)]), 2), Laid(lattice_of([(Fraction(200), 1)]), 1)], (0.5,))
    assert found.quantiles == (-400.0,)
