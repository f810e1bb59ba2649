"""The key file: named secrets of 32 bytes each, written atomically."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from string import hexdigits
from typing import NamedTuple

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused

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
