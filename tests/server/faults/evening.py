"""A session of play that records the server's acknowledgements and compares them with the database afterwards."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import httpx
from starlette.websockets import WebSocketDisconnect

from pitboss.play.refused import Refused
from pitboss.server.players import cookies
from pitboss.server.store.store import Store
from pitboss.table.transfers import purse
from server.support.house import RunningServer, Seated, audited, run_server

ROUNDS = 2
TRIES = 3


class OverError(Exception):
    """An error: the server no longer answers."""


@dataclass
class Acknowledged:
    """Everything acknowledged to a player."""

    player: str = ""
    nick: str = ""
    bankroll: int | None = None
    lines: int = 0
    """Journal lines at the last acknowledgement."""
    rounds: dict[tuple[str, int], str | None] = field(default_factory=dict)
    """Rounds seen to end, with their text if it was read."""
    is_whole: bool = False
    """Whether the session was completed."""


def play(database: str) -> Acknowledged:
    """Play a session on a server that may fail at any time."""
    acknowledged = Acknowledged()
    try:
        with run_server(database) as server:
            _play(server, acknowledged)
            acknowledged.is_whole = True
    except (OverError, OSError, Refused, WebSocketDisconnect, httpx.HTTPStatusError):
        pass  # the server could not start, or died
    return acknowledged


def _play(server: RunningServer, acknowledged: Acknowledged) -> None:
    _ask(server, acknowledged, "GET", "/api/me")
    acknowledged.player = server.client.cookies[cookies.NAME].partition(".")[0]
    acknowledged.nick = _ask(server, acknowledged, "PUT", "/api/me", {"nick": "Faulty Fay"})["nick"]
    table = _ask(server, acknowledged, "POST", "/api/tables", {"game": "flop22"})["id"]
    with server.at(table) as seated:
        _say(server, seated, acknowledged, "sit", seat=1, seed="mine")
        for _ in range(ROUNDS):
            _round(server, seated, acknowledged, table)
        _say(server, seated, acknowledged, "stand")


def _ask(
    server: RunningServer, acknowledged: Acknowledged, method: str, path: str, body: object = None
) -> dict[str, str]:
    for _ in range(TRIES):
        answer = server.client.request(method, path, json=body)
        if answer.status_code < 400:
            acknowledged.lines = _lines(server)
            found: dict[str, str] = answer.json()
            return found
    raise OverError(answer.text)


def _say(server: RunningServer, seated: Seated, acknowledged: Acknowledged, kind: str, **fields: object) -> None:
    for _ in range(TRIES):
        answer = seated.say(kind, **fields)
        if answer["type"] == "done":
            acknowledged.bankroll, acknowledged.lines = seated.you["bankroll"], _lines(server)
            return
        if answer["code"] not in ("not-written", "closing"):
            raise AssertionError(answer)
    raise OverError(answer)


def _lines(server: RunningServer) -> int:
    return int(server.client.app.state.registry.writer.store.head.number)  # type: ignore[attr-defined]


def _round(server: RunningServer, seated: Seated, acknowledged: Acknowledged, table: str) -> None:
    number = seated.table["number"]
    _say(server, seated, acknowledged, "bet", bets={"ante-1": 500})
    _say(server, seated, acknowledged, "ready")
    while seated.table["number"] == number:
        asked = seated.you["asked"]
        assert asked, "nobody is asked and the round is not over"
        _say(
            server,
            seated,
            acknowledged,
            "say",
            answer=asked["options"][0]["name"],
            offer=seated.table["offer"]["number"],
        )
    acknowledged.rounds[table, number] = None
    answer = server.client.get(f"/api/tables/{table}/rounds/{number}")
    if answer.status_code == 200:
        acknowledged.rounds[table, number] = answer.text


def faults_of(store: Store, acknowledged: Acknowledged) -> list[str]:
    """Compare the database with the acknowledgements, and audit it."""
    found = [f"audit: {fault}" for fault in audited(store).faults]
    if acknowledged.nick and store.players(acknowledged.player).get(acknowledged.player) != acknowledged.nick:
        found.append("an acknowledged nickname is lost")
    for (table, number), text in acknowledged.rounds.items():
        body = store.round(table, number)
        if body is None or (text is not None and json.loads(body) != json.loads(text)):
            found.append(f"round {number} was acknowledged and is not in the books")
    if store.head.number < acknowledged.lines:
        found.append(f"the journal has {store.head.number} lines, and {acknowledged.lines} were acknowledged")
    if store.head.number == acknowledged.lines and acknowledged.bankroll is not None:
        balance = store.balances()[purse(acknowledged.player)]
        if balance != acknowledged.bankroll:
            found.append(f"the purse has {balance} cents, and {acknowledged.bankroll} were acknowledged")
    return found
