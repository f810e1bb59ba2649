"""HTTP routes for the admin page, open to operators only."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import Field

from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.admin import downloads
from pitboss.server.admin.admin_service import AdminService
from pitboss.server.admin.operator_access import COOKIE, HOURS, NO_ENTRY
from pitboss.server.http import models
from pitboss.server.http.game_routes import worth_in
from pitboss.server.http.models import Model
from pitboss.server.http.table_routes import Asker, Registry, finished_round
from pitboss.table.audit.journal import DeskAction

PATH = "/api/house"
router = APIRouter(prefix=PATH, include_in_schema=False)


def get_admin(request: Request) -> AdminService:
    """Return the admin service, or raise if there is none."""
    admin: AdminService | None = request.app.state.admin
    if admin is None:
        raise Refused("no-entry", NO_ENTRY)
    return admin


def operator_of(request: Request, admin: Annotated[AdminService, Depends(get_admin)], _asker: Asker) -> str:
    """Return the operator's name. Raise for anyone else, before anything is looked up."""
    return admin.auth.check(request.scope, request.cookies)


Operator = Annotated[str, Depends(operator_of)]


def require_operator(admin: Annotated[AdminService, Depends(get_admin)], _operator: Operator) -> AdminService:
    """Return the admin service, for operators only."""
    return admin


Admin = Annotated[AdminService, Depends(require_operator)]


class OperatorSecret(Model):
    """The secret at the end of the link to the admin page."""

    secret: Annotated[str, Field(max_length=400)]


class MisdealCalled(Model):
    """The reason why the current round is void."""

    reason: Annotated[str, Field(min_length=1, max_length=200)]


class SeatToFree(Model):
    """A seat to clear."""

    seat: int


@router.post("/enter")
async def enter(entered: OperatorSecret, request: Request, _asker: Asker) -> Response:
    """Log in with the secret, and set a cookie that scripts can't read."""
    admin = get_admin(request)
    name, cookie = admin.auth.cookie(entered.secret)
    await admin.note(DeskAction(name, "entered"))
    response = JSONResponse({})
    response.set_cookie(
        COOKIE, cookie, max_age=HOURS * 3600, path=PATH, httponly=True, samesite="strict",
        secure=(admin.registry.house.url or str(request.url)).startswith("https:"),
    )  # fmt: skip
    return response


@router.post("/leave")
async def leave(admin: Admin, operator: Operator) -> Response:
    """Log out."""
    await admin.note(DeskAction(operator, "left"))
    response = JSONResponse({})
    response.delete_cookie(COOKIE, path=PATH)
    return response


@router.get("")
async def desk(admin: Admin, operator: Operator, response: Response, table: str = "") -> dict[str, Any]:
    """Return all figures, with the daily totals for one table or for all tables."""
    response.headers["Cache-Control"] = "no-store"
    return {**await admin.look(table), "operator": operator}


@router.get("/rounds")
async def rounds(
    admin: Admin, by: Literal["size", "time", "void"] = "size", table: str = "", day: int | None = None,
    before: Annotated[int | None, Query(ge=0, lt=2**62)] = None, size: Annotated[int, Query(ge=0, lt=2**62)] = 0,
) -> list[dict[str, Any]]:  # fmt: skip
    """List rounds to review: the largest, the newest or the void ones, after the last one seen."""
    if day is not None and abs(day) > 10**6:
        raise Refused("bad-request", "day must be the number of days since 1970-01-01")
    found: list[dict[str, Any]] = await admin.rounds(by, table, day, None if before is None else (size, before))
    return found


async def _first_seat(table: str, number: int, registry: Registry) -> tuple[dict[str, Any], Seat]:
    """Return a round and the first seat that played it."""
    body = await finished_round(table, number, registry)
    if not body["net"]:
        raise Refused("no-such-round", "there is no such round")
    return body, Seat(int(min(body["net"], key=int)))


@router.get("/rounds/{table}/{number}")
async def round_again(table: str, number: int, _admin: Admin, registry: Registry, asker: Asker) -> models.Review:
    """Return the review of a round, from the first seat that played it."""
    return await registry.request_jobs.review(asker, *await _first_seat(table, number, registry))


@router.get("/rounds/{table}/{number}/worth/{offer}")
async def worth(table: str, number: int, offer: int, admin: Admin, registry: Registry, asker: Asker) -> models.Worth:
    """Return the value of each option of a question in that round."""
    body, seat = await _first_seat(table, number, registry)
    return await worth_in(body, seat, offer, "the house's desk", registry, asker)


async def _elsewhere(admin: AdminService, request: Request, table: str) -> Response | None:
    """Forward the request if another process deals the table, and return its response."""
    cluster = admin.registry.cluster
    return await cluster.pass_on(request, table) if cluster and table not in admin.registry.rooms else None


@router.post("/tables/{table}/stand")
async def stand(table: str, freed: SeatToFree, admin: Admin, operator: Operator, request: Request) -> Response:
    """Remove a player from a seat. During a round, wait until it is over."""
    if answer := await _elsewhere(admin, request, table):
        return answer
    await admin.stand_up(table, freed.seat, operator)
    return JSONResponse({})


@router.post("/tables/{table}/misdeal")
async def misdeal(table: str, called: MisdealCalled, admin: Admin, operator: Operator, request: Request) -> Response:
    """Call a misdeal: the current round is void, and all stakes are returned (C-11)."""
    if answer := await _elsewhere(admin, request, table):
        return answer
    await admin.misdeal(table, called.reason.strip(), operator)
    return JSONResponse({})


@router.post("/tables/{table}/close")
async def close(table: str, admin: Admin, operator: Operator, request: Request) -> Response:
    """Close a table. During a round, wait until it is over."""
    if answer := await _elsewhere(admin, request, table):
        return answer
    await admin.close_table(table, operator)
    return JSONResponse({})


@router.get("/books/{what}.{kind}")
async def books(what: str, kind: str, admin: Admin, operator: Operator) -> StreamingResponse:
    """Stream a sheet of the records as a download."""
    downloads.check(what, kind)
    await admin.note(DeskAction(operator, "downloaded", detail=f"{what}.{kind}"))
    await admin.catch_up()
    headers = {
        "Content-Disposition": f'attachment; filename="{what}.{kind}"', "Cache-Control": "no-store",
        "Content-Encoding": "identity",
    }  # fmt: skip
    return StreamingResponse(admin.download(what, kind), media_type=downloads.FORMATS[kind], headers=headers)
