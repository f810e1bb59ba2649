"""
Stored results: those that come with the package, then those cached on disk, keyed by everything they depend on.

A cached file is named by a digest of the question, the engine's version and a hash of our sources, and contains a
checksum. A file that is damaged, truncated or for another question is ignored.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from platformdirs import user_cache_path

from pitboss import __version__
from pitboss.compute.disk.shipped_answers import shipped
from pitboss.compute.disk.source_hash import SOLVERS, source_digest

log = logging.getLogger(__name__)

_MAGIC = b"pitboss kept 1\n"
_MAX_FILES = 400
_FRESH = "PITBOSS_FRESH"
"""The environment variable that is 1 if answers are recomputed, not read; worker processes inherit it."""
_written: set[Path] = set()
"""The files that this process has written, which need not be recomputed."""


def directory() -> Path:
    """Return this user's cache folder."""
    return user_cache_path("pitboss", appauthor=False) / "solved"


@contextmanager
def recomputing(wanted: bool = True) -> Iterator[None]:
    """Ignore shipped and cached results in the whole process, except those that it computes from now on."""
    before = os.environ.get(_FRESH)
    if wanted and not is_recomputing():
        os.environ[_FRESH] = "1"
        _written.clear()
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_FRESH, None)
        else:
            os.environ[_FRESH] = before


def is_recomputing() -> bool:
    """Return whether stored results are ignored."""
    return os.environ.get(_FRESH) == "1"


def read(asked: object, by: tuple[str, ...] = ()) -> bytes | None:
    """
    Return the stored payload, or None if it is missing or damaged.

    `by` lists further sources, besides the solvers, that a cached payload depends on.
    """
    if not is_recomputing() and (found := shipped(asked)) is not None:
        return found
    path = _path(asked, by)
    if is_recomputing() and path not in _written:
        return None
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    payload = whole[len(_head(asked, by, b"")) :]
    if whole != _head(asked, by, payload) + payload:
        log.warning("a cached result is damaged and is recomputed")
        return None
    with suppress(OSError):
        os.utime(path)  # mark it as recently used: an expensive result should outlive many small ones
    return payload


def write(asked: object, payload: bytes, by: tuple[str, ...] = ()) -> None:
    """Cache a payload. A failure to write it is only logged."""
    path = _path(asked, by)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.{os.getpid()}")
        new.write_bytes(_head(asked, by, payload) + payload)
        os.replace(new, path)  # atomic, even if other processes write the same file
        _written.add(path)
        _evict_oldest(path.parent)
    except OSError as error:
        log.info("a result could not be cached: %s", error)


def _evict_oldest(folder: Path) -> None:
    files = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[_MAX_FILES:]:
        path.unlink(missing_ok=True)


def _key(asked: object, by: tuple[str, ...]) -> str:
    made_by = [__version__, source_digest(SOLVERS), source_digest(by) if by else "", sys.version, asked]
    return hashlib.sha256(json.dumps(made_by, sort_keys=True).encode()).hexdigest()


def _path(asked: object, by: tuple[str, ...]) -> Path:
    return directory() / f"{_key(asked, by)[:32]}.kept"


def _head(asked: object, by: tuple[str, ...], payload: bytes) -> bytes:
    """Return the fixed-length header of a file: the digest of its question and a checksum."""
    return _MAGIC + _key(asked, by).encode() + b"\n" + hashlib.sha256(payload).hexdigest().encode() + b"\n"
