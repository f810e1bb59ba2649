"""The value of extra information to a player, as text."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING

from pitboss.lab.display import StyledLine
from pitboss.solving.answers.threats import SHUFFLE, Threat

if TYPE_CHECKING:
    from pitboss.lab.protection.protection_answer import Protection

_RANKS = 5
"""Ranks per line in the table of effects."""


def protection_lines(found: Protection, title: str) -> Iterator[StyledLine]:
    """Yield the lines of the text output: effects of removal, then every threat with its countermeasure."""
    yield (f"{title}: can it be beaten?", "bold")
    if found.stopped:
        yield "Stopped early: partial results follow."
    if found.removal.best:
        yield ""
        yield from _removal(found)
    for row, limit in zip(found.threats, found.limits, strict=True):
        yield ""
        yield from _row(row, limit, found.hour)
    yield ""
    yield (
        "Edges are the player's, in units of the bet when it is made; per 100 is the units won in 100 rounds"
        " when betting one unit whenever it is profitable. Desirability is 1,000 times the gain per round divided by"
        " its standard deviation."
        f" A hand shuffle is assumed to take {SHUFFLE:g} seconds a deck, a machine none."
    )


def _removal(found: Protection) -> Iterator[StyledLine]:
    """Yield the effect of removing one card of each rank, by bet, in percent of the bet."""
    yield ("Effect of removing one card on the player's edge, in percent of the bet", "bold")
    tables = [(bet, ranks, "") for bet, ranks in found.removal.best.items()]
    tables += [(bet, ranks, " (full-deck strategy)") for bet, ranks in found.removal.fixed_play.items()]
    for bet, ranks, which in tables:
        changes = [f"{rank} {float(change) * 100:+.4f}" for rank, change in ranks.items()]
        yield (f"{bet}{which or f' ({float(found.removal.start[bet]):+.4%} from the full pack)'}", "bold")
        for begin in range(0, len(changes), _RANKS):
            yield "  " + "  ".join(f"{change:<11}" for change in changes[begin : begin + _RANKS]).rstrip()
    yield found.removal.note


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
    yield f"    prevented by: {row.closing.procedure} ({row.closing.clause}); costs {lost:.1f} of {hour} rounds an hour"
    if row.note:
        yield f"    {row.note}"
