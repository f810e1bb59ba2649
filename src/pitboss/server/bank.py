"""Bankrolls in memory, moved as the ledger on the disk is moved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.money import dollars
from pitboss.table.money import GRANTS, Transfer, moved, purse

GRANT = dollars(1000)
POOR = dollars(100)
"""Who holds less than this may buy in again."""


class Accounts:
    """What every account holds."""

    def __init__(self, balances: Mapping[str, int]) -> None:
        self._balances = dict(balances)

    def balance(self, account: str) -> int:
        """The cents in this account now."""
        return self._balances.get(account, 0)

    def move(self, transfers: Iterable[Transfer]) -> None:
        """Move chips; the store is told the same."""
        for transfer in transfers:
            self._balances[transfer.debit] = self.balance(transfer.debit) - transfer.amount
            self._balances[transfer.credit] = self.balance(transfer.credit) + transfer.amount

    def move_back(self, transfers: Iterable[Transfer]) -> None:
        """Undo what the store could not take."""
        self.move(Transfer(move.credit, move.debit, move.amount, move.why) for move in transfers)

    def grant(self, player: str) -> list[Transfer]:
        """The play money that brings a player up to a full bankroll."""
        account = purse(player)
        return list(moved(GRANTS, account, max(GRANT - self.balance(account), 0), "play money"))
