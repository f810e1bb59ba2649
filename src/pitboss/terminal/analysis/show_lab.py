"""`pitboss sweep`, `compare`, `tune` and `odds --slopes`: comparisons of rule sets and pay tables."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any

from pitboss.documents import lab_tables
from pitboss.games import GAMES
from pitboss.lab.tune import bets_with_tables, nearest_edge
from pitboss.lab.tune import tune as find_tables
from pitboss.lab.tune.ranges import read_range
from pitboss.lab.whatif.compare import compare
from pitboss.lab.whatif.grid import Progress
from pitboss.lab.whatif.slopes import Slopes, slopes
from pitboss.lab.whatif.sweep import read_vary, sweep
from pitboss.play.options.rules import HouseRules
from pitboss.play.options.rules_file import write_rules
from pitboss.play.refused import Refused, one_of
from pitboss.simulation.run import BY_HAND
from pitboss.terminal.long_work import ShowProgress, game_and_rules, progress
from pitboss.terminal.screen import print_result

TITLES = {"edge": "House edge", "hit": "How often the bet wins", "sd": "Standard deviation"}


def steps(what: str, show: ShowProgress | None) -> Progress | None:
    """Return a progress callback that counts steps, or None if there is no progress bar."""
    if show is None:
        return None
    return lambda done, whole: show(f"{what} {done:,} of {whole:,}" if whole else what, done, whole)


def show_sweep(
    game: str, vary: Sequence[str], *, workers: int | None, dask: str | None, output: str, rules: str | None,
    settings: Sequence[str],
) -> None:  # fmt: skip
    """Evaluate every rule set of the grid and print the rows; Ctrl-C prints the finished ones."""
    try:
        chosen, base = game_and_rules(game, rules, settings)
    except Refused as refused:
        several = next((each for each in settings if re.search(r"=.*(,|\.\.)", each)), None)
        if several is None:
            raise
        raise Refused(refused.code, f"--set takes one value: to vary it write {several} without --set") from None
    grid: dict[str, list[object]] = {}
    for words in vary:
        name, values = read_vary(base, words)
        if name in grid:
            raise Refused("bad-vary", f"{name} varies twice: write all its values in one --vary")
        grid[name] = values
    with progress() as show:
        found = sweep(base, grid, workers=workers, dask=dask, progress=steps("counting", show))
    print_result(found, output, lambda screen: lab_tables.show_sweep(screen.console, chosen.title, found, TITLES))
    if found.stopped not in ("", BY_HAND):
        raise Refused("cluster-lost", f"{found.stopped} (results so far are shown)")


def show_comparison(name: str, one: str | None, other: str | None, *, output: str = "") -> None:
    """Print the differences between two house-rules files, or between the default rules and one file."""
    if one is None:
        game_and_rules(name)
        raise Refused("no-word", "A is missing: give a house-rules file to compare with B, or with the official rules")
    for word in filter(None, (one, other)):
        if word in GAMES:
            raise Refused("no-file", f"{word} is a game: compare takes house-rules files of one game, {name}")
    first, second = (one, other) if other is not None else (None, one)
    (game, here), (_, there) = game_and_rules(name, first), game_and_rules(name, second)
    found = compare(here, there)
    title = f"{game.title}: {first or 'official rules'} (here) and {second} (there)"
    print_result(found, output, lambda screen: lab_tables.show_comparison(screen.console, title, found))


def slopes_of(rules: HouseRules) -> Slopes:
    """Compute the slopes of these rules with a progress bar."""
    with progress() as show:
        return slopes(rules, progress=steps("slopes", show))


def show_tuning(
    game: str, *, bet: str | None, edge: str | None, hit: str | None, sd: str | None, top: str | None,
    keep: Sequence[str], pays: str, rank: str, show: str, joint: str | None, toml: bool, output: str,
    rules: str | None, settings: Sequence[str],
) -> None:  # fmt: skip
    """Search all pay tables with a given house edge and print them; Ctrl-C prints those found so far."""
    chosen, base = game_and_rules(game, rules, settings)
    if bet is None:
        known = bets_with_tables(base)
        raise Refused("no-bet", f"--bet is missing: {one_of(known)}" if known else "--bet is missing")
    if edge is None:
        raise Refused("no-edge", "--edge is missing, for example --edge 4%..5%")
    asked: dict[str, Any] = {"hit": hit, "sd": sd, "top": top, "keep": keep, "pays": pays, "joint": _stake(joint)}
    with progress() as bar:
        found = find_tables(base, bet, edge=edge, rank=rank, show=_shown(show), progress=steps("tables", bar), **asked)
    if not toml:
        near = nearest_edge(base, bet, edge, **asked) if not (found.count or found.stopped or output) else None
        print_result(found, output, lambda screen: lab_tables.show_tuning(screen.console, chosen.title, found, near))
    elif found.first:
        sys.stdout.write(write_rules(found.rules(base)))
    else:
        raise Refused("no-table", "no pay table found: nothing to write")


def _stake(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        found = read_range("--joint", text)
    except Refused:
        found = None
    if found is None or found.low is None or found.low != found.high:
        raise Refused("bad-stake", f"--joint is a stake in main bets, as in 1 or 1/5, not {text!r}")
    return float(found.low)


def _shown(text: str) -> int | None:
    if text.strip().casefold() == "all":
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refused("bad-option", f"--show must be a whole number, or all, not {text!r}")
    return int(text)
