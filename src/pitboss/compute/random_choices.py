"""
Choices made at random, for a strategy that picks any option: each hangs on one word a round, a seat and a number alone.

So a kernel and the script choose alike when they are given the same word, though they reach a decision differently.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.compute.compiled import kernel
from pitboss.compute.streams import U
from pitboss.play.steps import Answered, Event, Offer, Seat

RANDOM = "random"
"""The strategy that takes any option."""
_STEP = U(0x9E3779B97F4A7C15)
_FIRST, _SECOND = U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
_30, _27, _31, _32 = U(30), U(27), U(31), U(32)
_LOW = U(0xFFFFFFFF)
_DECISIONS = U(256)
"""More than one seat can be asked in a round."""


@kernel
def mixed(word: np.uint64) -> np.uint64:
    """A word of which every bit hangs on every bit of this one (the finish of SplitMix64, Steele and others)."""
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@kernel
def chosen(luck: np.uint64, seat: np.uint64, number: np.uint64, options: np.uint64) -> np.uint64:
    """Which of this many options a seat (1, 2 …) takes in its decision of this number (0, 1 …), each as likely."""
    word = mixed(luck + _STEP * (seat * _DECISIONS + number))
    product = (word >> _32) * options
    threshold = (_LOW + U(1) - options) % options
    while product & _LOW < threshold:
        word = mixed(word + _STEP)
        product = (word >> _32) * options
    return product >> _32


def answer_by(luck: int, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """What a seat says at the table that chooses by this word: decisions are counted by what it has answered."""
    number = sum(isinstance(event, Answered) and event.seat == seat for event in seen)
    options = offer.options[seat]
    return options[int(chosen(U(luck), U(seat), U(number), U(len(options))))].name
