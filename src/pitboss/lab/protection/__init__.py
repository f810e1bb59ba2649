"""Game protection: the ways to gain extra information, their value, and the procedure that prevents each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.lab.api import meant
from pitboss.lab.protection import removal_by_script
from pitboss.lab.protection.protection_answer import Protection
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.solving.answers.threats import Removal, Tell, Threat, silent

__all__ = ["Protection", "protect"]

HOUR = 70
MOST_AN_HOUR = 10_000


def protect(
    game: str | HouseRules, *, rules: Mapping[str, Any] | None = None, hour: int = HOUR, tell: Tell = silent
) -> Protection:
    """
    Return the effects of removal by bet and rank, and the value of each threat to a player, in units of the bet.

    >>> protect("flip-it").removal.start["red"]
    Fraction(-3, 55)
    """
    called, read = meant(game)
    return protect_game(called, read.but(**(rules or {})), hour, tell)


def protect_game(game: Game, rules: Any, hour: int, tell: Tell = silent) -> Protection:
    """Return the protection analysis for parsed rules."""
    return ProtectWork(game, rules, hour).all(tell)


class ProtectWork:
    """A protection analysis that adds one threat at a time; partial results are available at any point."""

    def __init__(self, game: Game, rules: Any, hour: int) -> None:
        if isinstance(hour, bool) or not isinstance(hour, int) or not 1 <= hour <= MOST_AN_HOUR:
            reason = f"rounds an hour must be a whole number from 1 to {MOST_AN_HOUR:,}, not {hour!r}"
            raise Refused("bad-rounds", reason)
        self.game, self.rules, self.hour = game, rules, hour
        self.removal = Removal({}, {}, {})
        self.rows: list[Threat] = []

    def all(self, tell: Tell = silent) -> Protection:
        """Run the whole analysis, with the game's own functions or, if it has none, from its script."""
        removal, threats = self.game.provides.removal, self.game.provides.threats
        self.removal = removal(self.rules, tell) if removal else removal_by_script.removal(self.game, self.rules, tell)
        found = threats(self.rules, tell) if threats else removal_by_script.threats(self.game, self.rules, self.removal)
        for row in found:
            self.rows.append(row)
            tell(row.name)
        return self.so_far(stopped=False)

    def so_far(self, *, stopped: bool) -> Protection:
        """Return the results so far."""
        rows = tuple(self.rows)
        limits = tuple(_limit(self.game, self.rules, row) for row in rows)
        return Protection(self.game.name, self.rules.changed(), self.removal, rows, limits, self.hour, stopped)


def _limit(game: Game, rules: Any, row: Threat) -> float:
    """Return the table maximum of the threatened bet, in dollars; Call It bets on any rank share one limit."""
    bets = {bet.name: bet for bet in game.bets(rules)}
    name = row.bet.split(" or ", maxsplit=1)[0].split(" and ", maxsplit=1)[0]
    found = bets.get(name) or next((bet for known, bet in bets.items() if known.startswith(name)), None)
    return (found or next(iter(bets.values()))).most / 100
