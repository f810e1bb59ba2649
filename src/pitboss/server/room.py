"""A room: the one task that owns a table, and everyone who looks at it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server import messages
from pitboss.server.show import (
    Telling,
    difference,
    own_state,
    shared_state,
    table_info,
    viewing_seat,
    with_time_left,
)  # fmt: skip
from pitboss.server.store import Writing
from pitboss.table.bots import NAMES
from pitboss.table.felt import Change
from pitboss.table.finished import compact as dumps
from pitboss.table.saved import saved
from pitboss.table.states import State
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.server.hall import Hall

log = logging.getLogger(__name__)
MOST_WAITING = 256
"""A viewer who is this many messages behind is let go; coming back, it is told everything."""


class Viewer:
    """One socket at one table."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self.shown: dict[str, Any] = {}
        """What this viewer knows of its own state."""

    def send(self, text: str) -> None:
        """Put a message in the post; never waits."""
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.let_go()

    def refuse(self, refused: Refused, number: int | None) -> None:
        """Tell the viewer why not."""
        self.send(dumps({"type": "refused", "id": number, "code": refused.code, "reason": refused.reason}))

    def let_go(self) -> None:
        """Close the socket after what is in the post."""
        if self.outbox.full():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


Answers: TypeAlias = tuple[Viewer, int | None]
"""Whose message brought a change about, and the number it had."""


