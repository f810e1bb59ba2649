"""A copy of the books with their key, made while the house is open: `pitboss backup`."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.server.store.audit_commands import default_database
from pitboss.server.store.database import connect
from pitboss.server.store.keys import KEY_FILE, HouseKey, house_key
from pitboss.table.audit.journal import Head

PAGES = 2000
"""Copied at a time: players write in between."""
APART = "Then keep key and books in different places: whoever has both can write books of his own.\n"
LAST = "SELECT id, mark FROM journal ORDER BY id DESC LIMIT 1"


def back_up(folder: str, database: str | None) -> None:
    """Copy books and key into a new folder; whoever plays does not notice."""
    path = database or default_database()
    is_postgres = path.startswith(("postgresql://", "postgres://"))
    file = path.removeprefix("sqlite:///").removeprefix("sqlite://")
    if not is_postgres and not Path(file).exists():
        raise Refused("no-file", f"there are no books at {path}: pitboss serve keeps them there")
    connect(path, alone=False).close()  # what is no database is said before a folder is made
    key = house_key(path, may_be_new=False)
    place = _new_folder(folder)
    if is_postgres:
        _copy_postgres(path, place, key)
    else:
        _copy_sqlite(file, place, key)


def _new_folder(folder: str) -> Path:
    place = Path(folder)
    try:
        place.mkdir(parents=True, mode=0o700)
    except FileExistsError:
        raise Refused("exists", f"{folder} is there already: a backup goes into a folder of its own") from None
    except OSError as error:
        raise Refused("bad-folder", f"the folder {folder} cannot be made: {in_words(error)}") from None
    return place


def _copy_sqlite(file: str, place: Path, key: HouseKey) -> None:
    """Copy the file page by page, as SQLite itself does it, whatever is written meanwhile."""
    copy = place / "house.db"
    with (
        closing(sqlite3.connect(f"file:{Path(file).absolute()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target, pages=PAGES, sleep=0)
        head = Head(*target.execute(LAST).fetchone())
    copy.chmod(0o600)
    _note(place / "house.db.key", key, head)
    sys.stdout.write(
        f"The books up to line {head.number:,} of their journal are in {copy}, their key beside them.\n"
        f"Check the copy with:  pitboss audit --database {copy}\n{APART}"
    )


def _copy_postgres(url: str, place: Path, key: HouseKey) -> None:
    """Have PostgreSQL dump what it holds at one moment; the journal holds at least the line it held before."""
    dump = shutil.which("pg_dump")
    if dump is None:
        place.rmdir()
        raise Refused("no-pg-dump", "a backup of PostgreSQL needs its program pg_dump: install postgresql-client")
    source = connect(url, alone=False)
    head = Head(*source.run(LAST)[0])
    source.close()
    copy = place / "house.dump"
    done = subprocess.run(
        [dump, "--format=custom", "--no-owner", f"--file={copy}", url], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Refused("not-dumped", f"pg_dump could not do it: {done.stderr.strip()}")
    _note(place / "house.key", key, head)
    sys.stdout.write(
        f"The books, with line {head.number:,} of their journal, are in {copy}, their key beside them.\n"
        f"Bring them back with:  pg_restore --no-owner --dbname URL {copy}\n"
        f"and say where the key is:  {KEY_FILE}={place / 'house.key'}\n{APART}"
    )


def _note(path: Path, key: HouseKey, head: Head) -> None:
    """The key, and how far the copy goes: a house that is opened from it expects no more."""
    assert key.path is not None
    path.touch(0o600)
    path.write_bytes(key.path.read_bytes())
    copied = HouseKey(b"", path)
    copied.note(head)
    copied.close()
