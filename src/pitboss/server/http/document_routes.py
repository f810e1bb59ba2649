"""HTTP routes for the PDF documents of a game or a table: list, create and download."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi import Path as InPath
from fastapi.responses import FileResponse

from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.server.http import models
from pitboss.server.http.api import REFUSALS, Asker, InHall, Player
from pitboss.server.jobs.documents import KINDS, READY, PaperState, Paperwork
from pitboss.server.tables.registry import Hall

router = APIRouter(prefix="/api", responses=REFUSALS)
Kind = Annotated[str, InPath(max_length=20)]
Name = Annotated[str, InPath(max_length=120)]


@router.get("/games/{name}/papers")
async def game_papers(name: str, hall: InHall) -> list[models.PaperInfo]:
    """List the documents of a game under the default rules, with their progress."""
    game = game_called(name, GAMES)
    return await _listed(hall, game, game.rules())


@router.post("/games/{name}/papers/{kind}")
async def make_game_paper(name: str, kind: Kind, _player: Player, hall: InHall, asker: Asker) -> models.PaperInfo:
    """Start creating a document for a game in the background."""
    game = game_called(name, GAMES)
    return await _ordered(hall, game, game.rules(), kind, asker)


@router.get("/tables/{table}/papers")
async def table_papers(table: str, hall: InHall) -> list[models.PaperInfo]:
    """List the documents of a table's game under its house rules, with their progress."""
    setup = (await hall.table(table)).setup
    return await _listed(hall, setup.game, setup.rules)


@router.post("/tables/{table}/papers/{kind}")
async def make_table_paper(table: str, kind: Kind, _player: Player, hall: InHall, asker: Asker) -> models.PaperInfo:
    """Start creating a document for a table's house rules in the background."""
    setup = (await hall.table(table)).setup
    return await _ordered(hall, setup.game, setup.rules, kind, asker)


@router.get("/papers/{name}", response_class=FileResponse, responses={200: {"content": {"application/pdf": {}}}})
async def paper(name: Name, hall: InHall) -> FileResponse:
    """Return a finished document as a PDF."""
    file = await asyncio.to_thread(_work_of(hall).file, name)
    return FileResponse(file, media_type="application/pdf", filename=f"{name}.pdf", content_disposition_type="inline")


def _work_of(hall: Hall) -> Paperwork:
    if hall.house.papers is None:
        raise Refused("no-papers", "this house makes no papers: pitboss report, sheet and card do")
    return hall.house.papers


async def _listed(hall: Hall, game: Game, rules: Any) -> list[models.PaperInfo]:
    work = hall.house.papers
    if work is None:
        return []
    return await asyncio.to_thread(
        lambda: [_info(work, game, rules, kind, work.state(game, rules, kind)) for kind in KINDS]
    )


async def _ordered(hall: Hall, game: Game, rules: Any, kind: str, who: str) -> models.PaperInfo:
    work = _work_of(hall)
    return await asyncio.to_thread(lambda: _info(work, game, rules, kind, work.order(game, rules, kind, who)))


def _info(work: Paperwork, game: Game, rules: Any, kind: str, state: PaperState) -> models.PaperInfo:
    address = f"/api/papers/{work.name(game, rules, kind)}" if state.state == READY else ""
    return models.PaperInfo(
        kind=kind, title=KINDS[kind], state=state.state, share=state.share, words=state.words, address=address
    )
