"""Patterns of motions, matched in one pass like regular expressions."""

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
def test_pattern_matches_like_the_regular_expression(pattern: str) -> None:
    order, same = MotionOrder(pattern), re.compile(pattern.replace(" ", ""))
    for length in range(7):
        for letters in product("abc", repeat=length):
            assert order.fits(letters) == bool(same.fullmatch("".join(letters))), letters


def test_long_ambiguous_round_is_rejected_quickly() -> None:
    order = MotionOrder("((take | end)* push? (pay | end)*)* rack-dealer")
    assert order.fits([*["end"] * 5000, "rack-dealer"])
    assert not order.fits(["end"] * 5000)
