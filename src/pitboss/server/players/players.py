"""The players: their cookies, nicknames and play money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from pitboss.play.refused import Refused
from pitboss.server.players import cookies
from pitboss.server.players.nicknames import clean_nick
from pitboss.server.store.balances import POOR, Accounts
from pitboss.server.store.batch import CommandWrites
from pitboss.server.store.writer import Writer
from pitboss.table.transfers import purse

if TYPE_CHECKING:
    from pitboss.server.config import ServerConfig


class PlayersRegistry(Protocol):
    """The part of the table registry that players need."""

    house: ServerConfig
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
    """
    The players, by the id in their cookie.

    A visitor is a guest: a signed id and a nickname derived from it, with no trace in the store. A guest is stored with
    the first bet or a chosen nickname. So a newcomer costs the same however many came before, and idle guests leave
    nothing behind.
    """

    def __init__(self, nicks: dict[str, str], registry: PlayersRegistry) -> None:
        self.nicks, self._registry = nicks, registry

    async def holder(self, sent: Mapping[str, str]) -> str | None:
        """Return the player identified by a validly signed cookie (a stored player or a guest), else None."""
        keys, cookie = (self._registry.key, *self._registry.former_keys), cookies.find(sent, self._registry.house.url)
        player = next((found for key in keys if (found := cookies.read(cookie, key))), None)
        if player and player not in self.nicks and self._registry.is_shared:  # another process may know more
            self.nicks.update(await self._registry.writer.read(lambda store: store.players(player)))
        return player

    def nick_of(self, player: str) -> str:
        """Return a player's nickname: the chosen one, or the guest's."""
        return self.nicks.get(player) or guest_nick(player)

    def name_of(self, trainee: str) -> str:
        """Return a trainee's nickname, or the name given at the terminal. Player ids are never shown."""
        return self.nick_of(trainee) if cookies.is_player(trainee) else trainee

    async def enrol(self, player: str) -> None:
        """Store a guest who is about to bet, with play money. Do nothing for a stored player."""
        if player not in self.nicks:
            await self._write(player, guest_nick(player), grant=True)

    async def rename(self, player: str, nick: str) -> None:
        """Change a player's nickname after cleaning and checking it."""
        await self._write(player, clean_nick(nick), grant=player not in self.nicks)

    async def rebuy(self, player: str) -> None:
        """Refill the bankroll of a player who is almost broke, or raise."""
        holds = self._registry.is_shared and await self._registry.writer.read(lambda store: store.has_chips(player))
        if holds or not self.may_rebuy(player):
            raise Refused(
                "rich-enough", "you can buy in again when you hold less than $100 and none of it is on a table"
            )
        await self._write(player, self.nick_of(player), grant=True)

    def may_rebuy(self, player: str) -> bool:
        """Whether a player has too little money to go on playing, and no chips on a table."""
        is_poor = player in self.nicks and self._registry.bank.balance(purse(player)) < POOR
        return is_poor and not self._registry.has_chips(player)

    async def _write(self, player: str, nick: str, *, grant: bool) -> None:
        if grant:  # a commit that was reported as failed may have gone through: this reads the balances again
            await self._registry.writer.check_writable()
        transfers = self._registry.bank.grant(player) if grant else []

        def written(error: Exception | None) -> None:
            if not error:
                self.nicks[player] = nick

        await self._registry.writer.write(CommandWrites(player=(player, nick), transfers=transfers), written)


def guest_nick(player: str) -> str:
    """
    Return the nickname of a guest, derived from the player's id but not revealing it.

    >>> guest_nick("0" * 24)
    'Guest 455317'
    """
    return f"Guest {100_000 + int(sha256(player.encode()).hexdigest()[:16], 16) % 900_000}"
