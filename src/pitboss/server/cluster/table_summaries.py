"""Lobby entries of tables, exchanged between processes so that each can list all tables."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.json import Decoder

from pitboss.games import GAMES
from pitboss.server.http import models
from pitboss.server.tables.owner import Room
from pitboss.table.finished_round import compact


class Listing(Struct):
    """A table's lobby entry."""

    id: str
    game: str
    seats: int
    changed: dict[str, Any]
    sitting: list[tuple[int, str, str, bool]]
    """For each taken seat: its number, the player id, the nickname, and whether it is a bot."""
    holding: list[str]
    """Players with chips on the table."""
    is_listed: bool
    """Whether players without a seat there see it too."""

    def seats_one(self, player: str) -> bool:
        """Whether this player has a seat there."""
        return any(sitter == player and not bot for _, sitter, _, bot in self.sitting)

    def info(self, player: str) -> models.TableInfo:
        """Return the entry as shown to this player."""
        taken = {seat for seat, _, _, _ in self.sitting}
        return models.TableInfo(
            id=self.id, game=self.game, title=GAMES[self.game].title, seats=self.seats, changed=self.changed,
            free=[seat for seat in range(1, self.seats + 1) if seat not in taken],
            people=[nick for _, _, nick, bot in self.sitting if not bot], yours=self.seats_one(player),
        )  # fmt: skip


def listing(room: Room, *, is_dead: bool) -> Listing:
    """Return the lobby entry of a table dealt here, as committed."""
    setup = room.table.setup
    return Listing(
        setup.id, setup.game.name, setup.seats, room.changed,
        [(seat, sitter.player, sitter.nick, sitter.bot) for seat, sitter in room.sitting.items()],
        list(room.chips), not (setup.private or is_dead),
    )  # fmt: skip


def encode_listings(listings: list[Listing]) -> str:
    """Encode lobby entries for other processes."""
    return compact(listings).decode()


_read = Decoder(list[Listing]).decode


def decode_listings(text: str) -> list[Listing]:
    """Decode another process's lobby entries."""
    return _read(text) if text else []
