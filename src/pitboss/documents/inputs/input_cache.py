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
from pitboss.solving.answers.cached_answers import kept_bytes
from pitboss.statistics.exactness import Number

MAKERS = (*LAB, "documents/inputs/*.py")
"""Source files, besides the solvers' own, that a cached answer depends on."""

EVERYTHING = (
    "**/*.py", "games/**/*.toml", "solving/answers/shipped/*.jsonl", "games/*.md", "documents/**/*.toml",
    "documents/rendering/*.typ", "documents/rendering/*.css",
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


def kept_answer(
    game: Game, rules: HouseRules, what: str, more: Mapping[str, Any], solve: Callable[[], Any],
    by: tuple[str, ...] = (),
) -> Any:  # fmt: skip
    """Return plain data, stored if possible; otherwise compute and cache it. `by` names further sources."""
    asked = {
        "report": what, "game": game.name, "rules": rules.as_data(), "more": dict(more),
        "sources": own_sources(game.name),
    }  # fmt: skip
    return json.loads(kept_bytes(asked, lambda: json.dumps(solve(), ensure_ascii=False).encode(), (*MAKERS, *by)))


def packed(number: Number) -> Any:
    """Convert a number to JSON without loss: fractions become strings."""
    return number if isinstance(number, float) else f"{Fraction(number).numerator}/{Fraction(number).denominator}"


def unpacked(kept: Any) -> Number:
    """Restore a number from JSON."""
    return Fraction(kept) if isinstance(kept, str) else float(kept)
