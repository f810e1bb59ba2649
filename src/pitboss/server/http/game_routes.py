"""HTTP routes for game guides, rule options and the review of past rounds."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from pitboss.cards import show_cards
from pitboss.games import GAMES
from pitboss.layout.on_page import page_plan
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.server.http import models
from pitboss.server.http.guide import guide_to
from pitboss.server.http.rules_form import options_of
from pitboss.server.http.table_routes import REFUSALS, Asker, Player, Registry, finished_round
from pitboss.server.jobs.hint_tasks import lines_in_reach
from pitboss.server.store.store import RoundPlayed

router = APIRouter(prefix="/api", responses=REFUSALS)
MAX_ROUNDS_LISTED = 20
"""The number of past rounds a player can list for review."""
MAX_WAIT_SECONDS = 25.0
"""The maximum seconds for which a request waits for a house edge."""
MAX_CARDS_LISTED = 20
"""The number of deciding cards that the page shows."""


@router.get("/tables/{table}/guide")
async def guide(table: str, registry: Registry, request: Request) -> models.Guide:
    """Return the guide to this table's game under its house rules. House edges are included once they are computed."""
    setup, background_jobs = (await registry.table(table)).setup, registry.background_jobs
    background_jobs.ask_edge(setup.game, setup.rules, request.scope["pitboss.address"])
    edge = background_jobs.edge_under(setup.game, setup.rules)
    return guide_to(setup.game, setup.rules, edge, background_jobs.knows_edge(setup.game, setup.rules))


@router.get("/games/{name}/guide")
async def game_guide(
    name: str, registry: Registry, asker: Asker, rules: Annotated[str, Query(max_length=4000)] = ""
) -> models.Guide:
    """Return the guide to a game under the default rules or the given house rules."""
    game, background_jobs = game_called(name, GAMES), registry.background_jobs
    dealt = await registry.request_jobs.rules(asker, game, rules)
    background_jobs.ask_edge(game, dealt, asker)
    return guide_to(game, dealt, background_jobs.edge_under(game, dealt), background_jobs.knows_edge(game, dealt))


@router.get("/games/{name}/options")
async def options(name: str) -> list[models.OptionInfo]:
    """List the options of a game's rules, for a form."""
    return options_of(game_called(name, GAMES))


@router.post("/rules/edge")
async def edge_of_rules(
    wanted: models.RulesToCheck, registry: Registry, asker: Asker,
    wait: Annotated[float, Query(ge=0, le=MAX_WAIT_SECONDS)] = 0,
) -> models.EdgeFound:  # fmt: skip
    """
    Return the house edge under these rules, as soon as it is known or after `wait` seconds.

    Invalid rules are refused with one sentence per error.
    """
    game = game_called(wanted.game, GAMES)
    rules = await registry.request_jobs.rules(asker, game, wanted.rules)
    registry.background_jobs.ask_edge(game, rules, asker)
    await registry.background_jobs.wait_for_edge(game, rules, wait)
    found = registry.background_jobs.edge_under(game, rules)
    known = registry.background_jobs.knows_edge(game, rules)
    return models.EdgeFound(edge=found.share if found else None, words=found.words if found else "", known=known)


@router.get("/me/rounds")
async def my_rounds(player: Player, registry: Registry) -> list[models.PlayedRound]:
    """List your last rounds, newest first."""
    played = await registry.writer.read(lambda store: store.last_played(player, MAX_ROUNDS_LISTED))
    bodies = await registry.writer.read(lambda store: store.bodies([one.round_id for one in played])) if played else {}
    return [_listed(one, json.loads(bodies[one.round_id])) for one in reversed(played)]


def _listed(one: RoundPlayed, body: dict[str, Any]) -> models.PlayedRound:
    game = body["record"]["game"]
    return models.PlayedRound(
        table=one.table, number=one.number, seat=one.seat, game=game, title=GAMES[game].title, net=one.net
    )


@router.get("/tables/{table}/reach")
async def reach(table: str, player: Player, registry: Registry, asker: Asker) -> dict[str, list[int]]:
    """Return the pay-table lines, numbered from 0, that each of your bets at this table makes or can still make."""
    at = await registry.table(table)
    seat, dealt, setup = at.seats.of(player), at.round, at.setup
    if seat is None or dealt is None:
        return {}
    seen, board = view(dealt.events, seat), show_cards(dealt.board)
    return await registry.request_jobs.run(
        asker, lines_in_reach, setup.game.name, setup.rules.changed(), board, seen, seat
    )


