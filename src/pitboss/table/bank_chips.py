"""Chips backed by bank accounts. Every bet, raise and win is a transfer to be written."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.play.bets import SeatBets
from pitboss.play.steps import Option, Seat
from pitboss.table.changes import TableLog
from pitboss.table.chips import Chips, Vocabulary
from pitboss.table.seats import SeatedPlayer, Seats, Setup
from pitboss.table.transfers import DEALERS, Bank, Transfer, moved, settlement, stakes


class BankedChips(Chips):
    """The chips at a table with a bank."""

    def __init__(self, setup: Setup, bank: Bank, seats: Seats, story: TableLog, words: Vocabulary) -> None:
        super().__init__(setup.game, setup.rules, self._held, words)
        self._table, self._bank, self._seats, self._story = setup.id, bank, seats, story
        self.owners: dict[Seat, SeatedPlayer] = {}
        """The owners of the chips in the round, even if they have left their seats."""
        self.owned: dict[Seat, SeatedPlayer] = {}
        """The owners of the chips in the last round, who may still see their own cards from it."""

    def _held(self, seat: Seat) -> int | None:
        """Return the balance of a seat's account including transfers not written yet, or None for a bot."""
        sitter = self._seats[seat]
        if sitter.bot:
            return None
        held = self._bank.balance(sitter.account)
        for transfer in self._story.change.transfers:
            held += transfer.amount * ((transfer.credit == sitter.account) - (transfer.debit == sitter.account))
        return held

    def clear(self) -> None:
        """Remove all chips and their owners."""
        super().clear()
        self.owners, self.owned = {}, self.owners or self.owned

    def put_down(self, seat: Seat, placed: SeatBets) -> int:
        """Replace a seat's bets, transferring the difference from or to its account."""
        self.owners[seat] = self._seats[seat]
        return self._moved(seat, super().put_down(seat, placed), "bets")

    def cover(self, seat: Seat, option: Option) -> int:
        """Pay for an option. What the round's winnings don't cover comes from the seat's account."""
        return self._moved(seat, super().cover(seat, option), "bets more")

    def _moved(self, seat: Seat, amount: int, why: str) -> int:
        account = self.owners[seat].account
        self._story.change.transfers.extend(moved(account, stakes(self._table), amount, f"seat {seat} {why}"))
        return amount

    def settled(self) -> Iterator[Transfer]:
        """Yield the transfers that settle a round: chips and winnings to the seats, tokes to the dealers (FB-9)."""
        owners = {seat: self.owners[seat].account for seat in self.brought}
        yield from settlement(self._table, owners, self.brought, self.winnings.won)
        for seat, amount in self.winnings.given.items():
            yield from moved(owners[seat], DEALERS, amount, f"seat {seat}'s toke")
