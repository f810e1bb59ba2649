"""What every full-screen table looks like, whatever happens at it: head, felt, story, desk, foot."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.widgets import Footer, Input, Static

from pitboss.layout.plan import plan_for
from pitboss.play.game import Game
from pitboss.terminal.full.character_felt import View
from pitboss.terminal.full.widgets import ChoiceButton, Felt, WordsBox
from pitboss.terminal.screen import Line, Screen

NARROW, SHORT = 100, 30
"""Fewer columns, and the story stands under the felt; fewer lines, and it is shorter."""
CHOICE_WIDE = 25
LONGEST_STORY = 300
BOX_WIDE, BOX_SHARE, BOX_FRAME = 90, 0.9, 6
"""How wide a window over the table is: at most, as a share of the screen, and what its frame takes."""


class FullFace(App[None]):
    """A table on the screen; what is drawn on it is told from outside."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None

    def __init__(self) -> None:
        super().__init__()
        self.story: list[Line] = []
        self.note: Line = []
        self._refusal: Line = []
        self.motto = ""
        self.failed: Exception | None = None

    def _handle_exception(self, error: Exception) -> None:
        """Textual would print a traceback: keep a defect for the caller, which tells it in a sentence."""
        self.failed = error
        self.exit()

    def compose(self) -> ComposeResult:
        """Head, felt and story, desk, foot."""
        yield Static(id="head")
        with Container(id="middle"):
            yield Felt("felt")
            yield VerticalScroll(Static(id="told"), id="story")
        with Vertical(id="desk"):
            yield Static(id="question")
            yield Container(id="choices")
            yield Static(id="note")
        yield Input(placeholder="10 field 5 · hint · rules · history · undo", id="typed")
        yield Footer()

    def lay(self, game: Game, rules: Any) -> None:
        """Lay the felt of a game."""
        plan = plan_for(game, rules)
        self.query_one("#felt").styles.background = plan.felt
        self.motto = plan.motto_under(rules)

    def on_resize(self, event: events.Resize) -> None:
        """Follow the window."""
        self.fit(*event.size)
        self.retell()

    def fit(self, wide: int, high: int) -> None:
        """Arrange everything for a window of this size."""
        table = self.screen_stack[0]
        table.set_class(wide < NARROW, "-narrow")
        table.set_class(high < SHORT, "-short")
        table.query_one("#choices").styles.grid_size_columns = max(1, (wide - 2) // CHOICE_WIDE)

    def action_look(self) -> None:
        """Dark or light."""
        self.theme = "textual-light" if self.theme == "textual-dark" else "textual-dark"

    def show_text(self, where: str, text: Text) -> None:
        """Words in one of the places: head, question, note."""
        self.screen_stack[0].query_one(f"#{where}", Static).update(text)

    def show_felt(self, view: View) -> None:
        """What lies on the felt."""
        self.screen_stack[0].query_one("#felt", Felt).show(view)

    def say(self, words: str) -> None:
        """A word to the player, at the foot of the desk."""
        self.note = [words] if words else []
        self.show_text("note", Text.assemble(*self.note))

    def refuse(self, reason: str) -> None:
        """Say why something cannot be done, until something else is done."""
        self.say(reason)
        self._refusal = self.note

    def clear_refusal(self) -> None:
        """Remove a refusal that has been put right."""
        if self._refusal and self.note is self._refusal:
            self.say("")
        self._refusal = []

    def add(self, lines: Sequence[Line]) -> None:
        """Go on with the story."""
        self.story = [*self.story, *lines][-LONGEST_STORY:]
        self.retell()

    def retell(self) -> None:
        """The story as it is now, its end in view."""
        self.show_text("told", Text("\n").join(Text.assemble(*line) for line in self.story))
        story = self.screen_stack[0].query_one("#story", VerticalScroll)
        self.call_after_refresh(story.scroll_end, animate=False)

    def open_window(self, title: str, write: Callable[[Screen], None]) -> None:
        """A window with what is written, as wide as it will be shown."""
        written = io.StringIO()
        write(Screen(written, min(int(self.size.width * BOX_SHARE), BOX_WIDE) - BOX_FRAME))
        self.push_screen(WordsBox(title, Text(written.getvalue())))

    @property
    def choices(self) -> list[ChoiceButton]:
        """What may be chosen now."""
        return list(self.screen_stack[0].query_one("#choices").query(ChoiceButton))

    def offer_choices(self, wanted: list[tuple[str, Text]], *, afresh: bool) -> None:
        """Show what may be chosen; the same things keep their places and the focus."""
        old = self.choices
        if not afresh and [choice.choice for choice in old] == [name for name, _ in wanted]:
            for choice, (_, words) in zip(old, wanted, strict=True):
                choice.update(words)
            return
        self.call_later(self._replace, wanted)

    async def _replace(self, wanted: list[tuple[str, Text]]) -> None:
        box = self.screen_stack[0].query_one("#choices", Container)
        await box.remove_children()
        await box.mount(*(ChoiceButton(name, words) for name, words in wanted))
        if wanted and len(self.screen_stack) == 1:
            self.choices[0].focus()

    def step(self, key: str) -> None:
        """Move over what may be chosen, as it lies."""
        choices = self.choices
        columns = self.screen_stack[0].query_one("#choices").styles.grid_size_columns or 1
        here = choices.index(self.focused) if isinstance(self.focused, ChoiceButton) and self.focused in choices else 0
        to = here + {"left": -1, "right": 1, "up": -columns, "down": columns}[key]
        if choices and 0 <= to < len(choices):
            choices[to].focus()
