"""The house's keys: a file of named secrets next to the database, written atomically, and the last journal head."""

from __future__ import annotations

import contextlib
import hmac
import logging
import os
import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from string import hexdigits
from typing import NamedTuple
from urllib.parse import urlsplit

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.table.audit.journal import Head
from pitboss.table.seal.seed_vault import SeedVault

log = logging.getLogger(__name__)
OTHERS_BITS = 0o077
SECRET_BYTES = 32
USES = ("journal", "cookies", "seeds", "signing")
"""The purposes that have their own secret."""
FIRST_LINE = "pitboss-key 2"


class Retired(NamedTuple):
    """A secret that is no longer used for anything new."""

    use: str
    until: int
    """For the journal, the last line it marked. For cookies, when they expire, in Unix time. Otherwise 0."""
    secret: bytes


class KeyFile(NamedTuple):
    """The contents of a key file. Files of version 0.2.0 hold one secret, here named `house`."""

    secrets: dict[str, bytes]
    retired: tuple[Retired, ...] = ()

    @property
    def text(self) -> str:
        """Return the contents of the file."""
        if set(self.secrets) == {"house"}:
            return f"{self.secrets['house'].hex()}\n"
        lines = [FIRST_LINE, *(f"{use} {secret.hex()}" for use, secret in self.secrets.items())]
        lines += [f"retired {use} {until} {secret.hex()}" for use, until, secret in self.retired]
        return "".join(f"{line}\n" for line in lines)


def new_key_file() -> KeyFile:
    """Draw a secret for each purpose from the operating system's generator."""
    return KeyFile({use: secrets.token_bytes(SECRET_BYTES) for use in USES})


def parse_key_file(text: str) -> KeyFile:
    """
    Parse a key file. Raise `ValueError` unless every secret in it is 32 bytes.

    >>> parse_key_file("ab" * 32).secrets["house"].hex()[:8]
    'abababab'
    >>> parse_key_file("abcd")
    Traceback (most recent call last):
    ...
    ValueError: a secret has 64 hex digits, and this one has 4
    """
    first, *lines = text.strip().splitlines() or [""]
    if first != FIRST_LINE:
        if lines:
            raise ValueError(f"its first line is not {FIRST_LINE!r}")
        return KeyFile({"house": _secret(first)})
    found: dict[str, bytes] = {}
    retired = []
    for line in lines:
        match line.split():
            case [use, secret] if use in (*USES, "house") and use not in found:
                found[use] = _secret(secret)
            case ["retired", use, until, secret] if use in USES and until.isdecimal():
                retired.append(Retired(use, int(until), _secret(secret)))
            case _:
                raise ValueError("it has a line that does not belong in a key file")
    if "house" not in found and set(found) != set(USES):
        raise ValueError(f"it lacks the secret for {', '.join(use for use in USES if use not in found)}")
    return KeyFile(found, tuple(retired))


def _secret(text: str) -> bytes:
    if len(text) != 2 * SECRET_BYTES:
        raise ValueError(f"a secret has {2 * SECRET_BYTES} hex digits, and this one has {len(text)}")
    if not set(text) <= set(hexdigits):  # `fromhex` skips spaces
        raise ValueError("a secret has hex digits only")
    return bytes.fromhex(text)


def read_key_file(path: Path) -> KeyFile:
    """Read a key file, or raise `Refused` with the reason."""
    try:
        refuse_pipes(path)
        return parse_key_file(path.read_text(encoding="ascii"))
    except UnicodeError:
        why = "it is not text"
    except ValueError as error:
        why = str(error)
    except FileNotFoundError:
        raise
    except OSError as error:
        why = in_words(error)
    raise Refused("bad-key", f"{path} is not the key of a house: {why}. Restore the right file from a backup")


def refuse_pipes(*paths: Path | None) -> None:
    """Raise if a path is a pipe, a socket or a device: reading from a pipe would wait forever."""
    for path in paths:
        if path is not None and path.exists() and not path.is_file() and not path.is_dir():
            raise Refused("not-a-file", f"{path} is a pipe or a device, not a file: restore the file from a backup")


def write_whole(path: Path, content: bytes, mode: int = 0o600) -> None:
    """
    Write a file atomically and durably: after a crash it has either the old content or the new.

    A symbolic link is preserved, and its target is replaced. The temporary file is new, so nobody else owns it.
    """
    path = Path(os.path.realpath(path))
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder durable. Does nothing on systems that can't open a folder."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def hide_from_others(path: Path) -> None:
    """Restrict a file to this user and log it, or raise `Refused` if that fails."""
    if os.name != "posix" or not path.stat().st_mode & OTHERS_BITS:
        return
    try:
        path.chmod(0o600)
    except PermissionError:
        raise Refused("open-file", f"other users may read {path}: have its owner chmod 600 it") from None
    log.warning("other users could read %s: its mode is now 600", path)


def private_parents(folder: Path) -> None:
    """Create a folder and its missing parents, accessible to this user only."""
    missing: Iterable[Path] = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(list(missing)):
        each.mkdir(mode=0o700, exist_ok=True)


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
