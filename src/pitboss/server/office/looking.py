"""What the desk's processes answer: called beside the server; of the books they only read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pitboss.play.refused import Refused
from pitboss.server.database import Database, connect
from pitboss.server.keys import HouseKey, house_key
from pitboss.server.office import figures
from pitboss.server.office.figures import Scope
from pitboss.server.office.follow import follow
from pitboss.server.office.notes import Notes, notes_path
from pitboss.table.journal import Head

_LAST = "SELECT id, mark FROM journal ORDER BY id DESC LIMIT 1"


class _Opened:
    """The books, the notes and the key, opened once and kept."""

    def __init__(self, database: str) -> None:
        self.books: Database = connect(database, alone=False)
        self.notes = Notes(notes_path(database))
        self.key: HouseKey = house_key(database, may_be_new=False)


_opened: dict[str, _Opened] = {}


@contextmanager
def _at(database: str) -> Iterator[_Opened]:
    """What is opened; after a fault it is opened anew at the next question."""
    if database == ":memory:":
        raise Refused("no-desk", "books that are in memory alone have no desk: say --database")
    try:
        if database not in _opened:
            _opened[database] = _Opened(database)
        yield _opened[database]
    except Refused:
        raise
    except Exception:
        _opened.pop(database, None)
        raise


def look(database: str, seconds: float, table: str) -> dict[str, Any]:
    """The whole desk, its days those of one table or of all."""
    with _at(database) as at:
        followed = follow(at.books, at.notes, seconds)
        open_tables = figures.open_tables(at.books)
        with at.notes.one_moment():
            tables = figures.lines_by_table(at.notes, [each["id"] for each in open_tables])
            days, whole = figures.lines_by_day(at.notes, table), figures.line_of_all(at.notes)
        last = at.books.run(_LAST)
        return {
            "followed": followed._asdict(), "open": open_tables, "tables": tables, "days": days, "all": whole,
            "names": figures.closed_tables(at.books, [line["table"] for line in tables]),
            "audit": figures.audit_state(at.key), "head": str(Head(*last[0]) if last else Head()),
        }  # fmt: skip


def keep_up(database: str, seconds: float) -> int:
    """Follow the books for so long; how many rounds are left."""
    with _at(database) as at:
        return follow(at.books, at.notes, seconds).behind


def rounds(
    database: str, by: str, table: str, day: int | None, before: tuple[int, int] | None
) -> list[dict[str, Any]]:  # fmt: skip
    """Rounds to look at, with the names of their games."""
    with _at(database) as at:
        found = figures.rounds_to_look_at(at.notes, by, table, day, before)
        titles = {
            each["id"]: each["title"] for each in figures.closed_tables(at.books, {one["table"] for one in found})
        }
        return [{**one, "title": titles.get(one["table"], "")} for one in found]


def bands(database: str, scopes: list[tuple[str, int | None]]) -> None:
    """Work out the bands of these lines."""
    from pitboss.server.office.holding import work_out  # noqa: PLC0415  it loads Numba

    with _at(database) as at:
        work_out(at.books, at.notes, [Scope(*scope) for scope in scopes])


ANSWERS: dict[str, Callable[..., Any]] = {"look": look, "keep-up": keep_up, "rounds": rounds}
BANDS: dict[str, Callable[..., Any]] = {"bands": bands}
