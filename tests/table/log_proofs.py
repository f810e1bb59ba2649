"""Verification of the log's proofs, as a player's own tools do it."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.table.audit.merkle import node_hash


def is_included(leaf: bytes, place: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Return whether a leaf is at this position of the tree with this root (RFC 9162, 2.1.3.2)."""
    if not 0 <= place < size:
        return False
    at, last, found = place, size - 1, leaf
    for node in path:
        if last == 0:
            return False
        if at & 1 or at == last:
            found = node_hash(node, found)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            found = node_hash(found, node)
        at, last = at >> 1, last >> 1
    return last == 0 and found == root


def is_consistent(first: int, second: int, old: bytes, new: bytes, path: Sequence[bytes]) -> bool:
    """Return whether the second tree begins with the whole first one (RFC 9162, 2.1.4.2)."""
    if first == second:
        return not path and old == new
    if not 0 < first < second:
        return first == 0 and not path
    nodes = [old, *path] if first & (first - 1) == 0 else list(path)
    if not nodes:
        return False
    at, last = first - 1, second - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    was = now = nodes[0]
    for node in nodes[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            was, now = node_hash(node, was), node_hash(node, now)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            now = node_hash(now, node)
        at, last = at >> 1, last >> 1
    return last == 0 and was == old and now == new
