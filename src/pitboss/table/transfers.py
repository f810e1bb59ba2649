"""Double-entry transfers: every cent leaves one account and enters another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from msgspec import Struct

from pitboss.money import dollars
from pitboss.play.records.ledger import net
from pitboss.play.steps import Event, Seat

BOTS = "bots"
DEALERS = "dealers"
"""The account for tokes (FB-9)."""
GRANTS = "grants"
"""The account that play money comes from. Its balance is minus the total ever granted."""
GRANT = dollars(1000)
"""The play money of a new player."""


class Bank(Protocol):
    """The table's interface to the bank: account balances."""

    def balance(self, account: str) -> int:
        """Return the current balance in cents."""


class Transfer(Struct, frozen=True):
    """A transfer of cents from one account to another, with the reason."""

    debit: str
    credit: str
    amount: int
    why: str


def purse(player: str) -> str:
    """Return the name of the account for a player's bankroll."""
    return f"player/{player}"


def stakes(table: str) -> str:
    """Return the name of the account for the chips on a table."""
    return f"stakes/{table}"


def house(table: str) -> str:
    """Return the name of the account for a table's bank."""
    return f"house/{table}"


def moved(debit: str, credit: str, amount: int, why: str) -> Iterator[Transfer]:
    """Yield a transfer, reversed if the amount is negative, or none if it is 0."""
    if amount > 0:
        yield Transfer(debit, credit, amount, why)
    elif amount < 0:
        yield Transfer(credit, debit, -amount, why)


def won(events: Iterable[Event]) -> dict[Seat, int]:
    """Return each seat's net result so far over all its bets, counting chips on the table as lost."""
    return {seat: sum(bets.values()) for seat, bets in net(events).items()}


def settlement(
    table: str, owners: Mapping[Seat, str], brought: Mapping[Seat, int], result: Mapping[Seat, int]
) -> Iterator[Transfer]:
    """Yield the transfers that settle a round: chips and winnings to the seats, with the bank covering the rest."""
    for seat, chips in brought.items():
        gain = result.get(seat, 0)
        yield from moved(stakes(table), house(table), -gain if gain < 0 else 0, f"seat {seat} lost")
        yield from moved(house(table), owners[seat], max(gain, 0), f"seat {seat} won")
        yield from moved(stakes(table), owners[seat], chips + min(gain, 0), f"seat {seat} takes its chips")
