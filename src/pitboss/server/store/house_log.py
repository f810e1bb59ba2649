"""The house log in the database: a Merkle tree over everything written, with proofs and signed heads."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from pitboss.play.refused import Refused
from pitboss.server.store.database import Database
from pitboss.table.audit.merkle import EMPTY, STORED_EVERY, LogTree, consistency, inclusion, node_hash, ranged_root

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SIGNED = "pitboss-log-1\n{size}\n{root}\n{at}\n"
"""The signed text of a head, in ASCII."""
SUCCESSOR = "pitboss-key-1\n{old}\n{new}\n"
"""The text with which a former key signs the next one, in ASCII."""


class HouseLog:
    """The tree as stored. Every query reads at most a few hundred rows."""

    def __init__(self, database: Database) -> None:
        self._run = database.run

    def size(self) -> int:
        """Return the number of leaves."""
        return int(self._run("SELECT COALESCE(MAX(id), -1) + 1 FROM log WHERE level = 0")[0][0])

    def tree(self) -> LogTree:
        """Return the right edge of the whole tree."""
        size = self.size()
        peaks, start = [], 0
        for level in range(size.bit_length() - 1, -1, -1):
            if size >> level & 1:
                peaks.append(self._node(level, start >> level))
                start += 1 << level
        return LogTree(size, tuple(peaks))

    def root(self, size: int) -> bytes:
        """Return the root of the tree at this size."""
        return self._ranged(0, size) if size else EMPTY

    def consistency(self, first: int, second: int) -> list[str]:
        """Return the proof that the tree only grew between two sizes."""
        self._check_sizes(first, second)
        return [node.hex() for node in consistency(first, second, self._ranged)]

    def round_inclusion(self, round_id: int, size: int) -> dict[str, Any]:
        """Return the position of a round in the tree, and the path to the root at this size."""
        self._check_sizes(0, size)
        place = self._place_of(round_id, size)
        return {"leaf": place, "size": size, "path": [node.hex() for node in inclusion(place, 0, size, self._ranged)]}

    def _place_of(self, round_id: int, size: int) -> int:
        """Return the index of the first leaf by which the log contains `round_id` rounds."""
        low, high = 0, size
        while low < high:
            middle = (low + high) // 2
            if self._run("SELECT rounds FROM log WHERE level = 0 AND id = ?", (middle,))[0][0] >= round_id:
                high = middle
            else:
                low = middle + 1
        if low == size:
            raise Refused("no-such-round", f"this round is not among the first {size} entries of the log")
        return low

    def _check_sizes(self, first: int, second: int) -> None:
        if not 0 <= first <= second <= self.size():
            raise Refused("no-such-head", f"the log has {self.size()} entries: ask for sizes from 0 to that, in order")

    def _ranged(self, start: int, end: int) -> bytes:
        return ranged_root(start, end, cache(partial(self._node)))

    def _node(self, level: int, place: int) -> bytes:
        """Return the root of a complete subtree from the stored level below it."""
        stored = level - level % STORED_EVERY
        leaves = 1 << (level - stored)
        sql = "SELECT hash FROM log WHERE level = ? AND id >= ? AND id < ? ORDER BY id"
        nodes = [bytes.fromhex(row[0]) for row in self._run(sql, (stored, place * leaves, (place + 1) * leaves))]
        if len(nodes) != leaves:
            raise Refused("bad-log", "the log of this house is damaged: run pitboss audit")
        while len(nodes) > 1:
            nodes = [node_hash(*nodes[at : at + 2]) for at in range(0, len(nodes), 2)]
        return nodes[0]


def log_rows(tree: LogTree, leaves: list[bytes], rounds: list[int]) -> tuple[LogTree, list[tuple[int, int, str, int]]]:
    """Append leaves and return the tree and the rows to store. `rounds` is the round count at each leaf."""
    rows = []
    for leaf, many in zip(leaves, rounds, strict=True):
        tree, stored = tree.append(leaf)
        rows += [(level, place, node.hex(), many) for level, place, node in stored]
    return tree, rows


def public_key(secret: bytes) -> str:
    """Return the public key (Ed25519) of a signing secret, in hex."""
    return _private_key(secret).public_key().public_bytes_raw().hex()


def sign(secret: bytes, text: bytes) -> str:
    """Sign a text (Ed25519), and return the signature in hex."""
    return _private_key(secret).sign(text).hex()


def _private_key(secret: bytes) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  slow to load

    return Ed25519PrivateKey.from_private_bytes(secret)


def signed_successors(secrets: Sequence[bytes]) -> list[dict[str, str]]:
    """Return each signing key but the last, with its signature of the key that followed it."""
    public = [public_key(secret) for secret in secrets]
    return [
        {"key": old, "successor": new, "signature": sign(secret, SUCCESSOR.format(old=old, new=new).encode())}
        for secret, old, new in zip(secrets, public, public[1:], strict=False)
    ]


def signed_head(tree: LogTree, secret: bytes, at: int | None = None) -> dict[str, Any]:
    """Return a signed head of the log: size, root, time, public key and signature (Ed25519)."""
    head = {"size": tree.size, "root": tree.root.hex(), "at": int(time.time()) if at is None else at}
    return {**head, "key": public_key(secret), "signature": sign(secret, SIGNED.format(**head).encode())}
