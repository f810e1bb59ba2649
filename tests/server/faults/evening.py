"""A session of play that writes down what the house acknowledged, and compares it with the books afterwards."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import httpx
from starlette.websockets import WebSocketDisconnect

from pitboss.play.refused import Refused
from pitboss.server.players import cookies
from pitboss.server.store.store import Store
from pitboss.table.transfers import purse
from server.support.house import Doors, Seated, audited, open_house

ROUNDS = 2
TRIES = 3


class OverError(Exception):
    """The house answers nothing more."""


@dataclass
class Acknowledged:
    """What a player was told."""

    player: str = ""
    nick: str = ""
    bankroll: int | None = None
    lines: int = 0
    """The lines of the journal at the last acknowledgement."""
    rounds: dict[tuple[str, int], str | None] = field(default_factory=dict)
    """The rounds seen to end, with their text if it was read."""
    is_whole: bool = False
    """Whether the session came to its end."""


def play(database: str) -> Acknowledged:
    """Play an evening at a house that may fail at any time."""
    told = Acknowledged()
    try:
        with open_house(database) as doors:
            _play(doors, told)
            told.is_whole = True
    except (OverError, OSError, Refused, WebSocketDisconnect, httpx.HTTPStatusError):
        pass  # the house could not be opened, or died
    return told


def _play(doors: Doors, told: Acknowledged) -> None:
    _ask(doors, told, "GET", "/api/me")
    told.player = doors.client.cookies[cookies.NAME].partition(".")[0]
    told.nick = _ask(doors, told, "PUT", "/api/me", {"nick": "Faulty Fay"})["nick"]
    table = _ask(doors, told, "POST", "/api/tables", {"game": "flop22"})["id"]
    with doors.at(table) as seated:
        _say(doors, seated, told, "sit", seat=1, seed="mine")
        for _ in range(ROUNDS):
            _round(doors, seated, told, table)
        _say(doors, seated, told, "stand")


def _ask(doors: Doors, told: Acknowledged, method: str, path: str, body: object = None) -> dict[str, str]:
    for _ in range(TRIES):
        answer = doors.client.request(method, path, json=body)
        if answer.status_code < 400:
            told.lines = _lines(doors)
            found: dict[str, str] = answer.json()
            return found
    raise OverError(answer.text)


def _say(doors: Doors, seated: Seated, told: Acknowledged, kind: str, **fields: object) -> None:
    for _ in range(TRIES):
        answer = seated.say(kind, **fields)
        if answer["type"] == "done":
            told.bankroll, told.lines = seated.you["bankroll"], _lines(doors)
            return
        if answer["code"] not in ("not-written", "closing"):
            raise AssertionError(answer)
    raise OverError(answer)


def _lines(doors: Doors) -> int:
    return int(doors.client.app.state.hall.writer.store.head.number)  # type: ignore[attr-defined]


def _round(doors: Doors, seated: Seated, told: Acknowledged, table: str) -> None:
    number = seated.table["number"]
    _say(doors, seated, told, "bet", bets={"ante-1": 500})
    _say(doors, seated, told, "ready")
    while seated.table["number"] == number:
        asked = seated.you["asked"]
        assert asked, "nobody is asked and the round is not over"
        _say(doors, seated, told, "say", answer=asked["options"][0]["name"], offer=seated.table["offer"]["number"])
    told.rounds[table, number] = None
    answer = doors.client.get(f"/api/tables/{table}/rounds/{number}")
    if answer.status_code == 200:
        told.rounds[table, number] = answer.text


def faults_of(store: Store, told: Acknowledged) -> list[str]:
    """Compare the books with what was acknowledged, and audit them."""
    found = [f"audit: {fault}" for fault in audited(store).faults]
    if told.nick and store.players(told.player).get(told.player) != told.nick:
        found.append("an acknowledged nickname is lost")
    for (table, number), text in told.rounds.items():
        body = store.round(table, number)
        if body is None or (text is not None and json.loads(body) != json.loads(text)):
            found.append(f"round {number} was acknowledged and is not in the books")
    if store.head.number < told.lines:
        found.append(f"the journal has {store.head.number} lines, and {told.lines} were acknowledged")
    if store.head.number == told.lines and told.bankroll is not None:
        balance = store.balances()[purse(told.player)]
        if balance != told.bankroll:
            found.append(f"the purse has {balance} cents, and {told.bankroll} were acknowledged")
    return found
