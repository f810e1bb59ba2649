"""A full-screen view of a table in the browser."""

from __future__ import annotations

import threading
from dataclasses import replace
from queue import SimpleQueue
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from pitboss.terminal.full.face import FullFace
from pitboss.terminal.play.watch import Address, Watched, game_of, messages


class WatchApp(FullFace):
    """A spectator's view of a table."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "leave_now", "leave", key_display="q")]

    def __init__(self, address: Address, *, motions: bool = False) -> None:
        super().__init__()
        self._address, self._motions = address, motions
        self.watched = Watched()
        self._heard: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._left = threading.Event()

    def on_mount(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Put the messages of the table into the queue, and None at the end; runs in its own thread."""
        for message in messages(self._address, self._left.is_set):
            self._heard.put(message)
        self._heard.put(None)

    def look(self) -> None:
        """Show the messages that have arrived."""
        while not self._heard.empty():
            message = self._heard.get()
            if message is None:
                self.say("The table is closed, or the connection was lost. q leaves.")
            else:
                self.show_message(message)

    def on_unmount(self) -> None:
        self._left.set()

    def show_message(self, message: dict[str, Any]) -> None:
        """Show a message of the table."""
        self.show_log([*self.log_lines, *self.watched.take(message, motions=self._motions)])
        if message.get("type") == "hello":
            self.lay(*game_of(self.watched))
        title, number = self.watched.setup.get("title", ""), self.watched.table.get("number")
        self.show_text("head", Text(f" {title}, table {self._address.table}, round {number}", "bold"))
        self.show_text("question", Text(self.watched.state, "bold"))
        self.draw()

    def draw(self) -> None:
        places = self.plan.seat_places if self.plan else ()
        view = self.watched.view(self.motto)
        self.felt.show(replace(view, four_colours=self.four_colours, seat_places=places))

    def action_motions(self) -> None:
        self._motions = not self._motions
        self.say(f"The dealer's procedure is {'shown' if self._motions else 'left out'} from here on.")
