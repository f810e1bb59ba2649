"""
The audit: the journal read from its first line, everything in the books compared with it, every round dealt again.

Lines, entries and rounds are only ever added, so they are read in pieces while the house is open; the last piece and
all that changes (balances, nicknames, tables) are read in one moment.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from msgspec import DecodeError, ValidationError

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.table.audit.audit_state import Walked
from pitboss.table.audit.journal import READ_LINE, Head, JournalLine, LogHead, hash_of, hash_rows
from pitboss.table.audit.merkle import entry_leaves
from pitboss.table.audit.opening import CheckedOpening, read_opening
from pitboss.table.audit.stored_shoes import Unlock, stored_shoe_faults
from pitboss.table.audit.verify import Checked
from pitboss.table.audit.verify_pool import Check
from pitboss.table.seal.sealed_shoe import OPEN

Row = Sequence[Any]
MOST_ROUNDS = 500
"""When a piece has this many rounds it is checked before more is read: memory is bounded, however long a line is."""


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

    def opening(self, table: str, house: str) -> str | None:
        """The document that opened the shoe with this seal, if it is there."""

    def log_size(self) -> int:
        """How many entries the log has."""

    def log_root(self, size: int) -> str | None:
        """The root of the log at this size, in hex; None if it is not whole."""

    def count_openings(self) -> int:
        """How many shoes were opened before their cut card was out."""

    def beyond(self, line: JournalLine) -> list[str]:
        """What there is of entries, rounds and score lines beyond the last line of the journal."""


class Audit:
    """What an audit has walked through, and what it found wrong."""

    def __init__(
        self, check: Check, key_of: Callable[[int], bytes], tell: Callable[[int], None] = lambda _rounds: None,
        walked: Walked | None = None, unlock: Unlock = OPEN.unlock,
    ) -> None:  # fmt: skip
        self._check, self._key_of, self._tell, self._unlock = check, key_of, tell, unlock
        self.walked = walked or Walked()
        """How far it has come; with what an audit before had walked through, it goes on from there."""
        self.faults: list[str] = []
        self._texts: list[str] = []
        """The lines of the piece that is being read."""

    @property
    def rounds(self) -> int:
        """How many rounds were ever checked."""
        return self.walked.rounds

    def run(self, books: BooksOfHouse, *against: Head, logs: Iterable[LogHead] = ()) -> None:
        """Walk on through the books to their end; these heads, seen by somebody before, must be in them."""
        against = (*against, self.walked.head)
        self._read_on(books)
        with books.one_moment():
            self._read_on(books)
            self._compare(books)
            self._check_log(books, logs)
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
        while lines := books.lines(self.walked.head.number):
            first, read = self.walked.last, []
            for line in lines:
                read.append(last := self._line(*line))
                if last.round - first.round >= MOST_ROUNDS:  # the next piece begins with the line after it
                    break
            entries = AddedRows(books.entries(first.entry, last.entry))
            rounds = AddedRows(books.rounds(first.round, last.round))
            played = AddedRows(books.played(first.round, last.round), column=1)
            texts = [row[3] for row in rounds.rows]
            checked = dict(zip((row[0] for row in rounds.rows), self._check(texts), strict=True))
            for added, text in zip(read, self._texts, strict=True):
                bodies = [row[3] for row in rounds.between(self.walked.last.round, added.round)]
                self._check_rows(books, added, entries, rounds, played, checked)
                self._log(bodies, [books.opening(table, house) or "" for table, house, _ in added.opened], text, added)
            self._texts.clear()
            self._tell(self.walked.rounds)

    def _line(self, number: int, text: str, mark: str) -> JournalLine:
        """One line, if it is in its place; what follows a broken one is checked from there on."""
        walked = self.walked
        if (number, mark) != walked.head.after(self._key_of(number), text):
            self._fault(f"line {number} of the journal was changed, or lines are missing before it")
        walked.head = Head(number, mark)
        try:
            line: JournalLine = READ_LINE(text)
        except (ValidationError, DecodeError, RecursionError):
            self._fault(f"line {number} of the journal cannot be read")
            line = walked.last
        walked.players.update(line.players)
        walked.setups.update(line.setups)
        walked.kept_shoes.update(line.shoes)
        walked.lives.update({table: (is_open, live) for table, is_open, live in line.lives})
        walked.days[line.at // 86_400] = walked.head
        self._texts.append(text)
        return line

    def _check_rows(
        self, books: BooksOfHouse, line: JournalLine, entries: AddedRows, rounds: AddedRows, played: AddedRows,
        checked: Mapping[int, Checked | str],
    ) -> None:  # fmt: skip
        """The rows that this line added, against its hash; then what they say."""
        before, self.walked.last = self.walked.last, line
        added, kept = entries.between(before.entry, line.entry), rounds.between(before.round, line.round)
        if hash_rows(added, kept, played.between(before.round, line.round)) != line.rows:
            new = f"entries {before.entry + 1} to {line.entry}, rounds {before.round + 1} to {line.round}"
            self._fault(f"{new} or their score lines are not what the journal says")
        self.walked.entries += len(added)
        for row in added:
            self._fault(*self.walked.ledger.add(row))
        openings = [self._opening(books, *opened) for opened in line.opened]
        for row in kept:
            self._follow_openings(openings, row[1], row[2])
            self._check_round(row, played.between(row[0] - 1, row[0]), checked[row[0]])
        self._follow_openings(openings)

    def _log(self, rounds: Sequence[str], openings: Sequence[str], text: str, line: JournalLine) -> None:
        for leaf in entry_leaves(rounds, openings, text):
            self.walked.tree = self.walked.tree.append(leaf)[0]
        self.walked.logs[line.at // 86_400] = str(self.walked.tree)

    def _check_log(self, books: BooksOfHouse, against: Iterable[LogHead]) -> None:
        """The log in the books is the one of what was read, and has every head that somebody saw."""
        size, root = self.walked.tree.size, self.walked.tree.root.hex()
        if books.log_root(size) != root or books.log_size() != size:
            self._fault("the log is not that of the journal, the rounds and the opened shoes")
        for head in against:
            if head.size > size:
                self._fault(f"the log has {size} entries, and had {head.size}: the books were cut off, or are others")
            elif books.log_root(head.size) != head.root:
                self._fault(f"the log at {head.size} entries is not the one that was seen before: its root was another")

    def _opening(self, books: BooksOfHouse, table: str, house: str, mark: str) -> CheckedOpening | None:
        """Read a shoe that was opened, or say what is wrong with it."""
        name, body = f"the shoe {house[:16]}… opened at table {table}", books.opening(table, house)
        self.walked.openings += 1
        if body is None or hash_of(body) != mark:
            self._fault(f"{name} is {'gone' if body is None else 'not what the journal says'}")
            return None
        try:
            opened = read_opening(body, GAMES)
        except Refused as refused:
            self._fault(f"{name}: {refused.reason}")
            return None
        if (opened.table, opened.proof.house) != (table, house):
            self._fault(f"{name} is another one")
        self._fault(*(f"{name}: {fault}" for fault in opened.faults))
        return opened

    def _follow_openings(
        self, openings: list[CheckedOpening | None], table: str | None = None, before: int = 0
    ) -> None:
        """Follow the shoes opened at this table before this round; without a table, all that are left."""
        for at, opened in enumerate(openings):
            if opened and (table is None or (opened.table == table and opened.number < before)):
                name = f"the shoe opened at table {opened.table} after round {opened.number}"
                self._fault(*(f"{name}: {fault}" for fault in self.walked.shoes.follow(opened)))
                openings[at] = None

    def _check_round(self, row: Row, scored: Sequence[Row], checked: Checked | str) -> None:
        self.walked.rounds += 1
        name = f"round {row[0]} ({row[1]}, {row[2]})"
        if isinstance(checked, str):
            self._fault(f"{name}: {checked}")
            return
        walked = self.walked
        faults = [*checked.faults, *walked.shoes.follow(checked), *walked.ledger.settle(checked, scored)]
        if (checked.table, checked.number) != (row[1], row[2]):
            faults.append(f"it is kept as round {row[2]} of {row[1]} and says {checked.number} of {checked.table}")
        self._fault(*(f"{name}: {fault}" for fault in faults))

    def _compare(self, books: BooksOfHouse) -> None:
        """What changes, against the last that the journal says of it."""
        walked = self.walked
        self._fault(*books.beyond(walked.last))
        self._fault(*_differences("player", walked.players, books.players()))
        tables = {row[0]: row[1:] for row in books.tables()}
        self._fault(
            *_differences("the set-up of table", walked.setups, {t: hash_of(row[1]) for t, row in tables.items()})
        )
        shoes = {table: hash_of(row[2]) for table, row in tables.items() if row[2]}
        self._fault(*_differences("the shoe of table", walked.kept_shoes, shoes))
        lives = {table: (row[0], hash_of(row[3])) for table, row in tables.items()}
        self._fault(*_differences("how it stands at table", walked.lives, lives))
        for table, row in tables.items():
            found = stored_shoe_faults(row, walked.shoes.tables.get(table), GAMES, self._unlock, table)
            self._fault(*(f"table {table}: {fault}" for fault in found))
        if (count := books.count_openings()) != walked.openings:
            self._fault(f"{count} shoes were opened in the books, and {walked.openings} in the journal")
        lying = {table: _brought(row[3]) for table, row in tables.items() if row[0]}
        self._fault(*walked.ledger.faults(books.balances(), lying))


class AddedRows:
    """Rows of one kind that some lines of the journal added, found by their numbers."""

    def __init__(self, rows: Iterable[Row], column: int = 0) -> None:
        self.rows = sorted(rows, key=lambda row: row[column])
        self._numbers = [row[column] for row in self.rows]

    def between(self, after: int, last: int) -> list[Row]:
        """Those of one line: the numbers after the first, up to the second."""
        return self.rows[bisect_right(self._numbers, after) : bisect_right(self._numbers, last)]


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
