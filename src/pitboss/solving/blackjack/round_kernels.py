"""
Parts of simulation kernels that all blackjack games share: drawing from the shoe, and the dealer's hand.

A card is one byte with its value, from 0 (ace) to 9 (ten-value), in the low four bits. A *spot* is one finished hand:
how it was played × 32 + its total.

For speed, a loop over rounds must not pass an array to a call or take one out of a tuple: each time, the reference
count is updated, which costs more than drawing a card. So these functions are `part`s, inlined into the loop, and none
calls another that takes arrays, except `next_card`, which the compiler inlines.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel, part
from pitboss.compute.streams import Stream, U, draw
from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.playbook import MAX_HANDS

Values = NDArray[np.uint8]
Words = NDArray[np.uint16]
VALUE = U(15)
"""The bits of a card that hold its value."""
TEN = 9


@kernel
def next_card(stream: Stream, pack: Values, drawn: np.uint64, shuffled: np.uint64) -> np.uint64:
    """Return the next card: drawn at random up to `shuffled`, then in pack order; a ten past the end."""
    if drawn < shuffled:
        return U(draw(stream, pack, drawn))
    return U(pack[drawn]) if drawn < U(pack.size) else U(TEN)


@part
def new_shoe(stream: Stream, pack: Values, shuffled: np.uint64, cut: np.uint64) -> np.uint64:
    """Return the number of cards dealt before the first round: 1, burned unseen, if there is a cut card."""
    if cut == U(0):
        return U(0)
    next_card(stream, pack, U(0), shuffled)
    return U(1)


@part
def draw_out(
    stream: Stream, pack: Values, drawn: np.uint64, shuffled: np.uint64, dealer: Values, up: np.uint64, hole: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Draw the dealer's hand. Return the cards drawn so far and the total."""
    hand = ((up + hole + U(2)) << U(1)) | U(up == U(0) or hole == U(0))
    while dealer[hand] == 0:
        card = next_card(stream, pack, drawn, shuffled) & VALUE
        drawn += U(1)
        hand = (hand + ((card + U(1)) << U(1))) | U(card == U(0))
    return drawn, U(dealer[hand])


@part
def any_live(spots: Words, held: Values, settled: np.uint64) -> bool:
    """Return whether any hand depends on the dealer's total: not bust or surrendered, and in a way below `settled`."""
    for seat in range(U(held.size)):
        for hand in range(U(held[seat])):
            spot = U(spots[seat * U(MAX_HANDS) + hand])
            if U(0) < spot & U(31) <= U(BLACKJACK) and (spot >> U(5)) < settled:
                return True
    return False
