"""The common frame of full-screen tables: head, felt, log, pay tables, question, keys, and pop-up windows."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from rich.console import Group
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.screen import Screen as TextualScreen
from textual.widget import Widget
from textual.widgets import Input, Static

from pitboss.layout.plan import FeltPlan, plan_for
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.terminal.full.character_felt import Block, View, draw_felt
from pitboss.terminal.screen import Line, Screen

NARROW, SHORT = 100, 30
"""With fewer columns than this the log is below the felt; with fewer lines it is shorter."""
CHOICE_WIDTH = 16
SIDE_WIDTH = 37
"""Columns for the pay tables next to the felt."""
MAX_LOG_LENGTH = 300
BOX_WIDTH, BOX_SHARE, BOX_FRAME = 90, 0.9, 6
"""The width of a pop-up window: its maximum, its share of the screen, and the width of its frame."""
LOOK_SECONDS = 0.1
"""The interval between checks for results of background jobs."""
RIGHT_BUTTON = 3
MARK_WIDTH = 2
"""Columns of the mark before a line of the log; wrapped lines are indented by them."""


class Chosen(Message):
    """A click on a choice; with the right button or Shift, it takes a chip back."""

    def __init__(self, choice: str, *, back: bool = False) -> None:
        super().__init__()
        self.choice, self.back = choice, back


class Felt(Widget):
    """The felt, redrawn whenever the window is resized."""

    def __init__(self) -> None:
        super().__init__(id="felt")
        self.view: View | None = None
        self.drawn = Block([])

    def show(self, view: View) -> None:
        """Draw this view."""
        self.view = view
        self.on_resize()

    def on_resize(self) -> None:
        if self.view is not None:
            self.drawn = draw_felt(self.view, self.size.width, self.size.height)
            self.refresh()

    def render(self) -> Group:
        return Group(*self.drawn.lines)

    def on_click(self, event: events.Click) -> None:
        """Choose a spot: the left button places a chip, the right one takes it back."""
        for area in self.drawn.areas:
            if area.has(event.x, event.y):
                event.stop()
                self.post_message(Chosen(area.bet, back=event.button == RIGHT_BUTTON or event.shift))


class ChoiceButton(Static, can_focus=True):
    """A choice, selected by mouse, or by key when it has the focus."""

    def __init__(self, choice: str, words: Text) -> None:
        super().__init__(words)
        self.choice = choice

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(Chosen(self.choice))


class PayTables(Widget):
    """The pay tables; if not all lines fit, the last one says which key shows the rest, if there is such a key."""

    lines: Sequence[Line] = ()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height of all lines."""
        return len(self.lines)

    def render(self) -> Text:
        assert isinstance(self.app, FullFace)
        is_shown_by_key = any(key == "p" for key, _, _ in self.app.printed_keys())
        room, rest = self.size.height, Text("… p shows all" if is_shown_by_key else "…", "dim")
        shown = [Text.assemble(*line) for line in self.lines]
        return Text("\n").join(shown if len(shown) <= room else [*shown[: room - 1], rest])


class LogLines(Static):
    """The lines of the log, scrolled to the end after every layout."""

    def on_resize(self) -> None:
        """Scroll to the end of the new lines, or of the same lines wrapped for a new width."""
        self.screen.query_one("#story").scroll_end(animate=False)


class Log(VerticalScroll):
    """The log, which stays scrolled to the end when the window is resized."""

    def on_resize(self) -> None:
        self.scroll_end(animate=False)


class KeyLine(Widget):
    """The last line of the screen, with as many key hints as fit, in order of importance."""

    def render(self) -> Text:
        """Return the keys and their functions; clicking one has the same effect as the key."""
        line = Text(" ")
        assert isinstance(self.app, FullFace)
        for key, what, action in self.app.printed_keys():
            words = Text(f"{key} {what}", Style(meta={"@click": f"app.{action}"}))
            words.stylize("bold", 0, len(key))
            if line.cell_len + words.cell_len + 2 <= self.size.width:
                line.append_text(words).append("  ")
        return line


class Window(ModalScreen[bool]):
    """A pop-up window: text that any of the usual keys closes, or a yes-or-no question."""

    AUTO_FOCUS = "VerticalScroll"  # so that arrow keys scroll it
    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "answer(True)", "yes"),
        ("n,escape,enter,q,space,question_mark", "answer(False)", "no, or close"),
    ]

    def __init__(self, title: str, words: Text, *, asks: bool = False) -> None:
        super().__init__()
        self._title, self._words, self.asks = title, words, asks

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box") as box:
            box.border_title = self._title
            yield Static(self._words)
            if self.asks:
                yield ChoiceButton("y", Text(" y  yes"))
                yield ChoiceButton("n", Text(" n  no"))
            else:
                box.border_subtitle = "Esc closes, arrows scroll"

    def on_chosen(self, chosen: Chosen) -> None:
        chosen.stop()
        self.dismiss(chosen.choice == "y")

    def action_answer(self, sure: bool) -> None:
        """Answer by key; y has no effect in a window that shows text."""
        if self.asks or not sure:
            self.dismiss(sure)


