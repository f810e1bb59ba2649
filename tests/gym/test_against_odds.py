"""Random and best play in the environments, compared with the exact odds and the simulator."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

import pitboss as pb
from helpers.gym_players import Player, any_allowed, best_in
from pitboss.gym import IDS
from pitboss.gym.vector import TableVector
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import run

ROWS = 2000
MAX_STANDARD_ERRORS = 4
FEW, MANY = 40_000, 10_000_000
ALONE = {
    "flop22": {"field": 0},
    "beat-the-dealer": {"two-card": 0, "five-card": 0},
    "roll-your-own": {},
    "free-bet": {"pot-of-gold": 0, "push-22": 0},
    "blackjack": {"perfect-pairs": 0, "21-plus-3": 0},
}
"""Stakes that turn off the side bets `simulate` makes by default."""


def vector(game: str) -> TableVector:
    envs = gymnasium.make_vec(IDS[game], num_envs=ROWS)
    assert isinstance(envs, TableVector)
    return envs


def play_rounds(
    envs: TableVector, player: Player, rounds: int, seed: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """
    Return the net of each round in cents, and the action that ended it.

    Every row plays the same number of rounds: taking the first rounds to end would be biased.
    """
    seen, _ = envs.reset(seed=seed)
    each = -(-rounds // ROWS)
    cents, actions, done = np.zeros((ROWS, each), np.int64), np.zeros((ROWS, each), np.int64), np.zeros(ROWS, np.int64)
    while (done < each).any():
        taken = player(seen)
        seen, _, over, _, info = envs.step(taken)
        ended = np.flatnonzero(over & (done < each))
        cents[ended, done[ended]], actions[ended, done[ended]] = info["cents"][ended], taken[ended]
        done[ended] += 1
    return cents.ravel(), actions.ravel()


def mean_of(cents: NDArray[np.int64], unit: int) -> tuple[float, float]:
    """Return the mean in units, and its standard error."""
    return float(cents.mean()) / unit, float(cents.std()) / unit / cents.size**0.5


def check_best(game: str, rounds: int) -> None:
    envs = vector(game)
    cents, _ = play_rounds(envs, best_in(envs), rounds, 20_000)
    mean, error = mean_of(cents, envs.setting.unit)
    exact = pb.odds(game).played
    assert exact is not None
    assert abs(mean - float(exact.ev)) < MAX_STANDARD_ERRORS * error, (mean, error)
    assert error == pytest.approx(float(exact.sd) / cents.size**0.5, rel=0.1)


def check_random(game: str, rounds: int) -> None:
    envs = vector(game)
    cents, actions = play_rounds(envs, any_allowed(7), rounds, 30_000)
    odds = {bet.name: float(bet.ev) for bet in pb.odds(game).bets}
    if game == "flip-it":
        for action, name in enumerate(envs.actions):
            mean, error = mean_of(cents[actions == action], envs.setting.unit)
            assert abs(mean - odds[name if name in odds else "call-it"]) < MAX_STANDARD_ERRORS * error, name
        return
    mean, error = mean_of(cents, envs.setting.unit)
    if game == "flop22":
        blind = {name: ev for name, ev in odds.items() if name.startswith(("match", "double"))}
        exact = sum(odds[f"ante-{hand}"] for hand in (1, 2, 3)) + sum(blind.values()) / 2
        assert abs(mean - exact) < MAX_STANDARD_ERRORS * error
        return
    other = run(Plan(game, 5 * rounds, 3, strategy="random", stakes=ALONE[game]), workers=1).figures()["played"]
    assert abs(mean - other.mean) < MAX_STANDARD_ERRORS * (error**2 + other.se**2) ** 0.5, (mean, error, other.mean)


@pytest.mark.parametrize("game", IDS)
def test_best_play_matches_the_exact_odds(game: str) -> None:
    check_best(game, FEW)


@pytest.mark.parametrize("game", IDS)
def test_random_play_matches_the_exact_odds_or_the_simulator(game: str) -> None:
    check_random(game, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("game", IDS)
def test_best_play_matches_the_exact_odds_over_ten_million_rounds(game: str) -> None:
    check_best(game, MANY)


@pytest.mark.slow
@pytest.mark.parametrize("game", IDS)
def test_random_play_matches_the_exact_odds_or_the_simulator_over_ten_million_rounds(game: str) -> None:
    check_random(game, MANY)
