"""Payouts in chips of the table: what a dealer's hands build."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.money import Cents, show_money
from pitboss.play.refused import Refused
from pitboss.play.steps import Settled

COLOURS = {50_000: "purple", 10_000: "black", 2_500: "green", 500: "red", 100: "white", 50: "half"}
"""The chips of the tray by their worth in cents, the largest first."""


def in_chips(cents: int) -> dict[int, int]:
    """The fewest chips that make an amount: what a dealer would hand over."""
    built: dict[int, int] = {}
    for worth in COLOURS:
        if many := cents // worth:
            built[worth] = many
            cents -= many * worth
    return built | ({1: cents} if cents else {})


def worth_of(chips: Mapping[int, int]) -> Cents:
    """What a stack is worth; chips that are not in the tray are `Refused`."""
    for worth, many in chips.items():
        if worth not in COLOURS and worth != 1:
            raise Refused("no-such-chip", f"there is no chip of {show_money(worth)} in the tray")
        if many < 0:
            raise Refused("bad-chips", f"{many} chips of {show_money(worth)} cannot be handed over")
    return Cents(sum(worth * many for worth, many in chips.items()))


def held_down(event: Settled) -> str:
    """That the aggregate left less than the table pays, and how much; nothing where it did not (F22-8)."""
    return f", held down to {show_money(event.back - event.stake)} by the aggregate" if event.is_held_down else ""


def chips_in_words(cents: int) -> str:
    """
    The chips of an amount, the largest first.

    >>> chips_in_words(13_500)
    '1 black, 1 green, 2 red'
    """
    return ", ".join(f"{many} {COLOURS.get(worth, 'cents')}" for worth, many in in_chips(cents).items()) or "nothing"
