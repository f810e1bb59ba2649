"""Backups of the store with its key: `pitboss backup` copies a running server's, `pitboss restore` puts it back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.server.store.database import connect, unreadable
from pitboss.server.store.keys import (
    KEY_FILE,
    HouseKey,
    house_key,
    key_path,
    private_parents,
    read_key_file,
    sync_folder,
    without_password,
    write_whole,
)
from pitboss.server.store.maintenance.audit_commands import SHOWN, default_database
from pitboss.server.store.maintenance.audit_reader import ReadOnlyStore
from pitboss.table.audit.audit import Audit
from pitboss.table.audit.audit_state import AuditState
from pitboss.table.audit.journal import Head
from pitboss.table.audit.verify import checkers

PAGES = 2000
"""Pages copied at a time. Players can write in between."""
KEY_ADVICE = "Store the key and the books in different places: anyone who has both can forge books.\n"
LAST = "SELECT id, mark FROM journal ORDER BY id DESC LIMIT 1"
DATABASE, DUMP, KEY = "house.db", "house.dump", ".key"
DUMP_KEY = "house.key"


class Copied(NamedTuple):
    """A copy of the store: its file, its key file, and its last journal line."""

    books: Path
    key: Path
    head: Head


def back_up(folder: str, database: str | None, scratch: str | None = None) -> None:
    """Copy the store and its key into a new folder and audit the copy, without disturbing players."""
    path = database or default_database()
    file = _file_of(path)
    if file is not None and not file.exists():
        raise Refused("no-file", f"there are no books at {path}: pitboss serve creates them")
    _check_books(path)  # reject an invalid database before creating a folder
    house_key(path, may_be_new=False)
    with _new_folder(folder) as place:
        if file is not None:
            books, head = _copy_sqlite(file, place)
        else:
            books, head = _copy_postgres(path, place)
        key = house_key(path, may_be_new=False)  # read after the copy: it fits everything written before
        copied = _with_key(books, key, head)
        if file is not None:
            rounds = _audit_books(str(copied.books), copied, key)
        else:
            rounds = _audit_postgres(copied, path, scratch, key)
    _report(Path(folder), copied, rounds)


def _check_books(path: str) -> None:
    books = connect(path, alone=False)
    try:
        if not books.has_table("journal"):
            raise Refused("no-books", f"there are no books in {without_password(path)}: pitboss serve creates them")
    except sqlite3.DatabaseError as error:
        raise unreadable(path, error) from None
    finally:
        books.close()


def _file_of(database: str) -> Path | None:
    """Return the path of an SQLite database, or None for PostgreSQL."""
    if database.startswith(("postgresql://", "postgres://")):
        return None
    return Path(database.removeprefix("sqlite:///").removeprefix("sqlite://"))


@contextmanager
def _new_folder(folder: str) -> Iterator[Path]:
    """Create a folder under a temporary name, and rename it at the end or delete it after an error."""
    wanted = Path(folder).absolute()
    if wanted.exists():
        raise Refused("exists", f"{folder} exists: a backup needs a new folder")
    place = wanted.with_name(f".{wanted.name}.{token_hex(4)}.unfinished")
    try:
        private_parents(wanted.parent)
        place.mkdir(mode=0o700)
    except OSError as error:
        raise Refused("bad-folder", f"the folder {folder} cannot be created: {in_words(error)}") from None
    try:
        yield place
        for file in place.iterdir():
            with file.open("rb") as written:
                os.fsync(written.fileno())
        sync_folder(place)
        place.rename(wanted)
        sync_folder(wanted.parent)
    except OSError as error:
        raise Refused("not-copied", f"the copy could not be written to {folder}: {in_words(error)}") from None
    except sqlite3.Error as error:
        raise Refused("not-copied", f"the copy could not be written to {folder}: {error}") from None
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _copy_sqlite(file: Path, place: Path) -> tuple[Path, Head]:
    """Copy the database with SQLite's online backup, while others may write. Return the copy and its head."""
    copy = place / DATABASE
    os.close(os.open(copy, os.O_RDWR | os.O_CREAT, 0o600))
    with (
        closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target, pages=PAGES, sleep=0)
        target.execute("PRAGMA journal_mode=DELETE")  # so that the copy is a single file
        last = target.execute(LAST).fetchone()
    return copy, Head(*last) if last else Head()