class FullFace(App[None]):
    """A full-screen table; subclasses define what happens at it."""

    TITLE = "pitboss"
    CSS_PATH = "table.tcss"
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "motions", "procedure"),
        Binding("f6", "look", "theme"),
        Binding("f8", "colours", "colours"),
        Binding("ctrl+c,ctrl+q", "leave_now", priority=True),
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

    def on_mount(self) -> None:
        self.fit(*self.size)
        self.set_interval(LOOK_SECONDS, self.look_while_open)

    def look_while_open(self) -> None:
        """Call `look`, unless the program is closing: its widgets may be gone already."""
        if self.is_running:
            self.look()

    def play(self) -> None:
        """Run until the user leaves; raise an unexpected error once the screen is closed."""
        self.run()
        if self.failed is not None:
            raise self.failed
        if self.return_code:  # a version of Textual that doesn't call `_handle_exception` has printed the error itself
            raise SystemExit(self.return_code)

    def action_leave_now(self) -> None:
        self.exit()

    def attempt(self, act: Callable[[], object]) -> object:
        """Run a player's action; if it is refused, show the message until the next action."""
        try:
            done = act()
        except Refused as refused:
            self._refusal = [refused.reason]
            self.say(refused.reason)
            return True
        if self._refusal and self.note == self._refusal:
            self.say("")
        self._refusal = []
        return done

    def _handle_exception(self, error: Exception) -> None:
        """
        Close the screen on an unexpected error, for `play` to raise, instead of printing a traceback.

        This method of Textual is private, and no public one replaces it. Without it, `play` ends as Textual does.
        """
        self.failed = self.failed or error
        self._close_messages_no_wait()

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Container(id="middle"):
            yield Felt()
            with Vertical(id="side"):
                yield PayTables(id="pays")
                yield Log(LogLines(id="lines"), id="story")
        with Vertical(id="desk"):
            yield Static(id="question")
            yield Container(id="choices")
            yield Static(id="note")
        yield Input(placeholder="10 field 5 · hint · rules · history · undo", id="typed")
        yield KeyLine(id="keys")

    def printed_keys(self) -> Iterable[tuple[str, str, str]]:
        """Return the keys to print, most important first: key, description and action."""
        for binding in self.BINDINGS:
            if isinstance(binding, Binding) and binding.key_display:
                yield binding.key_display, binding.description, binding.action
        yield "^p", "more", "command_palette"

    def lay(self, game: Game, rules: Any) -> None:
        """Set up the felt of a game."""
        self.plan = plan_for(game, rules)
        self.felt.styles.background = self.plan.felt
        self.motto = self.plan.motto_for(rules)

    def on_resize(self, event: events.Resize) -> None:
        self.fit(*event.size)
        if self.plan is not None:
            self.call_after_refresh(self.draw)

    def fit(self, width: int, height: int) -> None:
        """Adapt the layout to a window of this size."""
        table = self.screen_stack[0]
        table.set_class(width < NARROW, "-narrow")
        table.set_class(height < SHORT, "-short")
        self._arrange_choices([len(str(choice.content)) for choice in self.choices], width)

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
        """Redraw the screen; defined by subclasses."""

    def action_motions(self) -> None:
        """Show or hide the dealer's procedure; defined by subclasses."""

    def look(self) -> None:
        """Show new results of background jobs; defined by subclasses."""

    def show_text(self, where: str, text: Text) -> None:
        """Show text in the head, question or note."""
        self.screen_stack[0].query_one(f"#{where}", Static).update(text)

    def show_pays(self, lines: Sequence[Line]) -> None:
        """Show the pay tables next to the felt."""
        pays = self.screen_stack[0].query_one(PayTables)
        pays.lines = lines
        pays.refresh(layout=True)

    @property
    def felt(self) -> Felt:
        """The felt."""
        return self.screen_stack[0].query_one("#felt", Felt)

    def say(self, words: str) -> None:
        """Show a message to the player under the question."""
        self.note = [words] if words else []
        self.show_text("note", Text.assemble(*self.note))

    def show_log(self, lines: Sequence[Line]) -> None:
        """Show the log with its end in view; wrapped lines are indented past the mark."""
        self.log_lines = list(lines[-MAX_LOG_LENGTH:])
        self.screen_stack[0].query_one(PayTables).set_class(bool(self.log_lines), "-with-log")
        table = Table.grid()
        table.add_column(width=MARK_WIDTH)
        table.add_column()
        for line in (Text.assemble(*line) for line in self.log_lines):
            has_mark = line.plain[:MARK_WIDTH].strip(" ▸") == ""
            table.add_row(line[:MARK_WIDTH] if has_mark else "", line[MARK_WIDTH:] if has_mark else line)
        self.screen_stack[0].query_one(LogLines).update(table)
        self.screen_stack[0].query_one(Log).on_resize()

    def open_window(self, title: str, write: Callable[[Screen], None]) -> None:
        """Open a window with the output of `write`, wrapped to its width."""
        written = io.StringIO()
        write(Screen(written, min(int(self.size.width * BOX_SHARE), BOX_WIDTH) - BOX_FRAME))
        self.push_screen(Window(title, Text(written.getvalue())))

    def confirm(self, question: str, act: Callable[[], object]) -> None:
        """Ask the player to confirm, and run `act` on yes."""

        def answered(sure: bool | None) -> None:
            if sure:
                act()

        self.push_screen(Window("", Text(question, "bold"), asks=True), answered)

    @property
    def choices(self) -> list[ChoiceButton]:
        """The buttons under the question."""
        return list(self.screen_stack[0].query_one("#choices").query(ChoiceButton))

    def offer_choices(self, wanted: list[tuple[str, Text]], *, new_choices: bool = False) -> None:
        """Show the choices; if they are the same as before, keep the buttons and the focus."""
        self._arrange_choices([words.cell_len for _, words in wanted], self.size.width)
        old = self.choices
        if not new_choices and [choice.choice for choice in old] == [name for name, _ in wanted]:
            for choice, (_, words) in zip(old, wanted, strict=True):
                choice.update(words)
            return
        self.call_later(self._replace, wanted)

    def _arrange_choices(self, widths: Sequence[int], window: int) -> None:
        """Use as many columns as the widest button allows."""
        box = self.screen_stack[0].query_one("#choices")
        box.styles.grid_size_columns = max(1, (window - 2) // max([CHOICE_WIDTH, *(each + 1 for each in widths)]))

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
