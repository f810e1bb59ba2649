"""`pitboss sweep`, `compare` and `odds --slopes`: comparisons of rule sets, as text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pitboss.games import GAMES
from pitboss.lab.whatif.compare import compare
from pitboss.lab.whatif.grid import Progress
from pitboss.lab.whatif.slopes import Slopes, slopes
from pitboss.lab.whatif.sweep import KINDS, sweep
from pitboss.lab.whatif.vary import read_vary
from pitboss.play.options.rules import HouseRules
from pitboss.play.options.rules_file import load_rules
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.simulation.run import BY_HAND
from pitboss.terminal.analysis.show_odds import say_when_compiling
from pitboss.terminal.screen import Screen

TITLES = {"edge": "House edge", "hit": "How often the bet wins", "sd": "Standard deviation"}


@contextmanager
def progress(what: str) -> Iterator[Progress | None]:
    """Show a progress bar with the time left, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, whole: bar.update(task, completed=done, total=whole or None)


@dataclass(frozen=True)
class SweepWishes:
    """Command-line arguments of `pitboss sweep`."""

    game: str
    vary: Sequence[str]
    workers: int | None
    dask: str | None
    output: str
    rules: str | None
    settings: Sequence[str]


def show_sweep(wishes: SweepWishes) -> None:
    """Evaluate every rule set of the grid and print the rows; Ctrl-C prints the finished ones."""
    game = game_called(wishes.game, GAMES)
    base = load_rules(game.rules, wishes.rules, wishes.settings)
    said: dict[str, list[object]] = {}
    for words in wishes.vary:
        name, values = read_vary(base, words)
        if name in said:
            raise Refused("bad-vary", f"{name} varies twice: write all its values in one --vary")
        said[name] = values
    say_when_compiling()
    with progress("counting") as tell:
        found = sweep(base, said, workers=wishes.workers, dask=wishes.dask, progress=tell)
    if wishes.output:
        sys.stdout.write(found.in_format(wishes.output))
    else:
        _show_rows(game.title, found)
    _refuse_lost(found.stopped)


def _show_rows(title: str, found: object) -> None:
    from pitboss.documents.lab_tables import show_sweep as show  # noqa: PLC0415  (JSON output does not need Rich)
    from pitboss.lab.whatif.sweep import Sweep  # noqa: PLC0415

    assert isinstance(found, Sweep)
    show(Screen().console, title, found, {kind: TITLES[kind] for kind in KINDS})


def _refuse_lost(stopped: str) -> None:
    if stopped not in ("", BY_HAND):
        raise Refused("cluster-lost", f"{stopped} (results so far are shown)")


def show_comparison(name: str, one: str | None, other: str | None, *, output: str = "") -> None:
    """Print the differences between two house-rules files, or between the default rules and one file."""
    game = game_called(name, GAMES)
    if one is None:
        raise Refused("no-word", "A is missing: give a house-rules file to compare with B, or with the official rules")
    first, second = (one, other) if other is not None else (None, one)
    houses: list[HouseRules] = [load_rules(game.rules, path) for path in (first, second)]
    say_when_compiling()
    found = compare(*houses)
    if output:
        sys.stdout.write(found.in_format(output))
        return
    from pitboss.documents.lab_tables import show_comparison as show  # noqa: PLC0415

    show(Screen().console, f"{game.title}: {first or 'official rules'} (here) and {second} (there)", found)


def slopes_of(rules: HouseRules) -> Slopes:
    """Compute the slopes of these rules with a progress bar."""
    with progress("slopes") as tell:
        return slopes(rules, progress=tell)
