"""The parts of the full-screen table: the felt, what may be chosen, and the windows over it."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from pitboss.terminal.full.character_felt import Block, SpotArea, View, draw_felt

RIGHT_BUTTON = 3


class Chosen(Message):
    """Something was clicked; with the right button or Shift, a chip is taken back."""

    def __init__(self, choice: str, *, back: bool = False) -> None:
        super().__init__()
        self.choice, self.back = choice, back


class Felt(Widget):
    """The felt, drawn for every size of the window."""

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.view: View | None = None
        self.drawn = Block([])

    def show(self, view: View) -> None:
        """Draw this."""
        self.view = view
        self.redraw()

    def redraw(self) -> None:
        """Draw the same for the size that the felt has now."""
        if self.view is not None:
            self.drawn = draw_felt(self.view, self.size.width, self.size.height)
            self.refresh()

    def render(self) -> Group:
        """Return the lines that fit."""
        return Group(*self.drawn.lines)

    def on_resize(self) -> None:
        """Follow the window."""
        self.redraw()

    def area_at(self, x: int, y: int) -> SpotArea | None:
        """Return the spot at this column and line."""
        inside = (
            area for area in self.drawn.areas
            if area.x <= x < area.x + area.width and area.y <= y < area.y + area.height
        )  # fmt: skip
        return next(inside, None)

    def on_click(self, event: events.Click) -> None:
        """Choose a spot: the left button places a chip, the right one takes it back."""
        if area := self.area_at(event.x, event.y):
            event.stop()
            self.post_message(Chosen(area.bet, back=event.button == RIGHT_BUTTON or event.shift))


class ChoiceButton(Static, can_focus=True):
    """One thing that may be chosen, by mouse, or by key when it is in focus."""

    def __init__(self, choice: str, words: Text) -> None:
        super().__init__(words)
        self.choice = choice

    def on_click(self, event: events.Click) -> None:
        """Choose it."""
        event.stop()
        self.post_message(Chosen(self.choice))


class WordsBox(ModalScreen[None]):
    """A window of words to read; any of the usual keys closes it."""

    AUTO_FOCUS = "VerticalScroll"  # so that arrows scroll it
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q,space,question_mark", "dismiss", "close"),
    ]

    def __init__(self, title: str, words: Text) -> None:
        super().__init__()
        self._title, self._words = title, words

    def compose(self) -> ComposeResult:
        """A box that can be scrolled."""
        with VerticalScroll(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = "Esc closes, arrows scroll"
            yield Static(self._words)


class Sure(ModalScreen[bool]):
    """A question that wants a yes; everything else is no."""

    BINDINGS: ClassVar[list[BindingType]] = [("y", "answer(True)", "yes"), ("n,escape,enter,q", "answer(False)", "no")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question and its two answers."""
        with VerticalScroll(classes="box"):
            yield Static(Text(self._question, "bold"))
            yield ChoiceButton("y", Text(" y  yes"))
            yield ChoiceButton("n", Text(" n  no"))

    def on_chosen(self, chosen: Chosen) -> None:
        """Answer by mouse."""
        chosen.stop()
        self.dismiss(chosen.choice == "y")

    def action_answer(self, sure: bool) -> None:
        """Answer by key."""
        self.dismiss(sure)
