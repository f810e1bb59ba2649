"""The game that a player played last, for "Continue" in the lobby."""

from __future__ import annotations

import json
from typing import Any

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.server.http import models
from pitboss.server.store.store import RoundPlayed
from pitboss.server.tables.registry import TableRegistry


async def find_left_off(player: str, registry: TableRegistry, listed: list[models.TableInfo]) -> models.LeftOff | None:
    """Return the seat that the player played last, or the game of the last round; None for a new player."""
    played = await registry.writer.read(lambda store: store.last_played(player, 1))
    last = played[-1] if played else None
    mine = [table for table in listed if table.yours]
    seated = next((table for table in mine if last and table.id == last.table), mine[-1] if mine else None)
    if seated is not None:
        body = await _body(registry, last) if last and last.table == seated.id else None
        return _left_off(seated.game, seated.id, last if body else None, body, seated=True)
    if last is None:
        return None
    body = await _body(registry, last)
    game = body["record"]["game"]
    return _left_off(game, await _open_table(last.table, player, registry), last, body) if game in GAMES else None


async def _body(registry: TableRegistry, played: RoundPlayed) -> dict[str, Any]:
    bodies = await registry.writer.read(lambda store: store.bodies([played.round_id]))
    body: dict[str, Any] = json.loads(bodies[played.round_id])
    return body


async def _open_table(name: str, player: str, registry: TableRegistry) -> str | None:
    """Return the table if it is still open and has a free seat."""
    try:
        return name if (await registry.listing(name)).info(player).free else None
    except Refused:
        return None


def _left_off(
    game: str, table: str | None, last: RoundPlayed | None, body: dict[str, Any] | None, *, seated: bool = False
) -> models.LeftOff:  # fmt: skip
    bets = body["record"]["wagers"].get(str(last.seat), {}) if last and body else {}
    return models.LeftOff(
        game=game, title=GAMES[game].title, table=table, seated=seated, replay=last.table if last else None,
        number=last.number if last else None, net=last.net if last else None, bet=sum(bets.values()) or None,
    )  # fmt: skip
