"""The most that one round can cost the house: a bound, and what of it the game as played reaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.solving.answers.analysis import Analysis

TABLE = "table"


class Liability(Struct, frozen=True):
    """In cents: bounds on what is won in one round, and each bet's share of that."""

    bets: tuple[tuple[str, int, float], ...]
    """By bet: its limit, and in units the most that any play can win on it."""
    seat: int
    table: int
    seats: int
    aggregate: int | None
    played: int | None
    """The most that the game as played can win in one round, every initial bet at its limit."""


def liability_of(game: Game, rules: HouseRules, analysis: Analysis) -> Liability:
    """Every bet at its limit on its best line at once, held down by an aggregate where the rules have one."""
    bets = tuple(_tops(game, rules, analysis))
    whole = round(sum(most * top for _, most, top in bets))
    aggregate: Any = getattr(rules, "aggregate", None)
    scope = str(getattr(rules, "aggregate_scope", ""))
    seat = min(whole, aggregate) if aggregate is not None else whole
    seats = game.seats(rules)
    table = aggregate if aggregate is not None and scope == TABLE else seat * seats
    played = None
    if analysis.played is not None and bets:
        unit = _limit(game, rules)
        played = round(float(max(net for net, chance in analysis.played.distribution if chance)) * unit)
    return Liability(bets, seat, table, seats, aggregate, played)


def _limit(game: Game, rules: HouseRules) -> int:
    """What each initial bet may be at most: of those that must be made, else of those others need, else of any one."""
    bets = game.bets(rules)
    before = [bet for bet in bets if not bet.in_play and not bet.for_dealers]
    needed = {name for bet in bets for name in bet.needs}
    must = [bet for bet in before if bet.compulsory] or [bet for bet in before if bet.name in needed]
    return min(int(bet.most) for bet in must or before)


def _tops(game: Game, rules: HouseRules, analysis: Analysis) -> Iterator[tuple[str, int, float]]:
    """Of every bet; the dealers' own bets ride on another and win as it does, and the house pays them too."""
    known = {bet.name: bet for bet in analysis.bets}
    for bet in game.bets(rules):
        odds = known.get(bet.needs[0] if bet.for_dealers else bet.name)
        if odds is not None:
            tops = [float(outcome.pays) for outcome in odds.outcomes if outcome.probability]
            yield bet.name, int(bet.most), max(float(bet.grows) if bet.grows > 1 else 0.0, *tops)
