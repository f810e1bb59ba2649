"""
The WebSocket of the lab, `/ws/lab`: questions in, progress and answers out as soon as they change.

A client sends `ask` (kind, game, rules, wanted, slot) and gets a `lab` message with the same `id` for every change,
until its `state` is `done` or `refused`. A new question for the same `slot` replaces the old one; `stop` cancels it.
See docs/protocol.md.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from msgspec import Meta, field
from msgspec.json import Decoder

from pitboss.games import GAMES
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.server.gate.gatekeeper import Gatekeeper
from pitboss.server.jobs.lab_queue import LabPlace
from pitboss.server.jobs.lab_tasks import LabKind, checked_input
from pitboss.server.tables.messages import Message, Ping, decode
from pitboss.server.tables.registry import TableRegistry
from pitboss.server.tables.viewers import Viewer

MAX_SLOTS = 16
"""The maximum number of slots per socket."""
Short = Annotated[str, Meta(max_length=40)]


class AskLab(Message, frozen=True, kw_only=True, tag="ask"):
    """Ask a question. The fields are those of `POST /api/lab/ask`."""

    kind: LabKind
    game: Short
    rules: Annotated[str, Meta(max_length=20_000)] = ""
    wanted: dict[str, Any] = field(default_factory=dict)
    slot: Short = ""


class StopLab(Message, frozen=True, kw_only=True, tag="stop"):
    """Cancel the question for this slot."""

    slot: Short = ""


_READER: Decoder[AskLab | StopLab | Ping] = Decoder(AskLab | StopLab | Ping)


def read_question(text: str) -> AskLab | StopLab | Ping:
    """Parse a message to the lab, or raise `Refused` with the reason."""
    return decode(_READER, text)


class LabClient:
    """One socket of the lab. Its questions are cancelled when it closes."""

    def __init__(self, registry: TableRegistry, gatekeeper: Gatekeeper, viewer: Viewer, address: str) -> None:
        self._registry, self._gatekeeper, self._viewer, self._address = registry, gatekeeper, viewer, address
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """The tasks of unanswered questions, by slot. Each reads a question's rules and queues the question."""

    def handle(self, message: AskLab | StopLab | Ping) -> None:
        """Handle one message."""
        match message:
            case AskLab():
                if len(self._tasks.keys() | {message.slot}) > MAX_SLOTS:
                    self._viewer.refuse(Refused("too-fast", f"at most {MAX_SLOTS} questions at a time"), message.id)
                    return
                self._replace(message.slot)
                self._tasks[message.slot] = asyncio.create_task(self._ask(message))
            case StopLab():
                self._replace(message.slot)
        if not isinstance(message, AskLab):
            self._viewer.send({"type": "done", "id": message.id})

    def _replace(self, slot: str) -> None:
        if task := self._tasks.pop(slot, None):
            task.cancel()
        self._registry.lab.stop(self._place(slot))

    def _place(self, slot: str) -> LabPlace:
        return LabPlace(self._address, f"{id(self)} {slot}")

    async def _ask(self, asked: AskLab) -> None:
        def push(state: dict[str, Any]) -> None:
            if state["state"] != "working":
                self._tasks.pop(asked.slot, None)
            self._viewer.send({"type": "lab", "id": asked.id, **state})

        try:
            self._gatekeeper.question(self._address)
            game = game_called(asked.game, GAMES)
            rules = await self._registry.request_jobs.rules(self._address, game, asked.rules)
            question = checked_input(asked.kind, game.name, rules.changed(), asked.wanted)
            push(self._registry.lab.ask(self._place(asked.slot), question, push))
        except Refused as refused:
            push({"state": "refused", "code": refused.code, "reason": refused.reason})

    def close(self) -> None:
        """Cancel every question of this socket."""
        for slot in list(self._tasks):
            self._replace(slot)
