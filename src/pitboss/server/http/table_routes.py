"""HTTP routes for games, rules, players, tables and finished rounds."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from pitboss.games import GAMES
from pitboss.layout.draw import draw_layout
from pitboss.layout.plan import plan_for
from pitboss.play.game import Game
from pitboss.play.options.rules_file import write_rules
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.server.cluster.member import listing
from pitboss.server.gate.gatekeeper import Gatekeeper
from pitboss.server.http import models
from pitboss.server.http.left_off import find_left_off
from pitboss.server.jobs.hints import Edge
from pitboss.server.players import cookies
from pitboss.server.tables.present import bet_info
from pitboss.server.tables.registry import TableRegistry
from pitboss.table.seats import Clocks

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Refusal} for status in (400, 403, 404, 409, 413, 422, 429, 503)
}
MAX_LINES = 500
"""Maximum number of rounds on one page of a score sheet."""
router = APIRouter(prefix="/api", responses=REFUSALS)


def get_registry(request: Request) -> TableRegistry:
    """Return this server's table registry."""
    registry: TableRegistry = request.app.state.registry
    return registry


def get_gatekeeper(request: Request) -> Gatekeeper:
    """Return this server's rate limiter."""
    gatekeeper: Gatekeeper = request.app.state.gatekeeper
    return gatekeeper


def to_be_worked_out(request: Request) -> str:
    """Count an expensive request against the client address, and return the address."""
    address: str = request.scope["pitboss.address"]
    get_gatekeeper(request).question(address)
    return address


Asker = Annotated[str, Depends(to_be_worked_out)]
Registry = Annotated[TableRegistry, Depends(get_registry)]


async def known_player(request: Request, response: Response, registry: Registry) -> str:
    """Return the player identified by the cookie, or create a guest and set a cookie."""
    player, gatekeeper = await registry.players.holder(request.cookies), get_gatekeeper(request)
    if player is not None:
        gatekeeper.count_player_request(player)
    else:
        gatekeeper.newcomer(request.scope["pitboss.address"])
        player = cookies.new_player()
    name = cookies.name_at(registry.house.url)
    if cookies.read(request.cookies.get(name), registry.key) != player:  # new, or its name or secret has changed
        response.set_cookie(
            name, cookies.sign(player, registry.key), max_age=cookies.YEAR, httponly=True, samesite="lax",
            secure=(registry.house.url or str(request.url)).startswith("https:"),
        )  # fmt: skip
        if name != cookies.NAME and cookies.NAME in request.cookies:
            response.delete_cookie(cookies.NAME)
    return player


Player = Annotated[str, Depends(known_player)]


@router.get("/games")
async def games(registry: Registry) -> list[models.GameInfo]:
    """List the games. House edges are included once they are computed."""
    background_jobs = registry.background_jobs
    background_jobs.ask_edges()
    return [
        _game_info(game, background_jobs.edge_under(game), background_jobs.knows_edge(game)) for game in GAMES.values()
    ]


def _game_info(game: Game, found: Edge | None, edge_known: bool) -> models.GameInfo:
    rules = game.rules()
    bets = [models.BetInfo(**bet_info(bet)) for bet in game.bets(rules)]
    return models.GameInfo(
        name=game.name, title=game.title, sentence=game.sentence, seats=game.seats(rules), chip=rules.chip,
        edge=found.share if found else None, edge_words=found.words if found else "", edge_known=edge_known, bets=bets,
        edge_note=_edge_note(game, found) if found else "",
    )  # fmt: skip


def _edge_note(game: Game, found: Edge) -> str:
    """Return which bet the edge refers to, for a game whose only decision is which bet to make each round."""
    fixed = min(found.bets.values())
    if any(bet.compulsory or bet.in_play for bet in game.bets(game.rules())) or fixed <= found.share:
        return ""
    return f"best bet each round; {fixed:.2%} on a fixed bet"


@router.get("/lobby")
async def lobby(player: Player, registry: Registry) -> models.Lobby:
    """Return the whole lobby: the player, the game played last, all games with their art, and the open tables."""
    shown = [models.LobbyGame(**info.model_dump(), **_art(GAMES[info.name])) for info in await games(registry)]
    listed = await tables(player, registry)
    left_off = await find_left_off(player, registry, listed)
    return models.Lobby(me=await me(player, registry), games=shown, tables=listed, left_off=left_off)


def _art(game: Game) -> dict[str, Any]:
    """Return the data from which the lobby draws a game's picture."""
    plan = plan_for(game, game.rules())
    fields = tuple(models.ArtSpot.model_fields)
    spots = [{name: getattr(spot, name) for name in fields} for spot in plan.spots if not spot.offered]
    return {"felt": plan.felt, "dark": plan.dark, "cards": plan.picture.split(), "spots": spots}


