"""Kept rounds folded into the sums of a table's day: what was bet, what the house won, and which wagers were laid."""

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
"""Days are those of the clock of Greenwich, as in `pitboss audit --heads`."""
Bets = Mapping[str, int]


class _Record(Struct):
    game: str
    wagers: dict[str, dict[str, int]]
    rules: dict[str, object] = {}
    void: str | None = None


class _Kept(Struct):
    record: _Record
    net: dict[str, int]


_READ = Decoder(_Kept).decode


class RoundNote(Struct, frozen=True):
    """One round in a line: bets are those before the deal, tokes left out; `won` is what the house won."""

    id: int
    table: str
    number: int
    at: int
    seats: int
    bet: int
    won: int
    is_void: bool
    crossed: int
    """The sum of the products of any two seats' bets: two seats of a round win and lose together."""
    wagers: tuple[str, ...]
    """The bets of each seat, as JSON."""

    @property
    def day(self) -> int:
        """The day on which it was settled, counted from 1970."""
        return self.at // DAY


def noted(number: int, table: str, in_table: int, body: str, at: int) -> RoundNote:
    """A kept round in a line; of a void one all bets went back, so nothing was bet."""
    kept = _READ(body)
    record = kept.record
    tokes = _tokes(record.game, json.dumps(record.rules, sort_keys=True))
    laid = [] if record.void is not None else list(_laid(record, tokes))
    sizes = [sum(bets.values()) for bets in laid]
    crossed = sum(sizes) ** 2 - sum(size**2 for size in sizes)
    return RoundNote(
        number, table, in_table, at, len(record.wagers), sum(sizes), -sum(kept.net.values()),
        record.void is not None, crossed, tuple(json.dumps(bets, sort_keys=True) for bets in laid),
    )  # fmt: skip


def _laid(record: _Record, tokes: frozenset[str]) -> Iterable[Bets]:
    """The bets of each seat; where one card settles all seats their chips add up, and are as those of one."""
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
    """Whether the game has one law for any chips on its spots, whoever put them down."""
    return game in GAMES and GAMES[game].provides.has(GameInterface.round_distribution)


@cache
def _tokes(game: str, rules: str) -> frozenset[str]:
    """The bets that are the dealers'; of a game that is no longer installed nobody knows."""
    return GAMES[game].tokes(GAMES[game].rules.read(json.loads(rules))) if game in GAMES else frozenset()


@dataclass
class DaySums:
    """One table's day."""

    rounds: int = 0
    void: int = 0
    seats: int = 0
    bet: int = 0
    won: int = 0
    crossed: int = 0
    laid: dict[str, int] = field(default_factory=dict)

    def add(self, note: RoundNote) -> None:
        """One more round."""
        self.rounds += 1
        self.void += note.is_void
        self.seats += note.seats
        self.bet += note.bet
        self.won += note.won
        self.crossed += note.crossed
        for wager in note.wagers:
            self.laid[wager] = self.laid.get(wager, 0) + 1

    def merge(self, other: DaySums) -> None:
        """All of another day's."""
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
        """As it is kept."""
        return self.rounds, self.void, self.seats, self.bet, self.won, self.crossed


def summed(notes: Sequence[RoundNote]) -> dict[tuple[str, int], DaySums]:
    """The sums of these rounds by table and day."""
    found: dict[tuple[str, int], DaySums] = {}
    for note in notes:
        found.setdefault((note.table, note.day), DaySums()).add(note)
    return found
