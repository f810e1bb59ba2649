"""The HTTP API for games, rules, players, tables and finished rounds."""

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
from pitboss.server.cluster.table_summaries import listing
from pitboss.server.gate.gatekeeper import Door
from pitboss.server.http import models, round_models
from pitboss.server.http.left_off import find_left_off
from pitboss.server.jobs.hints import Edge
from pitboss.server.players import cookies
from pitboss.server.tables.present import bet_info
from pitboss.server.tables.registry import Hall
from pitboss.table.seats import Clocks

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Refusal} for status in (400, 403, 404, 409, 413, 422, 429, 503)
}
MOST_LINES = 500
"""Maximum number of rounds on one page of a score sheet."""
router = APIRouter(prefix="/api", responses=REFUSALS)


def the_hall(request: Request) -> Hall:
    """Return this server's table registry."""
    hall: Hall = request.app.state.hall
    return hall


def the_door(request: Request) -> Door:
    """Return this server's rate limiter."""
    door: Door = request.app.state.door
    return door


def to_be_worked_out(request: Request) -> str:
    """Count an expensive request against the client address, and return the address."""
    address: str = request.scope["pitboss.address"]
    the_door(request).question(address)
    return address


Asker = Annotated[str, Depends(to_be_worked_out)]
InHall = Annotated[Hall, Depends(the_hall)]


async def known_player(request: Request, response: Response, hall: InHall) -> str:
    """Return the player behind the cookie, or a new guest with a cookie."""
    player, door = await hall.players.holder(request.cookies.get(cookies.NAME)), the_door(request)
    if player is not None:
        door.knock_as(player)
    else:
        door.newcomer(request.scope["pitboss.address"])
        player = cookies.new_player()
    if cookies.read(request.cookies.get(cookies.NAME), hall.key) != player:  # new, or signed with a former secret
        response.set_cookie(
            cookies.NAME, cookies.sign(player, hall.key), max_age=cookies.YEAR, httponly=True, samesite="lax",
            secure=(hall.house.url or str(request.url)).startswith("https:"),
        )  # fmt: skip
    return player


Player = Annotated[str, Depends(known_player)]


@router.get("/games")
async def games(hall: InHall) -> list[models.GameInfo]:
    """List the games. House edges are included once they are computed."""
    thoughts = hall.thoughts
    thoughts.ask_edges()
    return [_game_info(game, thoughts.edge_under(game), thoughts.knows_edge(game)) for game in GAMES.values()]


def _game_info(game: Game, found: Edge | None, edge_known: bool) -> models.GameInfo:
    rules = game.rules()
    bets = [models.BetInfo(**bet_info(bet)) for bet in game.bets(rules)]
    return models.GameInfo(
        name=game.name, title=game.title, sentence=game.sentence, seats=game.seats(rules), chip=rules.chip,
        edge=found.share if found else None, edge_words=found.words if found else "", edge_known=edge_known, bets=bets,
    )  # fmt: skip


@router.get("/lobby")
async def lobby(player: Player, hall: InHall) -> models.Lobby:
    """Return the whole lobby: the player, the game played last, all games with their art, and the open tables."""
    shown = [models.LobbyGame(**info.model_dump(), **_art(GAMES[info.name])) for info in await games(hall)]
    listed = await tables(player, hall)
    left_off = await find_left_off(player, hall, listed)
    return models.Lobby(me=await me(player, hall), games=shown, tables=listed, left_off=left_off)


def _art(game: Game) -> dict[str, Any]:
    """Return what the lobby draws a game's picture from."""
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
    name: str, hall: InHall, request: Request, seats: Annotated[int | None, Query(ge=1, le=12)] = None,
    rules: Annotated[str, Query(max_length=4000)] = "",
) -> Response:  # fmt: skip
    """Draw the felt of a game, as a file would have it; `rules` is a house rules file."""
    game = game_called(name, GAMES)
    dealt = await hall.beside.rules(request.scope["pitboss.address"], game, rules)
    svg = draw_layout(game, dealt, seats or game.seats(dealt))
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@router.post("/rules/check")
async def check_rules(wanted: models.RulesToCheck, hall: InHall, asker: Asker) -> models.RulesChecked:
    """Validate house rules. Invalid rules are refused with one sentence per error."""
    rules = await hall.beside.rules(asker, game_called(wanted.game, GAMES), wanted.rules)
    return models.RulesChecked(changed=rules.changed())


