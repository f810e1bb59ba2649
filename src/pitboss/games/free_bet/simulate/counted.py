"""Free Bet shoes dealt down with card counts: the result of each bet by the value of its count."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel
from pitboss.compute.streams import Stream, U, draw
from pitboss.games.free_bet.simulate.kernels import KernelRules, Playbook, play_rounds
from pitboss.solving.blackjack.round_kernels import Values
from pitboss.solving.blackjack.rules import VALUES

BUCKETS, MIDDLE = 81, 40
"""The number of count buckets, and the index of the middle one, which begins at 0."""
TIMES, SUM, SQUARES = range(3)
Floats = NDArray[np.float64]


class Counts(NamedTuple):
    """
    Card counts, each equal to `offset + scale × (sum of its tags over the cards dealt) ÷ (cards left)`.

    With a scale of 0, a count is the sum of its tags plus the offset.
    """

    tags: Floats  # axes: count, value
    scale: Floats
    offset: Floats
    is_late: NDArray[np.bool_]  # evaluated once the first cards of the round are face up
    nets: Floats  # axes: count, cell; the bet's net, or NaN if the bet is not made


@kernel
def deal_shoes(
    stream: Stream, shoes: int, fresh: Values, limits: NDArray[np.int64], book: Playbook, house: KernelRules,
    counts: Counts, cells: NDArray[np.int64], workspace: NDArray[np.int64], tally: Floats,
) -> None:  # fmt: skip
    """
    Deal shoes to one seat until the last limit is passed. The first card of each shoe is burned unseen (FB-1).

    `tally[count, depth, box]` collects the rounds by the count before betting, and by the limits they fall between.
    """
    seen, reads, pack = np.zeros(VALUES), np.zeros(counts.scale.size), fresh.copy()
    for _ in range(shoes):
        draw(stream, pack, U(0))
        drawn, depth = 1, 0
        seen[:] = 0.0
        while True:
            while depth < limits.size and drawn > limits[depth]:
                depth += 1
            if depth == limits.size:
                break
            rest = pack[drawn:]
            for count in range(reads.size):
                reads[count] = 0.0
                for value in range(VALUES):
                    reads[count] += counts.tags[count, value] * seen[value]
            dealt = int(play_rounds(stream, 1, rest, rest.size, 0, book, house, True, False, U(0), cells, workspace))
            if cells[0] == workspace.size - 1:  # the pack ran out
                break
            for count in range(reads.size):
                net = counts.nets[count, cells[0]]
                if np.isnan(net):
                    continue
                left = pack.size - drawn + 1  # the burned card counts as not dealt
                read = reads[count]
                if counts.is_late[count]:  # add the seat's two cards and the up card
                    for place in range(3):
                        read += counts.tags[count, rest[place]]
                    left -= 3
                says = counts.offset[count] + (counts.scale[count] * read / left if counts.scale[count] else read)
                box = min(max(int(np.floor(says)) + MIDDLE, 0), BUCKETS - 1)
                tally[count, depth, box, TIMES] += 1
                tally[count, depth, box, SUM] += net
                tally[count, depth, box, SQUARES] += net * net
            for place in range(dealt):
                seen[rest[place]] += 1
            drawn += dealt
