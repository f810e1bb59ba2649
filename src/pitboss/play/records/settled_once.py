"""The rule that every stake of a round is settled or returned exactly once."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.money import Cents, show_money
from pitboss.play.records.ledger import at_stake
from pitboss.play.steps import Event, Wagered


def settling_fault(events: Sequence[Event]) -> str:
    """Return a sentence on a bet that was not settled or returned exactly once; empty if there is none."""
    for (seat, bet), amount in at_stake(events).items():
        placed = sum(
            event.amount for event in events
            if isinstance(event, Wagered) and (event.seat, event.bet) == (seat, bet)
        )  # fmt: skip
        done = show_money(Cents(placed - amount))
        return f"{bet} of seat {seat}: {show_money(Cents(placed))} was bet, and {done} was settled or returned"
    return ""
