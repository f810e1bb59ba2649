"""
`make bench`: how fast it is, on this machine, named.

Speed is measured in CPU time (user + system of this process), since wall time on a shared machine measures the
neighbours too; the one ratio that needs wall time, two threads against one, is a ratio.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from kept import machine

from pitboss.games import GAMES
from pitboss.poker import rank7
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import run

SECONDS = 2
"""About so long each run takes: what starting threads costs must not count."""
AIMS = {"flop22": 25, "flip-it": 40, "beat-the-dealer": 4, "roll-your-own": 4, "free-bet": 8}
"""Million rounds a second a core that we aim at."""
RESULTS = Path(__file__).parent / "results.md"


def best_of(work: Callable[[], object], times: int = 3) -> float:
    """The least CPU time of a few runs, in seconds."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


def simulations() -> list[str]:
    """Rounds a second a core, best strategy, one seat, all bets on, warm; and what a second thread adds."""
    rows = [
        "| game | million rounds per CPU-second | aim | two threads against one (wall) |",
        "| --- | --- | --- | --- |",
    ]
    for name in GAMES:
        plan = Plan(name, SECONDS * AIMS[name] * 1_000_000, 1)
        run(Plan(name, 1000, 1), workers=1)
        seconds = best_of(lambda plan=plan: run(plan, workers=1))
        one, two = (min(run(plan, workers=workers).seconds for _ in range(3)) for workers in (1, 2))
        rows.append(f"| {name} | {plan.rounds / seconds / 1e6:.1f} | {AIMS[name]} | {one / two:.2f} |")
    return rows


def odds() -> list[str]:
    """Whole commands, as a user starts them: the first asks and solves, the second finds it kept."""
    rows = ["| command | solved, kernels compiled (s, wall / CPU) | asked again |", "| --- | --- | --- |"]
    for name in GAMES:
        command = [sys.executable, "-m", "pitboss", "odds", name, "--json"]
        _timed([*command, "--set", "chip=$2"])
        solved, again = _timed([*command, "--set", "chip=$5"]), _timed([*command, "--set", "chip=$5"])
        rows.append(f"| `pitboss odds {name}` | {solved[0]:.2f} / {solved[1]:.2f} | {again[0]:.2f} / {again[1]:.2f} |")
    return rows


def _timed(command: list[str]) -> tuple[float, float]:
    before, start = os.times(), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, cpu


def evaluator() -> list[str]:
    """Seven-card hands ranked in a batch, a second a core."""
    draw = np.random.default_rng(1)
    hands = np.argsort(draw.random((1_000_000, 52)), axis=1)[:, :7].astype(np.uint8)
    rank7(hands[:10])
    seconds = best_of(lambda: rank7(hands), 5)
    return [f"`pitboss.poker.rank7`: {len(hands) / seconds / 1e6:.0f} million hands per CPU-second (aim 50)."]


def main() -> None:
    """Measure all and keep it beside this file."""
    load = os.getloadavg()[0]
    lines = ["# Speed", "", f"Machine: {machine()}. Load when it began: {load:.1f}. Command: `make bench`.", ""]
    for title, measure in (("Simulation", simulations), ("Odds", odds), ("Evaluator", evaluator)):
        print(title, flush=True)
        rows = measure()
        print("\n".join(rows), flush=True)
        lines += [f"## {title}", "", str(measure.__doc__), "", *rows, ""]
    RESULTS.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
