"""The players of the house: who holds a cookie, what they are called, and their play money."""

from __future__ import annotations

import secrets
from typing import Protocol

from pitboss.play.refused import Refused
from pitboss.server.players import cookies
from pitboss.server.players.nicknames import clean_nick
from pitboss.server.store.balances import POOR, Accounts
from pitboss.server.store.batch import Writing
from pitboss.server.store.writer import Writer
from pitboss.table.transfers import purse


class OfHall(Protocol):
    """What the players need of the hall."""

    key: bytes
    bank: Accounts
    writer: Writer

    @property
    def is_shared(self) -> bool:
        """Whether other processes deal here too."""

    def has_chips(self, player: str) -> bool:
        """Whether chips of this player lie on a table."""


class Players:
    """Everyone who ever came in, by the name in their cookie."""

    def __init__(self, nicks: dict[str, str], hall: OfHall) -> None:
        self.nicks, self._hall = nicks, hall

    async def holder(self, cookie: str | None) -> str | None:
        """Who holds this cookie, if we signed it and know them."""
        player = cookies.read(cookie, self._hall.key)
        if player and player not in self.nicks and self._hall.is_shared:  # new, and at another process
            self.nicks.update(await self._hall.writer.read(lambda store: store.players(player)))
        return player if player in self.nicks else None

    async def welcome(self) -> str:
        """A newcomer, with a nickname and play money."""
        player = cookies.new_player()
        await self._write(player, self._guest(), grant=True)
        return player

    def _guest(self) -> str:
        """A nickname that nobody else was given, as far as a few tries find one."""
        taken = set(self.nicks.values())
        for many in (9_000, 9_000, 90_000, 900_000, 9_000_000):
            nick = f"Guest {many // 9 + secrets.randbelow(many)}"
            if nick not in taken:
                break
        return nick

    def name_of(self, trainee: str) -> str:
        """A trainee by nickname, or by the name given at the terminal; a player's id is told to nobody."""
        return self.nicks.get(trainee, trainee)

    async def rename(self, player: str, nick: str) -> None:
        """A new nickname, without anything that could break a line or be taken for the house."""
        await self._write(player, clean_nick(nick), grant=False)

    async def rebuy(self, player: str) -> None:
        """A fresh bankroll for a player who has next to nothing."""
        holds = self._hall.is_shared and await self._hall.writer.read(lambda store: store.has_chips(player))
        if holds or not self.may_rebuy(player):
            raise Refused(
                "rich-enough", "you can buy in again when you hold less than $100 and none of it is on a table"
            )
        await self._write(player, self.nicks[player], grant=True)

    def may_rebuy(self, player: str) -> bool:
        """Whether a player holds too little to go on."""
        return self._hall.bank.balance(purse(player)) < POOR and not self._hall.has_chips(player)

    async def _write(self, player: str, nick: str, *, grant: bool) -> None:
        transfers = self._hall.bank.grant(player) if grant else []

        def written(error: Exception | None) -> None:
            if not error:
                self.nicks[player] = nick

        await self._hall.writer.write(Writing(player=(player, nick), transfers=transfers), written)