class Room:
    """One table, its viewers, and the order in which things are done: decide, write down, show."""

    def __init__(self, hall: Hall, table: Table) -> None:
        self.hall, self.table = hall, table
        self.viewers: set[Viewer] = set()
        self.quiet_since = hall.now()
        self._shown: dict[str, Any] = {}
        """What the viewers know of the table."""
        self._inbox: asyncio.Queue[Callable[[], Any]] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(), name=f"table {table.setup.id}")

    async def ask(self, command: Callable[[], None]) -> None:
        """Do something to the table in its turn; done when it is written down and shown."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def turn() -> None:
            try:
                command()
                await self._publish()
            except Exception as error:
                if not done.cancelled():
                    done.set_exception(error)
            else:
                if not done.cancelled():
                    done.set_result(None)

        self._inbox.put_nowait(turn)
        await done

    def hear(self, viewer: Viewer, message: messages.FromPage) -> None:
        """A message from a socket, to be handled in its turn."""
        self._inbox.put_nowait(lambda: self._handle(viewer, message))

    def join(self, viewer: Viewer) -> None:
        """Someone looks at the table."""
        self._inbox.put_nowait(lambda: self._join(viewer))

    def leave(self, viewer: Viewer) -> None:
        """A socket is gone; the seat stays."""
        self._inbox.put_nowait(lambda: self._leave(viewer))

    def tick(self) -> None:
        """Let the clocks of the table run out if they are due."""
        if self.table.deadline is not None and self.hall.now() >= self.table.deadline:
            self._inbox.put_nowait(self._tick)

    async def stop(self) -> None:
        """End the task; what was shown is written."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        for viewer in self.viewers:
            viewer.let_go()

    async def _run(self) -> None:
        while True:
            turn = await self._inbox.get()
            try:
                await turn()
            except Refused as refused:
                log.info("table %s: %s", self.table.setup.id, refused.reason)
            except Exception:
                log.exception("table %s stumbled", self.table.setup.id)

    async def _tick(self) -> None:
        self.table.tick(self.hall.now())
        await self._publish()

    async def _join(self, viewer: Viewer) -> None:
        seat = self.table.seat_of(viewer.player)
        if seat in self.table.away:
            self.table.away.discard(seat)
            self._broadcast(Change())
        self.viewers.add(viewer)
        self._greet(viewer)

    async def _leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self.quiet_since = self.hall.now()
        seat = self.table.seat_of(viewer.player)
        if seat is not None and all(other.player != viewer.player for other in self.viewers):
            self.table.went_away(seat, self.hall.now())
            await self._publish(always=True)

    async def _handle(self, viewer: Viewer, message: messages.FromPage) -> None:
        if isinstance(message, messages.Ping):
            viewer.send(dumps({"type": "done", "id": message.id}))
            return
        if isinstance(message, messages.Hint):
            self.hall.hint(self, viewer, message.id)
            return
        try:
            self._do(viewer.player, message)
        except Refused as refused:
            viewer.refuse(refused, message.id)
            return
        if not await self._publish(answers=(viewer, message.id)):
            viewer.refuse(
                Refused("not-written", "the house could not write that down, so it did not happen"), message.id
            )

    def _do(self, player: str, message: messages.FromPage) -> None:
        """What a seat asks of the table; only for its own seat."""
        table, now = self.table, self.hall.now()
        match message:
            case messages.Sit(seat=seat):
                table.sit(Seat(seat), player, self.hall.nick(player), now)
            case messages.SeatBot(seat=seat, sits=sits):
                self._own_seat(player)  # who only watches seats nobody
                self.seat_bot(Seat(seat), sits=sits)
            case messages.Stand():
                table.stand(self._own_seat(player), now)
            case messages.PlaceBet(bets=bets):
                table.bet(self._own_seat(player), bets, now)
            case messages.Ready():
                table.say_ready(self._own_seat(player), now)
            case messages.Say(answer=answer, offer=offer, seat=seat):
                own = self._own_seat(player)
                if seat is not None and seat != own:
                    raise Refused("not-your-seat", f"seat {seat} is not yours: you sit in seat {own}")
                table.say(own, answer, now, offer)

    def _own_seat(self, player: str) -> Seat:
        seat = self.table.seat_of(player)
        if seat is None:
            raise Refused("not-seated", "you are at the rail: take a seat first")
        return seat

    def seat_bot(self, seat: Seat, *, sits: bool = True) -> None:
        """Put a bot into a free seat, or send it away."""
        table, now = self.table, self.hall.now()
        if sits:
            taken = {sitter.nick for sitter in table.seats.values()}
            nick = next(name for name in NAMES if name not in taken)
            table.sit(seat, f"bot-{seat}", nick, now, bot=True)
        elif seat in table.seats and table.seats[seat].bot:
            table.stand(seat, now)
        else:
            raise Refused("not-a-bot", f"there is no bot in seat {seat}")

    async def _publish(self, *, always: bool = False, answers: Answers | None = None) -> bool:
        """Write down what happened, then show it; False if it could not be written and did not happen."""
        table = self.table
        change = table.take_change()
        if not (change.events or change.transfers or always or answers):
            return True
        self.hall.bank.move(change.transfers)
        try:
            await self.hall.writer.write(self._writing(change))
        except Exception:
            log.exception("table %s: not written, so it did not happen", table.setup.id)
            self.hall.bank.move_back(change.transfers)
            self.table = await self.hall.read_again(table.setup.id)
            self._greet_all()
            return False
        self._broadcast(change, answers)
        return True

    def _writing(self, change: Change) -> Writing:
        table = self.table
        number = change.finished[-1].number if change.finished else table.number
        return Writing(
            table=table.setup.id, number=number, live=dumps(saved(table)), is_open=table.state is not State.CLOSED,
            shoe=dumps(table.shoe.as_data()) if change.new_shoe and table.shoe else None,
            transfers=change.transfers, finished=change.finished,
        )  # fmt: skip

    def _broadcast(self, change: Change, answers: Answers | None = None) -> None:
        """What happened and what is now different, to everyone as far as it may be seen."""
        telling, state = Telling(self.table, change.events), shared_state(self.table)
        shared = dumps(with_time_left(difference(self._shown, state), self.hall.now()))
        self._shown = state
        for viewer in self.viewers:
            own = own_state(self.table, viewer.player, self.table.seat_of(viewer.player))
            different = difference(viewer.shown, own)
            viewer.shown = own
            asked = f',"id":{dumps(answers[1])}' if answers and viewer is answers[0] else ""
            events = telling.to(viewing_seat(self.table, viewer.player))
            you = dumps(different) if different else "{}"
            viewer.send(f'{{"type":"update","events":{events},"table":{shared},"you":{you}{asked}}}')

    def _greet(self, viewer: Viewer) -> None:
        """Everything a viewer needs to draw the table as it stands, in the middle of a round too."""
        events = Telling(self.table, self.table.story).to(viewing_seat(self.table, viewer.player))
        viewer.shown = own_state(self.table, viewer.player, self.table.seat_of(viewer.player))
        state = dumps(with_time_left(shared_state(self.table), self.hall.now()))
        setup = dumps(table_info(self.table.setup))
        viewer.send(f'{{"type":"hello","events":{events},"table":{state},"you":{dumps(viewer.shown)},"setup":{setup}}}')

    def _greet_all(self) -> None:
        self._shown = {}
        for viewer in self.viewers:
            self._greet(viewer)
