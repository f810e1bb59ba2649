"""Selection of threats for summaries, and their wagers in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pitboss.documents.inputs.material import Material

_TOLD = 3
_DEALT = re.compile(r", (\d+)% dealt$")
_PUBLIC = "the sheet gives this to everybody"
"""Prefix of the notes on information visible to every player, which is part of the game as played."""


def bet_words(material: Material, said: str) -> str:
    """
    Return the titles of a threat's wagers; "red or black" names two.

    A name that is not a wager is unchanged.
    """
    return " ".join(part if part in ("and", "or") else material.title([part]) for part in re.split(r" (and|or) ", said))


def dealt_of(material: Material) -> int:
    """Return the share of the shoe that is dealt, in percent; 100 without a cut card."""
    game, rules = material.game, material.rules
    if game.cut_card is None:
        return 100
    whole = len(game.whole_pack(rules))
    return 100 * (whole - game.cut_card(rules)) // whole


def told_ways(rows: Iterable[dict[str, Any]], dealt: int) -> list[dict[str, Any]]:
    """
    Return the most profitable threats: each kind of exposed card once, and the best shoe count.

    Of threats that depend on the cut card, only those at this casino's penetration count, no matter who could use them.

    >>> def way(name, wins):
    ...     return {"name": name, "bet": "main", "per_100": wins, "an_hour": wins, "note": ""}
    >>> rows = [way("hand 1 seen", 9), way("hand 2 seen", 8), way("counts, 50% dealt", 2), way("counts, 90% dealt", 7)]
    >>> [row["name"] for row in told_ways(rows, 75)]
    ['hand 1 seen', 'counts, 50% dealt']
    """
    best = sorted((row for row in rows if not row["note"].startswith(_PUBLIC)), key=lambda row: -row["an_hour"])
    depths = [_depth(row) for row in best if _depth(row)]
    own = max((depth for depth in depths if depth <= dealt), default=min(depths, default=0))
    shoe = [row for row in best if _depth(row) == own and row["per_100"] > 0 and own]
    seen: dict[str, dict[str, Any]] = {}
    for row in best:
        if not _depth(row) and row["per_100"] > 0:
            seen.setdefault(re.sub(r"\d+", "", row["name"]), row)
    return [*list(seen.values())[: _TOLD - bool(shoe)], *shoe[:1]]


def is_known(row: dict[str, Any]) -> bool:
    """Whether a row is significant: its edge is exact, or larger than twice its standard error."""
    return bool(row["exact"]) or abs(row["edge"]) > 2 * row["se"]


def _depth(row: dict[str, Any]) -> int:
    """Return the penetration a threat assumes, in percent; 0 if it does not matter."""
    found = _DEALT.search(row["name"])
    return int(found[1]) if found else 0
