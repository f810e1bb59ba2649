"""
Hands by their small and their big cards, so that the cards of two hands together are found without a search.

There are few choices of small cards, and of big ones, that a hand can hold, and few that two hands can hold together:
which these are stands in two small tables. So hands with the same big cards are kept in one group; and the odds of all
hands of two groups, which have the same big cards together, lie close by each other.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.solving.blackjack_legacy.ended_hands import KINDS, HandLists
from pitboss.solving.blackjack_legacy.key_places import numbered_sums
from pitboss.solving.blackjack_legacy.player_hands import player_hands
from pitboss.solving.blackjack_legacy.values import ACE, ONE_OF, SMALL_AT, Ints, Numbers, Pack, Places, Sums

TOO_MANY = int(16 * ONE_OF[ACE])
"""Stands for all cards of which a pack has fewer: of no value there are so many but of ten-values."""


class PackParts(NamedTuple):
    """
    All hands of a pack by their parts, and the parts that two hands have together.

    The last of these stands for all that the pack has too few cards for.
    """

    small: Places  # by hand: which small cards it holds
    big: Places
    small_sums: Sums
    big_sums: Sums


@cache
def pack_parts(pack: Pack) -> PackParts:
    """The hands of a pack by their parts."""
    keys = player_hands(pack).keys
    small = keys >> SMALL_AT << SMALL_AT
    (smalls, its_small), (bigs, its_big) = (np.unique(part, return_inverse=True) for part in (small, keys - small))
    return PackParts(its_small.astype(np.int32), its_big.astype(np.int32), _sums(smalls, pack), _sums(bigs, pack))


def _sums(parts: Ints, pack: Pack) -> Sums:
    """What any two parts are together; what the pack has too few cards for stands last."""
    keys, (of,) = numbered_sums([(parts, parts)], pack, missing=-1)
    return Sums(np.append(keys, TOO_MANY), np.where(of < 0, np.int32(len(keys)), of))


class HandGroups(NamedTuple):
    """Lists of hands in groups of the same big cards, and these in runs of hands that end alike."""

    lists: Ints  # the first group of each list, then the number of groups
    groups: Ints  # the first run of each group, then the number of runs
    runs: Ints  # the first hand of each run, then the number of hands
    big: Places  # by group: its big cards
    kinds: Ints  # by run: how its hands end
    small: Places  # by hand: its small cards
    times: Numbers  # by hand: in how many orders it comes about


def hand_groups(lists: HandLists, parts: PackParts) -> HandGroups:
    """The same lists, in groups."""
    many = int(parts.big.max()) + 1
    big = parts.big[lists.hands]
    group = np.repeat(np.arange(len(lists.starts) - 1), np.diff(lists.starts)) * many + big
    order = np.argsort(group * KINDS + lists.kinds, kind="stable")
    run = (group * KINDS + lists.kinds)[order]
    runs = np.append(np.flatnonzero(np.diff(run, prepend=-1)), len(run))
    its_group = run[runs[:-1]] // KINDS
    groups = np.append(np.flatnonzero(np.diff(its_group, prepend=-1)), len(its_group))
    its_list = its_group[groups[:-1]] // many
    return HandGroups(
        lists=np.searchsorted(its_list, np.arange(len(lists.starts))),
        groups=groups,
        runs=runs,
        big=(its_group[groups[:-1]] % many).astype(np.int32),
        kinds=run[runs[:-1]] % KINDS,
        small=parts.small[lists.hands][order],
        times=lists.times[order],
    )
