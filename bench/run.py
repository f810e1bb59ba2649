"""
The benchmarks of `make bench`, with the machine named in the results.

Speed is measured in CPU time (user + system of this process), since wall time on a shared machine also depends on other
processes. Users wait for wall time, so `pitboss odds` and the gain from a second thread are measured in it.
"""

from __future__ import annotations

import inspect
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
import pikepdf
from stored_figures import machine

from pitboss.games import OURS
from pitboss.poker import rank7
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import run

SECONDS = 2
"""Approximate length of each run, long enough to make the cost of starting threads negligible."""
AIMS = {"flop22": 25, "flip-it": 40, "beat-the-dealer": 4, "roll-your-own": 4, "free-bet": 8, "blackjack": 8}
"""Target in million rounds per second per core."""
SOLVED_IN = {
    "flop22": 0.3, "flip-it": 0.3, "beat-the-dealer": 3, "roll-your-own": 3, "free-bet": 3, "blackjack": 1.5
}  # fmt: skip
"""Target in seconds for a game's odds."""
RESULTS = Path(__file__).parent / "results.md"


def best_of(work: Callable[[], object], times: int = 3) -> float:
    """Return the lowest CPU time of several runs, in seconds."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


def simulations() -> list[str]:
    """Measure rounds per second per core (best strategy, one seat, all bets) and the gain from a second thread."""
    rows = [
        "| game | million rounds per CPU-second | aim | two threads against one (wall) |",
        "| --- | --- | --- | --- |",
    ]
    for name in OURS:
        plan = Plan(name, SECONDS * AIMS[name] * 1_000_000, 1)
        run(Plan(name, 1000, 1), workers=1)
        seconds = best_of(lambda plan=plan: run(plan, workers=1))
        one, two = (min(run(plan, workers=workers).seconds for _ in range(3)) for workers in (1, 2))
        rows.append(f"| {name} | {plan.rounds / seconds / 1e6:.1f} | {AIMS[name]} | {one / two:.2f} |")
    return rows


def odds() -> list[str]:
    """
    Measure whole commands as a user starts them, in seconds of wall time.

    First once with an empty home: the answers come with the package. Then solved again (`--fresh`) with the kernels
    compiled, the median of five.
    """
    rows = ["| command | first, empty home (aim 0.4) | solved | aim |", "| --- | --- | --- | --- |"]
    for name, aim in SOLVED_IN.items():
        with tempfile.TemporaryDirectory() as home:
            _, first = _run(f"odds {name}", home)
            _run(f"odds {name} --fresh", home)  # compilation
            solved = median(_run(f"odds {name} --fresh", home)[1] for _ in range(5))
        rows.append(f"| `pitboss odds {name}` | {first:.2f} | {solved:.2f} | {aim} |")
    return rows


def reports() -> list[str]:
    """
    Measure whole PDF reports, `--rounds 0`, in seconds: CPU of the command and its children, and wall time.

    First with an empty home: the answers come with the package. Then a second time. The target is wall time on an idle
    machine.
    """
    rows = [
        "| command | first: CPU | wall (aim 20) | again: CPU | wall | pages | MB (aim 3) |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in OURS:
        with tempfile.TemporaryDirectory() as home:
            out = Path(home) / "report.pdf"
            command = f"report {name} --rounds 0 --out {out}"
            (first, first_wall), (again, again_wall) = (_run(command, home) for _ in range(2))
            with pikepdf.open(out) as file:
                pages = len(file.pages)
            size = out.stat().st_size / 1e6
        times = f"{first:.1f} | {first_wall:.1f} | {again:.1f} | {again_wall:.1f}"
        rows.append(f"| `pitboss report {name} --rounds 0` | {times} | {pages} | {size:.2f} |")
    return rows


LAB = {
    "tune beat-the-dealer --bet five-card --edge 4%..5% --top 500:1": 2,
    "risk free-bet --rounds 100000 --bankroll 500 --fresh": 2,
    "sweep free-bet --vary decks=1,2,4,6,8 --vary push_22_pays=9:1..13:1 --vary hits_soft_17=yes,no": None,
    "protect free-bet --fresh": None,
}
"""Lab commands and their targets in seconds."""


def lab() -> list[str]:
    """
    Measure whole lab commands with only the compiled kernels cached, in CPU seconds (user and system).

    Sweeps also report wall time on one core and on two, run one after the other. Their CPU time is the one on two.
    """
    rows = ["| command | CPU seconds | aim | wall on one core | on two |", "| --- | --- | --- | --- | --- |"]
    for command, aim in LAB.items():
        is_sweep = command.startswith("sweep")
        with tempfile.TemporaryDirectory() as home:
            _run(f"odds {command.split()[1]}" if is_sweep else command, home)  # compilation
            runs = [f"{command} --workers {cores}" for cores in (1, 2)] if is_sweep else [command]
            taken = [_run(each, home, forget=True) for each in runs]
        walls = [f"{wall:.1f}" for _, wall in taken] if is_sweep else ["", ""]
        rows.append(f"| `pitboss {command}` | {taken[-1][0]:.1f} | {aim or ''} | {walls[0]} | {walls[1]} |")
    return rows


def _run(command: str, home: str, *, forget: bool = False) -> tuple[float, float]:
    """Return a command's CPU and wall seconds."""
    if forget:
        shutil.rmtree(Path(home) / "pitboss" / "solved", ignore_errors=True)
    environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": home}
    before, start = os.times(), time.perf_counter()
    options = [] if command.startswith("report") else ["--json"]
    arguments = [sys.executable, "-m", "pitboss", *command.split(), *options]
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, env=environment)
    after, wall = os.times(), time.perf_counter() - start
    return after.children_user + after.children_system - before.children_user - before.children_system, wall


