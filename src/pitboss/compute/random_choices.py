"""
Random choices for the strategy that picks a random option.

A choice depends only on the round's random word, the seat and the decision number, so the kernel and the script make
the same choices from the same word.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.compute.compiled import kernel
from pitboss.compute.streams import U
from pitboss.play.steps import Answered, Event, Offer, Seat

RANDOM = "random"
"""The name of the strategy that picks a random option."""
_STEP = U(0x9E3779B97F4A7C15)
_FIRST, _SECOND = U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
_30, _27, _31, _32 = U(30), U(27), U(31), U(32)
_LOW = U(0xFFFFFFFF)
_DECISIONS = U(256)
"""An upper bound on the number of decisions that a seat makes in a round."""


@kernel
def mixed(word: np.uint64) -> np.uint64:
    """Mix the bits of a word (the finaliser of SplitMix64, Steele et al.)."""
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@kernel
def chosen(luck: np.uint64, seat: np.uint64, number: np.uint64, options: np.uint64) -> np.uint64:
    """Return the index of the option that a seat (1, 2 …) takes in decision `number`; all are equally likely."""
    word = mixed(luck + _STEP * (seat * _DECISIONS + number))
    product = (word >> _32) * options
    threshold = (_LOW + U(1) - options) % options
    while product & _LOW < threshold:
        word = mixed(word + _STEP)
        product = (word >> _32) * options
    return product >> _32


def answer_by(luck: int, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Return a seat's random answer. The decision number is the number of answers it has given so far."""
    number = sum(isinstance(event, Answered) and event.seat == seat for event in seen)
    options = offer.options[seat]
    return options[int(chosen(U(luck), U(seat), U(number), U(len(options))))].name
