"""Complete shuffles in bulk, with the same algorithm as the simulation. Used by the shuffle tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel
from pitboss.compute.streams import Stream, U, below, stream

Orders = NDArray[np.uint16]
"""One shuffle per row: the card number at each position."""


@kernel
def shuffle_rows(state: Stream, orders: Orders) -> None:
    """Shuffle every row card by card, as `streams.draw` does: every remaining card is equally likely."""
    size = U(orders.shape[1])
    for row in range(orders.shape[0]):
        for drawn in range(orders.shape[1]):
            place = U(drawn) + below(state, size - U(drawn))
            card = orders[row, place]
            orders[row, place] = orders[row, drawn]
            orders[row, drawn] = card


def simulated_orders(cards: int, shuffles: int, seed: int, chunk: int) -> Orders:
    """Return `shuffles` shuffles of a pack, from the random stream of this chunk."""
    orders = np.tile(np.arange(cards, dtype=np.uint16), (shuffles, 1))
    shuffle_rows(stream(seed, "shuffle-test", chunk), orders)
    return orders
