"""
Bytes kept on disk, by all that they depend on, so that the second ask is quick.

A file is named by a digest of what was asked, the engine's version and a hash of our sources, and holds a checksum of
what it keeps. A file that is damaged, cut short or of another question's making is as good as none: nothing on disk is
trusted because it is there.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

from pitboss import __version__
from pitboss.compute.disk.source_hash import SOLVERS, source_digest

log = logging.getLogger(__name__)

_MAGIC = b"pitboss kept 1\n"
_MOST_FILES = 400


def directory() -> Path:
    """Where results are kept: this person's cache."""
    return user_cache_path("pitboss", appauthor=False) / "solved"


def read(asked: object) -> bytes | None:
    """What is kept for this, if it is there and whole."""
    path = _path(asked)
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    payload = whole[len(_head(asked, b"")) :]
    if whole != _head(asked, payload) + payload:
        log.warning("a kept result is damaged and is solved anew")
        return None
    with suppress(OSError):
        os.utime(path)  # what is used is not the oldest: a costly result outlives many small answers
    return payload


def write(asked: object, payload: bytes) -> None:
    """Keep this; where the disk will not have it, go on without."""
    path = _path(asked)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.{os.getpid()}")
        new.write_bytes(_head(asked, payload) + payload)
        os.replace(new, path)  # whole or not at all, whoever else writes
        _forget_oldest(path.parent)
    except OSError as error:
        log.info("a result could not be kept: %s", error)


def _forget_oldest(folder: Path) -> None:
    files = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[_MOST_FILES:]:
        path.unlink(missing_ok=True)


def _key(asked: object) -> str:
    made_by = [__version__, source_digest(SOLVERS), sys.version, asked]
    return hashlib.sha256(json.dumps(made_by, sort_keys=True).encode()).hexdigest()


def _path(asked: object) -> Path:
    return directory() / f"{_key(asked)[:32]}.kept"


def _head(asked: object, payload: bytes) -> bytes:
    """What stands before the payload, always of one length: which question it answers, and a checksum."""
    return _MAGIC + _key(asked).encode() + b"\n" + hashlib.sha256(payload).hexdigest().encode() + b"\n"
