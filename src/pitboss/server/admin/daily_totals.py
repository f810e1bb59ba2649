"""Daily totals of a table from its stored rounds: the amount bet, the house's win, and the wagers made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from msgspec import Struct
from msgspec.json import Decoder

from pitboss.games import GAMES
from pitboss.games.interface import GameInterface

DAY = 86_400
"""Seconds per day. Days are in UTC, as in `pitboss audit --heads`."""
Bets = Mapping[str, int]


class _Record(Struct):
    game: str
    wagers: dict[str, dict[str, int]]
    rules: dict[str, object] = {}
    void: str | None = None


class _StoredDay(Struct):
    record: _Record
    net: dict[str, int]


_READ = Decoder(_StoredDay).decode


class RoundNote(Struct, frozen=True):
    """A summary of one round. Only bets made before the deal count, without tokes. `won` is the house's win."""

    id: int
    table: str
    number: int
    at: int
    seats: int
    bet: int
    won: int
    is_void: bool
    crossed: int
    """The sum, over ordered pairs of seats, of the product of their bets: seats in a round win and lose together."""
    wagers: tuple[str, ...]
    """The bets of each seat, as JSON."""

    @property
    def day(self) -> int:
        """Return the day of settlement, as days since 1970-01-01."""
        return self.at // DAY


def noted(number: int, table: str, in_table: int, body: str, at: int) -> RoundNote:
    """Summarise a stored round. A void round counts no bets, because all of them were returned."""
    stored = _READ(body)
    record = stored.record
    tokes = _tokes(record.game, json.dumps(record.rules, sort_keys=True))
    laid = [] if record.void is not None else list(_laid(record, tokes))
    sizes = [sum(bets.values()) for bets in laid]
    crossed = sum(sizes) ** 2 - sum(size**2 for size in sizes)
    return RoundNote(
        number, table, in_table, at, len(record.wagers), sum(sizes), -sum(stored.net.values()),
        record.void is not None, crossed, tuple(json.dumps(bets, sort_keys=True) for bets in laid),
    )  # fmt: skip


def _laid(record: _Record, tokes: frozenset[str]) -> Iterable[Bets]:
    """Return each seat's bets. If one card settles all seats, return their sum as if one seat had made them."""
    seats = [{name: cents for name, cents in bets.items() if name not in tokes} for bets in record.wagers.values()]
    if not _adds_up(record.game):
        return seats
    together: dict[str, int] = {}
    for bets in seats:
        for name, cents in bets.items():
            together[name] = together.get(name, 0) + cents
    return [together]


@cache
def _adds_up(game: str) -> bool:
    """Whether one distribution covers all bets on the layout, whichever seats made them."""
    return game in GAMES and GAMES[game].provides.has(GameInterface.round_distribution)


@cache
def _tokes(game: str, rules: str) -> frozenset[str]:
    """Return the bets that are tokes, or none if the game is no longer installed."""
    return GAMES[game].tokes(GAMES[game].rules.read(json.loads(rules))) if game in GAMES else frozenset()


@dataclass
class DaySums:
    """The totals of one table on one day."""

    rounds: int = 0
    void: int = 0
    seats: int = 0
    bet: int = 0
    won: int = 0
    crossed: int = 0
    laid: dict[str, int] = field(default_factory=dict)

    def add(self, note: RoundNote) -> None:
        """Add a round."""
        self.rounds += 1
        self.void += note.is_void
        self.seats += note.seats
        self.bet += note.bet
        self.won += note.won
        self.crossed += note.crossed
        for wager in note.wagers:
            self.laid[wager] = self.laid.get(wager, 0) + 1

    def merge(self, other: DaySums) -> None:
        """Add the totals of another day."""
        self.rounds += other.rounds
        self.void += other.void
        self.seats += other.seats
        self.bet += other.bet
        self.won += other.won
        self.crossed += other.crossed
        for wager, times in other.laid.items():
            self.laid[wager] = self.laid.get(wager, 0) + times

    @property
    def row(self) -> tuple[int, int, int, int, int, int]:
        """Return the totals as stored."""
        return self.rounds, self.void, self.seats, self.bet, self.won, self.crossed


def summed(notes: Sequence[RoundNote]) -> dict[tuple[str, int], DaySums]:
    """Return the totals of these rounds by table and day."""
    found: dict[tuple[str, int], DaySums] = {}
    for note in notes:
        found.setdefault((note.table, note.day), DaySums()).add(note)
    return found
