"""A disk cache of lab results, keyed by rules, version and sources."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from pitboss.compute.disk.source_hash import LAB, source_sha256
from pitboss.games.odds import own_sources
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.solving.answers.cached_answers import StoredAnswer
from pitboss.statistics.exactness import Number

MAKERS = (*LAB, "documents/inputs/*.py")
"""Source files, besides the solvers' own, that a cached answer depends on."""

EVERYTHING = (
    "**/*.py", "**/*.toml", "games/**/*.md", "games/**/*.json", "solving/answers/shipped/*.jsonl",
    "documents/rendering/*.typ", "documents/rendering/*.css", "server/static/css/tokens.css",
)  # fmt: skip
"""All sources and data that a report depends on."""


def software_hash() -> str:
    """Return the SHA-256 of everything that a report depends on: the whole package, including its data."""
    return source_sha256(EVERYTHING)


def source_hash_script() -> str:
    """Return a Python program that computes `software_hash` with the standard library alone."""
    return "\n".join((
        "import glob, hashlib, importlib.util, pathlib",
        'root = pathlib.Path(importlib.util.find_spec("pitboss").origin).parent',
        "digest = hashlib.sha256()",
        f"for pattern in {list(EVERYTHING)}:",
        "    for name in sorted(glob.glob(pattern, root_dir=root, recursive=True)):",
        '        digest.update(name.encode() + b"\\0" + (root / name).read_bytes() + b"\\0")',
        "print(digest.hexdigest())",
    ))  # fmt: skip


class PlainAnswer(StoredAnswer[Any], frozen=True):
    """A stored answer that is plain data: lists, strings and numbers."""

    def pack(self, found: Any) -> bytes:
        """Return an answer as JSON."""
        return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()

    def unpack(self, packed: bytes) -> Any:
        """Restore an answer from JSON."""
        return json.loads(packed)


def report_question(
    game: Game, rules: HouseRules, what: str, more: Mapping[str, Any], solve: Callable[[], Any],
    by: tuple[str, ...] = (),
) -> PlainAnswer:  # fmt: skip
    """Return a question of the report; its answer is shipped, cached or computed. `by` names further sources."""
    asked = {
        "game": game.name, "rules": rules.as_data(), "what": f"report {what}", "more": dict(more),
        "sources": own_sources(game.name),
    }  # fmt: skip
    return PlainAnswer(asked, (object,), solve, (*MAKERS, *by))


def packed(number: Number) -> Any:
    """Convert a number to JSON without loss: fractions become strings."""
    return number if isinstance(number, float) else f"{Fraction(number).numerator}/{Fraction(number).denominator}"


def unpacked(packed: Any) -> Number:
    """Restore a number from JSON."""
    return Fraction(packed) if isinstance(packed, str) else float(packed)
