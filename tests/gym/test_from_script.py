"""Environments derived from the script, for games without their own."""

from __future__ import annotations

from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pitboss as pb
import pitboss.gym
from helpers.outside import EXAMPLES
from pitboss.games import FOLDERS, GAMES, OURS
from pitboss.games.environments.script_view import ScriptView
from pitboss.gym import ANY_GAME
from pitboss.gym.env import TableEnv
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.statistics.simulated_figures import Simulated

EXAMPLE_GAMES = ("three-card-poker", "baccarat", "let-it-ride", "mississippi-stud", "casino-war")


@pytest.fixture(autouse=True)
def _folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDERS, "")


def make_env(game: str, *, values: bool = False) -> TableEnv:
    env = gymnasium.make(ANY_GAME, game=str(EXAMPLES / game), values=values).unwrapped
    assert isinstance(env, TableEnv)
    return env


@pytest.mark.parametrize("game", EXAMPLE_GAMES)
def test_game_folder_becomes_an_environment(game: str) -> None:
    env, rng = make_env(game), np.random.default_rng(1)
    check_env(env)
    for seed in range(15):
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            seen, _, over, _, info = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        assert sum(pb.replay(env.record).net[Seat(1)].values()) == info["cents"]


def test_vector_deals_the_rounds_of_the_single_environment() -> None:
    vector = gymnasium.make_vec(ANY_GAME, num_envs=3, game=str(EXAMPLES / "mississippi-stud"))
    seen, info = vector.reset(seed=5)
    for row in range(3):
        env = make_env("mississippi-stud")
        first, _ = env.reset(seed=5 + row)
        assert (first["observation"] == seen["observation"][row]).all()
    bets = np.full(3, vector.unwrapped.actions.index("1x"))  # type: ignore[attr-defined]
    for _ in range(3):
        seen, rewards, over, _, info = vector.step(bets)
    assert over.all()
    assert (rewards * 1000 == info["cents"]).all()


def test_values_are_exact() -> None:
    env = make_env("three-card-poker", values=True)
    _, info = env.reset(seed=4)
    assert info["values"][0] == -1
    assert info["values"][1] == pytest.approx(1.30878202, abs=1e-8)


def test_simulated_values_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.games.script_odds import ScriptOdds
    from pitboss.solving.answers.analysis import Advice

    advice = Advice({"fold": -1, "play": Simulated(0.1, 0.01)}, bet="ante")
    monkeypatch.setattr(ScriptOdds, "advise_seat", lambda *_: advice)
    env = make_env("three-card-poker", values=True)
    with pytest.raises(Refused) as fault:
        env.reset(seed=4)
    assert fault.value.code == "not-exact"


@pytest.mark.parametrize("game", OURS)
def test_script_view_has_the_actions_of_the_own_view(game: str) -> None:
    """Check that the view derived from the script knows every action of the game's own environment."""
    found = ScriptView(GAMES[game], GAMES[game].rules(), 2)
    own = GAMES[game].provides.gym_view
    assert own is not None
    missing = set(own(GAMES[game].rules(), 2).actions) ^ set(found.actions)
    assert missing <= {"wait", "surrender"}  # surrender is off under the default rules


def test_unknown_options_fall_back_to_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    env = make_env("casino-war")
    view = env.setting.view
    monkeypatch.setattr(view, "actions", ("wait",))
    for seed in range(40):  # on a tie no option is known: the default is taken, and the round goes on
        env.reset(seed=seed)
        assert env.dealt.round.is_over


def test_unknown_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused):
        gymnasium.make(ANY_GAME, game=str(tmp_path / "nothing"))
    assert pitboss.gym.aec(str(EXAMPLES / "let-it-ride"), players=2).possible_agents == ["seat_1", "seat_2"]
