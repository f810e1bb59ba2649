"""
A score for any policy that reads the table as text: the exact cost of its answers, compared with best play.

    python examples/score-a-policy/score.py free-bet --policy first
    python examples/score-a-policy/score.py flop22 --command ./my-model

The command gets a description of the table on standard input, with the allowed answers in the last line, and prints
one of them. Any language model can be scored this way.
"""

from __future__ import annotations

import argparse
import random
import subprocess
from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev

from pitboss.gym.words import WordsEnv

Policy = Callable[[str, list[str]], str]
TIMEOUT_SECONDS = 120


def first(seen: str, answers: list[str]) -> str:
    """Take the default answer."""
    return answers[0]


def at_random(seen: str, answers: list[str]) -> str:
    """Choose an answer at random."""
    return random.choice(answers)


def ask_command(command: str) -> Policy:
    """Return a policy that runs a command for each answer."""

    def ask(seen: str, answers: list[str]) -> str:
        done = subprocess.run(
            [command], input=seen, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=True
        )
        return done.stdout.strip()

    return ask


def score(env: WordsEnv, policy: Policy, rounds: int, seed: int) -> tuple[list[float], int, int, int]:
    """Play rounds. Return the regret of each, and the number of answers: in total, best, and not allowed."""
    regrets, asked, best, invalid = list[float](), 0, 0, 0
    for number in range(rounds):
        seen, info = env.reset(seed=seed if number == 0 else None)
        total, over = 0.0, False
        while not over:
            seen, _, over, _, info = env.step(policy(seen, info["answers"]))
            total += info["regret"]
            asked, best, invalid = asked + 1, best + (info["regret"] < 1e-9), invalid + (not info["heard"])
        regrets.append(total)
    return regrets, asked, best, invalid


def main() -> None:
    """Read the arguments, play, and print the score."""
    parser = argparse.ArgumentParser(description="Score a policy that reads the table in words.")
    parser.add_argument("game", help="the name of a game, for example free-bet")
    parser.add_argument("--policy", choices=("first", "random"), default="first")
    parser.add_argument("--command", help="a program that reads the table and prints an answer")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    random.seed(said.seed)
    policy = ask_command(said.command) if said.command else {"first": first, "random": at_random}[said.policy]
    regrets, asked, best, invalid = score(WordsEnv(said.game), policy, said.rounds, said.seed)
    error = stdev(regrets) / sqrt(len(regrets)) if len(regrets) > 1 else 0.0
    print(f"regret: {fmean(regrets):.4%} of a bet a round (standard error {error:.4%}, {len(regrets)} rounds)")
    print(f"best answers: {best} of {asked}; not allowed: {invalid}")


if __name__ == "__main__":
    main()
