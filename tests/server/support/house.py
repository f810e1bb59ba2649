"""A house for the tests: a clock that stands still, seeded cards, and players with sockets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any

from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from pitboss.server.admin.operator_access import DeskDoor
from pitboss.server.app import make_app
from pitboss.server.config import House
from pitboss.server.gate.rate_limits import Limits
from pitboss.server.jobs.hints import Hints
from pitboss.server.players.score import Outlooks
from pitboss.server.school.best_play_questions import BestPlay
from pitboss.server.store import schema, writer
from pitboss.server.store.database import Database
from pitboss.server.store.key_file import new_key_file
from pitboss.server.store.keys import HouseKey
from pitboss.server.store.maintenance.audit_reader import BooksToRead
from pitboss.server.store.store import Store
from pitboss.table.audit.audit import Audit
from pitboss.table.audit.verify_pool import check_text
from server.support.merging import Message, merged

writer.BETWEEN_SYNCS = 0.0  # nobody waits for others to share a sync; what batching does is tested in test_writer.py
PATIENT = Limits(requests=100_000, player_requests=100_000, questions=100_000)
"""Time stands still in most tests, and with it what fills up again by and by."""


def audited(store: Store) -> Audit:
    """What an audit finds in these books."""
    found = Audit(partial(map, check_text), store.key.journal_at, unlock=store.key.vault.unlock)
    found.run(BooksToRead(store.database), store.key.noted())
    return found


def new_store(database: Database) -> Store:
    """Books in an empty database, with a key of their own."""
    for statement in schema.STATEMENTS:
        database.run(statement)
    return Store(database, HouseKey(new_key_file()))


class Clock:
    """Time that passes only when it is told to."""

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
        """The next message of one of these kinds; updates on the way are remembered as the last."""
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
        """What everyone sees."""
        table: Message = self.last["table"]
        return table

    @property
    def you(self) -> Message:
        """What only this player sees."""
        you: Message = self.last["you"]
        return you


class Doors:
    """The running house and how to enter it."""

    def __init__(self, client: TestClient, clock: Clock) -> None:
        self.client, self.clock = client, clock

    def newcomer(self) -> TestClient:
        """Another browser: its own cookies, the same house."""
        other = TestClient(self.client.app, base_url="http://localhost")
        other.portal = self.client.portal
        other.get("/api/me").raise_for_status()
        return other

    def open_table(self, game: str = "flop22", **wanted: object) -> str:
        """A new table of this game."""
        answer = self.client.post("/api/tables", json={"game": game, **wanted})
        assert answer.status_code == 201, answer.text
        name: str = answer.json()["id"]
        return name

    @contextmanager
    def at(self, table: str, browser: TestClient | None = None) -> Iterator[Seated]:
        """Look at a table."""
        with (browser or self.client).websocket_connect(f"ws://localhost/ws/{table}") as socket:
            yield Seated(socket)

    def wait(self, seconds: float) -> None:
        """Let time pass and have the clocks looked at."""
        self.clock.time += seconds
        self.in_hall(lambda hall: hall.tick())

    def in_hall(self, question: Callable[[Any], Any]) -> Any:
        """Ask the hall something inside its own event loop."""

        async def ask() -> Any:
            return question(self.client.app.state.hall)  # type: ignore[attr-defined]

        assert self.client.portal is not None
        return self.client.portal.call(ask)


@contextmanager
def open_house(
    database: str = ":memory:", seed: int = 1, hints: Hints | None = None, outlook: Outlooks | None = None,
    limits: Limits = PATIENT, best_play: BestPlay | None = None, desk: DeskDoor | None = None,
) -> Iterator[Doors]:  # fmt: skip
    """A house with its doors open."""
    clock = Clock()
    house = House(
        database, now=clock, tick_seconds=None, rng=Random(seed), hints=hints, outlook=outlook, best_play=best_play,
        limits=limits,
    )  # fmt: skip
    app = make_app(house, desk)
    with TestClient(app, base_url="http://localhost") as client:
        client.get("/api/me").raise_for_status()
        yield Doors(client, clock)
