"""One house in two processes over one PostgreSQL: any door leads to any table, and a table outlives its process."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from pitboss.server.admin.operator_access import SECRET
from pitboss.server.cluster.shared_store import SharedStore, open_shared_store
from pitboss.server.store.keys import KEY_FILE
from server.chaos.books import PostgresBooks
from server.chaos.player import ask
from server.chaos.target import ServerProcess, TwoServers
from server.support.house import audited
from server.support.merging import Message, merged

pytestmark = pytest.mark.postgres
T = TypeVar("T")
DESK = "the secret of the desk in this test"
PATIENCE = 120
"""Seconds after which something that should happen counts as something that does not: no machine is that slow."""


@pytest.fixture(scope="module")
def opened(postgres_bin: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoServers]:
    folder = tmp_path_factory.mktemp("house")
    books = PostgresBooks(folder, postgres_bin)
    books.environment = {**books.environment, SECRET: DESK}
    house = TwoServers(books, folder)
    yield house
    asyncio.run(house.close())
    books.close()


@pytest.fixture
def house(opened: TwoServers) -> TwoServers:
    """Both processes, whatever the last test did to them."""
    asyncio.run(opened.open())
    return opened


class Browser:
    """A socket at a table, as a page has it: it comes back until it is let in."""

    def __init__(self, open_lines: ExitStack, server: ServerProcess, table: str, cookie: str) -> None:
        self._number, self.state, self._open_lines = 0, Message(), open_lines
        self._address, self._headers = f"ws://{server.door}/ws/{table}", {"Cookie": cookie}
        self.line = until(self._come)

    def _come(self) -> ClientConnection | None:
        try:
            line = self._open_lines.enter_context(
                connect(self._address, additional_headers=self._headers, open_timeout=PATIENCE)
            )
            self.state = json.loads(line.recv())
        except (OSError, InvalidHandshake, ConnectionClosed):
            return None
        return line

    def do(self, is_done: Callable[[Message], bool], kind: str, **fields: object) -> None:
        """Say something until the table shows that it is done: on a busy machine it may change hands meanwhile."""
        while not is_done(self.state):
            try:
                self.say(kind, **fields)
            except ConnectionClosed:
                self.line = until(self._come)

    def say(self, kind: str, **fields: object) -> str:
        """Say something and wait for its answer."""
        self._number += 1
        self.line.send(json.dumps({"type": kind, "id": self._number, **fields}))
        while True:
            heard = json.loads(self.line.recv())
            self.state = merged(self.state, heard) if heard["type"] == "update" else self.state
            if heard.get("id") == self._number:
                return str(heard.get("code", "done"))


def sits(state: Message) -> bool:
    return bool(state["you"]["seat"] == 2)


def bets_of(state: Message) -> Message:
    bets: Message = state["table"]["seats"]["2"]["bets"]
    return bets


Browse: TypeAlias = Callable[[ServerProcess, str, str], Browser]


@pytest.fixture
def browse(house: TwoServers) -> Iterator[Browse]:
    with ExitStack() as open_lines:
        yield partial(Browser, open_lines)


def until(found: Callable[[], T | None]) -> T:
    """What is found as soon as it is there."""
    patience = time.monotonic() + PATIENCE
    while (value := found()) is None or value is False:
        assert time.monotonic() < patience
        time.sleep(0.05)
    return value


@contextmanager
def as_auditor(house: TwoServers) -> Iterator[SharedStore]:
    """The books, while the house is open."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEY_FILE, house.books.environment[KEY_FILE])
        store = open_shared_store(house.books.url, "auditor", "")
    yield store
    store.close()


def rounds_in(house: TwoServers) -> int:
    """How many rounds the books hold, every one of them good."""
    with as_auditor(house) as store:
        found = audited(store)
    assert found.faults == []
    return found.rounds


