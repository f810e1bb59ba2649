"""
Stored answers: shipped with the package, cached on disk, or solved and cached.

An answer is stored by its question: the rules and what is asked, with the engine's version and a hash of its sources.
Entries are plain JSON and are validated when read, as they were when made. A damaged, stale or forged one is
recomputed.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct

from pitboss.compute.disk import cache_files
from pitboss.compute.disk.shipped_answers import shipped
from pitboss.solving.answers.analysis import Advice, Analysis, BetOdds, Chart, Outcome, Played
from pitboss.statistics.covariances import Covariances
from pitboss.statistics.simulated_figures import Simulated

log = logging.getLogger(__name__)

Kind = TypeVar("Kind")
ANALYSIS = (Analysis, BetOdds, Chart, Outcome, Played, Covariances)
"""The types of an analysis and its parts."""


class StoredAnswer(Struct, Generic[Kind], frozen=True):
    """A question whose answer is stored: read if possible, otherwise solved and cached."""

    asked: Mapping[str, Any]
    """The question as plain data: `game`, `rules`, `what` is asked, and further parameters."""
    kinds: tuple[type, ...]
    """The type of the answer, then the types of its parts."""
    solve: Callable[[], Kind]
    by: tuple[str, ...] = ()
    """Patterns of the sources, besides the solvers, that a cached answer depends on."""

    is_whole: Callable[[Kind], bool] = lambda _found: True
    """Whether an answer may be stored: one that was stopped early may not."""

    def get(self) -> Kind:
        """Return the answer."""
        answer = self.stored()
        return self.renew() if answer is None else answer

    def renew(self) -> Kind:
        """Solve the question, and store the answer in place of an older one."""
        answer = self.solve()
        if self.is_whole(answer):
            cache_files.write(self.asked, self.pack(answer), self.by)
        return answer

    def stored(self) -> Kind | None:
        """Return the answer if it is stored, without solving it."""
        cached = cache_files.read(self.asked, self.by)
        if cached is None:
            return None
        try:
            return self.unpack(cached)
        except Exception as error:  # the answer must be right, whatever is wrong with the file
            log.warning("a stored %s cannot be read and is recomputed: %s", self.asked.get("what"), error)
            return None

    def is_shipped(self) -> bool:
        """Whether the answer comes with the package and is used."""
        return not cache_files.is_recomputing() and shipped(self.asked) is not None

    def pack(self, answer: Kind) -> bytes:
        """Return an answer as JSON."""
        return json.dumps(_packed(answer), ensure_ascii=False, separators=(",", ":")).encode()

    def unpack(self, cached: bytes) -> Kind:
        """Return the answer that was packed; raise if it is of another type."""
        kinds = {kind.__name__: kind for kind in self.kinds}
        answer: Any = _made(json.loads(cached), kinds)
        if not isinstance(answer, self.kinds[0]):
            raise TypeError(f"{type(answer).__name__} instead of {self.kinds[0].__name__}")
        return cast(Kind, answer)


def stored_analysis(
    game: str, rules: object, solve: Callable[[], Analysis], sources: str = ""
) -> StoredAnswer[Analysis]:
    """
    Return the stored analysis of a game under these rules.

    `sources` is a hash of the game's own files if it is not built in.
    """
    return StoredAnswer(
        {"game": game, "rules": rules, "what": "analysis", "sources": sources}, ANALYSIS, solve
    )  # fmt: skip


def cached_analysis(game: str, rules: object, solve: Callable[[], Analysis], sources: str = "") -> Analysis:
    """Return the analysis of a game under these rules, stored or solved and cached; see `stored_analysis`."""
    return stored_analysis(game, rules, solve, sources).get()


def stored_covariances(game: str, rules: object, solve: Callable[[], Covariances]) -> StoredAnswer[Covariances]:
    """Return the stored covariances of a game's bets, for a game whose analysis does not include them."""
    return StoredAnswer({"game": game, "rules": rules, "what": "covariances"}, (Covariances,), solve)


def stored_advice(asked: Mapping[str, Any], solve: Callable[[], Advice]) -> StoredAnswer[Advice]:
    """Return the stored advice on a situation."""
    return StoredAnswer({**asked, "what": "advice"}, (Advice,), solve)


def cached_bytes(asked: object, solve: Callable[[], bytes], by: tuple[str, ...] = ()) -> bytes:
    """
    Return bytes that are expensive to compute: from the store if possible, otherwise computed and then cached.

    `asked` is the plain data that they depend on; `by` lists their sources besides the solvers.
    """
    cached = cache_files.read(asked, by)
    if cached is None:
        cached = solve()
        cache_files.write(asked, cached, by)
    return cached


def is_cached(asked: object) -> bool:
    """Whether `cached_bytes` has a cached entry for this key."""
    return cache_files.read(asked) is not None


def _packed(value: Any) -> Any:
    """
    Convert a value to plain data that reads back as the same value, with exact numbers preserved.

    A tuple becomes a JSON array; anything else that JSON lacks becomes an object with one key, which names its type.
    """
    if isinstance(value, Fraction):
        return {"/": f"{value.numerator}/{value.denominator}"}
    if isinstance(value, Simulated):
        return {"±": [float(value), value.error]}
    if isinstance(value, float) and not isfinite(value):
        return {"float": str(float(value))}
    if isinstance(value, Struct):
        return {type(value).__name__: [_packed(getattr(value, name)) for name in value.__struct_fields__]}
    if isinstance(value, tuple):
        return [_packed(item) for item in value]
    if isinstance(value, list):
        return {"list": [_packed(item) for item in value]}
    if isinstance(value, Mapping):
        return {"map": [[_packed(name), _packed(item)] for name, item in value.items()]}
    return value


def _made(data: Any, kinds: Mapping[str, type]) -> Any:
    """Convert plain data back to its value."""
    if isinstance(data, list):
        return tuple([_made(item, kinds) for item in data])
    if not isinstance(data, dict):
        return data
    ((name, inside),) = data.items()
    if name == "/":
        return Fraction(inside)
    if name == "±":
        return Simulated(*inside)
    if name == "float":
        return float(inside)
    if name == "list":
        return [_made(item, kinds) for item in inside]
    if name == "map":
        return {_made(key, kinds): _made(item, kinds) for key, item in inside}
    return kinds[name](*[_made(item, kinds) for item in inside])
