"""A bank for the table tests: accounts in a dict, changed by the table's own transfers."""

from __future__ import annotations

from collections import Counter
from random import Random

from pitboss.games import GAMES
from pitboss.table.changes import Change
from pitboss.table.seats import Clocks, Setup
from pitboss.table.table import Table
from pitboss.table.transfers import GRANTS, purse

START = 100_000


class Purses:
    """Account balances; a missing account is empty."""

    def __init__(self, *players: str) -> None:
        self.accounts: Counter[str] = Counter({purse(player): START for player in players})
        self.accounts[GRANTS] = -START * len(players)

    def balance(self, account: str) -> int:
        return self.accounts[account]

    def take(self, table: Table) -> Change:
        """Apply the pending transfers and return the change."""
        change = table.story.take_change()
        for transfer in change.transfers:
            assert transfer.amount > 0
            self.accounts[transfer.debit] -= transfer.amount
            self.accounts[transfer.credit] += transfer.amount
        assert all(amount >= 0 for name, amount in self.accounts.items() if name.startswith(("player/", "stakes/")))
        assert sum(self.accounts.values()) == 0
        return change


def new_table(game: str, bank: Purses, seed: int = 1, **settings: str) -> Table:
    """Return a table of this game with seeded cards."""
    entry = GAMES[game]
    rules = entry.rules().with_settings(f"{name}={value}" for name, value in settings.items())
    return Table(Setup("t1", entry, rules, Clocks(40, 20)), bank, Random(seed))
