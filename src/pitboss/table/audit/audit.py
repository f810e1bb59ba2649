"""
The audit: reads the journal from its first line, compares the whole store with it, and deals every round again.

Lines, entries and rounds are only ever appended, so they are read in batches while the server runs. The last batch
and everything mutable (balances, nicknames, tables) are read in one snapshot.
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
from pitboss.table.audit.audit_state import AuditState
from pitboss.table.audit.chain import Unlock, stored_shoe_faults
from pitboss.table.audit.journal import FORGOTTEN, READ_LINE, Head, JournalLine, LogHead, hash_of, hash_rows
from pitboss.table.audit.merkle import entry_leaves
from pitboss.table.audit.opened_shoe import CheckedOpening, read_opening
from pitboss.table.audit.verify import Check, Checked
from pitboss.table.seal.sealed_shoe import OPEN
from pitboss.table.transfers import purse

Row = Sequence[Any]
MAX_ROUNDS = 500
"""Rounds after which a batch is checked before more is read, to bound memory use."""


class AuditSource(Protocol):
    """The interface of a store for an audit. It chooses its own batch size."""

    def lines(self, after: int) -> list[Row]:
        """Return the next journal lines, with their numbers and marks."""

    def mark(self, number: int) -> str | None:
        """Return the mark of one line, or None."""

    def entries(self, after: int, last: int) -> list[Row]:
        """Return ledger entries as complete rows."""

    def rounds(self, after: int, last: int) -> list[Row]:
        """Return rounds as complete rows."""

    def played(self, after: int, last: int) -> list[Row]:
        """Return the score lines of these rounds as complete rows."""

    def one_moment(self) -> AbstractContextManager[None]:
        """Read from one consistent snapshot."""

    def balances(self) -> dict[str, int]:
        """Return the balance of every account."""

    def players(self) -> dict[str, str]:
        """Return every player's nickname."""

    def tables(self) -> list[tuple[str, int, str, str, str]]:
        """Return every table: its id, whether it is open, its setup, its shoe and its live state."""

    def opening(self, table: str, house: str) -> str | None:
        """Return the document that opened the shoe with this seed hash, or None."""

    def log_size(self) -> int:
        """Return the number of entries in the log."""

    def log_root(self, size: int) -> str | None:
        """Return the root of the log at this size in hex, or None if it is incomplete."""

    def count_openings(self) -> int:
        """Return the number of shoes opened before their cut card came out."""

    def beyond(self, line: JournalLine) -> list[str]:
        """Describe any entries, rounds and score lines beyond the last journal line."""


