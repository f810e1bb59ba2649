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
from pitboss.server.http.table_routes import REFUSALS, Asker, Player, Registry
from pitboss.server.jobs.documents import KINDS, READY, DocumentQueue, DocumentState
from pitboss.server.tables.registry import TableRegistry

router = APIRouter(prefix="/api", responses=REFUSALS)
Kind = Annotated[str, InPath(max_length=20)]
Name = Annotated[str, InPath(max_length=120)]


@router.get("/games/{name}/papers")
async def list_game_documents(name: str, registry: Registry) -> list[models.DocumentInfo]:
    """List the documents of a game under the default rules, with their progress."""
    game = game_called(name, GAMES)
    return await _listed(registry, game, game.rules())


@router.post("/games/{name}/papers/{kind}")
async def create_game_document(
    name: str, kind: Kind, _player: Player, registry: Registry, asker: Asker
) -> models.DocumentInfo:
    """Start creating a document for a game in the background."""
    game = game_called(name, GAMES)
    return await _ordered(registry, game, game.rules(), kind, asker)


@router.get("/tables/{table}/papers")
async def list_table_documents(table: str, registry: Registry) -> list[models.DocumentInfo]:
    """List the documents of a table's game under its house rules, with their progress."""
    setup = (await registry.table(table)).setup
    return await _listed(registry, setup.game, setup.rules)


@router.post("/tables/{table}/papers/{kind}")
async def create_table_document(
    table: str, kind: Kind, _player: Player, registry: Registry, asker: Asker
) -> models.DocumentInfo:
    """Start creating a document for a table's house rules in the background."""
    setup = (await registry.table(table)).setup
    return await _ordered(registry, setup.game, setup.rules, kind, asker)


@router.get("/papers/{name}", response_class=FileResponse, responses={200: {"content": {"application/pdf": {}}}})
async def get_document(name: Name, registry: Registry) -> FileResponse:
    """Return a finished document as a PDF."""
    file = await asyncio.to_thread(_work_of(registry).file, name)
    return FileResponse(file, media_type="application/pdf", filename=f"{name}.pdf", content_disposition_type="inline")


def _work_of(registry: TableRegistry) -> DocumentQueue:
    if registry.house.papers is None:
        raise Refused("no-papers", "this house does not create documents: use pitboss report, sheet or card")
    return registry.house.papers


async def _listed(registry: TableRegistry, game: Game, rules: Any) -> list[models.DocumentInfo]:
    work = registry.house.papers
    if work is None:
        return []
    return await asyncio.to_thread(
        lambda: [_info(work, game, rules, kind, work.state(game, rules, kind)) for kind in KINDS]
    )


async def _ordered(registry: TableRegistry, game: Game, rules: Any, kind: str, who: str) -> models.DocumentInfo:
    work = _work_of(registry)
    return await asyncio.to_thread(lambda: _info(work, game, rules, kind, work.order(game, rules, kind, who)))


def _info(work: DocumentQueue, game: Game, rules: Any, kind: str, state: DocumentState) -> models.DocumentInfo:
    address = f"/api/papers/{work.name(game, rules, kind)}" if state.state == READY else ""
    return models.DocumentInfo(
        kind=kind, title=KINDS[kind], state=state.state, share=state.share, words=state.words, address=address
    )