def evaluator() -> list[str]:
    """Measure seven-card hands ranked in a batch, per second per core."""
    draw = np.random.default_rng(1)
    hands = np.argsort(draw.random((1_000_000, 52)), axis=1)[:, :7].astype(np.uint8)
    rank7(hands[:10])
    seconds = best_of(lambda: rank7(hands), 5)
    return [f"`pitboss.poker.rank7`: {len(hands) / seconds / 1e6:.0f} million hands per CPU-second (aim 50)."]


MEASURED = {"Simulation": simulations, "Odds": odds, "Lab": lab, "Reports": reports, "Evaluator": evaluator}
"""The sections of the results, in order."""


def what_is_measured(section: Callable[[], list[str]]) -> str:
    """Return the docstring of a section as a description: without its first word, "Measure"."""
    text = inspect.cleandoc(str(section.__doc__)).removeprefix("Measure ")
    return text[0].upper() + text[1:]


def main(names: list[str]) -> None:
    """Run all benchmarks, or the named sections, and save the results. Other sections are left unchanged."""
    if unknown := [name for name in names if name not in MEASURED]:
        raise SystemExit(f"no section {', '.join(unknown)}; there are {', '.join(MEASURED)}")
    sections = _saved_sections()
    for title in names or MEASURED:
        print(title, flush=True)
        load, rows = os.getloadavg()[0], MEASURED[title]()
        print("\n".join(rows), flush=True)
        heading = [
            f"## {title}",
            "",
            what_is_measured(MEASURED[title]),
            "",
            f"Load when it began: {load:.1f}.",
        ]
        sections[title] = "\n".join([*heading, "", *rows, ""])
    head = f"# Speed\n\nMachine: {machine()}. Command: `make bench`.\n"
    RESULTS.write_text(
        "\n".join([head, *(sections[title] for title in MEASURED if title in sections)]), encoding="utf-8"
    )


def _saved_sections() -> dict[str, str]:
    """Return the previously measured sections, by title."""
    before = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    return {part.partition("\n")[0]: f"## {part.rstrip()}\n" for part in before.split("\n## ")[1:]}


if __name__ == "__main__":
    main(sys.argv[1:])
