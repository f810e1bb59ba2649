"""What waits to be done at a table, and whose turn it is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from msgspec import Struct

from pitboss.play.refused import Refused
from pitboss.server.tables.viewers import Viewer

MOST_EACH = 100
"""How many messages of one viewer may wait: more than can come at once."""
MOST = 4000
"""How many of all viewers together may wait."""
TOO_MANY = "busy"


class Turn(Struct, eq=False):
    """One thing to be done at the table, and what follows when it is written down and shown, or was refused."""

    decide: Callable[[], object]
    after: Callable[[Refused | None], object]
    viewer: Viewer | None = None
    is_shown: bool = False
    """Whether an update shows its viewer what it did."""
    number: int | None = None
    """The number of the message; that update carries it too."""
    fault: Refused | None = None
    """Why it was refused; told once everything decided together with it is written."""
    is_needed: bool = False
    """Whether it has to be done however many wait."""


class Turns:
    """Those that wait, each viewer's in their order."""

    def __init__(self) -> None:
        self._waiting: deque[Turn] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def refusal(self, turn: Turn) -> Refused | None:
        """Why this one cannot wait too: its viewer, or the table, has enough to do."""
        if turn.viewer is None or turn.is_needed:
            return None
        if turn.viewer.waiting >= MOST_EACH:
            return Refused("too-fast", f"{MOST_EACH} of your messages wait already: this one was not heard")
        if len(self._waiting) >= MOST:
            return Refused(TOO_MANY, "too much waits at this table: this was not heard, say it again in a moment")
        return None

    def put(self, turn: Turn) -> None:
        """One more, behind the others."""
        self._waiting.append(turn)
        if turn.viewer:
            turn.viewer.waiting += 1

    def put_back(self, turns: Iterable[Turn]) -> None:
        """These were taken and not decided: they are the first again."""
        again = [*turns]
        self._waiting.extendleft(reversed(again))
        for turn in again:
            if turn.viewer:
                turn.viewer.waiting += 1

    def take(self) -> list[Turn]:
        """The first that waits of every viewer: an update answers one message, and nobody holds up the others."""
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
