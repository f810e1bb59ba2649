"""Verification across files: consecutive rounds and opened shoes must fit together, which a single file can't show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pitboss.table.audit.opening import CheckedOpening
from pitboss.table.audit.shoe_chain import ShoesInUse
from pitboss.table.audit.verify import Checked
from pitboss.table.seal.commitments import Proof

Saved = Checked | CheckedOpening


class ChainReport(NamedTuple):
    """The findings from a set of files."""

    faults: list[str]
    gaps: list[str]
    """Gaps between the files, across which nothing could be compared."""
    closed: list[str]
    """Tables whose last shoe is not opened in these files."""
    reused: list[str]
    """Tables where a player's seed served two shuffles, so that the house knew it when it sealed the second."""


def follow_files(saved: Iterable[Saved], own_seeds: Sequence[str] = ()) -> ChainReport:
    """Follow the chain of each table: commitments, published seed hashes, and the player's own seeds."""
    followed, shoes, own = ChainReport([], [], [], []), ShoesInUse(), OwnSeeds(own_seeds)
    for one in _each_once(saved, followed.faults):
        name, last, before = _name(one), shoes.numbers.get(one.table), shoes.tables.get(one.table)
        if before and one.table not in followed.reused and _share_a_seed(before.proof, one.proof):
            followed.reused.append(one.table)
        if last is None or one.number > last + 1:
            if last is not None:
                gap = f"files are missing between round {last} and round {one.number} of table {one.table}"
                followed.gaps.append(gap)
            found = shoes.begin(one)
        else:
            found = shoes.follow(one)
        followed.faults.extend(f"{name}: {fault}" for fault in (*found, *own.faults(one)))
    followed.closed.extend(table for table, in_use in shoes.tables.items() if not in_use.proof.is_opened)
    return followed


def _each_once(saved: Iterable[Saved], faults: list[str]) -> Iterator[Saved]:
    """Yield the files in the order of play. Two files of the same round are a fault."""
    before: Saved | None = None
    for one in sorted(saved, key=_place):
        if before is None or _place(before) != _place(one):
            yield one
        elif before != one:
            faults.append(f"{_name(one)}: the house published it in two different ways")
        else:
            faults.append(f"{_name(one)}: two files are of this round, so another round may be missing")
        before = one


def _place(one: Saved) -> tuple[str, int, bool]:
    return one.table, one.number, isinstance(one, CheckedOpening)


def _share_a_seed(before: Proof, proof: Proof) -> bool:
    return before.house != proof.house and not {*before.seeds.items()}.isdisjoint(proof.seeds.items())


class OwnSeeds:
    """A player's seeds. If there are several, each may be used in only one shuffle: after that, the house knows it."""

    def __init__(self, seeds: Sequence[str]) -> None:
        self._seeds = seeds
        self._used: dict[str, str] = {}
        """The seal of the shuffle that used each seed."""

    def faults(self, saved: Saved) -> Iterator[str]:
        """Yield a fault if the shuffle used none of the player's seeds, or one that another shuffle had used."""
        used = [seed for seed in self._seeds if seed in saved.proof.seeds.values()]
        if self._seeds and not used:
            yield f"your seed {' or '.join(map(repr, self._seeds))} was not used in the shuffle"
        if len(self._seeds) > 1 and used and self._used.setdefault(used[-1], saved.proof.house) != saved.proof.house:
            yield f"your seed {used[-1]!r} was used in an earlier shuffle, so the house knew it"


def not_shown_by_one(saved: Saved) -> Sequence[str]:
    """Return the fields of a proof that its file alone cannot prove."""
    return ("next",) if saved.proof.is_opened else ("house", "next", "seeds")


def _name(saved: Saved) -> str:
    if isinstance(saved, CheckedOpening):
        return f"the shoe opened at table {saved.table} after round {saved.number}"
    return f"round {saved.number} of table {saved.table}"