@router.get("/me")
async def me(player: Player, hall: InHall) -> models.Me:
    """Return this browser's player: on a first visit a guest, who is stored with the first bet or a chosen name."""
    await hall.catch_up()
    nick, bankroll = hall.players.nick_of(player), hall.bank.bankroll(player)
    return models.Me(nick=nick, bankroll=bankroll, may_rebuy=hall.players.may_rebuy(player))


@router.put("/me")
async def rename(new: models.NewNick, player: Player, hall: InHall) -> models.Me:
    """Change the nickname."""
    await hall.players.rename(player, new.nick)
    return await me(player, hall)


@router.post("/me/rebuy")
async def rebuy(player: Player, hall: InHall) -> models.Me:
    """Buy in again with play money."""
    await hall.players.rebuy(player)
    return await me(player, hall)


@router.get("/me/score")
async def score(
    player: Player, hall: InHall, _asker: Asker, before: Annotated[int | None, Query(ge=1, lt=2**62)] = None,
    many: Annotated[int, Query(ge=1, le=MOST_LINES)] = MOST_LINES,
) -> round_models.ScoreSheet:  # fmt: skip
    """Return the totals of all your rounds and the latest ones (or the latest before `before`), oldest first."""
    return await hall.thoughts.score(player, before, many)


@router.get("/tables")
async def tables(player: Player, hall: InHall) -> list[models.TableInfo]:
    """List the public tables that have viewers, and the tables where you have a seat."""
    listings = [*hall.listings(), *(hall.floor.elsewhere if hall.floor else ())]
    return [one.info(player) for one in listings if one.is_listed or one.seats_one(player)]


@router.post("/tables", status_code=201)
async def open_table(wanted: models.NewTable, player: Player, hall: InHall, request: Request) -> models.TableInfo:
    """Open a table, optionally with your own house rules."""
    game, address = game_called(wanted.game, GAMES), request.scope["pitboss.address"]
    rules = await hall.beside.rules(address, game, wanted.rules)
    clocks = Clocks(wanted.bets_clock, wanted.offers_clock, wanted.clock_alone)
    room = await hall.new_table(player, game, rules, clocks, wanted.private, wanted.bots, address)
    return listing(room, is_dead=False).info(player)


@router.get("/tables/{table}")
async def one_table(table: str, player: Player, hall: InHall) -> models.TableInfo:
    """Return one table."""
    return (await hall.listing(table)).info(player)


@router.get("/tables/{table}/shoes/{house}")
async def opened_shoe(
    table: str, house: Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")], hall: InHall
) -> dict[str, Any]:
    """Return a shoe that was opened before its cut card came out, by the hash of its seed, for `pitboss verify`."""
    kept = await hall.writer.read(lambda store: store.opening(table, house)) if "\0" not in table else None
    if kept is None:
        raise Refused("no-such-shoe", f"table {table!r} has opened no shoe with this seal between rounds")
    body: dict[str, Any] = json.loads(kept)
    return body


@router.get("/tables/{table}/rounds/{number}")
async def finished_round(table: str, number: int, hall: InHall) -> dict[str, Any]:
    """Return a finished round with the proof of its deal, for `pitboss verify`."""
    could_be = abs(number) < 2**62 and "\0" not in table  # no database can look up any other value
    kept = await hall.writer.read(lambda store: store.round(table, number)) if could_be else None
    if kept is None:
        raise Refused("no-such-round", f"table {table!r} has finished no round {number}")
    body: dict[str, Any] = json.loads(kept)
    return body