@router.get("/tables/{table}/last-cards")
async def last_cards(table: str, registry: Registry) -> list[str]:
    """List the cards that decided the last rounds of a table, newest first; empty for games without such a card."""
    bodies = (
        await registry.writer.read(lambda store: store.last_rounds(table, MAX_CARDS_LISTED))
        if "\0" not in table
        else []
    )
    return [card for body in bodies for card in _deciding(json.loads(body))]


def _deciding(body: dict[str, Any]) -> list[str]:
    """Return a round's deciding card, if any: the last card shown at a place that the layout draws large."""
    game = GAMES[body["record"]["game"]]
    places = [place["at"] for place in page_plan(game, game.rules())["dealer"] if place["large"]]
    shown = [event for event in body["events"] if event["event"] in ("dealt", "turned") and event.get("seat") is None]
    return [event["card"] for event in shown if event["at"] in places and event["card"] != "??"][-1:]


async def _own_round(table: str, number: int, player: str, registry: Registry) -> tuple[dict[str, Any], Seat]:
    """Return a round that this player played and the player's seat in it, or raise."""
    could_be = abs(number) < 2**62 and "\0" not in table  # no database can look up any other value
    own = await registry.writer.read(lambda store: store.played(player, table, number)) if could_be else None
    if own is None:
        raise Refused("no-such-round", f"you have played no round {number} at table {table!r}")
    bodies = await registry.writer.read(lambda store: store.bodies([own.round_id]))
    body: dict[str, Any] = json.loads(bodies[own.round_id])
    return body, own.seat


async def _shared(
    table: str, number: int, seat: int | None, player: str, registry: Registry
) -> tuple[dict[str, Any], Seat]:  # fmt: skip
    """Return a finished round and the seat to show it from: the requested one, your own, or the first."""
    try:
        body, own = await _own_round(table, number, player, registry)
    except Refused:
        body, own = await finished_round(table, number, registry), None
    played = sorted(map(int, body["net"]))
    if seat is None and played:
        return body, own or Seat(played[0])
    if seat not in played:
        raise Refused("no-such-seat", f"seat {seat} did not play round {number} at table {table!r}")
    return body, Seat(seat)


@router.get("/rounds/{table}/{number}")
async def shared_round(
    table: str, number: int, player: Player, registry: Registry, asker: Asker, seat: int | None = None
) -> models.Review:
    """Return a finished round event by event, from the requested seat or your own. Anyone with the link may see it."""
    return await registry.request_jobs.review(asker, *await _shared(table, number, seat, player, registry))


@router.get("/rounds/{table}/{number}/worth/{offer}")
async def shared_worth(
    table: str, number: int, offer: int, player: Player, registry: Registry, asker: Asker, seat: int | None = None
) -> models.Worth:
    """Return the value of each option of a question in a finished round."""
    body, at = await _shared(table, number, seat, player, registry)
    return await worth_in(body, at, offer, player, registry, asker)


@router.get("/me/rounds/{table}/{number}")
async def my_round(table: str, number: int, player: Player, registry: Registry, asker: Asker) -> models.Review:
    """Return one of your rounds event by event as you saw it, with the questions you were asked."""
    body, seat = await _own_round(table, number, player, registry)
    return await registry.request_jobs.review(asker, body, seat)


@router.get("/me/rounds/{table}/{number}/worth/{offer}")
async def worth(table: str, number: int, offer: int, player: Player, registry: Registry, asker: Asker) -> models.Worth:
    """Return the value of each option of one of those questions, given what you had seen."""
    body, seat = await _own_round(table, number, player, registry)
    return await worth_in(body, seat, offer, player, registry, asker)


async def worth_in(
    body: dict[str, Any], seat: Seat, offer: int, who: str, registry: Registry, asker: str
) -> models.Worth:
    """Return the value of each option of a question in this round, for this seat."""
    step = await registry.request_jobs.step(asker, body["record"], seat, offer)
    if step is None:
        raise Refused("no-such-offer", f"you were not asked an offer {offer} in that round")
    found = await registry.background_jobs.worth_of(who, body["record"], step, seat)
    if found is None:
        raise Refused("no-hint", "the value of these answers is unknown")
    return models.Worth(cents=found["cents"], best=found["best"], words=found["words"], costs=found["costs"])
