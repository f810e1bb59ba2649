"""`pitboss tune`: all pay tables with a given house edge, as text, JSON, or one of them as house rules."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.games import GAMES
from pitboss.lab.tune import bets_with_tables, tune
from pitboss.lab.tune.ranges import read_range
from pitboss.play.options.rules_file import load_rules, write_rules
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused, one_of
from pitboss.terminal.analysis.show_lab import progress
from pitboss.terminal.analysis.show_odds import say_when_compiling
from pitboss.terminal.screen import Screen


@dataclass(frozen=True)
class TuneWishes:
    """Command-line arguments."""

    game: str
    bet: str | None
    edge: str | None
    hit: str | None
    sd: str | None
    top: str | None
    keep: Sequence[str]
    pays: str
    rank: str
    show: str
    joint: str | None
    toml: bool
    output: str
    rules: str | None
    settings: Sequence[str]


def show_tuning(wishes: TuneWishes) -> None:
    """Search and print the results; Ctrl-C prints those found so far."""
    game = game_called(wishes.game, GAMES)
    rules = load_rules(game.rules, wishes.rules, wishes.settings)
    if wishes.bet is None:
        known = bets_with_tables(rules)
        raise Refused("no-bet", f"--bet is missing: {one_of(known)}" if known else "--bet is missing")
    if wishes.edge is None:
        raise Refused("no-edge", "--edge is missing, for example --edge 4%..5%")
    say_when_compiling()
    with progress("tables") as tell:
        found = tune(
            rules, wishes.bet, edge=wishes.edge, hit=wishes.hit, sd=wishes.sd, top=wishes.top, keep=wishes.keep,
            pays=wishes.pays, rank=wishes.rank, show=_shown(wishes.show), joint=_stake(wishes.joint), progress=tell,
        )  # fmt: skip
    if wishes.toml:
        if not found.first:
            raise Refused("no-table", "no pay table found: nothing to write")
        sys.stdout.write(write_rules(found.rules(rules)))
    elif wishes.output:
        sys.stdout.write(found.in_format(wishes.output))
    else:
        from pitboss.documents.lab_tables import show_tuning as show  # noqa: PLC0415

        show(Screen().console, game.title, found)


def _stake(text: str | None) -> float | None:
    if text is None:
        return None
    wrong = Refused("bad-stake", f"--joint is a stake in main bets, as in 1 or 1/5, not {text!r}")
    try:
        found = read_range("--joint", text)
    except Refused:
        raise wrong from None
    if found.low is None or found.low != found.high:
        raise wrong
    return float(found.low)


def _shown(text: str) -> int | None:
    if text.strip().casefold() == "all":
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refused("bad-option", f"--show must be a whole number, or all, not {text!r}")
    return int(text)
