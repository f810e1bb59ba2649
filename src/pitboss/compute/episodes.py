"""
Shuffles determined by a key and an episode number, for reinforcement learning environments.

Each episode has its own random stream, so its cards are the same however it is dealt: alone, in a vector, card by card
or as a whole pack.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel
from pitboss.compute.random_choices import mixed
from pitboss.compute.streams import Stream, U, draw

_STEP = U(0x9E3779B97F4A7C15)


@kernel
def open_stream(stream: Stream, key: np.uint64, episode: np.uint64) -> None:
    """Set a stream to the start of an episode: four words that SplitMix64 derives from the key and the number."""
    word = mixed(mixed(key + _STEP) + _STEP * (episode + U(1)))
    for place in range(4):
        word += _STEP
        stream[place] = mixed(word)


@kernel
def shuffle(key: np.uint64, episode: np.uint64, pack: NDArray[np.uint8]) -> None:
    """Shuffle a pack from new-deck order into the order in which this episode deals it."""
    stream = np.empty(4, np.uint64)
    open_stream(stream, key, episode)
    for drawn in range(pack.size):
        draw(stream, pack, U(drawn))
