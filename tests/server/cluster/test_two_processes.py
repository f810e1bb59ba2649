"""Two processes over one PostgreSQL: either serves any table, and a table survives its process."""

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
TIMEOUT_SECONDS = 120
"""Seconds after which an expected event counts as missing, even on a slow machine."""


@pytest.fixture(scope="module")
def opened(postgres_bin: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoServers]:
    folder = tmp_path_factory.mktemp("house")
    books = PostgresBooks(folder, postgres_bin)
    books.environment = {**books.environment, SECRET: DESK}
    cluster = TwoServers(books, folder)
    yield cluster
    asyncio.run(cluster.close())
    books.close()


@pytest.fixture
def cluster(opened: TwoServers) -> TwoServers:
    """Restart both processes if the last test stopped them."""
    asyncio.run(opened.open())
    return opened


class Browser:
    """A socket at a table that reconnects as the page does."""

    def __init__(self, open_lines: ExitStack, server: ServerProcess, table: str, cookie: str) -> None:
        self._number, self.state, self._open_lines = 0, Message(), open_lines
        self._address, self._headers = f"ws://{server.address}/ws/{table}", {"Cookie": cookie}
        self.line = until(self._come)

    def _come(self) -> ClientConnection | None:
        try:
            line = self._open_lines.enter_context(
                connect(self._address, additional_headers=self._headers, open_timeout=TIMEOUT_SECONDS)
            )
            self.state = json.loads(line.recv())
        except (OSError, InvalidHandshake, ConnectionClosed):
            return None
        return line

    def do(self, is_done: Callable[[Message], bool], kind: str, **fields: object) -> None:
        """Send a message, repeatedly if need be, until the table shows its effect: on a busy machine the table may
        change owners.
        """
        while not is_done(self.state):
            try:
                self.say(kind, **fields)
            except ConnectionClosed:
                self.line = until(self._come)

    def say(self, kind: str, **fields: object) -> str:
        """Send a message and wait for its answer."""
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
def browse(cluster: TwoServers) -> Iterator[Browse]:
    with ExitStack() as open_lines:
        yield partial(Browser, open_lines)


def until(found: Callable[[], T | None]) -> T:
    """Poll until something is found, and return it."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while (value := found()) is None or value is False:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return value


@contextmanager
def as_auditor(cluster: TwoServers) -> Iterator[SharedStore]:
    """Open the database as an auditor while the server is running."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEY_FILE, cluster.books.environment[KEY_FILE])
        store = open_shared_store(cluster.books.url, "auditor", "")
    store.database.run("SET idle_in_transaction_session_timeout = 0")  # unlike a house, an audit may compute for long
    yield store
    store.close()


def rounds_in(cluster: TwoServers) -> int:
    """Return the number of stored rounds, after verifying each."""
    with as_auditor(cluster) as store:
        found = audited(store)
    assert found.faults == []
    return found.rounds


def test_any_process_serves_any_table(cluster: TwoServers, browse: Browse) -> None:
    one, two = cluster.servers
    cookie = ask(one.address, "/api/me")[1]
    table = ask(one.address, "/api/tables", cookie, {"game": "flop22"})[0]["id"]
    assert ask(two.address, f"/api/tables/{table}", cookie)[0]["free"] == [1, 2, 3, 4, 5, 6]
    assert ask(two.address, f"/api/tables/{table}/guide", cookie)[0]["title"] == "Flop 22"
    at_two = browse(two, table, cookie)
    at_two.do(sits, "sit", seat=2)
    until(lambda: [row["id"] for row in ask(two.address, "/api/tables", cookie)[0] if row["yours"]] == [table])
    at_two.do(lambda state: bets_of(state) == {"ante-1": 500}, "bet", bets={"ante-1": 500})
    for server in cluster.servers:
        assert ask(server.address, "/api/me", cookie)[0]["bankroll"] == 99_500
    with as_auditor(cluster) as store:
        player = cookie.partition("=")[2].partition(".")[0]
        assert (store.has_chips(player), store.has_chips("x" + player[1:])) == (True, False)
    at_two.do(lambda state: not sits(state), "stand")
    assert rounds_in(cluster) == 0


def test_connected_browser_survives_the_accepting_process(cluster: TwoServers, browse: Browse) -> None:
    """The connection is handed over to the table's owner, so the process that accepted it may die."""
    one, two = cluster.servers
    cookie = ask(one.address, "/api/me")[1]

    def led() -> Browser | None:
        table = ask(one.address, "/api/tables", cookie, {"game": "flop22"})[0]["id"]
        browser = browse(two, table, cookie)
        with as_auditor(cluster) as store:
            holder = store.leases.holder(table)
        return browser if holder and holder.address == one.peer else None  # otherwise the table has changed owners

    browser = until(led)
    asyncio.run(two.kill())
    assert browser.say("ping") == "done"


def test_desk_closes_a_table_of_any_process(cluster: TwoServers) -> None:
    one, two = cluster.servers
    cookie = ask(one.address, "/api/me")[1]
    table = ask(one.address, "/api/tables", cookie, {"game": "flop22"})[0]["id"]
    desk = ask(two.address, "/api/house/enter", body={"secret": DESK})[1]
    for server in (two, one):
        with pytest.raises(ConnectionError, match="no-entry"):
            ask(server.address, f"/api/house/tables/{table}/close", cookie, {})
    until(lambda: ask(two.address, f"/api/house/tables/{table}/close", desk, {})[0] == {})
    until(lambda: is_closed(one, table) and is_closed(two, table))


def is_closed(server: ServerProcess, table: str) -> bool:
    try:
        ask(server.address, f"/api/tables/{table}")
    except ConnectionError as error:
        return "no-such-table" in str(error)
    return False


@pytest.mark.parametrize("how", ["killed", "drained", "stopped and continued"])
def test_table_continues_when_its_process_is(cluster: TwoServers, browse: Browse, how: str) -> None:
    one, two = cluster.servers
    cookie = ask(one.address, "/api/me")[1]
    table = ask(one.address, "/api/tables", cookie, {"game": "flop22"})[0]["id"]
    before = rounds_in(cluster)
    there, here = browse(one, table, cookie), browse(two, table, cookie)
    here.do(sits, "sit", seat=2)
    here.do(lambda state: bets_of(state) == {"ante-1": 700}, "bet", bets={"ante-1": 700})
    with as_auditor(cluster) as store:
        holder = store.leases.holder(table)
    with stopped(one, how):
        back = browse(two, table, cookie)
        assert bets_of(back.state) == {"ante-1": 700}
        back.do(lambda state: bool(state["table"]["state"] == "dealing"), "ready")
    if how == "stopped and continued" and holder and holder.address == one.peer:
        with pytest.raises(ConnectionClosed):  # its later writes are rejected, and it disconnects
            until(lambda: there.say("say", answer="none", offer=0) and None)
    back.do(lambda state: bool(state["table"]["number"] == 2), "say", answer="none", offer=0)
    assert rounds_in(cluster) == before + 1


@contextmanager
def stopped(server: ServerProcess, how: str) -> Iterator[None]:
    """Freeze, kill or shut down the process, as `how` says, while the other one deals."""
    if how == "stopped and continued":
        server.freeze()
        try:
            yield
        finally:
            server.thaw()
    else:
        asyncio.run(server.kill() if how == "killed" else server.end())
        yield
