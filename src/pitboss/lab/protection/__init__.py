"""Game protection: the ways to gain extra information, their value, and the procedure that prevents each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pitboss.compute.disk.cache_files import recomputing
from pitboss.compute.disk.source_hash import LAB
from pitboss.games.odds import own_sources
from pitboss.lab.api import resolve_game
from pitboss.lab.protection import removal_by_script
from pitboss.lab.protection.protection_answer import Protection
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.solving.answers.cached_answers import StoredAnswer
from pitboss.solving.answers.card_counts import CountResult
from pitboss.solving.answers.threats import Countermeasure, Progress, Removal, Threat, ignore_progress

__all__ = ["Protection", "count_cards", "protect"]

HOUR = 70
MAX_ROUNDS_PER_HOUR = 10_000


def protect(
    game: str | HouseRules, *, rules: Mapping[str, Any] | None = None, hour: int = HOUR,
    progress: Progress = ignore_progress, fresh: bool = False,
) -> Protection:  # fmt: skip
    """
    Return the effects of removal by bet and rank, and the value of each threat to a player, in units of the bet.

    `fresh` recomputes stored results.

    >>> import pitboss as pb
    >>> pb.protect("flip-it").removal.start["red"]
    Fraction(-3, 55)
    """
    called, read = resolve_game(game)
    with recomputing(fresh):
        return protect_game(called, read.with_changes(**(rules or {})), hour, progress)


def count_cards(game: str | HouseRules, **how: Any) -> CountResult:
    """
    Simulate a card counter and return the edge by count, and the win rate, SCORE, N0 and risk of ruin for a bet spread.

    Options: `tags` (a name such as "hi-lo", or ten numbers for A, 2, … 10), `spread` (bets by minimum count), `dealt`
    (cards before the cut card), `rounds`, `players`, `strategy`, `insure_from` and `seed`.

    >>> import pitboss as pb
    >>> pb.count_cards("blackjack", rounds=1000, dealt=260).tags[0]
    -1.0
    """
    called, read = resolve_game(game)
    counter = called.provides.count_cards
    if counter is None:
        raise Refused("no-count", f"card counting is not simulated for {called.name}: pb.protect says what it is worth")
    return counter(read, **how)


def protect_game(game: Game, rules: Any, hour: int, progress: Progress = ignore_progress) -> Protection:
    """Return the protection analysis for parsed rules."""
    return ProtectWork(game, rules, hour).all(progress)


class ProtectionStudy(Struct, frozen=True):
    """The part of a protection analysis that does not depend on the pace of the game."""

    removal: Removal
    threats: tuple[Threat, ...]


class ProtectWork:
    """A protection analysis that adds one threat at a time; partial results are available at any point."""

    def __init__(self, game: Game, rules: Any, hour: int) -> None:
        if isinstance(hour, bool) or not isinstance(hour, int) or not 1 <= hour <= MAX_ROUNDS_PER_HOUR:
            reason = f"rounds an hour must be a whole number from 1 to {MAX_ROUNDS_PER_HOUR:,}, not {hour!r}"
            raise Refused("bad-rounds", reason)
        self.game, self.rules, self.hour = game, rules, hour
        self.removal = Removal({}, {}, {})
        self.rows: list[Threat] = []

    def all(self, progress: Progress = ignore_progress) -> Protection:
        """Run the whole analysis, with the game's own functions or, if it has none, from its script."""
        study = self.question(progress).get()
        self.removal, self.rows = study.removal, list(study.threats)
        return self.so_far(stopped=False)

    def question(self, progress: Progress = ignore_progress) -> StoredAnswer[ProtectionStudy]:
        """Return the question for the whole analysis, to be read from storage or solved."""
        name = self.game.name
        asked = {"game": name, "rules": self.rules.as_data(), "what": "protection", "sources": own_sources(name)}
        return StoredAnswer(
            asked, (ProtectionStudy, Removal, Threat, Countermeasure), lambda: self._solved(progress), LAB
        )

    def _solved(self, progress: Progress) -> ProtectionStudy:
        removal, threats = self.game.provides.removal, self.game.provides.threats
        self.removal = (
            removal(self.rules, progress) if removal else removal_by_script.removal(self.game, self.rules, progress)
        )
        found = (
            threats(self.rules, progress) if threats else removal_by_script.threats(self.game, self.rules, self.removal)
        )
        for row in found:
            self.rows.append(row)
            progress(row.name)
        return ProtectionStudy(self.removal, tuple(self.rows))

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
