"""The chain of shoes for an audit: each round continues where the previous one stopped, down to the cut card."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from pitboss.table.audit.opening import CheckedOpening
from pitboss.table.audit.verify import Checked
from pitboss.table.seal.commitments import Proof, all_links

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
