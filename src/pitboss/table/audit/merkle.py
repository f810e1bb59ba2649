"""
An append-only Merkle tree as in RFC 6962, with proofs of inclusion and of consistency.

Anyone can check the proofs with SHA-256 alone. `docs/honest-deal.md` specifies the tree byte by byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

from msgspec import Struct

Ranged = Callable[[int, int], bytes]
"""Returns the root over the leaves from the first index up to, but not including, the second."""
EMPTY = sha256(b"").digest()
STORED_EVERY = 8
"""Roots of complete subtrees are stored at multiples of this level. Any other needs at most 255 of them."""


def leaf_hash(content: bytes) -> bytes:
    """Return the hash of an entry."""
    return sha256(b"\x00" + content).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of the node above two subtrees."""
    return sha256(b"\x01" + left + right).digest()


class LogTree(Struct, frozen=True):
    """The right edge of a tree, which is enough to append to it and to compute its root."""

    size: int = 0
    peaks: tuple[bytes, ...] = ()
    """Roots of the complete subtrees it consists of, largest first."""

    @property
    def root(self) -> bytes:
        """Return the root of the tree."""
        if not self.peaks:
            return EMPTY
        root = self.peaks[-1]
        for peak in self.peaks[-2::-1]:
            root = node_hash(peak, root)
        return root

    def __str__(self) -> str:
        return f"{self.size}:{self.root.hex()}"

    def append(self, leaf: bytes) -> tuple[LogTree, list[tuple[int, int, bytes]]]:
        """Append a leaf. Return the new tree, and the nodes to store: level, position and hash."""
        peaks, level, place, node = list(self.peaks), 0, self.size, leaf
        stored = [(0, place, leaf)]
        while place & 1:
            node, level, place = node_hash(peaks.pop(), node), level + 1, place >> 1
            if level % STORED_EVERY == 0:
                stored.append((level, place, node))
        return LogTree(self.size + 1, (*peaks, node)), stored


def _split(size: int) -> int:
    """Return the largest power of two below the size."""
    return 1 << ((size - 1).bit_length() - 1)


def ranged_root(start: int, end: int, node: Callable[[int, int], bytes]) -> bytes:
    """Return the root over a range of leaves from the roots of complete subtrees, given by level and position."""
    size = end - start
    if size & (size - 1) == 0 and start % size == 0:
        return node(size.bit_length() - 1, start // size)
    middle = start + _split(size)
    return node_hash(ranged_root(start, middle, node), ranged_root(middle, end, node))


def inclusion(leaf: int, start: int, end: int, ranged: Ranged) -> list[bytes]:
    """Return the path from a leaf to the root (RFC 6962, 2.1.1)."""
    if end - start == 1:
        return []
    middle = start + _split(end - start)
    if leaf < middle:
        return [*inclusion(leaf, start, middle, ranged), ranged(middle, end)]
    return [*inclusion(leaf, middle, end, ranged), ranged(start, middle)]


def consistency(first: int, second: int, ranged: Ranged) -> list[bytes]:
    """Return the proof that the tree of the second size begins with the tree of the first (RFC 6962, 2.1.2)."""
    return list(_consistency(first, 0, second, ranged, True)) if 0 < first < second else []


def _consistency(first: int, start: int, end: int, ranged: Ranged, whole: bool) -> Iterator[bytes]:
    if first == end:
        if not whole:
            yield ranged(start, end)
        return
    middle = start + _split(end - start)
    if first <= middle:
        yield from _consistency(first, start, middle, ranged, whole)
        yield ranged(middle, end)
    else:
        yield from _consistency(first, middle, end, ranged, False)
        yield ranged(start, middle)


def entry_leaves(rounds: Sequence[str], openings: Sequence[str], line: str) -> list[bytes]:
    """Return the leaves added by one journal line: its rounds, the shoes it opened, and the line itself."""
    leaves = [leaf_hash(b"round\n" + body.encode()) for body in rounds]
    leaves += [leaf_hash(b"shoe\n" + body.encode()) for body in openings]
    return [*leaves, leaf_hash(b"line\n" + line.encode())]
