"""Ways to know more than the sheet gives: which of them a summary tells, and the wagers in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pitboss.documents.inputs.material import Material

_TOLD = 3
_DEALT = re.compile(r", (\d+)% dealt$")
_PUBLIC = "the sheet gives this to everybody"
"""What everybody sees is no secret, and part of the game as played."""


def bet_words(material: Material, said: str) -> str:
    """
    The wagers of a way by their titles: "red or black" names two.

    A name that belongs to no wager stays as it is.
    """
    return " ".join(part if part in ("and", "or") else material.title([part]) for part in re.split(r" (and|or) ", said))


def dealt_of(material: Material) -> int:
    """How much of its shoe this house deals, in percent; all of it where there is no cut card."""
    game, rules = material.game, material.rules
    if game.cut_card is None:
        return 100
    whole = len(game.whole_pack(rules))
    return 100 * (whole - game.cut_card(rules)) // whole


def told_ways(rows: Iterable[dict[str, Any]], dealt: int) -> list[dict[str, Any]]:
    """
    Return the ways that win most an hour: cards that are seen, each kind once, and the worst knowledge of the shoe.

    Of ways that depend on the cut card those as deep as this house deals are taken, whoever can know so much.

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
    """Whether a row says something: its edge is exact, or larger than twice its error, or hardly ever bet at all."""
    return bool(row["exact"]) or abs(row["edge"]) > 2 * row["se"]


def _depth(row: dict[str, Any]) -> int:
    """How much of the shoe is dealt where this way is open, in percent; 0 where it does not matter."""
    found = _DEALT.search(row["name"])
    return int(found[1]) if found else 0
