"""The key file of a house: named secrets of 32 bytes each, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused

SECRET_BYTES = 32
USES = ("journal", "cookies", "seeds", "signing")
"""What a house has a secret of its own for."""
FIRST_LINE = "pitboss-key 2"


class Retired(NamedTuple):
    """A secret that is no longer used for anything new."""

    use: str
    until: int
    """Of the journal: the last line it marked. Of the cookies: when they are no longer taken, in Unix time."""
    secret: bytes


class KeyFile(NamedTuple):
    """Everything in a key file. Files of version 0.2.0 hold one secret, here under the name `house`."""

    secrets: dict[str, bytes]
    retired: tuple[Retired, ...] = ()
    pending: bytes | None = None
    """The journal's next secret, while a rotation is under way."""

    @property
    def text(self) -> str:
        """The file's content."""
        if set(self.secrets) == {"house"}:
            return f"{self.secrets['house'].hex()}\n"
        lines = [FIRST_LINE, *(f"{use} {secret.hex()}" for use, secret in self.secrets.items())]
        lines += [f"retired {use} {until} {secret.hex()}" for use, until, secret in self.retired]
        lines += [f"pending {self.pending.hex()}"] if self.pending else []
        return "".join(f"{line}\n" for line in lines)


def new_key_file() -> KeyFile:
    """Draw a secret for each use from the operating system's generator."""
    return KeyFile({use: secrets.token_bytes(SECRET_BYTES) for use in USES})


def parse_key_file(text: str) -> KeyFile:
    """
    Parse the content of a key file; raise `ValueError` unless every secret in it is 32 bytes.

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
    retired, pending = [], None
    for line in lines:
        match line.split():
            case [use, secret] if use in (*USES, "house") and use not in found:
                found[use] = _secret(secret)
            case ["pending", secret] if pending is None:
                pending = _secret(secret)
            case ["retired", use, until, secret] if use in USES and until.isdecimal():
                retired.append(Retired(use, int(until), _secret(secret)))
            case _:
                raise ValueError("it has a line that is none of a key file")
    if "house" not in found and set(found) != set(USES):
        raise ValueError(f"it lacks the secret for {', '.join(use for use in USES if use not in found)}")
    return KeyFile(found, tuple(retired), pending)


def _secret(text: str) -> bytes:
    if len(text) != 2 * SECRET_BYTES:
        raise ValueError(f"a secret has {2 * SECRET_BYTES} hex digits, and this one has {len(text)}")
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise ValueError("a secret has hex digits only") from None


def read_key_file(path: Path) -> KeyFile:
    """Read a key file, or raise `Refused` with what is wrong with it."""
    try:
        return parse_key_file(path.read_text(encoding="ascii"))
    except UnicodeError:
        why = "it is not text"
    except ValueError as error:
        why = str(error)
    except FileNotFoundError:
        raise
    except OSError as error:
        why = in_words(error)
    raise Refused("bad-key", f"{path} is not the key of a house: {why}. Bring the right file back from a backup")


def write_whole(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Write a file so that after a crash it is the old one or the new one: synced, renamed, its folder synced."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
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
    """Make renames in a folder durable; systems that cannot open a folder sync it by themselves."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def private_parents(folder: Path) -> None:
    """Make a folder and those above it that are missing, for this user alone."""
    missing: Iterable[Path] = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(list(missing)):
        each.mkdir(mode=0o700, exist_ok=True)
