"""A table in the browser, followed on the full screen."""

from __future__ import annotations

import threading
from dataclasses import replace
from queue import SimpleQueue
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from pitboss.terminal.full.face import FullFace
from pitboss.terminal.play.watch import Address, Watched, game_of, messages

LOOK_SECONDS = 0.1
"""Time between two looks for messages of the table."""


class WatchApp(FullFace):
    """A watcher's view: everything that everybody may see."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "leave_now", "leave")]

    def __init__(self, address: Address, *, motions: bool = False) -> None:
        super().__init__()
        self._address, self._motions = address, motions
        self.watched = Watched()
        self._heard: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._left = threading.Event()

    def on_mount(self) -> None:
        """Go to the rail."""
        self.fit(*self.size)
        self.set_interval(LOOK_SECONDS, lambda: self.guard(self._show_heard))
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Put the messages of the table into the queue, and None at the end; runs in its own thread."""
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
        """Show a message of the table."""
        self.add(self.watched.take(message, motions=self._motions))
        if message.get("type") == "hello":
            self.lay(*game_of(self.watched))
        title, number = self.watched.setup.get("title", ""), self.watched.table.get("number")
        self.show_text("head", Text(f" {title}, table {self._address.table}, round {number}", "bold"))
        self.show_text("question", Text(self.watched.state, "bold"))
        self.draw()

    def draw(self) -> None:
        """Draw the felt."""
        self.felt.show(replace(self.watched.view(self.motto), four_colours=self.four_colours))

    def action_motions(self) -> None:
        """Show the dealer's procedure, or leave it out."""
        self._motions = not self._motions
        self.say(f"The dealer's procedure is {'shown' if self._motions else 'left out'} from here on.")
