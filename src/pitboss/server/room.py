"""A room: the one task that owns a table, and everyone who looks at it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server import messages
from pitboss.server.show import OwnState, Sight, Telling, difference, shared_state, table_info, with_time_left
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
Answers: TypeAlias = Mapping["Viewer", int | None]
"""Whose messages brought a change about, and the numbers they had."""
NOT_WRITTEN = Refused("not-written", "the house could not write that down, so it did not happen")
STUMBLED = Refused("stumbled", "the house stumbled over that; its log says how")
MOST_WAITING = 256
"""A viewer who is this many messages behind is let go; coming back, it is told everything."""


class Viewer:
    """One socket at one table."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self.shown: OwnState | None = None
        """What this viewer knows of its own state."""

    def news(self, own: OwnState) -> str:
        """What the viewer does not know yet of its own state, as JSON; from now on it knows."""
        known, self.shown = self.shown, own
        if known is None:
            return dumps(own._asdict())
        if known == own:
            return "{}"
        pairs = zip(OwnState._fields, known, own, strict=True)
        return dumps({name: now for name, before, now in pairs if now != before})

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


@dataclass(frozen=True)
class Turn:
    """One thing to be done at the table, and what follows when it is written down and shown, or was refused."""

    decide: Callable[[], object]
    after: Callable[[Exception | None], object]
    viewer: Viewer | None = None
    number: int | None = None
    """The number of the message; the update that shows what it did carries it too."""


