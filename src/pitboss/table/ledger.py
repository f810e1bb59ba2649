"""The ledger as an audit reads it: every cent by account, and what each round moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pitboss.play.ledger import SeatWinnings
from pitboss.table.finished import account_mark
from pitboss.table.money import BOTS, DEALERS, GRANTS, Transfer, house, purse, stakes
from pitboss.table.verify import Checked

Row = Sequence[Any]


class Ledger:
    """Sums of all entries, and of those whose round is not kept yet."""

    def __init__(self) -> None:
        self.sums: Counter[str] = Counter()
        self._moved: dict[tuple[str, int], Counter[str]] = {}

    def add(self, row: Row) -> Iterator[str]:
        """One more entry; outside a round only play money is handed out."""
        _, table, number, *moved = row
        transfer = Transfer(*moved)
        if not table and (transfer.debit != GRANTS or not transfer.credit.startswith("player/")):
            yield f"entry {row[0]} moves money from {transfer.debit} to {transfer.credit} outside any round"
        for account, amount in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
            self.sums[account] += amount
            if table:
                self._moved.setdefault((table, number), Counter())[account] += amount

    def settle(self, checked: Checked, scored: Sequence[Row]) -> Iterator[str]:
        """Whether every account and every score line got exactly what the round gave its seat."""
        body, game, rules = checked.body, checked.dealt.game, checked.dealt.rules
        winnings = SeatWinnings(game.tokes(rules)).follow(checked.dealt.events)
        gained = {str(seat): winnings.gained(seat) for seat in winnings.won}
        wanted: Counter[str] = Counter()
        for seat, amount in gained.items():
            wanted[body.accounts.get(seat, "")] += amount
        wanted[account_mark(DEALERS)] += sum(winnings.given.values())
        wanted[account_mark(house(body.table))] -= sum(winnings.won.values())
        found: Counter[str] = Counter()
        for account, amount in self._moved.pop((body.table, body.number), Counter()).items():
            found[account_mark(account)] += amount
        if {mark: cents for mark, cents in wanted.items() if cents} != {
            m: cents for m, cents in found.items() if cents
        }:
            yield f"the ledger does not hold what the seats of {body.table} won and lost"
        people = {seat: mark for seat, mark in body.accounts.items() if mark != account_mark(BOTS)}
        lines = {str(seat): (account_mark(purse(player)), net) for player, _, seat, net in scored}
        if lines != {seat: (mark, gained.get(seat)) for seat, mark in people.items()}:
            yield "the score lines are not those of the people who played it"

    def faults(self, balances: Mapping[str, int], lying: Mapping[str, int]) -> Iterator[str]:
        """The balances against the entries, and the chips that lie on open tables."""
        sums = self.sums
        for account in sorted({*sums, *balances}):
            if sums[account] != balances.get(account, 0):
                yield f"{account} holds {balances.get(account, 0)} cents and its entries say {sums[account]}"
            if sums[account] < 0 and account.startswith(("player/", "stakes/")):
                yield f"{account} is below nothing: {sums[account]} cents"
        wanted = {stakes(table): chips for table, chips in lying.items()}
        for account in sorted({account for account in sums if account.startswith("stakes/")} | wanted.keys()):
            if sums[account] != wanted.get(account, 0):
                yield f"{account} holds {sums[account]} cents and {wanted.get(account, 0)} lie on the table"
        if sum(sums.values()):
            yield f"the accounts add up to {sum(sums.values())} cents and not to nothing"
        for (table, number), moved in self._moved.items():
            if any(moved.values()) and not lying.get(table):
                yield f"{table}, round {number}: money moved for a round that is not kept"
