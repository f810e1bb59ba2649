"""
Cached results on disk, keyed by everything they depend on.

A file is named by a digest of the question, the engine's version and a hash of our sources, and contains a checksum.
A file that is damaged, truncated or of another question is ignored.
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
    """Return the cache folder of this user."""
    return user_cache_path("pitboss", appauthor=False) / "solved"


def read(asked: object) -> bytes | None:
    """Return the cached payload, or None if it is missing or damaged."""
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
        os.utime(path)  # mark it as recently used: an expensive result should outlive many small ones
    return payload


def write(asked: object, payload: bytes) -> None:
    """Cache a payload. If it cannot be written, continue without."""
    path = _path(asked)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.{os.getpid()}")
        new.write_bytes(_head(asked, payload) + payload)
        os.replace(new, path)  # write the file completely or not at all, whatever other processes write
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
    """Return the fixed-length header of a file: the digest of its question and a checksum."""
    return _MAGIC + _key(asked).encode() + b"\n" + hashlib.sha256(payload).hexdigest().encode() + b"\n"
