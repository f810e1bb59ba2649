"""The queue of turns at a table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from msgspec import Struct

from pitboss.play.refused import Refused
from pitboss.server.tables.viewers import Viewer

MAX_PER_VIEWER = 100
"""Maximum number of queued turns per viewer, above what the message rate limit lets through in one burst."""
MAX_QUEUED = 4000
"""Maximum number of queued turns for all viewers together."""
TOO_MANY = "busy"


class Turn(Struct, eq=False):
    """One action at the table, and the callback to run when it has been written and shown, or refused."""

    decide: Callable[[], object]
    after: Callable[[Refused | None], object]
    viewer: Viewer | None = None
    is_shown: bool = False
    """Whether the resulting update is the reply to its viewer."""
    number: int | None = None
    """The id of the message, which that update carries too."""
    is_bet: bool = False
    """Whether it places a bet. A guest must be stored before the first bet."""
    fault: Refused | None = None
    """The reason it was refused, sent once everything decided in the same batch is written."""
    is_needed: bool = False
    """Whether it is queued even if the queue is full."""


class Turns:
    """A queue of turns that preserves the order within each viewer."""

    def __init__(self) -> None:
        self._waiting: deque[Turn] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def refusal(self, turn: Turn) -> Refused | None:
        """Return a refusal if the turn's viewer or the table has too many turns waiting, else None."""
        if turn.viewer is None or turn.is_needed:
            return None
        if turn.viewer.waiting >= MAX_PER_VIEWER:
            return Refused("too-fast", f"{MAX_PER_VIEWER} of your messages are waiting already: this one was dropped")
        if len(self._waiting) >= MAX_QUEUED:
            return Refused(TOO_MANY, "this table is overloaded and dropped your message: send it again in a moment")
        return None

    def put(self, turn: Turn) -> None:
        """Append a turn to the queue."""
        self._waiting.append(turn)
        if turn.viewer:
            turn.viewer.waiting += 1

    def put_back(self, turns: Iterable[Turn]) -> None:
        """Put turns that were taken but not decided back at the front."""
        again = [*turns]
        self._waiting.extendleft(reversed(again))
        for turn in again:
            if turn.viewer:
                turn.viewer.waiting += 1

    def take(self) -> list[Turn]:
        """Take the first turn of each viewer, so that an update answers one message and no viewer blocks the others."""
        turns: list[Turn] = []
        later: deque[Turn] = deque()
        viewers: set[Viewer | None] = set()
        for turn in self._waiting:
            (later if turn.viewer in viewers else turns).append(turn)
            if turn.viewer:
                viewers.add(turn.viewer)
        self._waiting = later
        for turn in turns:
            if turn.viewer:
                turn.viewer.waiting -= 1
        return turns
