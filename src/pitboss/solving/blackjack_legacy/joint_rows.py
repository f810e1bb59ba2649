"""Odds by row and the dealer's end, added up a row at a time: the processor works out all ends side by side."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compute.compiled import kernel_part
from pitboss.solving.blackjack_legacy.ended_hands import KINDS
from pitboss.solving.blackjack_legacy.hand_groups import HandGroups
from pitboss.solving.blackjack_legacy.values import Numbers, Places

U = np.uint64


@kernel_part
def mix_rows(its: Places, rows: Places, times: float, odds: Numbers, mixed: Numbers, more: bool) -> None:
    """Let these small cards have the odds of these rows, so often; or add them to what they have."""
    kept = 1.0 if more else 0.0
    for number in range(its.size):
        at, row = U(its[U(number)]), U(rows[U(number)])
        _add_row(mixed, at, kept, times, odds[row, U(0)], odds[row, U(1)], odds[row, U(2)], odds[row, U(3)],
                 odds[row, U(4)], odds[row, U(5)], odds[row, U(6)], odds[row, U(7)])  # fmt: skip


@kernel_part
def _add_row(
    sums: Numbers, at: Any, kept: float, times: float, seventeen: float, eighteen: float, nineteen: float,
    twenty: float, twenty_one: float, twenty_two: float, bust: float, natural: float,
) -> None:  # fmt: skip
    """Add so many times the odds of each end to what is kept of a row; all at once."""
    seventeen = kept * sums[at, U(0)] + times * seventeen
    eighteen = kept * sums[at, U(1)] + times * eighteen
    nineteen = kept * sums[at, U(2)] + times * nineteen
    twenty = kept * sums[at, U(3)] + times * twenty
    twenty_one = kept * sums[at, U(4)] + times * twenty_one
    twenty_two = kept * sums[at, U(5)] + times * twenty_two
    bust = kept * sums[at, U(6)] + times * bust
    natural = kept * sums[at, U(7)] + times * natural
    sums[at, U(0)] = seventeen
    sums[at, U(1)] = eighteen
    sums[at, U(2)] = nineteen
    sums[at, U(3)] = twenty
    sums[at, U(4)] = twenty_one
    sums[at, U(5)] = twenty_two
    sums[at, U(6)] = bust
    sums[at, U(7)] = natural


@kernel_part
def add_two(groups: HandGroups, a: int, b: int, apart: float, of: Places, odds: Numbers, law: Numbers) -> None:
    """Add any hand of one group with any of the other, the odds being by the small cards of both."""
    for one in range(groups.groups[a], groups.groups[a + 1]):
        added = law[U(groups.kinds[U(one)] if law.shape[0] == KINDS else 0)]
        for other in range(groups.groups[b], groups.groups[b + 1]):
            start, stop = groups.runs[other], groups.runs[other + 1]
            seventeen = eighteen = nineteen = twenty = twenty_one = twenty_two = bust = natural = 0.0
            for i in range(groups.runs[one], groups.runs[one + 1]):
                row, many = of[groups.small[i]], groups.times[i]
                for j in range(start, stop):
                    at, times = U(row[U(groups.small[U(j)])]), many * groups.times[U(j)]
                    seventeen += times * odds[at, U(0)]
                    eighteen += times * odds[at, U(1)]
                    nineteen += times * odds[at, U(2)]
                    twenty += times * odds[at, U(3)]
                    twenty_one += times * odds[at, U(4)]
                    twenty_two += times * odds[at, U(5)]
                    bust += times * odds[at, U(6)]
                    natural += times * odds[at, U(7)]
            _add_row(added, U(groups.kinds[U(other)]), 1.0, apart, seventeen, eighteen, nineteen, twenty, twenty_one,
                     twenty_two, bust, natural)  # fmt: skip
