"""
The school's speed, and an independent check of its questions.

`python bench/school_questions.py` measures how long a trainee waits. `--questions 10000` asks that many of each pair
of game and skill, has each answered by the checker in `tests/school/checker`, which sees only what a trainee sees, and
counts those on which it does not agree. `--save` stores the figures in school-results.md. Times are CPU time.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from stored_figures import machine, store

from pitboss.games import GAMES, OURS
from pitboss.school.irregularities import FLOOR
from pitboss.school.practice import Practice
from pitboss.school.question import Question
from pitboss.school.skills import SLOW, questions, skills_of
from school.checker.agreement import is_agreed

RESULTS = Path(__file__).parent / "school-results.md"
A_ROUND = 4
"""Maximum number of questions taken from one round."""
SEED = 77
HEAD = (
    "| game | skill | questions | no answer, two, or another | shares | CPU-seconds |",
    "| --- | --- | --- | --- | --- | --- |",
)
NOTHING_PAID = ("nothing that pays", "no paying hand made", "all other", "less than a flush", "16 or less", "forfeited")
"""Words that mark the pay-table lines that pay nothing."""


class Pair(NamedTuple):
    """The verdict on the questions of one game and skill."""

    game: str
    skill: str
    asked: int
    disagreed: int
    share: str
    """The shares of interest to a trainer, as text."""
    seconds: float

    def line(self) -> str:
        """Return the pair as a row of the table."""
        counts = f"{self.asked:,} | {self.disagreed} | {self.share} | {self.seconds:.0f}"
        return f"| {self.game} | {self.skill} | {counts} |"


def check(name: str, skill: str, many: int, seed: int = SEED) -> Pair:
    """Ask `many` questions, have each answered by the checker, and print the disagreements."""
    game, began = GAMES[name], time.process_time()
    disagreed, made = 0, list[Question]()
    for question in islice(questions(game, game.rules(), [skill], seed, A_ROUND), many):
        made.append(question)
        if not _is_answered(name, question):
            disagreed += 1
            print(f"{name} {skill}: {question.question} {question.right}", file=sys.stderr, flush=True)
    return Pair(name, skill, len(made), disagreed, shares(skill, made), time.process_time() - began)


def _is_answered(game: str, question: Question) -> bool:
    """Return whether the checker agrees. A question it cannot parse counts as a disagreement."""
    try:
        return is_agreed(game, question)
    except (AssertionError, LookupError) as fault:
        print(f"not understood: {fault!r}", file=sys.stderr)
        return False


def shares(skill: str, made: Sequence[Question]) -> str:
    """Return the shares of these questions that show whether they are worth a trainee's time."""

    def share(wanted: Callable[[Question], bool]) -> str:
        return f"{100 * sum(map(wanted, made)) / len(made):.1f} %"

    if skill == "payout":
        return f"won {share(lambda q: q.right > 0)}, lost {share(lambda q: q.right < 0)}"
    if skill == "read":
        return f"nothing paid {share(lambda q: any(words in q.right_in_words() for words in NOTHING_PAID))}"
    if skill == "irregular":
        cases = len({question.fact for question in made})
        return f"{cases} cases, floor {share(lambda q: q.right == FLOOR)}"
    if skill == "spot":
        return f"at most {max(len(question.more['told']) for question in made)} lines"
    return ""


def start() -> float:
    """Return the CPU-seconds of `pitboss drill` up to its first question, the least of three runs."""
    command = [sys.executable, "-m", "pitboss", "drill", "free-bet", "--seed", "5", "--database", ":memory:"]
    taken = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(taken)


def waits(name: str) -> tuple[float, float]:
    """Return the milliseconds to the next question chosen among twelve: the median and the worst of 60."""
    game, taken = GAMES[name], []
    skills = [skill for skill in skills_of(game) if skill not in SLOW]
    asked = questions(game, game.rules(), skills, 5)
    for _ in range(60):
        began = time.process_time()
        Practice().choose(islice(asked, 12), datetime.now(UTC))
        taken.append(1000 * (time.process_time() - began))
    return median(taken), max(taken)


def measure() -> list[str]:
    """Return the trainee's waiting times as lines of Markdown."""
    lines = [
        f"{machine()}. `python bench/school_questions.py --save`.",
        "",
        f"`pitboss drill` starts in {start():.2f} s (aim 0.5).",
    ]
    lines += ["", "| game | next question, ms | the worst of 60 (aim 50) |", "| --- | --- | --- |"]
    return lines + [f"| {name} | {middle:.1f} | {worst:.1f} |" for name in OURS for middle, worst in [waits(name)]]


def main() -> None:
    """Measure the waiting times, or check `--questions` of each pair, printing each row when it is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", help="one skill, or one game, or game:skill")
    parser.add_argument("--save", action="store_true")
    asked = parser.parse_args()
    if asked.questions is None:
        section, lines = "Waiting", measure()
        print("\n".join(lines))
    else:
        command = f"`python bench/school_questions.py --questions {asked.questions} --seed {asked.seed}`"
        section, lines = "Questions answered by the independent checker", [f"{machine()}. {command}.", "", *HEAD]
        print("\n".join(HEAD), flush=True)
        pairs = [(name, skill) for name in OURS for skill in skills_of(GAMES[name])]
        for name, skill in pairs:
            if asked.only in (None, name, skill, f"{name}:{skill}"):
                lines.append(check(name, skill, asked.questions, asked.seed).line())
                print(lines[-1], flush=True)
    if asked.save:
        store(RESULTS, "What the school makes a trainee wait for", section, lines)


if __name__ == "__main__":
    main()
