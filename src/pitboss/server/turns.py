"""What waits to be done at a table, and whose turn it is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from msgspec import Struct

from pitboss.play.refused import Refused
from pitboss.server.viewer import Viewer


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
    """Why it was refused; told when what was decided with it is written."""


class Turns:
    """Those that wait, each viewer's in their order."""

    def __init__(self) -> None:
        self._waiting: deque[Turn] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, turn: Turn) -> None:
        """One more, behind the others."""
        self._waiting.append(turn)

    def put_back(self, turns: Iterable[Turn]) -> None:
        """These were taken and not decided: they are the first again."""
        self._waiting.extendleft(reversed([*turns]))

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
        return turns
