"""
The room: the single owner of a table and its viewers.

The methods are in the order in which an answer is handled: it is received, queued, decided, written to the store, and
only then shown to the viewers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from pitboss.play.refused import Refused
from pitboss.server.cluster.leases import DealtElsewhere
from pitboss.server.store.batch import CommandWrites
from pitboss.server.store.writer import NOT_WRITTEN
from pitboss.server.tables import messages
from pitboss.server.tables.chat import TableChat
from pitboss.server.tables.commands import do
from pitboss.server.tables.services import TableServices
from pitboss.server.tables.turns import TOO_MANY, Turn, Turns
from pitboss.server.tables.viewers import Answers, Audience, Viewer
from pitboss.table.changes import Change
from pitboss.table.chips import OVER_BANKROLL
from pitboss.table.states import State
from pitboss.table.table import Table
from pitboss.table.transfers import purse

log = logging.getLogger(__name__)
STOPPED = Refused("closing", "the house is closing: try again in a moment")
GOING_AWAY = 1001


class Room:
    """One table and its viewers. Every change is decided, then written to the store, then shown."""

    def __init__(self, services: TableServices, table: Table, epoch: int = 0) -> None:
        self.services, self.table, self.epoch = services, table, epoch
        self.audience = Audience(services.bank)
        self.viewers = self.audience.viewers
        self.chat = TableChat(self.viewers, services.players.nick_of)
        self.quiet_since = services.now()
        self._waiting = Turns()
        self._answering: asyncio.Task[None] | None = None
        """The task that processes the queue while it isn't empty."""
        self._is_ahead = False
        """Whether the table is ahead of the store because a write failed and it hasn't been reloaded yet."""
        self.is_stopped = self._is_ticking = False
        self.changed = table.setup.rules.changed()
        """The house rules that differ from the sheet."""
        self._note_written()

    def receive(self, viewer: Viewer, message: messages.FromPage) -> None:
        """Queue a message from a viewer's socket."""

        heard = self.services.now()

        def after(fault: Refused | None) -> None:
            self.services.metrics.answered(self.services.now() - heard)
            if fault:
                viewer.refuse(fault, message.id)
            elif isinstance(message, (messages.Ping, messages.Chat)):
                viewer.send({"type": "done", "id": message.id})
            elif isinstance(message, messages.Hint):
                self.services.background_jobs.hint(self.table, viewer, message.id)

        if isinstance(message, (messages.Ping, messages.Hint)):
            self._put(Turn(_nothing, after, viewer))
        elif isinstance(message, messages.Chat):
            self._put(Turn(lambda: self._chat(viewer, message), after, viewer))
        else:
            bets = isinstance(message, messages.PlaceBet)
            self._put(
                Turn(
                    lambda: do(message, viewer.player, self.table, self.services), after, viewer, True, message.id, bets
                )
            )

    def _chat(self, viewer: Viewer, message: messages.Chat) -> None:
        self.chat.say(viewer.player, self.table.seats.of(viewer.player), message.text, self.services.now())

    def _put(self, turn: Turn) -> None:
        if self.is_stopped:
            turn.after(STOPPED)
            return
        if fault := self._waiting.refusal(turn):
            turn.after(fault)
            return
        self._waiting.put(turn)
        if self._answering is None:
            self._answering = asyncio.create_task(self._answer())

    async def _answer(self) -> None:
        """Process turns until the queue is empty."""
        try:
            while self._waiting and not self.is_stopped:
                await self.services.writer.ready()
                await self._answer_together(self._waiting.take())
        finally:
            self._answering = None

    async def _answer_together(self, turns: list[Turn]) -> None:
        """Decide these turns, write the result and show it. If the write fails, roll the table back."""
        if self._is_ahead and not await self._reload():
            _refuse(turns, Refused(*NOT_WRITTEN))
            return
        await self._enrol(turns)
        try:
            turns = self._decide(turns)
            change = self.table.story.take_change()
            answers = {turn.viewer: turn.number for turn in turns if turn.viewer and turn.is_shown and not turn.fault}
            if change.events or change.transfers or change.desk or answers:
                await self.services.writer.write(self._writing(change))
        except DealtElsewhere as moved:
            _refuse(turns, moved)
            self.lose()
            return
        except Exception:
            log.exception("table %s: write failed; the change was dropped", self.table.setup.id)
            self._is_ahead = True
            if not self.is_stopped:
                await self._reload()
            _refuse(turns, STOPPED if self.is_stopped else Refused(*NOT_WRITTEN))
            return
        try:
            self._show(turns, change, answers)
        except Exception:  # already committed: viewers that missed it catch up when they reconnect
            log.exception("table %s: sending the update to viewers failed", self.table.setup.id)

    async def _enrol(self, turns: list[Turn]) -> None:
        """Store the guests among these turns who bet for the first time."""
        players = self.services.players
        for turn in turns:
            if turn.is_bet and turn.viewer and turn.viewer.player not in players.nicks:
                try:
                    await players.enrol(turn.viewer.player)
                except Refused as fault:
                    turn.fault = fault

    def _decide(self, turns: list[Turn]) -> list[Turn]:
        """Decide turns until a round ends and requeue the rest. Return the decided ones."""
        decided, later = [], []
        for turn in turns:
            if self.table.story.change.finished:
                later.append(turn)
                continue
            try:
                if not turn.fault:
                    turn.decide()
            except Refused as fault:
                if self._should_retry(turn, fault):
                    later.append(turn)
                    continue
                turn.fault = fault
            decided.append(turn)
        self._waiting.put_back(later)
        return decided

    def _should_retry(self, turn: Turn, fault: Refused) -> bool:
        """Whether a turn failed only because another table is moving the same chips and may give them back."""
        viewer = turn.viewer
        return fault.code == OVER_BANKROLL and viewer is not None and self.services.bank.is_moving(purse(viewer.player))

    def _writing(self, change: Change) -> CommandWrites:
        table = self.table
        return CommandWrites(
            table=table.setup.id, number=change.finished[-1].number if change.finished else table.number,
            live=self.services.live_text(table), is_open=table.state is not State.CLOSED,
            shoe=self.services.shoe_text(table) if change.new_shoe else None,
            transfers=change.transfers, finished=change.finished, opened=change.opened, desk=change.desk,
            epoch=self.epoch,
        )  # fmt: skip

    def _show(self, turns: list[Turn], change: Change, answers: Answers) -> None:
        """Show a committed change to each viewer and reply to each message."""
        if change.is_only_words and len(answers) == sum(not turn.fault for turn in turns):
            self.audience.send_answers(self.table, change.events, answers, self.services.now())
        else:
            self._note_written()
            store = self.services.writer.store
            heads = {"head": str(store.head), "log": str(store.tree)} if change.finished else {}
            self.audience.send_changes(self.table, change.events, answers, self.services.now(), heads)
        for turn in turns:
            turn.after(turn.fault)
        for _ in change.finished:
            self.services.metrics.settled(self.table.setup.game.name)

    def _note_written(self) -> None:
        """Record the seats and chips as committed, for the lobby."""
        chips = self.table.chips
        self.sitting = dict(self.table.seats)
        self.chips = {chips.owners[seat].player: brought for seat, brought in chips.brought.items() if brought}

    async def _reload(self) -> bool:
        """Reload the table from the store after a failed write. Return whether it is in sync again."""
        try:
            self.table = await self.services.reload(self.table.setup.id, {viewer.player for viewer in self.viewers})
            self._is_ahead = False
            self._note_written()
            self.audience.send_state_to_all(self.table, self.services.now())
        except Exception:
            log.exception("table %s cannot be reloaded", self.table.setup.id)
        return not self._is_ahead

    # Viewers, commands and lifecycle

    async def ask(self, command: Callable[[], object]) -> None:
        """Run a command on the table in its turn. Return once it is written and shown."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def after(fault: Refused | None) -> None:
            if not done.cancelled():
                done.set_exception(fault) if fault else done.set_result(None)

        self._put(Turn(command, after))
        await done

    def join(self, viewer: Viewer) -> None:
        """Add a viewer and send the full state of the table."""

        def decide() -> None:
            seat = self.table.seats.of(viewer.player)
            if seat is not None:
                self.table.away.discard(seat)

        def after(fault: Refused | None) -> None:
            if fault:  # the table was reloaded, so the player is still marked as away on the new one
                decide()
            if fault and fault.code == TOO_MANY:
                viewer.line.close_when_sent(GOING_AWAY, fault.reason)
                return
            self.viewers.add(viewer)
            if self.is_stopped:
                viewer.line.close_when_sent(GOING_AWAY, STOPPED.reason)
            elif not self._is_ahead:  # otherwise the reload sends everyone the state
                self.audience.send_state(viewer, self.table, self.services.now())
                self.chat.recall(viewer)

        self._put(Turn(decide, after, viewer))

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer. The player keeps the seat."""

        def decide() -> None:
            self.viewers.discard(viewer)
            self.quiet_since = self.services.now()
            seat = self.table.seats.of(viewer.player)
            if seat is not None and all(other.player != viewer.player for other in self.viewers):
                self.table.went_away(seat, self.services.now())

        def after(fault: Refused | None) -> None:
            self.viewers.discard(viewer)  # even if the turn was refused
            _log(fault)

        self._put(Turn(decide, after, viewer, is_needed=True))  # queued per viewer, so that its join runs first

    def tick(self) -> None:
        """Queue a clock tick if the table's deadline has passed."""

        def after(fault: Refused | None) -> None:
            self._is_ticking = False
            _log(fault)

        is_due = self.table.deadline is not None and self.services.now() >= self.table.deadline
        if is_due and not self._is_ticking:  # one queued tick is enough
            self._is_ticking = True
            self._put(Turn(lambda: self.table.tick(self.services.now()), after))

    def stop(self) -> None:
        """Stop deciding and disconnect every viewer. Writes already under way are still shown."""
        self.rest()
        self.disconnect_all()

    def rest(self) -> None:
        """Stop deciding and refuse everything in the queue, but leave the sockets open."""
        self.is_stopped = True
        while self._waiting:
            _refuse(self._waiting.take(), STOPPED)

    def disconnect_all(self) -> None:
        """Disconnect every viewer. Clients reconnect by themselves."""
        for viewer in self.viewers:
            viewer.line.close_when_sent(GOING_AWAY, STOPPED.reason)

    def lose(self) -> None:
        """Stop because another process deals this table now. Viewers reconnect to that process."""
        if not self.is_stopped:
            log.warning("table %s is dealt by another process now", self.table.setup.id)
            self.stop()
            self.services.on_lost(self)

    async def wait_until_answered(self) -> None:
        """Wait until the queue has been processed."""
        if self._answering:
            await asyncio.gather(self._answering, return_exceptions=True)


def _refuse(turns: Iterable[Turn], fault: Refused) -> None:
    for turn in turns:
        turn.after(fault)


def _nothing() -> None:
    """Do nothing. Pings and hints change nothing but are answered in order."""


def _log(fault: Refused | None) -> None:
    """Log a refusal that has no client to report it to."""
    if fault:
        log.info("%s", fault)
