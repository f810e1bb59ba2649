"""Playing on the full screen: by keys, by mouse, or by typed words as in the plain log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen as TextualScreen
from textual.widgets import Input

from pitboss.play.refused import Refused
from pitboss.play.steps import Option
from pitboss.terminal.full.character_felt import nearest
from pitboss.terminal.full.pace import Pace
from pitboss.terminal.full.round_screen import RoundScreen
from pitboss.terminal.full.widgets import ChoiceButton, Chosen, Sure
from pitboss.terminal.play.typed_answers import TypedWord, read_answer, read_wagers
from pitboss.terminal.screen import Screen

KEYS = """Betting: arrows move over the spots, + and - place a chip and take it back, digits choose the chip, r repeats
your last bets, c clears, s sits out, Enter deals. Answering: the printed number, or the first letter; Enter means the
marked answer. While cards are dealt, any key skips. With the mouse, click a spot or an answer; the right button takes
a chip back. : opens a line to type in, as in the plain log (10 pot 5 push 5). F5 shows the dealer's procedure, F6
changes the theme, F7 the pace, F8 the colours of the suits. Ctrl-P opens the command palette, with more themes."""
ARROWS = ("up", "down", "left", "right")
WINDOWS = {
    TypedWord.HELP: "Help", TypedWord.RULES: "Rules", TypedWord.PAYS: "Pay tables", TypedWord.HISTORY: "History"
}  # fmt: skip


class TableApp(RoundScreen):
    """What a player does at the table: keys, mouse, and typed words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "word('help')", "help", key_display="?"),
        Binding("q", "word('quit')", "leave"),
        Binding("f2", "hints(True)", "hints: off"),
        Binding("f2", "hints(False)", "hints: on"),
        Binding("u", "word('undo')", "undo"),
        Binding("p", "word('pays')", "pays"),
        Binding("f3", "word('rules')", "rules"),
        Binding("f4", "word('history')", "history"),
        Binding("f7", "pace", "pace"),
        Binding("colon,slash", "type", "type", key_display=":"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show in the footer whether hints are on."""
        return parameters != (self.hints,) if action == "hints" else True

    def get_system_commands(self, screen: TextualScreen[Any]) -> Iterable[SystemCommand]:
        """Add pace, hints and the windows to the command palette."""
        yield from super().get_system_commands(screen)
        yield SystemCommand("Hints", "Show what each answer costs, or stop", lambda: self.action_hints(not self.hints))
        yield SystemCommand("Undo", "Take back the last chip or answer", lambda: self.action_word("undo"))
        yield SystemCommand("Rules", "The rules in force at this table", lambda: self.action_word("rules"))
        yield SystemCommand("History", "The rounds of this session", lambda: self.action_word("history"))
        for pace in Pace:
            yield SystemCommand(f"Pace: {pace}", "How fast the dealer deals", lambda pace=pace: self.set_pace(pace))

    def on_key(self, event: events.Key) -> None:
        """Obey a key that means something here and now."""
        if len(self.screen_stack) > 1 or isinstance(self.focused, Input):
            if event.key == "escape" and isinstance(self.focused, Input):
                self._close_line()
            return
        if self.attempt(lambda: self._obeys(event)):
            event.stop()
            event.prevent_default()

    def _obeys(self, event: events.Key) -> bool:
        """Do what a key means here; return whether it means anything."""
        if self.is_showing and not event.key.startswith(("f", "ctrl")):
            self.skip()
        elif event.key in ARROWS:
            self._move(event.key)
        elif event.key == "enter":
            self._enter()
        elif self.betting is not None:
            return self._bet_by(event)
        elif self.offer is not None and event.character and event.is_printable and event.character not in "?:/uqp":
            self._said(read_answer(event.character, self.table.options))
        else:
            return False
        return True

    def _move(self, key: str) -> None:
        if self.betting is None:
            self.step(key)
            return
        areas = [area for area in self.felt.drawn.areas if area.bet in self.betting.selectable([area.bet])]
        self.betting.focus = nearest(areas, self.betting.focus, key) or self.betting.focus
        self.draw()

    def _enter(self) -> None:
        if self.offer is not None:
            if isinstance(self.focused, ChoiceButton):
                self._choose(self.focused.choice, back=False)
            else:
                self.answer_default()
        elif self.betting is None:
            self.next_round()
        else:
            self.deal()

    def _bet_by(self, event: events.Key) -> bool:
        assert self.betting is not None
        if not self.betting.press(event.key, event.character or ""):
            return False
        if self.betting.sits_out:
            self.deal()
        else:
            self.draw()
        return True

    def on_chosen(self, chosen: Chosen) -> None:
        """Obey the mouse: a chip on a spot, an answer, or the next round."""
        self.attempt(lambda: self._choose(chosen.choice, back=chosen.back))

    def _choose(self, choice: str, *, back: bool) -> None:
        if self.is_showing:
            self.skip()
        elif self.offer is not None:
            wanted = [option for option in self.table.options if option.name == choice]
            if wanted:
                self.answer(wanted[0])
        elif self.betting is None:
            self.next_round()
        elif choice in self.betting.spots:
            self.betting.put(choice, back=back)
            self.draw()
        else:
            self._press(choice)

    def _press(self, choice: str) -> None:
        """Obey a button under the bets."""
        assert self.betting is not None
        if choice in ("deal", "sit"):
            self.betting.sits_out = choice == "sit"
            self.deal()
        else:
            self.betting.replace(self.table.usual() if choice == "again" else {})
            self.draw()

    def action_type(self) -> None:
        """Open the line in which anything may be typed."""
        line = self.query_one("#typed", Input)
        line.add_class("-open")
        line.focus()

    def _close_line(self) -> None:
        line = self.query_one("#typed", Input)
        line.remove_class("-open")
        line.value = ""
        self.set_focus(None)

    def on_input_submitted(self, typed: Input.Submitted) -> None:
        """Read what was typed, as in the plain log."""
        self._close_line()
        self.attempt(lambda: self._typed(typed.value))

    def _typed(self, text: str) -> None:
        if self.offer is not None:
            self._said(read_answer(text, self.table.options))
        elif self.betting is not None:
            said = read_wagers(text, self.table.bets)
            if isinstance(said, TypedWord):
                self._said(said)
            else:
                self.table.check(said)
                self.betting.replace(said)
                self.draw()

    def _said(self, said: Option | TypedWord) -> None:
        if isinstance(said, Option):
            self.answer(said)
        elif said is TypedWord.SIT_OUT and self.betting:
            self._press("sit")
        elif said is TypedWord.AGAIN:
            self._enter()
        else:
            self.action_word(said.value)

    def action_word(self, word: str) -> None:
        """Open help, rules, pay tables or history, take back, show hints or the procedure, or leave."""
        match TypedWord(word):
            case TypedWord.HINT:
                self.action_hints(not self.hints)
            case TypedWord.MOTIONS:
                self.action_motions()
            case TypedWord.UNDO:
                self.attempt(self._undo)
            case TypedWord.QUIT:
                self._leave()
            case asked:
                self.open_window(WINDOWS[asked], lambda screen: self._explain(asked, screen))

    def action_motions(self) -> None:
        """Show the dealer's procedure, or leave it out."""
        self.say(self.table.switch_motions())

    def _explain(self, word: TypedWord, screen: Screen) -> None:
        if word is TypedWord.HELP:
            screen.line(" ".join(KEYS.split()))
            screen.line("")
        self.table.explain(word, screen)

    def _undo(self) -> None:
        if self.betting is None and self.offer is None:
            raise Refused("nothing-to-undo", "the round is over: there is nothing to take back")
        self.take_back()

    def action_hints(self, on: bool) -> None:
        """Show what each answer costs, or stop."""
        self.hints = on
        if on:
            self.coach.think()
        self._waits_for_hint = on
        self.say(f"Hints are {'on' if on else 'off'}.")
        self.draw()

    def action_pace(self) -> None:
        """Deal at the next pace: calm, normal, quick, instant."""
        self.set_pace(self.pace.next)

    def set_pace(self, pace: Pace) -> None:
        """Deal at this pace."""
        self.pace = pace
        self.say(f"Pace: {pace}.")

    def _leave(self) -> None:
        if not self.table.is_dealing:
            self.exit()
            return
        self.push_screen(Sure(self.table.leaving_costs()), lambda sure: self.action_leave_now() if sure else None)

    def action_leave_now(self) -> None:
        """Get up; a round in progress is settled with default answers."""

        def settle() -> None:
            if self.is_showing:
                self.skip()
            if self.table.is_dealing:
                self.table.answer_with_defaults()
                self.table.news()
                self._close()

        self.attempt(settle)
        self.exit()