class Audit:
    """The progress and findings of an audit."""

    def __init__(
        self, check: Check, key_of: Callable[[int], bytes] | None,
        progress: Callable[[int], None] = lambda _rounds: None, walked: AuditState | None = None,
        unlock: Unlock = OPEN.unlock,
    ) -> None:  # fmt: skip
        """Begin an audit. Without a key (None), neither the marks of the journal nor live shoes can be checked."""
        self._check, self._key_of, self._progress, self._unlock = check, key_of, progress, unlock
        self.walked = walked or AuditState()
        """The state reached. Given an earlier audit's state, it continues from there."""
        self.faults: list[str] = []
        self._texts: list[str] = []
        """The journal lines of the current batch."""

    @property
    def rounds(self) -> int:
        """Return the number of rounds checked, including earlier audits."""
        return self.walked.rounds

    def run(self, books: AuditSource, *against: Head, logs: Iterable[LogHead] = ()) -> None:
        """Audit the store to its end. The given heads, seen earlier, must be part of it."""
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
        """Record a fault unless the store contains a head that was seen earlier."""
        if head.number and mark is None:
            self._fault(f"line {head.number} of the journal is gone: the books were cut off or replaced")
        elif head.number and mark != head.mark:
            self._fault(f"line {head.number} of the journal is not the one that was seen before: its mark differs")

    def _read_on(self, books: AuditSource) -> None:
        while lines := books.lines(self.walked.head.number):
            first, read = self.walked.last, []
            for line in lines:
                read.append(last := self._line(*line))
                if last.round - first.round >= MAX_ROUNDS:  # the next batch begins with the following line
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
            self._progress(self.walked.rounds)

    def _line(self, number: int, text: str, mark: str) -> JournalLine:
        """Check one journal line and read it. After a broken line, continue checking from its mark."""
        walked = self.walked
        is_next = number == walked.head.number + 1
        if not is_next or (self._key_of and mark != walked.head.after(self._key_of(number), text).mark):
            self._fault(f"line {number} of the journal was changed, or lines are missing before it")
        walked.head = Head(number, mark)
        try:
            line: JournalLine = READ_LINE(text)
        except (ValidationError, DecodeError, RecursionError):
            self._fault(f"line {number} of the journal cannot be read")
            line = walked.last
        walked.players.update(line.players)
        for player, nick in line.players:
            if nick == FORGOTTEN:
                walked.players.pop(player, None)
        walked.setups.update(line.setups)
        walked.kept_shoes.update(line.shoes)
        walked.lives.update({table: (is_open, live) for table, is_open, live in line.lives})
        walked.days[line.at // 86_400] = walked.head
        self._texts.append(text)
        return line

    def _check_rows(
        self, books: AuditSource, line: JournalLine, entries: AddedRows, rounds: AddedRows, played: AddedRows,
        checked: Mapping[int, Checked | str],
    ) -> None:  # fmt: skip
        """Check the rows added by a line against its hash, then check their content."""
        before, self.walked.last = self.walked.last, line
        added, stored = entries.between(before.entry, line.entry), rounds.between(before.round, line.round)
        if hash_rows(added, stored, played.between(before.round, line.round)) != line.rows:
            new = f"entries {before.entry + 1} to {line.entry}, rounds {before.round + 1} to {line.round}"
            self._fault(f"{new} or their score lines differ from the journal")
        self.walked.entries += len(added)
        forgotten = {purse(player) for player, nick in line.players if nick == FORGOTTEN}
        for row in added:
            self._fault(*self.walked.ledger.add(row, forgotten))
        openings = [self._opening(books, *opened) for opened in line.opened]
        for row in stored:
            self._follow_openings(openings, row[1], row[2])
            self._check_round(row, played.between(row[0] - 1, row[0]), checked[row[0]])
        self._follow_openings(openings)

    def _log(self, rounds: Sequence[str], openings: Sequence[str], text: str, line: JournalLine) -> None:
        for leaf in entry_leaves(rounds, openings, text):
            self.walked.tree = self.walked.tree.append(leaf)[0]
        self.walked.logs[line.at // 86_400] = str(self.walked.tree)

    def _check_log(self, books: AuditSource, against: Iterable[LogHead]) -> None:
        """Check that the stored log matches what was read and contains every head seen earlier."""
        size, root = self.walked.tree.size, self.walked.tree.root.hex()
        if books.log_root(size) != root or books.log_size() != size:
            self._fault("the log does not match the journal, the rounds and the opened shoes")
        for head in against:
            if head.size > size:
                self._fault(f"the log has {size} entries, and had {head.size}: the books were cut off or replaced")
            elif books.log_root(head.size) != head.root:
                self._fault(f"the log at {head.size} entries is not the one that was seen before: its root differs")

    def _opening(self, books: AuditSource, table: str, house: str, mark: str) -> CheckedOpening | None:
        """Read an opened shoe and record what is wrong with it."""
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
            self._fault(f"{name} differs from the journal")
        self._fault(*(f"{name}: {fault}" for fault in opened.faults))
        return opened

    def _follow_openings(
        self, openings: list[CheckedOpening | None], table: str | None = None, before: int = 0
    ) -> None:
        """Follow the shoes opened at this table before this round, or all remaining ones if no table is given."""
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
            faults.append(f"it is stored as round {row[2]} of {row[1]}, but is {checked.number} of {checked.table}")
        self._fault(*(f"{name}: {fault}" for fault in faults))

    def _compare(self, books: AuditSource) -> None:
        """Compare everything mutable with the last value that the journal has for it."""
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
        self._fault(*_differences("the state of table", walked.lives, lives))
        for table, row in tables.items() if self._key_of else ():
            found = stored_shoe_faults(row, walked.shoes.tables.get(table), GAMES, self._unlock, table)
            self._fault(*(f"table {table}: {fault}" for fault in found))
        if (count := books.count_openings()) != walked.openings:
            self._fault(f"{count} shoes were opened in the books, and {walked.openings} in the journal")
        on_table = {table: _starting_state(row[3]) for table, row in tables.items() if row[0]}
        self._fault(*walked.ledger.faults(books.balances(), on_table))


class AddedRows:
    """Rows of one kind added by some journal lines, indexed by id."""

    def __init__(self, rows: Iterable[Row], column: int = 0) -> None:
        self.rows = sorted(rows, key=lambda row: row[column])
        self._numbers = [row[column] for row in self.rows]

    def between(self, after: int, last: int) -> list[Row]:
        """Return the rows with ids above `after`, up to `last`."""
        return self.rows[bisect_right(self._numbers, after) : bisect_right(self._numbers, last)]


def _starting_state(live: str) -> int:
    try:
        return sum(json.loads(live)["brought"].values())
    except (ValueError, KeyError, TypeError, AttributeError):
        return 0  # already reported as differing from the journal


def _differences(what: str, recorded: Mapping[str, object], found: Mapping[str, object]) -> Iterator[str]:
    for name in sorted({*recorded, *found}):
        if name not in found:
            yield f"{what} {name} is gone"
        elif name not in recorded:
            yield f"{what} {name} is not in the journal"
        elif recorded[name] != found[name]:
            yield f"{what} {name} differs from the journal"