def test_any_door_leads_to_any_table(house: TwoServers, browse: Browse) -> None:
    one, two = house.servers
    cookie = ask(one.door, "/api/me")[1]
    table = ask(one.door, "/api/tables", cookie, {"game": "flop22"})[0]["id"]
    assert ask(two.door, f"/api/tables/{table}", cookie)[0]["free"] == [1, 2, 3, 4, 5, 6]
    assert ask(two.door, f"/api/tables/{table}/guide", cookie)[0]["title"] == "Flop 22"
    at_two = browse(two, table, cookie)
    at_two.do(sits, "sit", seat=2)
    until(lambda: [row["id"] for row in ask(two.door, "/api/tables", cookie)[0] if row["yours"]] == [table])
    at_two.do(lambda state: bets_of(state) == {"ante-1": 500}, "bet", bets={"ante-1": 500})
    for server in house.servers:
        assert ask(server.door, "/api/me", cookie)[0]["bankroll"] == 99_500
    with as_auditor(house) as store:
        player = cookie.partition("=")[2].partition(".")[0]
        assert (store.has_chips(player), store.has_chips("x" + player[1:])) == (True, False)
    at_two.do(lambda state: not sits(state), "stand")
    assert rounds_in(house) == 0


def test_who_is_led_to_a_table_needs_the_door_no_more(house: TwoServers, browse: Browse) -> None:
    """On one machine the connection is the owner's: the process that let the browser in may end."""
    one, two = house.servers
    cookie = ask(one.door, "/api/me")[1]

    def led() -> Browser | None:
        table = ask(one.door, "/api/tables", cookie, {"game": "flop22"})[0]["id"]
        browser = browse(two, table, cookie)
        with as_auditor(house) as store:
            holder = store.leases.holder(table)
        return browser if holder and holder.address == one.peer else None  # else it has changed hands meanwhile

    browser = until(led)
    asyncio.run(two.kill())
    assert browser.say("ping") == "done"


def test_the_desk_closes_a_table_whoever_deals_it(house: TwoServers) -> None:
    one, two = house.servers
    cookie = ask(one.door, "/api/me")[1]
    table = ask(one.door, "/api/tables", cookie, {"game": "flop22"})[0]["id"]
    desk = ask(two.door, "/api/house/enter", body={"secret": DESK})[1]
    for server in (two, one):
        with pytest.raises(ConnectionError, match="no-entry"):
            ask(server.door, f"/api/house/tables/{table}/close", cookie, {})
    until(lambda: ask(two.door, f"/api/house/tables/{table}/close", desk, {})[0] == {})
    until(lambda: is_closed(one, table) and is_closed(two, table))


def is_closed(server: ServerProcess, table: str) -> bool:
    try:
        ask(server.door, f"/api/tables/{table}")
    except ConnectionError as error:
        return "no-such-table" in str(error)
    return False


@pytest.mark.parametrize("how", ["killed", "drained", "stopped and continued"])
def test_a_table_is_dealt_on_when_its_process(house: TwoServers, browse: Browse, how: str) -> None:
    one, two = house.servers
    cookie = ask(one.door, "/api/me")[1]
    table = ask(one.door, "/api/tables", cookie, {"game": "flop22"})[0]["id"]
    before = rounds_in(house)
    there, here = browse(one, table, cookie), browse(two, table, cookie)
    here.do(sits, "sit", seat=2)
    here.do(lambda state: bets_of(state) == {"ante-1": 700}, "bet", bets={"ante-1": 700})
    with as_auditor(house) as store:
        holder = store.leases.holder(table)
    with gone(one, how):
        back = browse(two, table, cookie)
        assert bets_of(back.state) == {"ante-1": 700}
        back.do(lambda state: bool(state["table"]["state"] == "dealing"), "ready")
    if how == "stopped and continued" and holder and holder.address == one.peer:
        with pytest.raises(ConnectionClosed):  # whatever it hears is not written, and it hangs up
            until(lambda: there.say("say", answer="none", offer=0) and None)
    back.do(lambda state: bool(state["table"]["number"] == 2), "say", answer="none", offer=0)
    assert rounds_in(house) == before + 1


@contextmanager
def gone(server: ServerProcess, how: str) -> Iterator[None]:
    """While the other process deals."""
    if how == "stopped and continued":
        server.freeze()
        try:
            yield
        finally:
            server.thaw()
    else:
        asyncio.run(server.kill() if how == "killed" else server.end())
        yield