class Room:
    """One table, its viewers, and the order in which things are done: decide, write down, show."""

    def __init__(self, hall: Hall, table: Table) -> None:
        self.hall, self.table = hall, table
        self.viewers: set[Viewer] = set()
        self.quiet_since = hall.now()
        self._shown: dict[str, Any] = {}
        """What the viewers know of the table."""
        self._waiting: deque[Turn] = deque()
        self._something = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name=f"table {table.setup.id}")

    def _put(self, turn: Turn) -> None:
        self._waiting.append(turn)
        self._something.set()

    async def ask(self, command: Callable[[], object]) -> None:
        """Do something to the table in its turn; done when it is written down and shown."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def after(fault: Exception | None) -> None:
            if not done.cancelled():
                done.set_exception(fault) if fault else done.set_result(None)

        self._put(Turn(command, after))
        await done

    def hear(self, viewer: Viewer, message: messages.FromPage) -> None:
        """A message from a socket, to be handled in its turn."""

        def after(fault: Exception | None) -> None:
            if fault:
                viewer.refuse(fault if isinstance(fault, Refused) else STUMBLED, message.id)
            elif isinstance(message, messages.Ping):
                viewer.send(dumps({"type": "done", "id": message.id}))
            elif isinstance(message, messages.Hint):
                self.hall.hint(self, viewer, message.id)

        if isinstance(message, messages.Ping | messages.Hint):
            self._put(Turn(_nothing, after))
        else:
            self._put(Turn(lambda: self._do(viewer.player, message), after, viewer, message.id))

    def join(self, viewer: Viewer) -> None:
        """Someone looks at the table."""

        def decide() -> None:
            seat = self.table.seat_of(viewer.player)
            if seat is not None:
                self.table.away.discard(seat)

        def after(_fault: Exception | None) -> None:
            self.viewers.add(viewer)
            self._greet(viewer)

        self._put(Turn(decide, after))

    def leave(self, viewer: Viewer) -> None:
        """A socket is gone; the seat stays."""

        def decide() -> None:
            self.viewers.discard(viewer)
            self.quiet_since = self.hall.now()
            seat = self.table.seat_of(viewer.player)
            if seat is not None and all(other.player != viewer.player for other in self.viewers):
                self.table.went_away(seat, self.hall.now())

        self._put(Turn(decide, _log))

    def tick(self) -> None:
        """Let the clocks of the table run out if they are due."""
        if self.table.deadline is not None and self.hall.now() >= self.table.deadline:
            self._put(Turn(lambda: self.table.tick(self.hall.now()), _log))

    async def stop(self) -> None:
        """End the task; what was shown is written."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        for viewer in self.viewers:
            viewer.let_go()

    async def _run(self) -> None:
        """What waits together is decided, written and shown together."""
        while True:
            await self._something.wait()
            turns = self._next_turns()
            decided = [turn for turn in turns if self._decide(turn)]
            fault = await self._publish({turn.viewer: turn.number for turn in decided if turn.viewer})
            for turn in decided:
                turn.after(fault)

    def _next_turns(self) -> list[Turn]:
        """All that wait, up to the second message of a viewer: an update answers one message."""
        turns: list[Turn] = []
        viewers: set[Viewer] = set()
        while self._waiting and self._waiting[0].viewer not in viewers:
            turns.append(turn := self._waiting.popleft())
            if turn.viewer:
                viewers.add(turn.viewer)
        if not self._waiting:
            self._something.clear()
        return turns

    def _decide(self, turn: Turn) -> bool:
        try:
            turn.decide()
        except Exception as fault:
            if not isinstance(fault, Refused):
                log.exception("table %s stumbled", self.table.setup.id)
            turn.after(fault)
            return False
        return True

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

    async def _publish(self, answers: Answers) -> Exception | None:
        """Write down what happened, then show it; a fault if it could not be written and so did not happen."""
        table = self.table
        change = table.take_change()
        if change.events or change.transfers or answers:
            self.hall.bank.move(change.transfers)
            try:
                await self.hall.writer.write(self._writing(change))
            except Exception:
                log.exception("table %s: not written, so it did not happen", table.setup.id)
                self.hall.bank.move_back(change.transfers)
                self.table = await self.hall.read_again(table.setup.id)
                self._greet_all()
                return NOT_WRITTEN
        self._broadcast(change, answers)
        return None

    def _writing(self, change: Change) -> Writing:
        table = self.table
        number = change.finished[-1].number if change.finished else table.number
        return Writing(
            table=table.setup.id, number=number, live=dumps(saved(table)), is_open=table.state is not State.CLOSED,
            shoe=dumps(table.shoe.as_data()) if change.new_shoe and table.shoe else None,
            transfers=change.transfers, finished=change.finished,
        )  # fmt: skip

    def _broadcast(self, change: Change, answers: Answers) -> None:
        """What happened and what is now different, to everyone as far as it may be seen; silent if that is nothing."""
        sight, state = Sight(self.table), shared_state(self.table)
        telling, different = Telling(self.table, change.events), difference(self._shown, state)
        shared = dumps(with_time_left(different, self.hall.now())) if different else "{}"
        self._shown = state
        for viewer in self.viewers:
            you = viewer.news(sight.own(viewer.player))
            text = f'{{"type":"update","events":{telling.to(sight.seat(viewer.player))},"table":{shared},"you":{you}'
            if viewer in answers:
                viewer.send(f'{text},"id":{dumps(answers[viewer])}}}')
            elif different or change.events or you != "{}":
                viewer.send(f"{text}}}")

    def _greet(self, viewer: Viewer) -> None:
        """Everything a viewer needs to draw the table as it stands, in the middle of a round too."""
        table, sight = self.table, Sight(self.table)
        events = Telling(table, table.story).to(sight.seat(viewer.player))
        viewer.shown = None
        you = viewer.news(sight.own(viewer.player))
        state, setup = dumps(with_time_left(shared_state(table), self.hall.now())), dumps(table_info(table.setup))
        viewer.send(f'{{"type":"hello","events":{events},"table":{state},"you":{you},"setup":{setup}}}')

    def _greet_all(self) -> None:
        self._shown = {}
        for viewer in self.viewers:
            self._greet(viewer)


def _nothing() -> None:
    """A sign of life changes nothing; it is answered in its turn."""


def _log(fault: Exception | None) -> None:
    """Nobody asked, so nobody is told."""
    if fault:
        log.info("%s", fault)
