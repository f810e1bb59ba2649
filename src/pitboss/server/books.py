"""The commands that check: one round from a file, or every round of a house."""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.play.textfile import read_text
from pitboss.server.database import connect
from pitboss.server.keys import house_key
from pitboss.server.reading import BooksToRead
from pitboss.table.audit import Audit
from pitboss.table.journal import Head
from pitboss.table.verify import check_round

EPOCH = date(1970, 1, 1).toordinal()
SHOWN = 20
"""This many faults are told; the rest are counted."""


def verify_file(path: str) -> None:
    """Check a round that was saved from the table; what does not hold is `Refused`."""
    text = read_text(path, "saved round")
    faults = check_round(text, GAMES)
    if faults:
        raise Refused("not-honest", f"{path}: {'; '.join(faults)}")
    body = json.loads(text)
    cards = len(body["proof"]["cards"].split())
    sys.stdout.write(
        f"Round {body['number']} at table {body['table']}, {GAMES[body['record']['game']].title}: the seal"
        f" {body['proof']['commitment'][:16]}… holds for its {cards} cards, and dealt again it gives the same"
        f" {len(body['events'])} events.\n"
    )


def audit_database(database: str | None, against: str | None = None, heads: bool = False) -> None:
    """Walk the books of a house; it may be open meanwhile. Any fault is `Refused`."""
    path = database or default_database()
    if "://" not in path and not Path(path).exists():
        raise Refused("no-file", f"there are no books at {path}: pitboss serve keeps them there")
    source = connect(path, alone=False)  # what is no database is said before its key is looked for
    try:
        key = house_key(path, may_be_new=False)
        seen = [key.noted(), *([Head.read(against)] if against else [])]
        audit = Audit(GAMES, key.journal, _progress())
        audit.run(BooksToRead(source), *seen)
    except sqlite3.DatabaseError as error:
        raise Refused("bad-books", f"{path} cannot be read: {error}") from None
    finally:
        source.close()
    if audit.faults:
        more = f"; and {len(audit.faults) - SHOWN} more" if len(audit.faults) > SHOWN else ""
        raise Refused("bad-books", f"{path}: {'; '.join(audit.faults[:SHOWN])}{more}")
    sys.stdout.write(
        f"{audit.rounds:,} rounds: the journal holds, each was dealt as it was sealed and again gives the same events."
        f" {audit.entries:,} entries add up to the last cent.\nThe head of the journal: {audit.head}\n"
    )
    if heads:
        for day, head in audit.days.items():
            sys.stdout.write(f"{date.fromordinal(EPOCH + day)}  {head}\n")


def _progress() -> Callable[[int], None]:
    """Tells on a screen how many rounds are checked, once a second."""
    last = time.monotonic()

    def tell(rounds: int) -> None:
        nonlocal last
        if sys.stderr.isatty() and time.monotonic() > last + 1:
            last = time.monotonic()
            sys.stderr.write(f"\r{rounds:,} rounds checked ")
            sys.stderr.flush()

    return tell


def default_database() -> str:
    """One file in the user's data directory."""
    import platformdirs  # noqa: PLC0415  only commands that were given no database ask

    return str(Path(platformdirs.user_data_dir("pitboss")) / "house.db")
