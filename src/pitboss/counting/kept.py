"""
Solved results kept on disk, so that the second ask is quick.

A file is named by a digest of what was asked (rules and all), the engine's version and a hash of our sources, and holds
a checksum of what it keeps. A file that is damaged, cut short or of another name's making is solved anew and written
over: nothing on disk is trusted because it is there. Nothing kept is code, either: plain JSON, read back by hand.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from pitboss import __version__
from pitboss.counting.analysis import Analysis, BetOdds, Chart, Outcome, Played
from pitboss.counting.sources import SOLVERS, source_digest

log = logging.getLogger(__name__)

_MAGIC = b"pitboss kept 1\n"
_MOST_FILES = 200
_KINDS = {kind.__name__: kind for kind in (Analysis, BetOdds, Chart, Outcome, Played)}


def directory() -> Path:
    """Where results are kept: this person's cache."""
    return user_cache_path("pitboss", appauthor=False) / "solved"


def kept_analysis(game: str, rules: object, solve: Callable[[], Analysis]) -> Analysis:
    """The analysis of a game under these rules: from disk if it is there and whole, else solved and kept."""
    asked = {"game": game, "rules": rules, "what": "analysis"}
    kept = read(asked)
    if kept is not None:
        try:
            analysis = _unpacked(json.loads(kept, object_hook=_made))
            if isinstance(analysis, Analysis):
                return analysis
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            log.warning("a kept analysis of %s cannot be read and is solved anew: %s", game, error)
    solved = solve()
    write(asked, json.dumps(_packed(solved), ensure_ascii=False).encode())
    return solved


def kept_bytes(asked: object, solve: Callable[[], bytes]) -> bytes:
    """Any bytes that are costly to make, by plain data that says all they depend on."""
    kept = read(asked)
    if kept is None:
        kept = solve()
        write(asked, kept)
    return kept


def read(asked: object) -> bytes | None:
    """What is kept for this, if it is there and whole."""
    try:
        whole = _path(asked).read_bytes()
    except OSError:
        return None
    payload = whole[len(_head(asked, b"")) :]
    if whole != _head(asked, payload) + payload:
        log.warning("a kept result is damaged and is solved anew")
        return None
    return payload


def write(asked: object, payload: bytes) -> None:
    """Keep this; where the disk will not have it, go on without."""
    path = _path(asked)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix="new-")
        with os.fdopen(handle, "wb") as file:
            file.write(_head(asked, payload) + payload)
        os.replace(name, path)  # whole or not at all, whoever else writes
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
    """What stands before the payload: whose it is and its checksum, always as long."""
    return _MAGIC + _key(asked).encode() + b"\n" + hashlib.sha256(payload).hexdigest().encode() + b"\n"


def _packed(value: Any) -> Any:
    """Plain data that reads back to the same value, exact numbers exactly."""
    if isinstance(value, Fraction):
        return {"/": f"{value.numerator}/{value.denominator}"}
    if is_dataclass(value):
        packed = {field.name: _packed(getattr(value, field.name)) for field in fields(value)}
        return {"kind": type(value).__name__, "fields": packed}
    if isinstance(value, (list, tuple)):
        return [_packed(item) for item in value]
    return {"plain": value} if isinstance(value, dict) else value


def _made(data: dict[str, Any]) -> Any:
    """The value of one JSON object, those inside it being made already."""
    if data.keys() == {"/"}:
        return Fraction(data["/"])
    if data.keys() == {"kind", "fields"}:
        return _KINDS[data["kind"]](**{name: _unpacked(value) for name, value in data["fields"].items()})
    return data


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_unpacked(item) for item in value)
    return value["plain"] if isinstance(value, dict) else value
