"""Chat at a table: short messages from players and spectators, held in memory while the table is open."""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Callable, Iterable

from msgspec import Struct

from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.gate.rate_limits import Buckets, TooFast
from pitboss.server.tables.viewers import Viewer

MAX_LINES = 50
"""A new viewer gets at most this many earlier messages."""
BURST, SECONDS_EACH = 5, 2.0
"""A player may send five messages in a row, then one every two seconds."""


class ChatLine(Struct, frozen=True):
    """One message: the sender's nickname, the sender's seat (None for a spectator), and the text."""

    nick: str
    seat: Seat | None
    text: str


class TableChat:
    """The messages of one table. They are sent to every viewer and never stored on disk."""

    def __init__(self, viewers: Iterable[Viewer], nick_of: Callable[[str], str]) -> None:
        self._viewers, self._nick_of = viewers, nick_of
        self._lines: deque[ChatLine] = deque(maxlen=MAX_LINES)
        self._limits: Buckets[str] = Buckets(1 / SECONDS_EACH, BURST)

    def say(self, player: str, seat: Seat | None, text: str, now: float) -> None:
        """Send a message to every viewer, or raise `Refused` if it is empty or too soon after the last."""
        words = cleaned(text)
        if not words:
            raise Refused("empty-message", "this message is empty: type something first")
        bucket = self._limits.of(player)
        if not bucket.take(now):
            raise TooFast(f"you chat too fast: wait {SECONDS_EACH:.0f} seconds", bucket.wait(now))
        line = ChatLine(self._nick_of(player), seat, words)
        self._lines.append(line)
        for viewer in self._viewers:
            viewer.send({"type": "chat", "lines": [line]})

    def recall(self, viewer: Viewer) -> None:
        """Send the earlier messages to a viewer who has just arrived, if there are any."""
        if self._lines:
            viewer.send({"type": "chat", "lines": list(self._lines), "earlier": True})


_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def cleaned(text: str) -> str:
    """
    Return a message on one line, without control characters and without marks that reverse or hide text.

    >>> cleaned("good\\n luck \\u202e!")
    'good luck !'
    """
    shown = (" " if unicodedata.category(sign) in _HIDDEN else sign for sign in text)
    return " ".join("".join(shown).split())
