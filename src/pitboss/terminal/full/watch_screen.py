"""A table of the browser followed on the full screen."""

from __future__ import annotations

import threading
from queue import SimpleQueue
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from pitboss.terminal.full.face import FullFace
from pitboss.terminal.play.watch import Address, Watched, game_of, messages

LOOKS = 0.1
"""Seconds between two looks whether the table has told something."""


class WatchApp(FullFace):
    """The rail: everything is seen that everybody may see, nothing can be done."""

    TITLE = "pitboss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "leave"),
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
        Binding("f5", "motions", "chores"),
        Binding("f6", "look", "look"),
    ]

    def __init__(self, address: Address, *, motions: bool = False) -> None:
        super().__init__()
        self._address, self._motions = address, motions
        self.watched = Watched()
        self._heard: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._left = threading.Event()

    def on_mount(self) -> None:
        """Go to the rail."""
        self.fit(*self.size)
        self.set_interval(LOOKS, self._show_heard)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """In a thread of its own: hear what the table tells, and nothing at the end."""
        for message in messages(self._address, self._left.is_set):
            self._heard.put(message)
        self._heard.put(None)

    def _show_heard(self) -> None:
        while not self._heard.empty():
            message = self._heard.get()
            if message is None:
                self.say("The table is closed, or the line was cut. q leaves.")
            else:
                self.hear(message)

    def on_unmount(self) -> None:
        """Let the line be cut."""
        self._left.set()

    def hear(self, message: dict[str, Any]) -> None:
        """Show what the table tells."""
        self.add(self.watched.take(message, motions=self._motions))
        if message.get("type") == "hello":
            self.lay(*game_of(self.watched))
        title, number = self.watched.setup.get("title", ""), self.watched.table.get("number")
        self.show_text("head", Text(f" {title}, table {self._address.table}, round {number}", "bold"))
        self.show_text("question", Text(self.watched.state, "bold"))
        self.show_felt(self.watched.view(self.motto))

    def action_motions(self) -> None:
        """Tell the dealer's chores, or leave them out."""
        self._motions = not self._motions
        self.say(f"The dealer's chores are {'told' if self._motions else 'left out'} from here on.")

    def action_leave(self) -> None:
        """Leave the rail; the line is cut with the program."""
        self.exit()
