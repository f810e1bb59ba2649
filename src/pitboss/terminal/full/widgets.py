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

from pitboss.terminal.full.character_felt import View, felt_lines


class Felt(Widget):
    """The felt, drawn anew for every size of the window."""

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.view: View | None = None

    def show(self, view: View) -> None:
        """Draw this."""
        self.view = view
        self.refresh()

    def render(self) -> Group:
        """The lines that fit."""
        if self.view is None:
            return Group()
        return Group(*felt_lines(self.view, self.size.width, self.size.height))


class ChoiceButton(Static, can_focus=True):
    """One thing that may be chosen: a spot for chips, or an answer; by mouse, or by key when it is in focus."""

    class Chosen(Message):
        """It was chosen, or with the other button taken back."""

        def __init__(self, choice: str, *, back: bool = False) -> None:
            super().__init__()
            self.choice, self.back = choice, back

    def __init__(self, choice: str, words: Text) -> None:
        super().__init__(words)
        self.choice = choice

    def on_click(self, event: events.Click) -> None:
        """The mouse: left puts down, right takes back."""
        event.stop()
        self.post_message(self.Chosen(self.choice, back=event.button == 3 or event.shift))


class WordsBox(ModalScreen[None]):
    """A window of words to read; any of the usual keys closes it."""

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

    def on_choice_button_chosen(self, chosen: ChoiceButton.Chosen) -> None:
        """By mouse."""
        chosen.stop()
        self.dismiss(chosen.choice == "y")

    def action_answer(self, sure: bool) -> None:
        """By key."""
        self.dismiss(sure)
