"""Patterns of motions are matched in one pass, as regular expressions would match them."""

from __future__ import annotations

import re
from itertools import product

import pytest

from pitboss.games.procedure import MotionOrder


@pytest.mark.parametrize(
    "pattern",
    [
        "a b c",
        "a (b | c)* a?",
        "(a | b+ c)+",
        "(a? b?)* c",
        "a? (b (a | c)? | c)* b",
        "((a | b)* c?)*",
        "a+ b* (c a)?",
        "",
    ],
)
def test_a_pattern_fits_what_the_regular_expression_fits(pattern: str) -> None:
    order, same = MotionOrder(pattern), re.compile(pattern.replace(" ", ""))
    for length in range(7):
        for letters in product("abc", repeat=length):
            assert order.fits(letters) == bool(same.fullmatch("".join(letters))), letters


def test_a_long_round_that_can_be_read_in_many_ways_is_refused_at_once() -> None:
    order = MotionOrder("((take | end)* push? (pay | end)*)* rack-dealer")
    assert order.fits([*["end"] * 5000, "rack-dealer"])
    assert not order.fits(["end"] * 5000)