@router.get("/games/{name}/rules", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def game_rules(name: str) -> Response:
    """Return a game's default rules as an editable file that explains every option."""
    return Response(write_rules(game_called(name, GAMES).rules()), media_type="text/plain; charset=utf-8")


@router.get("/games/{name}/layout", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def layout(
    name: str, registry: Registry, request: Request, seats: Annotated[int | None, Query(ge=1, le=12)] = None,
    rules: Annotated[str, Query(max_length=4000)] = "",
) -> Response:  # fmt: skip
    """Draw a game's felt under the default rules, or under `rules`, the text of a house rules file."""
    game = game_called(name, GAMES)
    dealt = await registry.request_jobs.rules(request.scope["pitboss.address"], game, rules)
    svg = draw_layout(game, dealt, seats or game.seats(dealt))
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@router.post("/rules/check")
async def check_rules(wanted: models.RulesToCheck, registry: Registry, asker: Asker) -> models.RulesChecked:
    """Validate house rules. Invalid rules are refused with one sentence per error."""
    rules = await registry.request_jobs.rules(asker, game_called(wanted.game, GAMES), wanted.rules)
    return models.RulesChecked(changed=rules.changed())


@router.get("/me")
async def me(player: Player, registry: Registry) -> models.Me:
    """Return this browser's player: on a first visit a guest, who is stored with the first bet or a chosen name."""
    await registry.catch_up()
    nick, bankroll = registry.players.nick_of(player), registry.bank.bankroll(player)
    return models.Me(nick=nick, bankroll=bankroll, may_rebuy=registry.players.may_rebuy(player))


@router.put("/me")
async def rename(new: models.NewNick, player: Player, registry: Registry) -> models.Me:
    """Change the nickname."""
    await registry.players.rename(player, new.nick)
    return await me(player, registry)


@router.post("/me/rebuy")
async def rebuy(player: Player, registry: Registry) -> models.Me:
    """Buy in again with play money."""
    await registry.players.rebuy(player)
    return await me(player, registry)


@router.get("/me/score")
async def score(
    player: Player, registry: Registry, _asker: Asker, before: Annotated[int | None, Query(ge=1, lt=2**62)] = None,
    many: Annotated[int, Query(ge=1, le=MAX_LINES)] = MAX_LINES,
) -> models.ScoreSheet:  # fmt: skip
    """Return the totals of all your rounds and the latest ones (or the latest before `before`), oldest first."""
    return await registry.background_jobs.score(player, before, many)


@router.get("/tables")
async def tables(player: Player, registry: Registry) -> list[models.TableInfo]:
    """List the public tables that have viewers, and the tables where you have a seat."""
    listings = [*registry.listings(), *(registry.cluster.elsewhere if registry.cluster else ())]
    return [one.info(player) for one in listings if one.is_listed or one.seats_one(player)]


@router.post("/tables", status_code=201)
async def open_table(wanted: models.NewTable, player: Player, registry: Registry, request: Request) -> models.TableInfo:
    """Open a table, optionally with your own house rules."""
    game, address = game_called(wanted.game, GAMES), request.scope["pitboss.address"]
    rules = await registry.request_jobs.rules(address, game, wanted.rules)
    clocks = Clocks(wanted.bets_clock, wanted.offers_clock, wanted.clock_alone)
    room = await registry.new_table(player, game, rules, clocks, wanted.private, wanted.bots, address)
    return listing(room, is_dead=False).info(player)


@router.get("/tables/{table}")
async def one_table(table: str, player: Player, registry: Registry) -> models.TableInfo:
    """Return one table."""
    return (await registry.listing(table)).info(player)


@router.get("/tables/{table}/shoes/{house}")
async def opened_shoe(
    table: str, house: Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")], registry: Registry
) -> dict[str, Any]:
    """Return a shoe that was opened before its cut card came out, by the hash of its seed, for `pitboss verify`."""
    stored = await registry.writer.read(lambda store: store.opening(table, house)) if "\0" not in table else None
    if stored is None:
        raise Refused("no-such-shoe", f"table {table!r} has opened no shoe with this seal between rounds")
    body: dict[str, Any] = json.loads(stored)
    return body


@router.get("/tables/{table}/rounds/{number}")
async def finished_round(table: str, number: int, registry: Registry) -> dict[str, Any]:
    """Return a finished round with the proof of its deal, for `pitboss verify`."""
    could_be = abs(number) < 2**62 and "\0" not in table  # no database can look up any other value
    stored = await registry.writer.read(lambda store: store.round(table, number)) if could_be else None
    if stored is None:
        raise Refused("no-such-round", f"table {table!r} has finished no round {number}")
    body: dict[str, Any] = json.loads(stored)
    return body
