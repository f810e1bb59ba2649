"""The frame of every full-screen table: head, felt, log, pay table, desk, footer."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.screen import Screen as TextualScreen
from textual.widgets import Footer, Input, Static

from pitboss.layout.plan import FeltPlan, plan_for
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.terminal.full.widgets import ChoiceButton, Felt, WordsBox
from pitboss.terminal.screen import Line, Screen

NARROW, SHORT = 100, 30
"""Below this many columns the log is under the felt; below this many lines it is shorter."""
CHOICE_WIDE = 16
SIDE_WIDE = 37
"""Columns for the pay tables beside the felt."""
LONGEST_LOG = 300
BOX_WIDE, BOX_SHARE, BOX_FRAME = 90, 0.9, 6
"""The width of a window over the table: at most, as a share of the screen, and what its frame takes."""


class FullFace(App[None]):
    """A table on the screen; subclasses decide what happens at it."""

    TITLE = "pitboss"
    CSS_PATH = "table.tcss"
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "motions", "procedure", show=False),
        Binding("f6", "look", "theme", show=False),
        Binding("f8", "colours", "colours", show=False),
        Binding("ctrl+c,ctrl+q", "leave_now", show=False, priority=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.log_lines: list[Line] = []
        self.note: Line = []
        self.plan: FeltPlan | None = None
        self.motto = ""
        self.four_colours = False
        self.failed: Exception | None = None
        self._refusal: Line = []

    def play(self) -> None:
        """Run until the user leaves; a defect is raised once the screen is closed."""
        self.run()
        if self.failed is not None:
            raise self.failed

    def action_leave_now(self) -> None:
        """Leave."""
        self.exit()

    def attempt(self, act: Callable[[], object]) -> object:
        """Do what the player asks for; show a refusal until the next thing that can be done."""
        try:
            done = self.guard(act)
        except Refused as refused:
            self._refusal = [refused.reason]
            self.say(refused.reason)
            return True
        if self._refusal and self.note == self._refusal:
            self.say("")
        self._refusal = []
        return done

    def guard(self, act: Callable[[], object]) -> object:
        """Do something; after a defect leave the screen, so that the caller can print it in a sentence."""
        try:
            return act()
        except Refused:
            raise
        except Exception as error:
            self.failed = error
            self.exit()
            return True

    def compose(self) -> ComposeResult:
        """Head, felt and log, desk, footer."""
        yield Static(id="head")
        with Container(id="middle"):
            yield Felt("felt")
            with Vertical(id="side"):
                yield Static(id="pays")
                yield VerticalScroll(Static(id="told"), id="story")
        with Vertical(id="desk"):
            yield Static(id="question")
            yield Container(id="choices")
            yield Static(id="note")
        yield Input(placeholder="10 field 5 · hint · rules · history · undo", id="typed")
        yield Footer()

    def lay(self, game: Game, rules: Any) -> None:
        """Lay the felt of a game."""
        self.plan = plan_for(game, rules)
        self.query_one("#felt").styles.background = self.plan.felt
        self.motto = self.plan.motto_under(rules)

    def on_resize(self, event: events.Resize) -> None:
        """Follow the window."""
        self.fit(*event.size)
        self.retell()

    def fit(self, wide: int, high: int) -> None:
        """Arrange everything for a window of this size."""
        table = self.screen_stack[0]
        table.set_class(wide < NARROW, "-narrow")
        table.set_class(high < SHORT, "-short")
        self._arrange_choices([len(str(choice.content)) for choice in self.choices])

    def get_system_commands(self, screen: TextualScreen[Any]) -> Iterable[SystemCommand]:
        """Add the table's own commands to the command palette."""
        yield from super().get_system_commands(screen)
        yield SystemCommand("Procedure", "Show the dealer's procedure, or leave it out", self.action_motions)
        yield SystemCommand("Four-colour deck", "Clubs green and diamonds blue, or two colours", self.action_colours)

    def action_look(self) -> None:
        """Switch between dark and light; the command palette has more themes."""
        self.theme = "textual-light" if self.theme == "textual-dark" else "textual-dark"

    def action_colours(self) -> None:
        """Switch between two and four colours for the suits."""
        self.four_colours = not self.four_colours
        self.draw()

    def draw(self) -> None:
        """Draw everything as it is now; subclasses define it."""
        raise NotImplementedError

    def action_motions(self) -> None:
        """Show the dealer's procedure, or leave it out; subclasses define it."""
        raise NotImplementedError

    def show_text(self, where: str, text: Text) -> None:
        """Show words in one of the places: head, question, note."""
        self.screen_stack[0].query_one(f"#{where}", Static).update(text)

    @property
    def felt(self) -> Felt:
        """The felt."""
        return self.screen_stack[0].query_one("#felt", Felt)

    def say(self, words: str) -> None:
        """Show a message to the player at the foot of the desk."""
        self.note = [words] if words else []
        self.show_text("note", Text.assemble(*self.note))

    def add(self, lines: Sequence[Line]) -> None:
        """Add lines to the log."""
        self.log_lines = [*self.log_lines, *lines][-LONGEST_LOG:]
        self.retell()

    def retell(self) -> None:
        """Show the log with its end in view."""
        self.show_text("told", Text("\n").join(Text.assemble(*line) for line in self.log_lines))
        story = self.screen_stack[0].query_one("#story", VerticalScroll)
        self.call_after_refresh(story.scroll_end, animate=False)

    def open_window(self, title: str, write: Callable[[Screen], None]) -> None:
        """Open a window with what is written, as wide as it will be shown."""
        written = io.StringIO()
        write(Screen(written, min(int(self.size.width * BOX_SHARE), BOX_WIDE) - BOX_FRAME))
        self.push_screen(WordsBox(title, Text(written.getvalue())))

    @property
    def choices(self) -> list[ChoiceButton]:
        """The buttons at the desk."""
        return list(self.screen_stack[0].query_one("#choices").query(ChoiceButton))

    def offer_choices(self, wanted: list[tuple[str, Text]], *, afresh: bool) -> None:
        """Show what may be chosen; the same things keep their places and the focus."""
        self._arrange_choices([words.cell_len for _, words in wanted])
        old = self.choices
        if not afresh and [choice.choice for choice in old] == [name for name, _ in wanted]:
            for choice, (_, words) in zip(old, wanted, strict=True):
                choice.update(words)
            return
        self.call_later(self._replace, wanted)

    def _arrange_choices(self, widths: Sequence[int]) -> None:
        """Use as many columns as the widest button allows."""
        box = self.screen_stack[0].query_one("#choices")
        box.styles.grid_size_columns = max(
            1, (self.size.width - 2) // max([CHOICE_WIDE, *(each + 1 for each in widths)])
        )

    async def _replace(self, wanted: list[tuple[str, Text]]) -> None:
        box = self.screen_stack[0].query_one("#choices", Container)
        await box.remove_children()
        await box.mount(*(ChoiceButton(name, words) for name, words in wanted))
        if wanted and len(self.screen_stack) == 1:
            self.set_focus(None)

    def step(self, key: str) -> None:
        """Move the focus over the buttons."""
        choices = self.choices
        columns = self.screen_stack[0].query_one("#choices").styles.grid_size_columns or 1
        if not (isinstance(self.focused, ChoiceButton) and self.focused in choices):
            to = 0
        else:
            to = choices.index(self.focused) + {"left": -1, "right": 1, "up": -columns, "down": columns}[key]
        if choices and 0 <= to < len(choices):
            choices[to].focus()
