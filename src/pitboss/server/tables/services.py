"""Services shared by all tables, so that tables don't need to know each other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.server.jobs.hints import BackgroundJobs
from pitboss.server.players.players import Players
from pitboss.server.store.balances import Accounts
from pitboss.server.store.writer import Writer
from pitboss.server.telemetry.metrics import Metrics
from pitboss.table.audit.opened_shoe import OpenedShoe, publish
from pitboss.table.finished_round import compact
from pitboss.table.saved_table import restored, saved, setup_from
from pitboss.table.seal.sealed_shoe import SealedShoe
from pitboss.table.table import Table


class TableServices:
    """The clock, bankrolls, store writer and players, and the code that restores a table from the store."""

    def __init__(
        self, now: Callable[[], float], writer: Writer, background_jobs: BackgroundJobs, players: Players,
        rng: Random | None, metrics: Metrics, today: Callable[[], str] = lambda: "",
    ) -> None:  # fmt: skip
        self.now, self.writer, self.background_jobs, self.players, self.rng = now, writer, background_jobs, players, rng
        self.metrics, self.today = metrics, today
        self.bank: Accounts = writer.bank
        self.vault = writer.store.key.vault
        self.on_lost: Callable[[Any], object] = lambda _room: None
        """Called with a room when another process has taken over its table."""

    def table_from(self, setup: Any, shoe: Any, live: Any) -> Table:
        """Build a table from its stored data."""
        whole = setup_from(setup, GAMES)
        if not live:
            return Table(whole, self.bank, self.rng, self.today)
        return restored(whole, live, shoe, self.bank, self.rng, self.vault, self.today)

    def live_text(self, table: Table) -> str:
        """Return the live state of a table in its stored form."""
        return compact(saved(table, self.vault)).decode()

    def shoe_text(self, table: Table) -> str | None:
        """Return the shoe of a table in its stored form, or None if it has no shoe."""
        return compact(table.shoe.as_data(self.vault, table.setup.id)).decode() if table.shoe else None

    def opened_shoe(self, setup: Any, shoe: Any, live: Any) -> Sequence[OpenedShoe]:
        """Open the shoe of a table that can't be restored, if its game is still known and the shoe is in use."""
        try:
            whole = setup_from(setup, GAMES)
            in_use = SealedShoe.read(whole, shoe, live["drawn"], live["board"], self.vault)
        except (Refused, KeyError, TypeError, ValueError):
            return ()
        if not live.get("shoe", True) or not in_use.serves(whole.game, whole.rules):
            return ()
        return (publish(whole, live["number"], in_use.opened()),)

    async def reload(self, name: str, here: Collection[str]) -> Table:
        """Reload a table after a failed write. Players in `here` are not marked as away."""
        found = await self.writer.read(lambda store: store.open_tables(name))
        if not found:
            raise Refused("no-such-table", f"table {name} is gone")
        table = self.table_from(*found[0])
        table.away -= {seat for seat, sitter in table.seats.items() if sitter.player in here}
        table.restart_clock(self.now())
        return table
