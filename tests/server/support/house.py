"""A server for the tests, with a frozen clock, seeded cards, and players with sockets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any

from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from pitboss.server.admin.operator_access import OperatorAuth
from pitboss.server.app import make_app
from pitboss.server.config import ServerConfig
from pitboss.server.gate.rate_limits import Limits
from pitboss.server.jobs.hints import Hints
from pitboss.server.players.score import Outlooks
from pitboss.server.school.best_play_questions import BestPlay
from pitboss.server.store import schema, writer
from pitboss.server.store.database import Database
from pitboss.server.store.keys import HouseKey, new_key_file
from pitboss.server.store.maintenance.audit_reader import ReadOnlyStore
from pitboss.server.store.store import Store
from pitboss.table.audit.audit import Audit
from pitboss.table.audit.verify import check_text
from server.support.merging import Message, merged

writer.SYNC_INTERVAL_SECONDS = 0.0  # don't wait to share a sync; batching is tested in test_writer.py
GENEROUS_LIMITS = Limits(requests=100_000, player_requests=100_000, questions=100_000)
"""Generous limits: the clock is frozen in most tests, so buckets do not refill."""


def audited(store: Store) -> Audit:
    """Return the audit of this database, with its faults."""
    found = Audit(partial(map, check_text), store.key.journal_at, unlock=store.key.vault.unlock)
    found.run(ReadOnlyStore(store.database), store.key.noted())
    return found


def new_store(database: Database) -> Store:
    """Create an empty database with its own key."""
    for statement in schema.STATEMENTS:
        database.run(statement)
    return Store(database, HouseKey(new_key_file()))


class Clock:
    """A clock that advances only when the test says so."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


class Seated:
    """One browser at one table."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.last: Message = {}
        self.hello = self.take("hello")
        self._number = 0

    def take(self, *kinds: str) -> Message:
        """Return the next message of one of these kinds, merging any updates before it into `last`."""
        while True:
            message: Message = self.socket.receive_json()
            if message["type"] == "hello":
                self.last = message
            elif message["type"] == "update":
                self.last = merged(self.last, message)
            if message["type"] in kinds:
                return message

    def say(self, kind: str, **fields: object) -> Message:
        """Send a message and wait for its answer."""
        self._number += 1
        self.socket.send_json({"type": kind, "id": self._number, **fields})
        while True:
            answer = self.take("update", "done", "refused", "hint")
            if answer.get("id") == self._number:
                return {**answer, "type": "done"} if answer["type"] == "update" else answer

    @property
    def table(self) -> Message:
        """Return the state that everyone sees."""
        table: Message = self.last["table"]
        return table

    @property
    def you(self) -> Message:
        """Return the state that only this player sees."""
        you: Message = self.last["you"]
        return you


class RunningServer:
    """A running server and clients for it."""

    def __init__(self, client: TestClient, clock: Clock) -> None:
        self.client, self.clock = client, clock

    def newcomer(self) -> TestClient:
        """Return another browser with its own cookies."""
        other = TestClient(self.client.app, base_url="http://localhost")
        other.portal = self.client.portal
        other.get("/api/me").raise_for_status()
        return other

    def open_table(self, game: str = "flop22", **wanted: object) -> str:
        """Open a new table of this game and return its name."""
        answer = self.client.post("/api/tables", json={"game": game, **wanted})
        assert answer.status_code == 201, answer.text
        name: str = answer.json()["id"]
        return name

    @contextmanager
    def at(self, table: str, browser: TestClient | None = None) -> Iterator[Seated]:
        """Open a socket at a table."""
        with (browser or self.client).websocket_connect(f"ws://localhost/ws/{table}") as socket:
            yield Seated(socket)

    def wait(self, seconds: float) -> None:
        """Advance the clock and run the timers."""
        self.clock.time += seconds
        self.in_registry(lambda registry: registry.tick())

    def in_registry(self, question: Callable[[Any], Any]) -> Any:
        """Run a function on the registry inside its event loop."""

        async def ask() -> Any:
            return question(self.client.app.state.registry)  # type: ignore[attr-defined]

        assert self.client.portal is not None
        return self.client.portal.call(ask)


def reject_parsing(text: str) -> None:
    """Fail, in place of the parser of rules: parsing the rules of these tests takes 0.7 to 1.5 seconds of CPU time."""
    raise AssertionError(f"{len(text)} characters were parsed")


@contextmanager
def run_server(
    database: str = ":memory:", seed: int = 1, hints: Hints | None = None, outlook: Outlooks | None = None,
    limits: Limits = GENEROUS_LIMITS, best_play: BestPlay | None = None, desk: OperatorAuth | None = None,
) -> Iterator[RunningServer]:  # fmt: skip
    """Run a server and yield clients for it."""
    clock = Clock()
    house = ServerConfig(
        database, now=clock, tick_seconds=None, rng=Random(seed), hints=hints, outlook=outlook, best_play=best_play,
        limits=limits,
    )  # fmt: skip
    app = make_app(house, desk)
    with TestClient(app, base_url="http://localhost") as client:
        client.get("/api/me").raise_for_status()
        yield RunningServer(client, clock)
