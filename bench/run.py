"""
`make bench`: how fast it is, on this machine, named.

Speed is measured in CPU time (user + system of this process), since wall time on a shared machine measures the
neighbours too. What a user waits for is wall time: `pitboss odds` is measured in it, and two threads against one.
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
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np
import pikepdf
from kept import machine

from pitboss.games import GAMES, OURS
from pitboss.poker import rank7
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import run

SECONDS = 2
"""About so long each run takes: what starting threads costs must not count."""
AIMS = {"flop22": 25, "flip-it": 40, "beat-the-dealer": 4, "roll-your-own": 4, "free-bet": 8}
"""Million rounds a second a core that we aim at."""
SOLVED_IN = {"flop22": 0.3, "flip-it": 0.3, "beat-the-dealer": 3, "roll-your-own": 3, "free-bet": 3}
"""Seconds that we aim at for a game's odds."""
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
    """
    Whole commands, as a user starts them, in seconds of wall time.

    The very first, with an empty home and the compiling, once; then solved with nothing kept but the compiled kernels,
    the middle one of five; then asked again, the middle one of five.
    """
    rows = [
        "| command | the very first (aim 10) | solved | aim | asked again (aim 0.5) |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, aim in SOLVED_IN.items():
        with tempfile.TemporaryDirectory() as home:
            ask = partial(_ask, name, home)
            first, solved, again = ask(), median(ask(forget=True) for _ in range(5)), median(ask() for _ in range(5))
        rows.append(f"| `pitboss odds {name}` | {first:.1f} | {solved:.2f} | {aim} | {again:.2f} |")
    return rows


def _ask(game: str, home: str, *, forget: bool = False) -> float:
    if forget:
        shutil.rmtree(Path(home) / "pitboss" / "solved")
    command = [sys.executable, "-m", "pitboss", "odds", game, "--json"]
    environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": home}
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - start


def reports() -> list[str]:
    """
    Whole reports as PDF, `--rounds 0`, in seconds: CPU of the command and all that it started, and wall time.

    First with nothing kept but the odds and the compiled kernels: slopes, protection, other plays and examples are
    found, and kept. Then again. The aim is for wall time on a machine that does nothing else.
    """
    rows = [
        "| command | first: CPU | wall (aim 20) | again: CPU | wall | pages | MB (aim 3) |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in OURS:
        with tempfile.TemporaryDirectory() as home:
            out = Path(home) / "report.pdf"
            command = f"report {name} --rounds 0 --out {out}"
            _run(command, home)  # the compiling
            _run(f"odds {name}", home, forget=True)
            (first, first_wall), (again, again_wall) = (_run(command, home) for _ in range(2))
            with pikepdf.open(out) as file:
                pages = len(file.pages)
            size = out.stat().st_size / 1e6
        times = f"{first:.1f} | {first_wall:.1f} | {again:.1f} | {again_wall:.1f}"
        rows.append(f"| `pitboss report {name} --rounds 0` | {times} | {pages} | {size:.2f} |")
    return rows


LAB = {
    "tune beat-the-dealer --bet five-card --edge 4%..5% --top 500:1": 2,
    "risk free-bet --rounds 100000 --bankroll 500": 2,
    "sweep free-bet --vary decks=1,2,4,6,8 --vary push_22_pays=9:1..13:1 --vary hits_soft_17=yes,no": None,
    "protect free-bet": None,
}
"""Questions of the lab, and the seconds that we aim at."""


def lab() -> list[str]:
    """
    Whole commands of the lab with nothing kept but the compiled kernels, in seconds of CPU (user and system).

    A sweep by wall time on one core and on two, after one another; its CPU is that on two.
    """
    rows = ["| command | CPU seconds | aim | wall on one core | on two |", "| --- | --- | --- | --- | --- |"]
    for command, aim in LAB.items():
        is_sweep = command.startswith("sweep")
        with tempfile.TemporaryDirectory() as home:
            _run(f"odds {command.split()[1]}" if is_sweep else command, home)  # the compiling
            runs = [f"{command} --workers {cores}" for cores in (1, 2)] if is_sweep else [command]
            taken = [_run(each, home, forget=True) for each in runs]
        walls = [f"{wall:.1f}" for _, wall in taken] if is_sweep else ["", ""]
        rows.append(f"| `pitboss {command}` | {taken[-1][0]:.1f} | {aim or ''} | {walls[0]} | {walls[1]} |")
    return rows


def _run(command: str, home: str, *, forget: bool = False) -> tuple[float, float]:
    """A command's CPU and wall seconds."""
    if forget:
        shutil.rmtree(Path(home) / "pitboss" / "solved", ignore_errors=True)
    environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": home}
    before, start = os.times(), time.perf_counter()
    told = [] if command.startswith("report") else ["--json"]
    arguments = [sys.executable, "-m", "pitboss", *command.split(), *told]
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, env=environment)
    after, wall = os.times(), time.perf_counter() - start
    return after.children_user + after.children_system - before.children_user - before.children_system, wall


def evaluator() -> list[str]:
    """Seven-card hands ranked in a batch, a second a core."""
    draw = np.random.default_rng(1)
    hands = np.argsort(draw.random((1_000_000, 52)), axis=1)[:, :7].astype(np.uint8)
    rank7(hands[:10])
    seconds = best_of(lambda: rank7(hands), 5)
    return [f"`pitboss.poker.rank7`: {len(hands) / seconds / 1e6:.0f} million hands per CPU-second (aim 50)."]


MEASURED = {"Simulation": simulations, "Odds": odds, "Lab": lab, "Reports": reports, "Evaluator": evaluator}
"""The sections of the results, in order."""


def main(names: list[str]) -> None:
    """Measure all, or the sections that are named, and keep it beside this file; the others stay as they were."""
    if unknown := [name for name in names if name not in MEASURED]:
        raise SystemExit(f"no section {', '.join(unknown)}; there are {', '.join(MEASURED)}")
    kept = _kept()
    for title in names or MEASURED:
        print(title, flush=True)
        load, rows = os.getloadavg()[0], MEASURED[title]()
        print("\n".join(rows), flush=True)
        told = [
            f"## {title}",
            "",
            inspect.cleandoc(str(MEASURED[title].__doc__)),
            "",
            f"Load when it began: {load:.1f}.",
        ]
        kept[title] = "\n".join([*told, "", *rows, ""])
    head = f"# Speed\n\nMachine: {machine()}. Command: `make bench`.\n"
    RESULTS.write_text("\n".join([head, *(kept[title] for title in MEASURED if title in kept)]), encoding="utf-8")


def _kept() -> dict[str, str]:
    """The sections that were measured before, by title."""
    before = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    return {part.partition("\n")[0]: f"## {part.rstrip()}\n" for part in before.split("\n## ")[1:]}


if __name__ == "__main__":
    main(sys.argv[1:])
