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
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from kept import keep, machine

from helpers.answering import answer
from pitboss.games import GAMES, OURS
from pitboss.school.practice import Practice
from pitboss.school.practice_rounds import rounds
from pitboss.school.question import Question
from pitboss.school.skills import SKILLS, SLOW, questions, skills_of

RESULTS = Path(__file__).parent / "school-results.md"
A_ROUND = 4
"""Questions from one round at most: a trainee gets one, so that the next is about other cards."""


def check(name: str, skills: Sequence[str], many: int) -> None:
    """Ask so many of each skill of the same rounds and answer them by replay; a line for each skill as it is done."""
    game, rng = GAMES[name], Random(f"check {name}")
    began, asked, wrong, seconds = time.process_time(), Counter[str](), Counter[str](), Counter[str]()
    waiting = list(skills)
    for finished in rounds(game, game.rules(), rng, alike="play" in skills):
        for skill in tuple(waiting):
            since = time.process_time()
            for question in islice(SKILLS[skill](finished, rng), min(A_ROUND, many - asked[skill])):
                asked[skill] += 1
                wrong[skill] += not is_right(question)
            seconds[skill] += time.process_time() - since
            if asked[skill] == many:
                waiting.remove(skill)
                print(f"| {name} | {skill} | {many:,} | {wrong[skill]} | {seconds[skill]:.0f} |", flush=True)
        if not waiting:
            break
    dealing = time.process_time() - began - seconds.total()
    print(f"| {name} | dealing the rounds | | | {dealing:.0f} |", flush=True)


def is_right(question: Question) -> bool:
    """Whether the replay of its record gives its answer; one that does not is shown."""
    data = msgspec.json.decode(msgspec.json.encode(question.as_data()))
    try:
        if answer(data) == data["right"]:
            return True
    except AssertionError as fault:
        print(f"not so: {fault!r}", file=sys.stderr)
    print(json.dumps(data), file=sys.stderr, flush=True)
    return False


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
    print("| game | skill | questions | wrong | CPU-seconds |\n| --- | --- | --- | --- | --- |", flush=True)
    for is_slow in (False, True):
        for name in OURS:
            skills = [skill for skill in skills_of(GAMES[name]) if (skill in SLOW) == is_slow]
            if wanted := [skill for skill in skills if asked.only in (None, name, skill, f"{name}:{skill}")]:
                check(name, wanted, asked.questions)


if __name__ == "__main__":
    main()
