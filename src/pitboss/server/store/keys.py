"""The house's keys, in a file next to the database rather than in it, and the last head of the journal."""

from __future__ import annotations

import contextlib
import hmac
import logging
import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.server.store.key_file import (
    KeyFile,
    Retired,
    hide_from_others,
    new_key_file,
    private_parents,
    read_key_file,
    refuse_pipes,
    write_whole,
)
from pitboss.table.audit.journal import Head
from pitboss.table.seal.seed_vault import SeedVault

log = logging.getLogger(__name__)
KEY_FILE = "PITBOSS_KEY"
"""The environment variable for the path of the key file."""


class HouseKey:
    """The secrets of a house, with the journal head and the audit state that are stored next to them."""

    def __init__(self, file: KeyFile, path: Path | None = None) -> None:
        self.file, self.path = file, path
        self.journal, self.cookies, self.seeds, self.signing = (
            _secret_for(file, use) for use in ("journal", "cookies", "seeds", "signing")
        )
        self.audited = _secret_for(file, "audited", "journal")
        self.peers = _secret_for(file, "peers", "cookies")
        self.vault = SeedVault(self.seeds, *(one.secret for one in self.retired("seeds")))
        self.head_path = _next_to(path, ".head")
        self.audited_path = _next_to(path, ".audited")
        self._head_file: int | None = None

    def retired(self, use: str) -> Sequence[Retired]:
        """Return the former secrets for a purpose, oldest first."""
        return [one for one in self.file.retired if one.use == use]

    @property
    def founder_marks(self) -> Sequence[str]:
        """Return the mark that each journal secret leaves in books created with it, the current secret's last."""
        secrets = [*(one.secret for one in self.retired("journal")), self.journal]
        return [hmac.digest(secret, b"founder", "sha256").hex() for secret in secrets]

    def journal_at(self, line: int) -> bytes:
        """Return the key that marks this line of the journal."""
        return next((one.secret for one in self.retired("journal") if line <= one.until), self.journal)

    def former_cookies(self, now: float) -> Sequence[bytes]:
        """Return the former secrets whose cookies are still accepted."""
        return [one.secret for one in self.retired("cookies") if now < one.until]

    def note(self, head: Head) -> None:
        """
        Record the head of the journal outside the database, so that restoring an old copy is noticed.

        Two lines are written alternately, each with a checksum: if one is only half written, the other is used.
        """
        if self.head_path is None:
            return
        if self._head_file is None:
            self._head_file = os.open(self.head_path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        line = _head_line(head)
        with contextlib.suppress(OSError):  # disk full: the next head will be recorded
            place = len(line) * (head.number % 2)
            if hasattr(os, "pwrite"):
                os.pwrite(self._head_file, line, place)
            else:  # Windows
                os.lseek(self._head_file, place, os.SEEK_SET)
                os.write(self._head_file, line)

    def noted(self) -> Head:
        """Return the last head recorded."""
        with contextlib.suppress(OSError, Refused):
            text = self.head_path.read_text("latin-1") if self.head_path else ""
            while self.head_path and text != (again := self.head_path.read_text("latin-1")):
                text = again  # it changed while it was read
            return max(map(_read_head_line, text.splitlines()), default=Head())
        return Head()

    def note_audited(self, note: bytes) -> None:
        """Store the state for the next audit, atomically."""
        if self.audited_path is not None:
            write_whole(self.audited_path, note)

    def close(self) -> None:
        """Close the head file."""
        if self._head_file is not None:
            os.close(self._head_file)
            self._head_file = None


def _secret_for(file: KeyFile, use: str, of: str = "") -> bytes:
    """Return the secret for a purpose: its own, one derived from another's, or one derived from version 0.2.0's."""
    if "house" in file.secrets and (of or use) not in file.secrets:
        return hmac.digest(file.secrets["house"], use.encode(), "sha256")
    return hmac.digest(file.secrets[of], use.encode(), "sha256") if of else file.secrets[use]


def _head_line(head: Head) -> bytes:
    text = f"{head.number:020}:{head.mark}"
    return f"{text} {sha256(text.encode()).hexdigest()[:16]}\n".encode()


def _read_head_line(line: str) -> Head:
    """Read a line of the head file (without a checksum if from version 0.2.0). Ignore a half-written one."""
    text, _, checksum = line.partition(" ")
    with contextlib.suppress(Refused):
        head = Head.read(text)
        if not checksum or f"{line}\n".encode() == _head_line(head):
            return head
    return Head()


def _next_to(path: Path | None, suffix: str) -> Path | None:
    return Path(f"{path}".removesuffix(".key") + suffix) if path else None


def key_path(database: str) -> Path:
    """Return the path of the key file: next to an SQLite file or, for PostgreSQL, in the user's data directory."""
    if named := os.environ.get(KEY_FILE):
        return Path(named)
    if "://" not in database or database.startswith("sqlite://"):
        return Path(database.removeprefix("sqlite:///").removeprefix("sqlite://") + ".key")
    import platformdirs  # noqa: PLC0415  needed only for PostgreSQL

    folder = Path(platformdirs.user_data_dir("pitboss"))
    of_this_text = folder / f"{sha256(database.encode()).hexdigest()[:16]}.key"  # the name used by version 0.2.0
    named = sha256(without_password(database).encode()).hexdigest()[:16]
    return of_this_text if of_this_text.exists() else folder / f"{named}.key"


def without_password(database: str) -> str:
    """
    Return a database name fit for logging: a URL without its password and options.

    >>> without_password("postgresql://house:secret@db:5432/books?password=secret"), without_password("house.db")
    ('postgresql://house@db:5432/books', 'house.db')
    """
    if "://" not in database:
        return database
    try:
        parts = urlsplit(database)
    except ValueError:
        return f"{database.partition('://')[0]}://…"
    user, at, host = parts.netloc.rpartition("@")
    return f"{parts.scheme}://{user.partition(':')[0]}{at}{host}{parts.path}"


def house_key(database: str, *, may_be_new: bool) -> HouseKey:
    """Return a store's key. If it is missing and the store may be new, create one."""
    if database == ":memory:":
        return HouseKey(new_key_file())
    path = key_path(database)
    try:
        if may_be_new and not path.exists():
            private_parents(path.parent)
            write_whole(path, new_key_file().text.encode())
        key = HouseKey(read_key_file(path), path)
        refuse_pipes(key.head_path, key.audited_path)
    except FileNotFoundError:
        raise Refused(
            "no-key",
            f"the key of these books is not at {path}: restore it, or name its path with {KEY_FILE};"
            " a new house gets its key from pitboss serve",
        ) from None
    except OSError as error:
        raise Refused("bad-key", f"the key of these books cannot be written to {path}: {in_words(error)}") from None
    try:
        hide_from_others(path)
    except (Refused, OSError):  # a secret that a container mounts cannot be changed
        log.warning("other users may read the key %s", path)
    return key
