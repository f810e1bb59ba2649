"""`pitboss deal --watch`: follow a table in the browser from the terminal, as a spectator."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from pitboss.cards import parse_cards
from pitboss.games import GAMES
from pitboss.play.records.event_reader import read_event
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused, one_of
from pitboss.play.steps import Seat
from pitboss.terminal.full.character_felt import View
from pitboss.terminal.play.shown_layout import ShownLayout
from pitboss.terminal.screen import Line, Screen, has_full_screen, printable

HOUSE = "127.0.0.1:8022"
TIMEOUT_SECONDS = 5.0
LOOK_SECONDS = 0.5
"""The interval for checking whether the spectator has left."""


class Address(NamedTuple):
    """A table on a server, and the spectator's cookie."""

    house: str
    table: str
    cookie: str


def find_table(where: str | None) -> Address:
    """Return the table with this address or name; by default, the only table on this machine's server."""
    parts = urlsplit(where if where and "//" in where else f"//{where or HOUSE}")
    is_name = bool(where) and "//" not in str(where) and ":" not in str(where) and "/" not in str(where)
    house, wanted = (HOUSE, str(where)) if is_name else (parts.netloc, parts.path.rpartition("/")[2])
    cookie = _fetch(house, "/api/me", "")[1].partition(";")[0]
    tables = {table["id"]: table["title"] for table in json.loads(_fetch(house, "/api/tables", cookie)[0])}
    if wanted and wanted not in tables:
        raise Refused("no-table", f"there is no table {printable(wanted)!r} at {house}: {_listed(tables)}")
    if not wanted and len(tables) != 1:
        raise Refused("no-table", f"say which table of {house} to watch: {_listed(tables)}")
    return Address(house, wanted or next(iter(tables)), cookie)


def _listed(tables: Mapping[str, str]) -> str:
    return one_of(f"{name} ({title})" for name, title in tables.items()) if tables else "none is open"


def _fetch(house: str, path: str, cookie: str) -> tuple[str, str]:
    """Return a server's response and the cookie it sets."""
    try:
        request = urllib.request.Request(f"http://{house}{path}", headers={"Cookie": cookie} if cookie else {})
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
            return answer.read().decode("utf-8"), answer.headers.get("Set-Cookie") or ""
    except (OSError, ValueError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        words = in_words(reason) if isinstance(reason, (OSError, ValueError)) else str(reason)
        raise Refused("no-house", f"no house is running at {house}: {words}; start one with pitboss serve") from None


def messages(address: Address, is_over: Callable[[], bool] = lambda: False) -> Iterator[dict[str, Any]]:
    """Yield the table's messages until it closes, the connection is lost, or the spectator has left."""
    from websockets.exceptions import WebSocketException  # noqa: PLC0415  (needed only here)
    from websockets.sync.client import connect  # noqa: PLC0415

    url = f"ws://{address.house}/ws/{address.table}"
    headers = {"Cookie": address.cookie}
    with (
        suppress(WebSocketException, OSError),
        connect(url, additional_headers=headers, open_timeout=TIMEOUT_SECONDS) as line,
    ):
        while not is_over():
            with suppress(TimeoutError):
                yield json.loads(line.recv(LOOK_SECONDS))


class Watched:
    """A spectator's copy of a table, updated by its messages."""

    def __init__(self) -> None:
        self.setup: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.layout = ShownLayout()
        self._is_cleared_next = False

    def take(self, message: Mapping[str, Any], *, motions: bool = False) -> list[Line]:
        """Apply a message and return the lines that it adds to the log."""
        if message.get("type") not in ("hello", "update"):
            return []
        if message["type"] == "hello":
            self.setup, self.table = message["setup"], {}
            self.layout.next_round(board_stays=False)
        self._merge(message.get("table", {}))
        if message["type"] == "hello" and not any(event["event"] == "dealt" for event in message["events"]):
            self.layout.lay_board(parse_cards(self.table.get("board") or ""))
        return [line for data in message["events"] for line in self._happened(data, motions=motions)]

    def _merge(self, news: Mapping[str, Any]) -> None:
        seats = {**self.table.get("seats", {}), **news.get("seats", {})}
        self.table = {**self.table, **news, "seats": {seat: who for seat, who in seats.items() if who}}

    def _happened(self, data: Mapping[str, Any], *, motions: bool) -> Iterator[Line]:
        if data["event"] == "bets-opened":
            self._is_cleared_next = True  # the result stays in view until the first bet of the next round
        elif self._is_cleared_next and data["event"] in ("wagered", "dealt"):
            self._is_cleared_next = False
            self.layout.next_round(board_stays=bool(self.table.get("board")) and data["event"] == "wagered")
        event = read_event(data)
        if event is not None:
            self.layout.see(event)
        elif str(data["event"]).startswith("token"):
            self.layout.see_token(data)
        if motions or event is None or not event.is_routine:
            yield [str(data.get("text", ""))]

    def view(self, motto: str = "") -> View:
        """Return the felt as a spectator sees it."""
        seats = {Seat(int(seat)): who for seat, who in sorted(self.table.get("seats", {}).items())}
        offer = self.table.get("offer") or {}
        asked = [Seat(seat) for seat in offer.get("seats", ())]
        names = {seat: str(who.get("nick", f"Seat {seat}")) for seat, who in seats.items()}
        return View(self.layout, list(seats), None, {}, asked, motto, names)

    @property
    def state(self) -> str:
        """The pending question or deadline of the table, with the seconds left."""
        offer, left = self.table.get("offer"), self.table.get("left")
        what = f"asked: {offer['about']}" if offer else str(self.table.get("state", ""))
        return f"{what}{f', {left:.0f} s left' if isinstance(left, (int, float)) else ''}"


def watch(where: str | None, *, plain: bool, motions: bool) -> None:
    """Follow a table until it closes or the spectator leaves."""
    address = find_table(where)
    if not plain and has_full_screen():
        from pitboss.terminal.full.watch_screen import WatchApp  # noqa: PLC0415

        WatchApp(address, motions=motions).play()
        return
    screen, watched = Screen(), Watched()
    screen.line(f"Watching table {address.table} of {address.house}; Ctrl-C leaves.")
    for message in messages(address):
        screen.lines(watched.take(message, motions=motions), 4)
        screen.file.flush()
    screen.line("The table is closed, or the connection was lost.")


def game_of(watched: Watched) -> tuple[Any, Any]:
    """Return the game and the rules of the table."""
    game = GAMES[watched.setup["game"]]
    return game, game.rules.read(watched.setup.get("changed") or {})
