"""A room: the one owner of a table, and everyone who looks at it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server import messages
from pitboss.server.store import Writing
from pitboss.server.turns import Turn, Turns
from pitboss.server.viewer import Answers, Audience, Viewer
from pitboss.server.writer import NOT_WRITTEN
from pitboss.table.bots import NAMES
from pitboss.table.felt import Change
from pitboss.table.finished import compact
from pitboss.table.money import purse
from pitboss.table.saved import saved
from pitboss.table.states import State
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.server.hall import Hall

log = logging.getLogger(__name__)
STOPPED = Refused("closing", "the house is closing: come back")
GONE = 1001


class Room:
    """One table, its viewers, and the order in which things are done: decide, write down, show."""

    def __init__(self, hall: Hall, table: Table) -> None:
        self.hall, self.table = hall, table
        self.audience = Audience(hall.bank)
        self.viewers = self.audience.viewers
        self.quiet_since = hall.now()
        self._is_ahead = False
        """Whether something was decided that is not written, and the table could not be read again since."""
        self._waiting = Turns()
        self._is_busy = self._is_stopped = False
        self._reading: asyncio.Task[None] | None = None
        self._note_written()

    def _note_written(self) -> None:
        """The table is as the store has it: so much may be told in the lobby."""
        table = self.table
        self.sitting = dict(table.seats)
        self.chips = {table.owners[seat].player: chips for seat, chips in table.brought.items() if chips}

    def _put(self, turn: Turn) -> None:
        if self._is_stopped:
            turn.after(STOPPED)
            return
        self._waiting.put(turn)
        if not self._is_busy:
            self._go_on()

    async def ask(self, command: Callable[[], object]) -> None:
        """Do something to the table in its turn; done when it is written down and shown."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def after(fault: Refused | None) -> None:
            if not done.cancelled():
                done.set_exception(fault) if fault else done.set_result(None)

        self._put(Turn(command, after))
        await done

    def hear(self, viewer: Viewer, message: messages.FromPage) -> None:
        """A message from a socket, to be handled in its turn."""

        def after(fault: Refused | None) -> None:
            if fault:
                viewer.refuse(fault, message.id)
            elif isinstance(message, messages.Ping):
                viewer.tell({"type": "done", "id": message.id})
            elif isinstance(message, messages.Hint):
                self.hall.thoughts.hint(self.table, viewer, message.id)

        if isinstance(message, (messages.Ping, messages.Hint)):
            self._put(Turn(_nothing, after, viewer))
        else:
            self._put(Turn(lambda: self._do(viewer.player, message), after, viewer, True, message.id))

    def join(self, viewer: Viewer) -> None:
        """Someone looks at the table."""

        def decide() -> None:
            seat = self.table.seat_of(viewer.player)
            if seat is not None:
                self.table.away.discard(seat)

        def after(fault: Refused | None) -> None:
            if fault:  # the table is another one, where nobody has come in
                decide()
            self.viewers.add(viewer)
            if self._is_stopped:
                viewer.line.hang_up(GONE, STOPPED.reason)
            elif not self._is_ahead:  # else with all others, when the table has been read again
                self.audience.greet(viewer, self.table, self.hall.now())

        self._put(Turn(decide, after, viewer))

    def leave(self, viewer: Viewer) -> None:
        """A socket is gone; the seat stays."""

        def decide() -> None:
            self.viewers.discard(viewer)
            self.quiet_since = self.hall.now()
            seat = self.table.seat_of(viewer.player)
            if seat is not None and all(other.player != viewer.player for other in self.viewers):
                self.table.went_away(seat, self.hall.now())

        def after(fault: Refused | None) -> None:
            self.viewers.discard(viewer)  # whatever became of the turn
            _log(fault)

        self._put(Turn(decide, after, viewer))  # of this viewer, so that its joining is over before

    def tick(self) -> None:
        """Let the clocks of the table run out if they are due."""
        if self.table.deadline is not None and self.hall.now() >= self.table.deadline:
            self._put(Turn(lambda: self.table.tick(self.hall.now()), _log))

    async def stop(self) -> None:
        """Decide nothing more; what was shown is written."""
        for viewer in self.viewers:
            viewer.line.hang_up(GONE, STOPPED.reason)
        self._is_stopped = True
        while self._waiting:
            for turn in self._waiting.take():
                turn.after(STOPPED)
        if self._reading:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    def _go_on(self) -> None:
        """Have what waits decided when the writer is ready for it."""
        self._is_busy = bool(self._waiting)
        if self._is_busy:
            self.hall.writer.call_before_next(self._decide)

    def _decide(self) -> None:
        """What waits together is decided and written together."""
        if self._is_stopped:
            return
        if self._is_ahead:
            self._read_again_and_go_on([])
            return
        turns = self._waiting.take()
        try:
            turns = self._decide_in_turn(turns)
            change = self.table.take_change()
            answers = {turn.viewer: turn.number for turn in turns if turn.viewer and turn.is_shown and not turn.fault}
            if change.events or change.transfers or answers:
                writing = self._writing(change)
                self.hall.bank.move(change.transfers)
                self.hall.writer.put(writing, partial(self._written, turns, change, answers))
                return
        except Exception:
            log.exception("table %s stumbled", self.table.setup.id)
            self._read_again_and_go_on(turns)
            return
        self._written(turns, change, answers, None, None)

    def _decide_in_turn(self, turns: list[Turn]) -> list[Turn]:
        """Decide these as far as a round goes, for each round has its own entries; those that were decided."""
        decided, later = [], []
        for turn in turns:
            if self.table.change.finished:
                later.append(turn)
                continue
            try:
                turn.decide()
            except Refused as fault:
                if self._is_hasty(turn, fault):
                    later.append(turn)
                    continue
                turn.fault = fault
            decided.append(turn)
        self._waiting.put_back(later)
        return decided

    def _is_hasty(self, turn: Turn, fault: Refused) -> bool:
        """Whether it is refused for chips that another table took in this very moment and may have to give back."""
        viewer = turn.viewer
        return fault.code == "over-bankroll" and viewer is not None and self.hall.bank.is_moving(purse(viewer.player))

    def _written(
        self, turns: list[Turn], change: Change, answers: Answers, _result: None, error: Exception | None
    ) -> None:
        """It is on the disk and is shown; or it is not, and did not happen."""
        if error:
            log.error("table %s: not written, so it did not happen", self.table.setup.id, exc_info=error)
            self.hall.bank.drop(change.transfers)
            self._read_again_and_go_on(turns)
            return
        self.hall.bank.keep(change.transfers)
        try:
            if change.is_only_words and len(answers) == sum(not turn.fault for turn in turns):
                self.audience.tell_who_spoke(self.table, change.events, answers, self.hall.now())
            else:
                self._note_written()
                self.audience.tell(self.table, change.events, answers, self.hall.now())
            for turn in turns:
                turn.after(turn.fault)
        finally:
            self._go_on()

    def _read_again_and_go_on(self, turns: list[Turn]) -> None:
        """What was decided last did not happen: nothing more is decided until the table is as the store has it."""
        self._is_ahead = True
        if self._is_stopped:
            for turn in turns:
                turn.after(STOPPED)
            return
        self._reading = asyncio.create_task(self._read_again(turns))

    async def _read_again(self, turns: list[Turn]) -> None:
        try:
            here = {viewer.player for viewer in self.viewers}
            self.table = await self.hall.read_again(self.table.setup.id, here)
            self._is_ahead = False
            self._note_written()
            self.audience.greet_all(self.table, self.hall.now())
        except Exception:
            log.exception("table %s cannot be read again", self.table.setup.id)
            turns = [*turns, *self._waiting.take()]  # those cannot be built on it either
        for turn in turns:
            turn.after(Refused(*NOT_WRITTEN))
        self._go_on()

    def _do(self, player: str, message: messages.FromPage) -> None:
        """What a seat asks of the table; only for its own seat."""
        table, now = self.table, self.hall.now()
        if isinstance(message, messages.Sit):
            table.sit(Seat(message.seat), player, self.hall.nick(player), now)
            return
        own = self._own_seat(player)
        match message:
            case messages.Say(answer=answer, offer=offer, seat=seat):
                if seat is not None and seat != own:
                    raise Refused("not-your-seat", f"seat {seat} is not yours: you sit in seat {own}")
                table.say(own, answer, now, offer)
            case messages.PlaceBet(bets=bets):
                table.bet(own, bets, now)
            case messages.Ready():
                table.say_ready(own, now)
            case messages.Stand():
                table.stand(own, now)
            case messages.SeatBot(seat=seat, sits=sits):
                self.seat_bot(Seat(seat), sits=sits)

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

    def _writing(self, change: Change) -> Writing:
        table = self.table
        return Writing(
            table=table.setup.id, number=change.finished[-1].number if change.finished else table.number,
            live=compact(saved(table)).decode(), is_open=table.state is not State.CLOSED,
            shoe=compact(table.shoe.as_data()).decode() if change.new_shoe and table.shoe else None,
            transfers=change.transfers, finished=change.finished,
        )  # fmt: skip


def _nothing() -> None:
    """A sign of life changes nothing; it is answered in its turn."""


def _log(fault: Refused | None) -> None:
    """Nobody asked, so nobody is told."""
    if fault:
        log.info("%s", fault)
