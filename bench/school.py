"""
How fast the school asks, and whether every question is answered right by replaying its record.

`python bench/school.py` measures what a trainee waits for, and keeps it in school-results.md with `--keep`;
`--questions 100000` makes that many of each skill of each game, answers them by replay and counts those that are wrong.
CPU time throughout: user + system.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from kept import keep, machine

from answering import answer
from pitboss.games import GAMES, OURS
from pitboss.school.practice import Practice
from pitboss.school.skills import SLOW, questions, skills_of

RESULTS = Path(__file__).parent / "school-results.md"
A_ROUND = 4
"""Questions from one round at most: a trainee gets one, so that the next is about other cards."""


def check(name: str, skill: str, many: int) -> tuple[int, float]:
    """How many of so many questions are wrong, and the CPU-seconds."""
    game, began, wrong = GAMES[name], time.process_time(), 0
    for question in islice(questions(game, game.rules(), [skill], 7, A_ROUND), many):
        data = json.loads(json.dumps(question.as_data()))
        wrong += answer(data) != data["right"]
    return wrong, time.process_time() - began


def start() -> float:
    """CPU-seconds of `pitboss drill` up to its first question, the least of three."""
    command = [sys.executable, "-m", "pitboss", "drill", "free-bet", "--seed", "5", "--database", ":memory:"]
    taken = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(taken)


def waits(name: str) -> tuple[float, float]:
    """Milliseconds to the next question chosen among twelve, as both faces ask it: the middle one and the worst."""
    game, taken = GAMES[name], []
    skills = [skill for skill in skills_of(game) if skill not in SLOW]
    asked = questions(game, game.rules(), skills, 5)
    for _ in range(60):
        began = time.process_time()
        Practice().choose(islice(asked, 12), datetime.now(UTC))
        taken.append(1000 * (time.process_time() - began))
    return median(taken), max(taken)


def measure() -> list[str]:
    """What a trainee waits for, as lines of Markdown."""
    lines = [
        f"{machine()}. `python bench/school.py --keep`.",
        "",
        f"`pitboss drill` starts in {start():.2f} s (aim 0.5).",
    ]
    lines += ["", "| game | next question, ms | the worst of 60 (aim 50) |", "| --- | --- | --- |"]
    return lines + [f"| {name} | {middle:.1f} | {worst:.1f} |" for name in OURS for middle, worst in [waits(name)]]


def main() -> None:
    """Measure, or check so many of each, a line as each is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int)
    parser.add_argument("--only", help="one skill, or one game, or game:skill")
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args()
    if asked.questions is None:
        lines = measure()
        print("\n".join(lines))
        if asked.keep:
            keep(RESULTS, "What the school makes a trainee wait for", "Waiting", lines)
        return
    pairs = [(name, skill) for skill in [*skills_of(GAMES["free-bet"]), "count"] for name in OURS]
    print("| game | skill | questions | wrong | CPU-seconds |\n| --- | --- | --- | --- | --- |", flush=True)
    for name, skill in pairs:
        if skill not in skills_of(GAMES[name]) or asked.only not in (None, name, skill, f"{name}:{skill}"):
            continue
        wrong, seconds = check(name, skill, asked.questions)
        print(f"| {name} | {skill} | {asked.questions:,} | {wrong} | {seconds:.0f} |", flush=True)


if __name__ == "__main__":
    main()
