"""
The audit: the journal read from its first line, everything in the books compared with it, every round dealt again.

Lines, entries and rounds are only ever added, so they are read in pieces while the house is open; the last piece and
all that changes (balances, nicknames, tables) are read in one moment.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from msgspec import DecodeError, ValidationError

from pitboss.play.refused import Refused
from pitboss.table.journal import READ_LINE, Head, JournalLine, hash_of, hash_rows
from pitboss.table.ledger import Ledger
from pitboss.table.shoes import ShoesInUse
from pitboss.table.verify import Games, read_round

Row = Sequence[Any]


class BooksOfHouse(Protocol):
    """What an audit reads of a store; pieces of whatever size suits it."""

    def lines(self, after: int) -> list[Row]:
        """The next lines of the journal, with their numbers and marks."""

    def mark(self, number: int) -> str | None:
        """The mark of one line, if it is there."""

    def entries(self, after: int, last: int) -> list[Row]:
        """Entries of the ledger, whole rows."""

    def rounds(self, after: int, last: int) -> list[Row]:
        """Rounds, whole rows."""

    def played(self, after: int, last: int) -> list[Row]:
        """The score lines of these rounds, whole rows."""

    def one_moment(self) -> AbstractContextManager[None]:
        """What is read inside is of one moment, whatever is written meanwhile."""

    def balances(self) -> dict[str, int]:
        """Every account and what it holds."""

    def players(self) -> dict[str, str]:
        """Every player's nickname."""

    def tables(self) -> list[tuple[str, int, str, str, str]]:
        """Every table: whether it is open, its set-up, its shoe and how it stands."""

    def beyond(self, line: JournalLine) -> list[str]:
        """What there is of entries, rounds and score lines beyond the last line of the journal."""


class Audit:
    """What an audit has walked through, and what it found wrong."""

    def __init__(self, games: Games, key: bytes, tell: Callable[[int], None] = lambda _rounds: None) -> None:
        self._games, self._key, self._tell = games, key, tell
        self.faults: list[str] = []
        self.rounds = self.entries = 0
        self.head = Head()
        self.days: dict[int, Head] = {}
        """The last head of every day, by the days since 1970."""
        self._last = JournalLine(0, 0, 0, hash_rows((), (), ()), (), (), (), ())
        self._ledger, self._shoes = Ledger(), ShoesInUse()
        self._players: dict[str, str] = {}
        self._setups: dict[str, str] = {}
        self._kept_shoes: dict[str, str] = {}
        self._lives: dict[str, tuple[int, str]] = {}

    def run(self, books: BooksOfHouse, *against: Head) -> None:
        """Walk through the books; these heads, seen by somebody before, must be in them."""
        self._read_on(books)
        with books.one_moment():
            self._read_on(books)
            self._compare(books)
            for head in sorted(set(against)):
                self._check_head(head, books.mark(head.number))

    def _fault(self, *faults: str) -> None:
        self.faults.extend(faults)

    def _check_head(self, head: Head, mark: str | None) -> None:
        """A head that somebody saw before must be in the books."""
        if head.number and mark is None:
            self._fault(f"line {head.number} of the journal is gone: the books were cut off, or are other books")
        elif head.number and mark != head.mark:
            self._fault(f"line {head.number} of the journal is not the one that was seen before: its mark was another")

    def _read_on(self, books: BooksOfHouse) -> None:
        while lines := books.lines(self.head.number):
            first, lasts = self._last, [self._line(*line) for line in lines]
            last = lasts[-1]
            entries, rounds = books.entries(first.entry, last.entry), books.rounds(first.round, last.round)
            played = books.played(first.round, last.round)
            for line in lasts:
                self._check_rows(line, entries, rounds, played)
            self._tell(self.rounds)

    def _line(self, number: int, text: str, mark: str) -> JournalLine:
        """One line, if it is in its place; what follows a broken one is checked from there on."""
        expected = self.head.after(self._key, text)
        if (number, mark) != expected:
            self._fault(f"line {number} of the journal was changed, or lines are missing before it")
        self.head = Head(number, mark)
        try:
            line: JournalLine = READ_LINE(text)
        except (ValidationError, DecodeError, RecursionError):
            self._fault(f"line {number} of the journal cannot be read")
            line = self._last
        self._players.update(line.players)
        self._setups.update(line.setups)
        self._kept_shoes.update(line.shoes)
        self._lives.update({table: (is_open, live) for table, is_open, live in line.lives})
        self.days[line.at // 86_400] = self.head
        return line

    def _check_rows(self, line: JournalLine, entries: list[Row], rounds: list[Row], played: list[Row]) -> None:
        """The rows that this line added, against its hash; then what they say."""
        before, self._last = self._last, line
        added = [row for row in entries if before.entry < row[0] <= line.entry]
        kept = [row for row in rounds if before.round < row[0] <= line.round]
        scored = [row for row in played if before.round < row[1] <= line.round]
        if hash_rows(added, kept, scored) != line.rows:
            new = f"entries {before.entry + 1} to {line.entry}, rounds {before.round + 1} to {line.round}"
            self._fault(f"{new} or their score lines are not what the journal says")
        self.entries += len(added)
        for row in added:
            self._fault(*self._ledger.add(row))
        for row in kept:
            self._check_round(row, [score for score in scored if score[1] == row[0]])

    def _check_round(self, row: Row, scored: Sequence[Row]) -> None:
        self.rounds += 1
        name = f"round {row[0]} ({row[1]}, {row[2]})"
        try:
            checked = read_round(row[3], self._games)
        except Refused as refused:
            self._fault(f"{name}: {refused.reason}")
            return
        faults = [*checked.faults, *self._shoes.follow(checked), *self._ledger.settle(checked, scored)]
        if (checked.body.table, checked.body.number) != (row[1], row[2]):
            faults.append(
                f"it is kept as round {row[2]} of {row[1]} and says {checked.body.number} of {checked.body.table}"
            )
        self._fault(*(f"{name}: {fault}" for fault in faults))

    def _compare(self, books: BooksOfHouse) -> None:
        """What changes, against the last that the journal says of it."""
        self._fault(*books.beyond(self._last))
        self._fault(*_differences("player", self._players, books.players()))
        tables = {row[0]: row[1:] for row in books.tables()}
        self._fault(
            *_differences("the set-up of table", self._setups, {t: hash_of(row[1]) for t, row in tables.items()})
        )
        shoes = {table: hash_of(row[2]) for table, row in tables.items() if row[2]}
        self._fault(*_differences("the shoe of table", self._kept_shoes, shoes))
        lives = {table: (row[0], hash_of(row[3])) for table, row in tables.items()}
        self._fault(*_differences("how it stands at table", self._lives, lives))
        lying = {table: _brought(row[3]) for table, row in tables.items() if row[0]}
        self._fault(*self._ledger.faults(books.balances(), lying))


def _brought(live: str) -> int:
    try:
        return sum(json.loads(live)["brought"].values())
    except (ValueError, KeyError, TypeError, AttributeError):
        return 0  # told already: it is not what the journal says


def _differences(what: str, said: Mapping[str, object], found: Mapping[str, object]) -> Iterator[str]:
    for name in sorted({*said, *found}):
        if name not in found:
            yield f"{what} {name} is gone"
        elif name not in said:
            yield f"{what} {name} is not in the journal"
        elif said[name] != found[name]:
            yield f"{what} {name} is not what the journal says"
