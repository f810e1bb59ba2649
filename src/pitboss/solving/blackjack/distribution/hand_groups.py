"""
Hands by their small and big cards, so that the combined cards of two hands are found without a search.

A hand, or two hands combined, can hold only a few different sets of small cards and of big cards; two small tables
list them. Hands with the same big cards form a group. All pairs of hands from two groups share the same big cards, so
their odds are adjacent in memory.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.solving.blackjack.distribution.drawn_hands import drawn_hands
from pitboss.solving.blackjack.distribution.ended_hands import KINDS, HandLists
from pitboss.solving.blackjack.distribution.key_index import BIG, Numbers, numbered_sums
from pitboss.solving.blackjack.hands import BITS, CARD_KEYS, Floats, Ints
from pitboss.solving.blackjack.rules import ACE, Pack

IMPOSSIBLE_KEY = int(16 * CARD_KEYS[ACE])
"""A key for sets of cards that the pack cannot deal: 16 aces. A pack has at most 15 of a value, except ten-values."""


class Sums(NamedTuple):
    """The distinct sums of any two sets of cards; the last represents all sums that the pack has too few cards for."""

    keys: Ints
    numbers: Numbers  # [one, other]: the number of their sum


class PackParts(NamedTuple):
    """
    All hands of a pack by their small and big cards, and the sums of these parts for two hands.

    The last sum represents all sets that the pack has too few cards for.
    """

    small: Numbers  # by hand: the number of its set of small cards
    big: Numbers
    small_sums: Sums
    big_sums: Sums


@cache
def pack_parts(pack: Pack) -> PackParts:
    """Return the hands of a pack by their small and big cards."""
    keys = drawn_hands(pack).keys
    small = keys & (1 << BITS * BIG) - 1
    (small_sets, small_number), (big_sets, big_number) = (
        np.unique(part, return_inverse=True) for part in (small, keys - small)
    )
    return PackParts(
        small_number.astype(np.int32), big_number.astype(np.int32), _sums(small_sets, pack), _sums(big_sets, pack)
    )


def _sums(parts: Ints, pack: Pack) -> Sums:
    """Return the sums of any two parts; the last one is for sets that the pack has too few cards for."""
    keys, (numbers,) = numbered_sums([(parts, parts)], pack)
    return Sums(np.append(keys, IMPOSSIBLE_KEY), numbers)


class HandGroups(NamedTuple):
    """Lists of hands, split into groups with the same big cards, and these into runs with the same kind of ending."""

    lists: Ints  # the first group of each list, then the number of groups
    groups: Ints  # the first run of each group, then the number of runs
    runs: Ints  # the first hand of each run, then the number of hands
    big: Numbers  # by group: its big cards
    kinds: Ints  # by run: the kind of ending
    small: Numbers  # by hand: its small cards
    times: Floats  # by hand: the number of orders in which it is drawn


def hand_groups(lists: HandLists, parts: PackParts) -> HandGroups:
    """Split lists into groups."""
    big_sets = int(parts.big.max()) + 1
    big = parts.big[lists.hands]
    group = np.repeat(np.arange(len(lists.starts) - 1), np.diff(lists.starts)) * big_sets + big
    order = np.argsort(group * KINDS + lists.kinds, kind="stable")
    run = (group * KINDS + lists.kinds)[order]
    runs = np.append(np.flatnonzero(np.diff(run, prepend=-1)), len(run))
    run_groups = run[runs[:-1]] // KINDS
    groups = np.append(np.flatnonzero(np.diff(run_groups, prepend=-1)), len(run_groups))
    group_lists = run_groups[groups[:-1]] // big_sets
    return HandGroups(
        lists=np.searchsorted(group_lists, np.arange(len(lists.starts))),
        groups=groups,
        runs=runs,
        big=(run_groups[groups[:-1]] % big_sets).astype(np.int32),
        kinds=run[runs[:-1]] % KINDS,
        small=parts.small[lists.hands][order],
        times=lists.times[order],
    )
