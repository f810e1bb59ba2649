"""What the lobby tells of a table; processes tell it each other, so that any of them can show all tables."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.json import Decoder

from pitboss.games import GAMES
from pitboss.server.http import models
from pitboss.server.tables.owner import Room
from pitboss.table.finished_round import compact


class Listing(Struct):
    """A table as far as it is told in a lobby."""

    id: str
    game: str
    seats: int
    changed: dict[str, Any]
    sitting: list[tuple[int, str, str, bool]]
    """Each seat that is taken, its player, what that one is called, and whether it is a bot."""
    holding: list[str]
    """Players whose chips lie on the table."""
    is_listed: bool
    """Whether those who do not sit there are told of it too."""

    def seats_one(self, player: str) -> bool:
        """Whether this player sits there."""
        return any(sitter == player and not bot for _, sitter, _, bot in self.sitting)

    def info(self, player: str) -> models.TableInfo:
        """What this player is told."""
        taken = {seat for seat, _, _, _ in self.sitting}
        return models.TableInfo(
            id=self.id, game=self.game, title=GAMES[self.game].title, seats=self.seats, changed=self.changed,
            free=[seat for seat in range(1, self.seats + 1) if seat not in taken],
            people=[nick for _, _, nick, bot in self.sitting if not bot], yours=self.seats_one(player),
        )  # fmt: skip


def listing(room: Room, *, is_dead: bool) -> Listing:
    """A table that is dealt here, as it is written."""
    setup = room.table.setup
    return Listing(
        setup.id, setup.game.name, setup.seats, room.changed,
        [(seat, sitter.player, sitter.nick, sitter.bot) for seat, sitter in room.sitting.items()],
        list(room.chips), not (setup.private or is_dead),
    )  # fmt: skip


def told(listings: list[Listing]) -> str:
    """For other processes."""
    return compact(listings).decode()


_read = Decoder(list[Listing]).decode


def heard(text: str) -> list[Listing]:
    """What another process told."""
    return _read(text) if text else []
