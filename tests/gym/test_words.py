"""The text environment: what a seat sees in words, and the exact regret of each answer."""

from __future__ import annotations

import re
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pitboss as pb
from pitboss.gym import IDS
from pitboss.gym.env import TableEnv
from pitboss.gym.words import WordsEnv

SCORE = Path(__file__).resolve().parents[2] / "examples" / "score-a-policy"


def score(*arguments: str) -> str:
    """Return what the example prints."""
    done = subprocess.run(
        [sys.executable, str(SCORE / "score.py"), *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.mark.parametrize("game", IDS)
def test_regret_is_the_difference_of_the_exact_values(game: str) -> None:
    env, table, rng = WordsEnv(game), TableEnv(game, values=True), np.random.default_rng(4)
    for seed in range(3):
        seen, told = env.reset(seed=seed)
        _, info = table.reset(seed=seed)
        over = False
        while not over:
            assert env.observation_space.contains(seen)
            assert f"may: {told['answers'][0]}" in seen
            answer = str(rng.choice(told["answers"]))
            best = info["values"].max() - info["values"][table.actions.index(answer)]
            seen, reward, over, _, told = env.step(f" {answer.upper()}\n")
            _, other, other_over, _, info = table.step(table.actions.index(answer))
            assert (told["regret"], told["heard"]) == (best, True)
            assert (reward, over) == (other, other_over)
        assert told["answers"] == []
        assert pb.replay(env.table.record).net
        with pytest.raises(pb.Refused, match="the round is over"):
            env.step("stand")


def test_text_that_is_not_an_answer_takes_the_default() -> None:
    env = WordsEnv("free-bet")
    _, told = env.reset(seed=12)
    default = env.reset(seed=12) and env.step(told["answers"][0])
    env.reset(seed=12)
    *result, told = env.step("I would like another card, please.")
    assert tuple(result) == default[:4]
    assert not told["heard"]
    with pytest.raises(pb.Refused, match="no round has been dealt yet"):
        WordsEnv("free-bet").step("hit")


def test_environment_passes_the_check_of_gymnasium() -> None:
    check_env(WordsEnv("flip-it"), skip_render_check=True)


def test_example_prints_what_its_page_shows() -> None:
    page = (SCORE / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"```\n(.*?)```", page, re.S)
    assert shown
    assert score("free-bet", "--policy", "first", "--rounds", "200") == shown[1]


def test_example_scores_a_program(tmp_path: Path) -> None:
    program = tmp_path / "always-double"
    program.write_text("#!/bin/sh\ncat > /dev/null\necho double\n")
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    assert "of 6; not allowed: 0" in score("flop22", "--command", str(program), "--rounds", "2")