def _copy_postgres(url: str, place: Path) -> tuple[Path, Head]:
    """Dump the database with pg_dump. Return the dump, and the journal's head from before it, which it includes."""
    source = connect(url, alone=False)
    last = source.run(LAST)
    source.close()
    copy = place / DUMP
    run_program("pg_dump", ["--format=custom", "--no-owner", f"--file={copy}"], url)
    copy.chmod(0o600)
    return copy, Head(*last[0]) if last else Head()


def _with_key(copy: Path, key: HouseKey, head: Head) -> Copied:
    """Write the key next to the copy, and record the copy's head as the last one expected."""
    path = copy.with_name(f"{DATABASE}{KEY}" if copy.name == DATABASE else DUMP_KEY)
    write_whole(path, key.file.text.encode())
    copied = HouseKey(key.file, path)
    copied.note(head)
    copied.close()
    return Copied(copy, path, head)


def _audit_postgres(copied: Copied, url: str, scratch: str | None, key: HouseKey) -> int:
    """Restore the dump into a temporary database on the same server, or into a given empty one, and audit it."""
    if scratch is not None:
        restore_dump(copied.books, scratch)
        return _audit_books(scratch, copied, key)
    name = f"pitboss_check_{token_hex(6)}"
    admin = connect(url, alone=False)
    try:
        try:
            admin.run(f'CREATE DATABASE "{name}"')
        except Exception as error:
            raise Refused(
                "not-verified",
                f"the copy cannot be checked: {str(error).strip()}. Let this role create databases (ALTER ROLE …"
                " CREATEDB), or name an empty database with --scratch URL",
            ) from None
        copy = urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        try:
            restore_dump(copied.books, copy)
            return _audit_books(copy, copied, key)
        finally:
            with suppress(Exception):
                admin.run(f'DROP DATABASE "{name}"')
    finally:
        admin.close()


def _audit_books(database: str, copied: Copied, key: HouseKey) -> int:
    """Audit a copy, continuing from the last audit if there was one, and return its number of rounds."""
    source = connect(database, alone=False)
    try:
        with checkers(1) as check:
            audit = Audit(check, key.journal_at, walked=_walked(key), unlock=key.vault.unlock)
            audit.run(ReadOnlyStore(source), copied.head)
    except sqlite3.DatabaseError as error:
        raise Refused("bad-copy", f"the copy cannot be read: {error}") from None
    finally:
        source.close()
    if audit.faults:
        more = f"; and {len(audit.faults) - SHOWN} more" if len(audit.faults) > SHOWN else ""
        raise Refused("bad-copy", f"the copy does not pass its audit: {'; '.join(audit.faults[:SHOWN])}{more}")
    return audit.rounds


def _walked(key: HouseKey) -> AuditState | None:
    """Return the state of the last audit, or None."""
    try:
        return AuditState.read(key.audited_path.read_bytes(), key.audited) if key.audited_path else None
    except (OSError, Refused):
        return None


def _report(place: Path, copied: Copied, rounds: int) -> None:
    books = place / copied.books.name
    sys.stdout.write(
        f"The books up to line {copied.head.number:,} of their journal are in {books}, with their key. The copy was"
        f" opened and audited: {rounds:,} rounds are intact.\nOpen it with:  pitboss restore {place} --database URL\n"
        f"{KEY_ADVICE}"
    )


