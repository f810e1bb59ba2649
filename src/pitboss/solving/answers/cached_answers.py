"""
A disk cache of solved results, keyed by a digest of the rules, the engine's version and its source files.

Entries are plain JSON and are validated when read, as they were when made. A damaged, stale or forged file is
recomputed.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

from msgspec import Struct

from pitboss.compute.disk import cache_files
from pitboss.solving.answers.analysis import Analysis, BetOdds, Chart, Outcome, Played
from pitboss.statistics.covariances import Covariances
from pitboss.statistics.simulated_figures import Simulated

log = logging.getLogger(__name__)

Kind = TypeVar("Kind", Analysis, Covariances)
_KINDS = {kind.__name__: kind for kind in (Analysis, BetOdds, Chart, Covariances, Outcome, Played)}


def kept_analysis(game: str, rules: object, solve: Callable[[], Analysis], sources: str = "") -> Analysis:
    """
    Return the analysis of a game under these rules, from the cache or solved and cached.

    `sources` is a hash of the game's own files if it is not built in.
    """
    return _kept(Analysis, {"game": game, "rules": rules, "what": "analysis", "sources": sources}, solve)


def kept_covariances(game: str, rules: object, solve: Callable[[], Covariances]) -> Covariances:
    """Return the covariances of a game's bets that are not in its analysis, from the cache or solved and cached."""
    return _kept(Covariances, {"game": game, "rules": rules, "what": "covariances"}, solve)


def _kept(kind: type[Kind], asked: dict[str, object], solve: Callable[[], Kind]) -> Kind:
    kept = cache_files.read(asked)
    if kept is not None:
        try:
            found = _unpacked(json.loads(kept, object_hook=_made))
            if isinstance(found, kind):
                return found
        except Exception as error:  # the answer must be right, whatever is wrong with the file
            log.warning("a kept %s of %s cannot be read and is solved anew: %s", asked["what"], asked["game"], error)
    solved = solve()
    cache_files.write(asked, json.dumps(_packed(solved), ensure_ascii=False).encode())
    return solved


def kept_bytes(asked: object, solve: Callable[[], bytes]) -> bytes:
    """Return expensive bytes from the cache, or compute and cache them. `asked` is plain data they depend on."""
    kept = cache_files.read(asked)
    if kept is None:
        kept = solve()
        cache_files.write(asked, kept)
    return kept


def is_kept(asked: object) -> bool:
    """Whether `kept_bytes` has a cached entry for this key."""
    return cache_files.read(asked) is not None


def _packed(value: Any) -> Any:
    """Convert a value to plain data that reads back as the same value, with exact numbers preserved."""
    if isinstance(value, Fraction):
        return {"/": f"{value.numerator}/{value.denominator}"}
    if isinstance(value, Simulated):
        return {"±": [float(value), value.error]}
    if isinstance(value, Struct):
        packed = {name: _packed(getattr(value, name)) for name in value.__struct_fields__}
        return {"kind": type(value).__name__, "fields": packed}
    if isinstance(value, (list, tuple)):
        return [_packed(item) for item in value]
    return {"plain": value} if isinstance(value, dict) else value


def _made(data: dict[str, Any]) -> Any:
    """Convert one JSON object to its value. Nested objects are already converted."""
    if data.keys() == {"/"}:
        return Fraction(data["/"])
    if data.keys() == {"±"}:
        return Simulated(*data["±"])
    if data.keys() == {"kind", "fields"}:
        return _KINDS[data["kind"]](**{name: _unpacked(value) for name, value in data["fields"].items()})
    return data


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_unpacked(item) for item in value)
    return value["plain"] if isinstance(value, dict) else value
