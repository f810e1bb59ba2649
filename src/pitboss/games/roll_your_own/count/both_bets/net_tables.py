"""The net of a hand, by its ending and the dealer's result."""

from __future__ import annotations

import numpy as np

from pitboss.solving.blackjack.dealer import NATURAL, RESULTS
from pitboss.solving.blackjack.distribution.ended_hands import BLACKJACK_PAID, FIRST_TWO, KINDS
from pitboss.solving.blackjack.distribution.endings import LINES
from pitboss.solving.blackjack.hands import Floats, Ints

HAND_NETS = np.arange(-2, 3)
"""The possible nets of one hand, in bets."""
HAND_NET_COLUMNS = len(HAND_NETS) + 1
"""The number of columns for the net of one hand: -2 to 2 units, then a blackjack."""
LOST_COLUMN = 1
"""The column of a hand that loses one unit."""
MAX_UNITS = 10
"""The maximum number of units that a bet can win or lose: five hands, all doubled."""
NET_COLUMNS = 2 * MAX_UNITS + 2
"""The number of columns for the net of a bet: -10 to 10 units, then a blackjack."""
ONE_HAND: Ints = np.append(MAX_UNITS + HAND_NETS, NET_COLUMNS - 1)
"""The columns of a bet's net if it has one hand."""


class NetTables:
    """The net of each ending, for unsplit and for split hands."""

    def __init__(self, peeks: bool) -> None:
        self.peeks = peeks
        self.by_kind = {split: _nets_by_kind(peeks, split) for split in (False, True)}

    def one(self, laws: Floats, is_split: bool) -> Floats:
        """Convert a law of one hand from endings to nets. Axes: row, net, dealer's result."""
        nets = laws.transpose(2, 0, 1) @ self.by_kind[is_split].transpose(1, 0, 2)
        return np.ascontiguousarray(nets.transpose(1, 2, 0))

    def two(self, laws: Floats, one_split: bool, other_split: bool) -> Floats:
        """Convert a law of two hands from endings to nets. Axes: row, both nets, dealer's result."""
        one = self.by_kind[one_split].transpose(1, 2, 0)[:, None]
        other = self.by_kind[other_split].transpose(1, 0, 2)[:, None]
        nets = one @ laws.transpose(3, 0, 1, 2) @ other
        return np.ascontiguousarray(nets.transpose(1, 2, 3, 0))


def _nets_by_kind(peeks: bool, is_split: bool) -> Floats:
    """
    Return the weight of each ending in the probability of each net. Axes: kind of ending, dealer's result, net.

    A peek that finds a blackjack takes only the original bet; for a split that is one bet, not one for each hand
    (RY-8).
    """
    table = np.zeros((KINDS, RESULTS, HAND_NET_COLUMNS))
    for end in range(RESULTS):
        blackjack_found = peeks and end == NATURAL
        if blackjack_found and is_split:
            continue
        for way, stake in enumerate((1, 2)):
            lost = 2 - (1 if blackjack_found else stake)
            table[FIRST_TWO + way, end, lost] += 1
            for line in range(LINES) if not blackjack_found else ():
                table[LINES * way + line, end, 2 + stake * _sign(line, end)] += 1
                table[LINES * way + line, end, lost] -= 1
    table[BLACKJACK_PAID, :, HAND_NET_COLUMNS - 1] = 1
    return table


def _sign(line: int, end: int) -> int:
    """Return 1, 0 or -1 if a hand on this line wins, pushes or loses against the dealer's result."""
    if end == NATURAL:
        return -1
    return 1 if end > LINES - 2 else int(np.sign(line - 1 - end))
