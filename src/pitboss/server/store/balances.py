"""Account balances in memory: committed amounts, and pending changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.money import dollars
from pitboss.table.transfers import GRANT, GRANTS, Transfer, moved, purse

POOR = dollars(100)
"""A player with less than this may buy in again."""


class Accounts:
    """All account balances. Tables decide by the total with pending changes, but show only committed amounts."""

    def __init__(self, balances: Mapping[str, int]) -> None:
        self._written = dict(balances)
        self._coming: dict[str, int] = {}

    def balance(self, account: str) -> int:
        """Return the balance in cents including pending changes."""
        return self.written(account) + self._coming.get(account, 0)

    def written(self, account: str) -> int:
        """Return the committed balance in cents, which may be shown."""
        return self._written.get(account, 0)

    def bankroll(self, player: str) -> int:
        """Return the committed amount a player may see: a guest starts with the grant, stored with the first bet."""
        return self._written.get(purse(player), GRANT)

    def is_moving(self, account: str) -> bool:
        """Whether the account has pending changes."""
        return account in self._coming

    def move(self, transfers: Iterable[Transfer]) -> None:
        """Add pending transfers. Later call `commit` or `drop` with the same ones."""
        _move(self._coming, transfers, forget_zero=True)

    def commit(self, transfers: Iterable[Transfer]) -> None:
        """Commit pending transfers."""
        self.drop(transfers)
        _move(self._written, transfers)

    def drop(self, transfers: Iterable[Transfer]) -> None:
        """Discard pending transfers because the write failed."""
        _move(self._coming, transfers, -1, forget_zero=True)

    def learn(self, transfers: Iterable[Transfer]) -> None:
        """Apply transfers committed by another process."""
        _move(self._written, transfers)

    def reload(self, balances: Mapping[str, int]) -> None:
        """Replace the committed balances after a reconnect."""
        self._written = dict(balances)

    def grant(self, player: str) -> list[Transfer]:
        """Return the transfer of play money that refills a player's bankroll."""
        account = purse(player)
        return list(moved(GRANTS, account, max(GRANT - self.balance(account), 0), "play money"))


def _move(accounts: dict[str, int], transfers: Iterable[Transfer], sign: int = 1, *, forget_zero: bool = False) -> None:
    for transfer in transfers:
        amount = sign * transfer.amount
        for account, more in ((transfer.debit, -amount), (transfer.credit, amount)):
            left = accounts.get(account, 0) + more
            if left or not forget_zero:
                accounts[account] = left
            else:
                accounts.pop(account, None)
