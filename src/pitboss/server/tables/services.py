"""The desk of the house: what every table shares, so that a table needs to know nothing of the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.server.jobs.hints import Thoughts
from pitboss.server.store.balances import Accounts
from pitboss.server.store.writer import Writer
from pitboss.server.telemetry.metrics import Metrics
from pitboss.table.audit.opening import OpenedShoe, publish
from pitboss.table.finished_round import compact
from pitboss.table.saved_table import restored, saved, setup_from
from pitboss.table.seal.sealed_shoe import SealedShoe
from pitboss.table.table import Table


class Desk:
    """The clock, the bankrolls, the writer, who is called what, and how a table is read back from the store."""

    def __init__(
        self, now: Callable[[], float], writer: Writer, thoughts: Thoughts, nicks: dict[str, str],
        rng: Random | None, metrics: Metrics,
    ) -> None:  # fmt: skip
        self.now, self.writer, self.thoughts, self.nicks, self.rng = now, writer, thoughts, nicks, rng
        self.metrics = metrics
        self.bank: Accounts = writer.bank
        self.vault = writer.store.key.vault
        self.on_lost: Callable[[Any], object] = lambda _room: None
        """Told of a room whose table another process deals now."""

    def table_from(self, setup: Any, shoe: Any, live: Any) -> Table:
        """A table as the store has it."""
        whole = setup_from(setup, GAMES)
        if not live:
            return Table(whole, self.bank, self.rng)
        return restored(whole, live, shoe, self.bank, self.rng, self.vault)

    def live_text(self, table: Table) -> str:
        """Return the live state of a table as the books hold it."""
        return compact(saved(table, self.vault)).decode()

    def shoe_text(self, table: Table) -> str | None:
        """Return the shoe of a table as the books hold it."""
        return compact(table.shoe.as_data(self.vault, table.setup.id)).decode() if table.shoe else None

    def opened_shoe(self, setup: Any, shoe: Any, live: Any) -> Sequence[OpenedShoe]:
        """Open the shoe of a table that cannot go on, if its game is still known and the shoe is in use."""
        try:
            whole = setup_from(setup, GAMES)
            in_use = SealedShoe.read(whole, shoe, live["drawn"], live["board"], self.vault)
        except (Refused, KeyError, TypeError, ValueError):
            return ()
        if not live.get("shoe", True) or not in_use.serves(whole.game, whole.rules):
            return ()
        return (publish(whole, live["number"], in_use.opened()),)

    async def read_again(self, name: str, here: Collection[str]) -> Table:
        """The table as the store has it, after a writing that failed; these players are looking at it."""
        found = await self.writer.read(lambda store: store.open_tables(name))
        if not found:
            raise Refused("no-such-table", f"table {name} is gone")
        table = self.table_from(*found[0])
        table.away -= {seat for seat, sitter in table.seats.items() if sitter.player in here}
        table.restart_clock(self.now())
        return table
