"""The players: their cookies, nicknames and play money."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Protocol

from pitboss.play.refused import Refused
from pitboss.server.players import cookies
from pitboss.server.players.nicknames import clean_nick
from pitboss.server.store.balances import POOR, Accounts
from pitboss.server.store.batch import Writing
from pitboss.server.store.writer import Writer
from pitboss.table.transfers import purse


class OfHall(Protocol):
    """The part of the table registry that players need."""

    key: bytes
    bank: Accounts
    writer: Writer

    @property
    def former_keys(self) -> Sequence[bytes]:
        """Return the former secrets whose cookies are still accepted."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes also deal tables of this house."""

    def has_chips(self, player: str) -> bool:
        """Whether the player has chips on a table."""


class Players:
    """All known players, by the id in their cookie."""

    def __init__(self, nicks: dict[str, str], hall: OfHall) -> None:
        self.nicks, self._hall = nicks, hall

    async def holder(self, cookie: str | None) -> str | None:
        """Return the player behind a cookie, if it is validly signed and the player is known."""
        keys = (self._hall.key, *self._hall.former_keys)
        player = next((found for key in keys if (found := cookies.read(cookie, key))), None)
        if player and player not in self.nicks and self._hall.is_shared:  # created by another process
            self.nicks.update(await self._hall.writer.read(lambda store: store.players(player)))
        return player if player in self.nicks else None

    async def welcome(self) -> str:
        """Create a player with a nickname and play money."""
        player = cookies.new_player()
        await self._write(player, self._guest(), grant=True)
        return player

    def _guest(self) -> str:
        """Return a guest nickname, free unless several random tries fail."""
        taken = set(self.nicks.values())
        for many in (9_000, 9_000, 90_000, 900_000, 9_000_000):
            nick = f"Guest {many // 9 + secrets.randbelow(many)}"
            if nick not in taken:
                break
        return nick

    def name_of(self, trainee: str) -> str:
        """Return a trainee's nickname, or the name given at the terminal. Player ids are never shown."""
        return self.nicks.get(trainee, trainee)

    async def rename(self, player: str, nick: str) -> None:
        """Change a player's nickname after cleaning and checking it."""
        await self._write(player, clean_nick(nick), grant=False)

    async def rebuy(self, player: str) -> None:
        """Refill the bankroll of a player who is almost broke, or raise."""
        holds = self._hall.is_shared and await self._hall.writer.read(lambda store: store.has_chips(player))
        if holds or not self.may_rebuy(player):
            raise Refused(
                "rich-enough", "you can buy in again when you hold less than $100 and none of it is on a table"
            )
        await self._write(player, self.nicks[player], grant=True)

    def may_rebuy(self, player: str) -> bool:
        """Whether a player has too little to go on playing."""
        return self._hall.bank.balance(purse(player)) < POOR and not self._hall.has_chips(player)

    async def _write(self, player: str, nick: str, *, grant: bool) -> None:
        transfers = self._hall.bank.grant(player) if grant else []

        def written(error: Exception | None) -> None:
            if not error:
                self.nicks[player] = nick

        await self._hall.writer.write(Writing(player=(player, nick), transfers=transfers), written)