def restore(folder: str, database: str | None) -> None:
    """Audit a backup and restore it. An existing store is never replaced."""
    path, place = database or default_database(), Path(folder)
    file, target_key = _file_of(path), key_path(path)
    name, key_name = (DATABASE, f"{DATABASE}{KEY}") if file is not None else (DUMP, DUMP_KEY)
    source, source_key = place / name, place / key_name
    for wanted in (source, source_key):
        if not wanted.is_file():
            raise Refused("no-backup", f"{folder} is not a backup for {without_password(path)}: {wanted} is missing")
    if Path(f"{source}-wal").exists():
        raise Refused("no-backup", f"{folder} has books of a house that is open, or crashed: back them up first")
    key = HouseKey(read_key_file(source_key), source_key)
    copied = Copied(source, source_key, key.noted())
    if target_key.exists() and read_key_file(target_key).text != key.file.text:
        raise Refused("other-key", f"{target_key} is the key of other books: move it away, or set {KEY_FILE}")
    restored = HouseKey(key.file, target_key)
    _check_head(restored, copied.head)
    rounds = _restore_sqlite(copied, file, restored) if file is not None else _restore_postgres(copied, path, restored)
    sys.stdout.write(
        f"{rounds:,} rounds, up to line {copied.head.number:,} of the journal, are in {without_password(path)}; their"
        f" key is in {target_key}.\nOpen the house with:  pitboss serve --database {without_password(path)}\n"
    )


def _check_head(target: HouseKey, head: Head) -> None:
    """Raise `Refused` if more was written to the lost books than the backup holds."""
    noted = target.noted()
    if noted.number > head.number:
        raise Refused(
            "books-lost",
            f"the backup ends at line {head.number} of its journal, and {target.head_path} says that line"
            f" {noted.number} was written: restore a newer backup, or move that file away to go on without the rest",
        )


def _restore_sqlite(copied: Copied, file: Path, key: HouseKey) -> int:
    """Put the books in place as the last step, so that an interrupted restore can be run again."""
    for left in (file, *(Path(f"{file}{suffix}") for suffix in ("-wal", "-shm", "-journal"))):
        if left.exists():  # SQLite would apply the write-ahead log of other books to these
            raise Refused("exists", f"there are books at {left}: move them away first")
    rounds = _audit_books(str(copied.books), copied, HouseKey(key.file))
    try:
        private_parents(file.absolute().parent)
        _put_key(key, copied.head)
        write_whole(file, copied.books.read_bytes())
    except OSError as error:
        raise Refused("not-copied", f"the books could not be written to {file}: {in_words(error)}") from None
    return rounds


def _put_key(key: HouseKey, head: Head) -> None:
    """Write the key where the house looks for it, and record the head of its books."""
    assert key.path is not None
    assert key.audited_path is not None
    private_parents(key.path.absolute().parent)
    write_whole(key.path, key.file.text.encode())
    key.audited_path.unlink(missing_ok=True)  # it belongs to the previous books; the next audit reads everything
    key.note(head)
    key.close()


def _restore_postgres(copied: Copied, url: str, key: HouseKey) -> int:
    target = connect(url, alone=False)
    has_books = target.has_table("journal")
    target.close()
    if has_books:
        raise Refused("exists", f"there are books in {without_password(url)}: restore into an empty database")
    restore_dump(copied.books, url)
    rounds = _audit_books(url, copied, HouseKey(key.file))
    _put_key(key, copied.head)
    return rounds


def restore_dump(dump: Path, url: str) -> None:
    """Restore a dump into an empty database in one transaction."""
    run_program("pg_restore", ["--no-owner", "--single-transaction", "--exit-on-error", str(dump)], url)


def run_program(name: str, words: Sequence[str], url: str) -> None:
    """Run a PostgreSQL program, passing the password in the environment to hide it from other users."""
    program = shutil.which(name)
    if program is None:
        raise Refused("no-pg-program", f"this needs PostgreSQL's program {name}: install postgresql-client")
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    name_of, _, password = user.partition(":")
    bare = urlunsplit(parts._replace(netloc=f"{name_of}{at}{host}"))
    environment = {**os.environ, **({"PGPASSWORD": unquote(password)} if password else {})}
    command = [program, *words, "--dbname", bare]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise Refused("not-copied", f"{name} failed: {done.stderr.strip()}")
