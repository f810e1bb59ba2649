"""Bankrolls in memory: what is on the disk, and what is on its way there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.money import dollars
from pitboss.table.transfers import GRANTS, Transfer, moved, purse

GRANT = dollars(1000)
POOR = dollars(100)
"""A player with less than this may buy in again."""


class Accounts:
    """What every account holds: tables decide on all of it, and show what is written."""

    def __init__(self, balances: Mapping[str, int]) -> None:
        self._written = dict(balances)
        self._coming: dict[str, int] = {}

    def balance(self, account: str) -> int:
        """The cents in this account when all that was decided is written."""
        return self.written(account) + self._coming.get(account, 0)

    def written(self, account: str) -> int:
        """The cents in this account on the disk: so much may be shown."""
        return self._written.get(account, 0)

    def is_moving(self, account: str) -> bool:
        """Whether something that was decided of this account is not written yet."""
        return account in self._coming

    def move(self, transfers: Iterable[Transfer]) -> None:
        """Move chips; the store is told the same, and then `keep` or `drop` is called with them."""
        _move(self._coming, transfers)

    def keep(self, transfers: Iterable[Transfer]) -> None:
        """The store has written these."""
        self.drop(transfers)
        _move(self._written, transfers)

    def drop(self, transfers: Iterable[Transfer]) -> None:
        """The store could not take these: they did not happen."""
        _move(self._coming, transfers, -1)

    def learn(self, transfers: Iterable[Transfer]) -> None:
        """Another process has written these."""
        _move(self._written, transfers)

    def read_again(self, balances: Mapping[str, int]) -> None:
        """What the store found after it had lost its database for a while."""
        self._written = dict(balances)

    def grant(self, player: str) -> list[Transfer]:
        """The play money that brings a player up to a full bankroll."""
        account = purse(player)
        return list(moved(GRANTS, account, max(GRANT - self.balance(account), 0), "play money"))


def _move(accounts: dict[str, int], transfers: Iterable[Transfer], sign: int = 1) -> None:
    for transfer in transfers:
        amount = sign * transfer.amount
        for account, more in ((transfer.debit, -amount), (transfer.credit, amount)):
            left = accounts.get(account, 0) + more
            if left:
                accounts[account] = left
            else:
                accounts.pop(account, None)
