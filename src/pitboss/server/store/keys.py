"""The key of the house: kept beside the books and not in them, with the last head of the journal."""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
from hashlib import sha256
from pathlib import Path

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.table.audit.journal import Head

KEY_FILE = "PITBOSS_KEY"
"""The environment's word for where the key is kept."""


class HouseKey:
    """One secret, from which the key of the journal and the key of the cookies follow."""

    def __init__(self, secret: bytes, path: Path | None = None) -> None:
        uses = (b"journal", b"cookies", b"audited", b"peers")
        self.journal, self.cookies, self.audited, self.peers = (hmac.digest(secret, use, "sha256") for use in uses)
        self.path = path
        self.head_path = Path(f"{path}".removesuffix(".key") + ".head") if path else None
        self.audited_path = Path(f"{path}".removesuffix(".key") + ".audited") if path else None
        self._head_file: int | None = None

    def note(self, head: Head) -> None:
        """Write down how far the journal has come, where a copy of the database put back does not change it."""
        if self.head_path is None:
            return
        if self._head_file is None:
            self._head_file = os.open(self.head_path, os.O_RDWR | os.O_CREAT, 0o600)
        with contextlib.suppress(OSError):  # a full disk: the next one is noted again
            os.pwrite(self._head_file, f"{head.number:020}:{head.mark}\n".encode(), 0)

    def noted(self) -> Head:
        """The last head that was written down."""
        with contextlib.suppress(OSError, Refused):
            text = self.head_path.read_text() if self.head_path else ""
            while self.head_path and text != (again := self.head_path.read_text()):
                text = again  # it was read while the house wrote it
            return Head.read(text)
        return Head()

    def note_audited(self, note: bytes) -> None:
        """Keep what the next audit can go on from; the old note stays until the new one is whole."""
        if self.audited_path is not None:
            fresh = self.audited_path.with_name(f"{self.audited_path.name}.{os.getpid()}")
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(note)
            fresh.replace(self.audited_path)

    def close(self) -> None:
        """Let go of the file."""
        if self._head_file is not None:
            os.close(self._head_file)
            self._head_file = None


def key_path(database: str) -> Path:
    """Where the key of these books is: beside a file, or for PostgreSQL in the user's data directory."""
    if named := os.environ.get(KEY_FILE):
        return Path(named)
    if "://" not in database or database.startswith("sqlite://"):
        return Path(database.removeprefix("sqlite:///").removeprefix("sqlite://") + ".key")
    import platformdirs  # noqa: PLC0415  only houses on PostgreSQL ask

    return Path(platformdirs.user_data_dir("pitboss")) / f"{sha256(database.encode()).hexdigest()[:16]}.key"


def house_key(database: str, *, may_be_new: bool) -> HouseKey:
    """The key of these books; a new one only where there are no books yet."""
    if database == ":memory:":
        return HouseKey(secrets.token_bytes(32))
    path = key_path(database)
    try:
        if not path.exists() and may_be_new:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(0o600)
            path.write_text(secrets.token_hex(32) + "\n")
        return HouseKey(bytes.fromhex(path.read_text().strip()), path)
    except FileNotFoundError:
        raise Refused(
            "no-key", f"the key of these books is not at {path}: bring it back, or say where it is with {KEY_FILE}"
        ) from None
    except (OSError, ValueError) as error:
        why = in_words(error) if isinstance(error, OSError) else "it holds no key"
        raise Refused("bad-key", f"{path} cannot be read as the key of these books: {why}") from None
