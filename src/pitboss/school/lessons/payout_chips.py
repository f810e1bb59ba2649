"""Payouts in chips."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.money import Cents, show_money
from pitboss.play.refused import Refused
from pitboss.play.steps import Settled

COLOURS = {50_000: "purple", 10_000: "black", 2_500: "green", 500: "red", 100: "white", 50: "half"}
"""The chips in the tray by value in cents, largest first."""


def in_chips(cents: int) -> dict[int, int]:
    """Return the smallest number of chips that make up an amount."""
    built: dict[int, int] = {}
    for worth in COLOURS:
        if count := cents // worth:
            built[worth] = count
            cents -= count * worth
    return built | ({1: cents} if cents else {})


def worth_of(chips: Mapping[int, int]) -> Cents:
    """Return the value of a stack. Raise `Refused` for chips that are not in the tray."""
    for worth, count in chips.items():
        if worth not in COLOURS and worth != 1:
            raise Refused("no-such-chip", f"there is no chip of {show_money(worth)} in the tray")
        if count < 0:
            raise Refused("bad-chips", f"{count} chips of {show_money(worth)} cannot be handed over")
    return Cents(sum(worth * count for worth, count in chips.items()))


def cap_note(event: Settled) -> str:
    """Describe how much of a payout remains under the aggregate limit. Empty if it is not capped (F22-8)."""
    return f", capped at {show_money(event.back - event.stake)} by the aggregate" if event.is_capped else ""


def chips_in_words(cents: int) -> str:
    """
    Describe the chips that make up an amount, largest first.

    >>> chips_in_words(13_500)
    '1 black, 1 green, 2 red'
    """
    return ", ".join(f"{count} {COLOURS.get(worth, 'cents')}" for worth, count in in_chips(cents).items()) or "nothing"
