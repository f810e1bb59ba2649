"""When rounds were settled: the journal says it of every line, and its chain covers it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cache

from pitboss.server.store.database import Database
from pitboss.table.audit.journal import READ_LINE, JournalLine


def times_of(database: Database, rounds: Iterable[int]) -> dict[int, int]:
    """The second, in Unix time, in which each of these rounds was written; a round is on the first line that has it."""
    lines = range(1, 1 + database.run("SELECT COALESCE(MAX(id), 0) FROM journal")[0][0])

    @cache
    def line(number: int) -> JournalLine:
        found: JournalLine = READ_LINE(database.run("SELECT line FROM journal WHERE id = ?", (number,))[0][0])
        return found

    def last_round(number: int) -> int:
        return line(number).round

    times: dict[int, int] = {}
    place = 0
    for wanted in sorted(rounds):
        step = 1  # rounds of one player lie near each other: longer and longer steps, then the halves between two
        while place + step < len(lines) and last_round(lines[place + step]) < wanted:
            step *= 2
        place = bisect_left(lines, wanted, place, min(place + step + 1, len(lines)), key=last_round)
        if place == len(lines):
            break  # not in the journal: an audit says so, a score sheet does without
        times[wanted] = line(lines[place]).at
    return times
