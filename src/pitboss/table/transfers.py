"""Chips as double entries: every cent leaves one account and enters another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from msgspec import Struct

from pitboss.play.records.ledger import net
from pitboss.play.steps import Event, Seat

BOTS = "bots"
DEALERS = "dealers"
"""Where tokes go (FB-9)."""
GRANTS = "grants"
"""Where play money comes from; its balance is minus all that was ever handed out."""


class Bank(Protocol):
    """What the table must know of money: how much an account holds."""

    def balance(self, account: str) -> int:
        """The cents in this account now."""


class Transfer(Struct, frozen=True):
    """This many cents from one account to another, and why."""

    debit: str
    credit: str
    amount: int
    why: str


def purse(player: str) -> str:
    """The account of a player's bankroll."""
    return f"player/{player}"


def stakes(table: str) -> str:
    """The account of the chips that lie on a table."""
    return f"stakes/{table}"


def house(table: str) -> str:
    """The account of a table's bank."""
    return f"house/{table}"


def moved(debit: str, credit: str, amount: int, why: str) -> Iterator[Transfer]:
    """A transfer, the other way round if the amount is negative, none if it is nothing."""
    if amount > 0:
        yield Transfer(debit, credit, amount, why)
    elif amount < 0:
        yield Transfer(credit, debit, -amount, why)


def won(events: Iterable[Event]) -> dict[Seat, int]:
    """What each seat has won or lost so far over all its bets, chips that lie on the table counted as lost."""
    return {seat: sum(bets.values()) for seat, bets in net(events).items()}


def settlement(
    table: str, owners: Mapping[Seat, str], brought: Mapping[Seat, int], result: Mapping[Seat, int]
) -> Iterator[Transfer]:
    """What ends a round: each seat gets the chips it brought and what it won, and the bank covers the difference."""
    for seat, chips in brought.items():
        gain = result.get(seat, 0)
        yield from moved(stakes(table), house(table), -gain if gain < 0 else 0, f"seat {seat} lost")
        yield from moved(house(table), owners[seat], max(gain, 0), f"seat {seat} won")
        yield from moved(stakes(table), owners[seat], chips + min(gain, 0), f"seat {seat} takes its chips")
