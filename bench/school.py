"""
How fast the school asks, and whether every question is answered right by replaying its record.

`python bench/school.py` measures what a trainee waits for; `--questions 100000` makes that many of each skill of each
game, answers them by replay and counts those that are wrong. CPU time throughout: user + system.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from answering import answer
from pitboss.games import GAMES, OURS
from pitboss.school.skills import questions, skills_of

A_ROUND = 4
"""Questions from one round at most: a trainee gets one, so that the next is about other cards."""


def check(name: str, skill: str, many: int) -> tuple[int, float]:
    """How many of so many questions are wrong, and the CPU-seconds."""
    game, began, wrong = GAMES[name], time.process_time(), 0
    for question in islice(questions(game, game.rules(), [skill], 7, A_ROUND), many):
        data = json.loads(json.dumps(question.as_data()))
        wrong += answer(data) != data["right"]
    return wrong, time.process_time() - began


def main() -> None:
    """Check so many of each, a line as each is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--only", help="one skill, or one game, or game:skill")
    asked = parser.parse_args()
    pairs = [(name, skill) for skill in [*skills_of(GAMES["free-bet"]), "count"] for name in OURS]
    print("| game | skill | questions | wrong | CPU-seconds |\n| --- | --- | --- | --- | --- |", flush=True)
    for name, skill in pairs:
        if skill not in skills_of(GAMES[name]) or asked.only not in (None, name, skill, f"{name}:{skill}"):
            continue
        wrong, seconds = check(name, skill, asked.questions)
        print(f"| {name} | {skill} | {asked.questions:,} | {wrong} | {seconds:.0f} |", flush=True)


if __name__ == "__main__":
    main()
