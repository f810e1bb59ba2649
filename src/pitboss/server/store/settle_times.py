"""Settlement times of rounds, from the journal, whose hash chain covers them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cache

from pitboss.server.store.database import Database
from pitboss.table.audit.journal import READ_LINE, JournalLine


def times_of(database: Database, rounds: Iterable[int]) -> dict[int, int]:
    """Return the Unix time at which each round was written: that of the first journal line to include it."""
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
        step = 1  # a player's rounds are close together, so use a galloping search
        while place + step < len(lines) and last_round(lines[place + step]) < wanted:
            step *= 2
        place = bisect_left(lines, wanted, place, min(place + step + 1, len(lines)), key=last_round)
        if place == len(lines):
            break  # not in the journal: the audit reports it, and the score sheet skips it
        times[wanted] = line(lines[place]).at
    return times
