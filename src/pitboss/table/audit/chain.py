"""Verification across files, and of shoes in an audit: rounds and opened shoes must fit together."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from pitboss.play.refused import Refused
from pitboss.table.audit.opened_shoe import CheckedOpening
from pitboss.table.audit.verify import Checked, Games
from pitboss.table.saved_table import setup_from
from pitboss.table.seal.commitments import Proof, all_links, link, salts_of
from pitboss.table.seal.seeded_shuffle import house_seal, shuffled

WITHOUT_OPENINGS = {"0.1.0", "0.2.0"}
"""Versions whose round numbers may have gaps: a shoe that was put away unused is not in their books."""


class InUse(Struct):
    """The known facts about a shoe in use."""

    proof: Proof
    """The proof of its last round."""
    sealed: dict[int, str] = {}
    """The commitment at each position where a round began."""
    version: str = ""
    """The version of pitboss that stored its last round."""


class ShoesInUse(Struct):
    """The shoe of every table."""

    tables: dict[str, InUse] = {}
    numbers: dict[str, int] = {}
    """The last round of every table."""

    def follow(self, checked: Checked | CheckedOpening) -> Iterator[str]:
        """Yield any mismatch between this round or opened shoe and the previous rounds at the same table."""
        table, number, proof = checked.table, checked.number, checked.proof
        before, last = self.tables.get(table), self.numbers.get(table, 0)
        if number < last or (number == last and isinstance(checked, Checked)):
            yield f"it comes after round {last} of the same table"
        if before and number > last + 1 and not {before.version, _version(checked)} & WITHOUT_OPENINGS:
            yield f"round {last + 1} is missing before it"
        self.numbers[table] = number
        if before is None or before.proof.house != proof.house:
            yield from _new_shoe_faults(before, checked)
            self.tables[table] = before = InUse(proof)
        else:
            yield from _same_shoe_faults(before.proof, proof)
        before.proof, before.sealed[proof.start], before.version = proof, proof.commitment, _version(checked)
        if proof.is_opened:
            yield from _opened_faults(before)

    def begin(self, checked: Checked | CheckedOpening) -> Iterator[str]:
        """Continue from this round without the previous one, keeping known commitments of the same shoe."""
        before, proof = self.tables.get(checked.table), checked.proof
        sealed = before.sealed if before and before.proof.house == proof.house else {}
        in_use = self.tables[checked.table] = InUse(proof, {**sealed, proof.start: proof.commitment})
        self.numbers[checked.table] = checked.number
        if proof.is_opened:
            yield from _opened_faults(in_use)


def _version(checked: Checked | CheckedOpening) -> str:
    return checked.version if isinstance(checked, Checked) else ""


def _new_shoe_faults(before: InUse | None, checked: Checked | CheckedOpening) -> Iterator[str]:
    if before and not before.proof.is_opened:
        yield "the shoe was changed before its cut card was out, and never opened"
    if before and before.proof.next != checked.proof.house:
        yield "the house's seed is not the one whose seal was announced before"
    if checked.proof.start != checked.burns:  # FB-1: burned face down
        yield f"a new shoe begins at card {checked.proof.start}"


def _same_shoe_faults(before: Proof, proof: Proof) -> Iterator[str]:
    if (before.after, before.end) != (proof.commitment, proof.start):
        yield "the shoe was changed between two rounds: its commitment differs from that of the previous round"
    if (before.seeds, before.next, before.size) != (proof.seeds, proof.next, proof.size):
        yield "the seeds of the shoe were changed between two rounds"


def _opened_faults(shoe: InUse) -> Iterator[str]:
    """Check every commitment of a fully revealed shoe against its links."""
    assert shoe.proof.seed is not None
    links = all_links(shoe.proof.order or "", shoe.proof.seed)
    for start, commitment in shoe.sealed.items():
        if start >= len(links) or links[start].hex() != commitment:
            yield f"the shoe, now opened, is not the one that was sealed at card {start}"


Unlock = Callable[[str, str], bytes]
"""Decrypts the stored seed of a table."""


def stored_shoe_faults(
    row: tuple[int, str, str, str], in_use: InUse | None, games: Games, unlock: Unlock, table: str
) -> Iterator[str]:  # fmt: skip
    """Yield the differences between a table's stored shoe and seeds and the commitments made since the shuffle."""
    is_open, setup, shoe, live = row
    if in_use and not is_open and not in_use.proof.is_opened:
        yield "it was closed, but its shoe was never opened"
    if not shoe or not live:
        return
    try:
        whole, data, state = setup_from(json.loads(setup), games), json.loads(shoe), json.loads(live)
        seed, next_seed = unlock(data["seed"], table), unlock(state["next_seed"], table)
        seeds = {int(seat): text for seat, text in data["seeds"].items()}
        order = shuffled(whole.game.whole_pack(whole.rules), seed, seeds)
    except (ValueError, KeyError, TypeError, AttributeError, Refused) as error:
        yield f"its shoe cannot be dealt from its seed: {error}"
        return
    is_dealt_from = state.get("shoe", True)
    announced = in_use.proof.next if in_use and not is_dealt_from else data["next"]
    if house_seal(next_seed) != announced:
        yield "its seed for the next shuffle is not the one whose seal was announced"
    if in_use is None or not is_dealt_from:
        return
    if house_seal(seed) != in_use.proof.house:
        if house_seal(seed) != in_use.proof.next:
            yield "its shoe is neither the one in use nor the one whose seal was announced before"
        return
    links = link(len(order), 0, order, salts_of(seed, len(order)))
    for start, commitment in in_use.sealed.items():
        if start >= len(links) or links[start].hex() != commitment:
            yield f"dealt from its seed, its shoe is not the one that was sealed at card {start}"


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
