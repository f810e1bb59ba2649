"""A check of the admin summary during an audit: every round is summarised again and compared."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from msgspec import DecodeError, ValidationError

from pitboss.server.admin.daily_totals import DaySums, RoundNote, noted, summed
from pitboss.server.admin.journal_follower import actions_in
from pitboss.server.admin.notes import ActionNote, Notes, SummaryPosition
from pitboss.server.store.database import Database
from pitboss.server.store.maintenance.audit_reader import ReadOnlyStore
from pitboss.server.store.postgres import Row
from pitboss.table.audit.journal import READ_LINE

EPOCH = date(1970, 1, 1).toordinal()


class SummarisingReader(ReadOnlyStore):
    """A reader for a full audit that also summarises every round the admin summary covers."""

    def __init__(self, database: Database, path: Path) -> None:
        super().__init__(database)
        self._times: list[tuple[int, int]] = []
        self._found: dict[tuple[str, int], DaySums] = {}
        self._upto = 0
        self._noted: dict[tuple[str, int], tuple[int, ...]] = {}
        self._laid: dict[tuple[str, int], dict[str, int]] = {}
        self._acted: list[ActionNote] = []
        self._acts_noted: list[ActionNote] = []
        self._line = 0
        notes = Notes(path)
        with notes.writing():  # no other process adds rounds between the two reads
            place = notes.place()
            if self.mark(place.line) == place.mark:  # otherwise it belongs to another store and will be rebuilt
                self._read_notes(notes, place)
        notes.close()

    def _read_notes(self, notes: Notes, place: SummaryPosition) -> None:
        self._upto, self._line = place.round, place.line
        sql = "SELECT line, at, operator, action, table_id, detail FROM actions ORDER BY id"
        self._acts_noted = [ActionNote(*row) for row in notes.run(sql)]
        self._noted = {(row[0], row[1]): tuple(row[2:]) for row in notes.run("SELECT * FROM days")}
        for table, day, bets, times in notes.run("SELECT * FROM laid"):
            self._laid.setdefault((table, day), {})[bets] = times

    def lines(self, after: int) -> list[Row]:
        """Read journal lines and remember when each round was settled."""
        found = super().lines(after)
        for _, text, _ in found:
            try:
                line = READ_LINE(text)
            except (ValidationError, DecodeError, RecursionError):
                continue  # the audit reports it
            self._times.append((line.round, line.at))
        self._acted += [act for act in actions_in(found) if act.line <= self._line]
        return found

    def rounds(self, after: int, last: int) -> list[Row]:
        """Read rounds and add them to the totals."""
        found = super().rounds(after, last)
        for key, sums in summed(list(self._read(found))).items():
            whole = self._found.setdefault(key, DaySums())
            whole.merge(sums)
        return found

    def _read(self, rows: list[Row]) -> Iterator[RoundNote]:
        times = iter(self._times)  # in journal order, even if the clock was set back
        round_, at = next(times, (0, 0))
        for number, table, in_table, body in rows:
            while round_ < number:
                round_, at = next(times, (number, at))
            if number <= self._upto:
                try:
                    yield noted(number, table, in_table, body, at)
                except (ValidationError, DecodeError, RecursionError):
                    continue  # the audit reports it
        self._times = [(round_, at), *times]

    def note_faults(self) -> Iterator[str]:
        """Yield the differences between the admin summary and the journal."""
        if self._acted != self._acts_noted:
            yield "the desk's notes of what operators did differ from the journal"
        for key in sorted({*self._found, *self._noted}):
            sums = self._found.get(key, DaySums())
            if sums.row != self._noted.get(key) or sums.laid != self._laid.get(key, {}):
                day = date.fromordinal(EPOCH + key[1])
                yield f"the desk's notes of table {key[0]} on {day} differ from its rounds"
