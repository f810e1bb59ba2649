"""The commands that check: one round from a file, or every round of a house."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.play.textfile import read_text
from pitboss.server.database import connect
from pitboss.server.store import Store
from pitboss.table.audit import audit, check_round

SHOWN = 20
"""So many faults are told; the rest are counted."""


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


def audit_database(database: str | None) -> None:
    """Walk the books of a house; it may be open meanwhile. Any fault is `Refused`."""
    path = database or default_database()
    if "://" not in path and not Path(path).exists():
        raise Refused("no-file", f"there are no books at {path}: pitboss serve keeps them there")
    source = connect(path, alone=False)
    try:
        with source.transaction():  # one moment of a house that may be open
            found = audit(Store(source).books(), GAMES)
    finally:
        source.close()
    if found.faults:
        more = f"; and {len(found.faults) - SHOWN} more" if len(found.faults) > SHOWN else ""
        raise Refused("bad-books", f"{path}: {'; '.join(found.faults[:SHOWN])}{more}")
    sys.stdout.write(
        f"{found.rounds:,} rounds: the chain holds, each was dealt as it was sealed and again gives the same events."
        f" {found.entries:,} entries add up to the last cent.\n"
    )


def default_database() -> str:
    """One file in the user's data directory."""
    import platformdirs  # noqa: PLC0415  only commands that were given no database ask

    return str(Path(platformdirs.user_data_dir("pitboss")) / "house.db")
