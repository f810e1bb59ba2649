"""flip~it's strategy file format: the boards on which the bonus is bet."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pitboss.games.flip_it.count.shoe import TYPES
from pitboss.games.wording.strategy_words import Changes, Part, is_list, only

_COUPLES = {name: couples for couples, name in TYPES.items()}


def changed(boards: Collection[int], changes: Changes) -> Collection[int]:
    """Return the board types, as numbers of pairs, on which the bonus is bet after a file's changes."""
    only(changes, ("bonus",))
    if "bonus" not in changes:
        return boards
    return [_COUPLES[name] for name in is_list("bonus", changes["bonus"], _COUPLES, "board")]


def in_words(boards: Collection[int]) -> Iterator[Part]:
    """Yield the board types by name, as a part of a strategy file."""
    yield Part(
        "bonus", "What the four cards hold when the bonus is bet.",
        [name for name, couples in _COUPLES.items() if couples in boards], True, tuple(_COUPLES),
    )  # fmt: skip
