"""The RFC 6962 Merkle tree: its test vectors, and every proof of every small tree."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from random import Random

import pytest

from pitboss.table.audit.merkle import (
    EMPTY,
    LogTree,
    consistency,
    inclusion,
    leaf_hash,
    node_hash,
    ranged_root,
)  # fmt: skip
from table.log_proofs import is_consistent, is_included

ENTRIES = [bytes.fromhex(text) for text in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
ROOTS = {
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    5: "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    7: "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}
"""Roots of the entries above, as computed by other RFC 6962 logs."""


def grow(leaves: list[bytes]) -> tuple[list[LogTree], dict[tuple[int, int], bytes]]:
    trees, stored = [LogTree()], dict[tuple[int, int], bytes]()
    for leaf in leaves:
        tree, nodes = trees[-1].append(leaf)
        trees.append(tree)
        stored |= {(level, place): node for level, place, node in nodes}
    return trees, stored


def node_of(leaves: list[bytes], level: int, place: int) -> bytes:
    if level == 0:
        return leaves[place]
    return node_hash(node_of(leaves, level - 1, 2 * place), node_of(leaves, level - 1, 2 * place + 1))


def test_roots_match_the_rfc() -> None:
    trees, _ = grow([leaf_hash(entry) for entry in ENTRIES])
    assert trees[0].root == EMPTY == sha256(b"").digest()
    assert {size: trees[size].root.hex() for size in ROOTS} == ROOTS


def test_every_proof_of_small_trees_verifies_and_altered_ones_fail() -> None:
    leaves = [leaf_hash(bytes([n])) for n in range(21)]
    trees, _ = grow(leaves)
    ranged = partial(ranged_root, node=partial(node_of, leaves))
    for size in range(1, len(leaves) + 1):
        root = trees[size].root
        assert ranged(0, size) == root
        for place in range(size):
            path = inclusion(place, 0, size, ranged)
            assert is_included(leaves[place], place, size, path, root)
            assert not is_included(leaves[place], (place + 1) % size, size, path, root) or size == 1
            assert not is_included(leaf_hash(b"x"), place, size, path, root)
            assert not is_included(leaves[place], place, size, [*path, root], root)
        for first in range(1, size + 1):
            path = consistency(first, size, ranged)
            assert is_consistent(first, size, trees[first].root, root, path)
            assert not is_consistent(first, size, leaf_hash(b"x"), root, path)
            assert first == size or not is_consistent(first, size, trees[first].root, leaf_hash(b"x"), path)
            assert not path or not is_consistent(first, size, trees[first].root, root, path[:-1])


@pytest.mark.parametrize("size", [1, 255, 256, 257, 700])
def test_stored_nodes_suffice_for_every_subtree(size: int) -> None:
    leaves = [leaf_hash(n.to_bytes(4, "big")) for n in range(size)]
    trees, stored = grow(leaves)
    for start, end in ((0, size), (0, max(size // 2, 1)), (0, 1)):
        assert ranged_root(start, end, partial(node_of, leaves)) == trees[end].root
    assert {level for level, _ in stored} == ({0, 8} if size >= 256 else {0})
    assert all(stored[0, n] == leaf for n, leaf in enumerate(leaves))
    assert Random(size).choice([n for level, n in stored if level == 0]) < size
