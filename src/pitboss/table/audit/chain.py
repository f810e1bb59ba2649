"""Verification across files: consecutive rounds and opened shoes must fit together, which a single file can't show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.table.audit.opening import CheckedOpening
from pitboss.table.audit.shoe_chain import ShoesInUse
from pitboss.table.audit.verify import Checked

Saved = Checked | CheckedOpening


class ChainReport(NamedTuple):
    """The findings from a set of files."""

    faults: list[str]
    gaps: list[str]
    """Gaps between the files, across which nothing could be compared."""
    closed: list[str]
    """Tables whose last shoe is not opened in these files."""


def follow_files(saved: Iterable[Saved], own_seed: str | None = None) -> ChainReport:
    """Follow the chain of each table: commitments, published seed hashes, and the player's own seed."""
    followed, shoes = ChainReport([], [], []), ShoesInUse()
    for one in sorted(saved, key=lambda one: (one.table, one.number, isinstance(one, CheckedOpening))):
        name, last = _name(one), shoes.numbers.get(one.table)
        if last is None or one.number > last + 1:
            if last is not None:
                gap = f"files are missing between round {last} and round {one.number} of table {one.table}"
                followed.gaps.append(gap)
            found = shoes.begin(one)
        else:
            found = shoes.follow(one)
        followed.faults.extend(f"{name}: {fault}" for fault in found)
        if own_seed is not None and own_seed not in one.proof.seeds.values():
            followed.faults.append(f"{name}: your seed {own_seed!r} has no part in the shuffle")
    followed.closed.extend(table for table, in_use in shoes.tables.items() if not in_use.proof.is_opened)
    return followed


def not_shown_by_one(saved: Saved) -> Sequence[str]:
    """Return the fields of a proof that its file alone cannot prove."""
    return ("next",) if saved.proof.is_opened else ("house", "next", "seeds")


def _name(saved: Saved) -> str:
    if isinstance(saved, CheckedOpening):
        return f"the shoe opened at table {saved.table} after round {saved.number}"
    return f"round {saved.number} of table {saved.table}"
