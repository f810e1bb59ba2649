"""`pitboss protect`: the value of extra information to a player, as text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from math import isfinite

from pitboss.lab.protection import ProtectWork
from pitboss.lab.protection.protection_answer import Protection
from pitboss.solving.answers.threats import SHUFFLE, Threat, silent
from pitboss.terminal.interrupt import at_interrupt
from pitboss.terminal.long_work import house, progress
from pitboss.terminal.screen import Screen

_RANKS = 5
"""Ranks per line in the table of effects."""


def show_protection(name: str, path: str | None, settings: Sequence[str], hour: int, *, output: str = "") -> None:
    """Run the analysis with progress, and print it."""
    game, rules = house(name, path, settings)
    work = ProtectWork(game, rules, hour)

    def show(found: Protection) -> None:
        if output:
            sys.stdout.write(found.in_format(output))
        else:
            _show(Screen(), game.title, found)

    with progress() as bar, at_interrupt(lambda: show(work.so_far(stopped=True))):
        found = work.all(bar or silent)
    show(found)


def _show(screen: Screen, title: str, found: Protection) -> None:
    screen.line((f"{title}: can it be beaten?", "bold"))
    if found.stopped:
        screen.line("Stopped early: partial results follow.")
    if found.removal.best:
        screen.line("")
        _show_removal(screen, found)
    for row, limit in zip(found.threats, found.limits, strict=True):
        screen.line("")
        for line in _row(row, limit, found.hour):
            screen.line(line, indent=4)
    screen.line("")
    screen.line(
        "Edges are the player's, in units of the bet when it is made; per 100 is the units won in a hundred rounds"
        " when betting one unit whenever it is profitable. Desirability is 1,000 times the gain a round divided by its"
        " standard deviation."
        f" A hand shuffle is assumed to take {SHUFFLE:g} seconds a deck, a machine none."
    )


def _show_removal(screen: Screen, found: Protection) -> None:
    """Print the effect of removing one card of each rank, by bet, in percent of the bet."""
    screen.line(("Effect of removing one card on the player's edge, in percent of the bet", "bold"))
    tables = [(bet, ranks, "") for bet, ranks in found.removal.best.items()]
    tables += [(bet, ranks, " (full-deck strategy)") for bet, ranks in found.removal.kept.items()]
    for bet, ranks, which in tables:
        changes = [f"{rank} {float(change) * 100:+.4f}" for rank, change in ranks.items()]
        head = f"{bet}{which}"
        if head == bet:
            head += f" ({float(found.removal.start[bet]):+.4%} from the full pack)"
        screen.line((head, "bold"))
        for begin in range(0, len(changes), _RANKS):
            screen.line("  " + "  ".join(f"{change:<11}" for change in changes[begin : begin + _RANKS]).rstrip())
    screen.line(found.removal.note)


def _row(row: Threat, limit: float, hour: int) -> Iterator[str]:
    sure = "exact" if row.exact else f"± {row.se:.3%} (standard error)"
    yield f"{row.name}: {row.bet}"
    yield f"    knows {row.knows}; who: {row.who}"
    often = f"bet in {float(row.share):.2%} of the rounds, {row.per_100:+.3f} per 100"
    yield f"    edge {float(row.edge):+.3%} ({sure}), {often}"
    if row.per_round > 0:
        rounds = f"{row.n0:,.0f}" if isfinite(row.n0) else "never"
        money = f"${row.an_hour(hour, limit):,.0f} an hour at ${limit:,.0f}"
        yield f"    {money}, N0 {rounds} rounds, desirability {row.desirability:.1f}"
    lost = row.closing.rounds_lost(hour)
    yield f"    closed by: {row.closing.procedure} ({row.closing.clause}); costs {lost:.1f} of {hour} rounds an hour"
    if row.note:
        yield f"    {row.note}"
