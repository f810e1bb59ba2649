"""Playing on the full screen: by keys, by mouse, or by what is typed as in the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Input

from pitboss.money import show_money
from pitboss.play.refused import Refused
from pitboss.play.steps import Option
from pitboss.terminal.analysis.show_rules import show_sheet
from pitboss.terminal.full.round_screen import Dealing
from pitboss.terminal.full.widgets import ChoiceButton, Sure
from pitboss.terminal.play.prompts import explain_answers, explain_bets, tell_history
from pitboss.terminal.play.typed_answers import TypedWord, read_answer, read_wagers
from pitboss.terminal.screen import Screen

KEYS = """Betting: arrows move, + and - put a chip on a spot and take it off, digits choose the chip, r bets as before,
c clears, s sits out, Enter deals. Answering: its number or its letter; Enter is what silence means. The mouse does all,
and its right button takes back. : opens a line in which everything may be typed as in the log (10 pot 5 push 5)."""


class TableApp(Dealing):
    """What a player does at the table: keys, mouse, and what is typed as in the log."""

    TITLE = "pitboss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "word('help')", "help", key_display="?"),
        Binding("q", "word('quit')", "leave"),
        Binding("f2", "hints", "hints"),
        Binding("u", "word('undo')", "undo"),
        Binding("f3", "word('rules')", "rules"),
        Binding("f4", "word('history')", "history"),
        Binding("f5", "word('motions')", "chores"),
        Binding("f6", "look", "look"),
        Binding("colon,slash", "type", "type", key_display=":"),
        Binding("ctrl+c,ctrl+q", "leave_now", show=False, priority=True),
    ]

    def on_key(self, event: events.Key) -> None:
        """Keys that mean something here and now."""
        if len(self.screen_stack) > 1 or isinstance(self.focused, Input):
            if event.key == "escape" and isinstance(self.focused, Input):
                self._close_line()
            return
        if self._obeys(event):
            event.stop()
            event.prevent_default()

    def _obeys(self, event: events.Key) -> bool:
        """Do what a key means here; whether it means anything."""
        if event.key in ("up", "down", "left", "right"):
            self.step(event.key)
        elif event.key == "enter":
            self._try(self._enter)
        elif self.betting is not None:
            return self._try(lambda: self._bet_by(event)) is True
        elif self.offer is not None and event.character and event.is_printable and event.character not in "?:/uq":
            self._try(lambda: self._said(read_answer(event.character or "", self.table.options)))
        else:
            return False
        return True

    def _enter(self) -> None:
        if self.offer is not None:
            self.silent()
        elif self.betting is None:
            self.next_round()
        else:
            self.betting.sits_out = isinstance(self.focused, ChoiceButton) and self.focused.choice == "sit"
            self.deal()

    def _bet_by(self, event: events.Key) -> bool:
        assert self.betting is not None
        focused = self.focused.choice if isinstance(self.focused, ChoiceButton) else None
        if not self.betting.key(event.key, event.character or "", focused):
            return False
        if self.betting.sits_out:
            self.deal()
        else:
            self.draw()
        return True

    def on_choice_button_chosen(self, chosen: ChoiceButton.Chosen) -> None:
        """By mouse: a chip on a spot, an answer, or the next round."""
        self._try(lambda: self._choose(chosen))

    def _choose(self, chosen: ChoiceButton.Chosen) -> None:
        if self.offer is not None:
            self.answer(next(option for option in self.table.options if option.name == chosen.choice))
        elif self.betting is None:
            self.next_round()
        elif chosen.choice in ("deal", "sit"):
            self.betting.sits_out = chosen.choice == "sit"
            self.deal()
        else:
            self.betting.put(chosen.choice, back=chosen.back)
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
        self.set_focus(self.choices[0] if self.choices else None)

    def on_input_submitted(self, typed: Input.Submitted) -> None:
        """Something was typed as in the log."""
        self._close_line()
        self._try(lambda: self._typed(typed.value))

    def _typed(self, text: str) -> None:
        if self.offer is not None:
            self._said(read_answer(text, self.table.options))
        elif self.betting is not None:
            said = read_wagers(text, self.table.bets)
            if isinstance(said, TypedWord):
                self._said(said)
            else:
                self.table.check(said)
                self.betting.placed = dict(said)
                self.draw()

    def _said(self, said: Option | TypedWord) -> None:
        if isinstance(said, Option):
            self.answer(said)
        elif said is TypedWord.SIT_OUT and self.betting:
            self.betting.sits_out = True
            self.deal()
        elif said is TypedWord.AGAIN:
            self._enter()
        else:
            self.action_word(said.value)

    def _try(self, act: Callable[[], object]) -> object:
        """Do it, or say why not."""
        try:
            done = act()
        except Refused as refused:
            self.refuse(refused.reason)
            return True
        self.clear_refusal()
        return done

    def action_word(self, word: str) -> None:
        """Help, rules, history, undo, chores, leaving."""
        table = self.table
        match TypedWord(word):
            case TypedWord.HELP:
                self.open_window("Help", self._help)
            case TypedWord.RULES:
                self.open_window("Rules", lambda screen: show_sheet(screen, table.game, table.session.rules))
            case TypedWord.HISTORY:
                self.open_window("History", lambda screen: tell_history(screen, table.history, table.you))
            case TypedWord.HINT:
                self.action_hints()
            case TypedWord.MOTIONS:
                self.manner = self.manner._replace(motions=not self.manner.motions)
                self.say(f"The dealer's chores are {'told' if self.manner.motions else 'left out'} from here on.")
            case TypedWord.UNDO:
                self._try(self._undo)
            case TypedWord.QUIT:
                self._leave()

    def _help(self, screen: Screen) -> None:
        screen.line(" ".join(KEYS.split()))
        screen.line("")
        if self.offer is not None:
            explain_answers(screen, self.offer.about, self.table.options, self.table.held, self.table.bets)
        else:
            explain_bets(screen, self.table.bets)

    def _undo(self) -> None:
        if self.betting is not None:
            self.betting.undo()
            self.draw()
        elif self.offer is None:
            raise Refused("nothing-to-undo", "the round is over: there is nothing to take back")
        else:
            self.say(f"Taken back: {self.table.take_back()}.")
            self.go_on()

    def action_hints(self) -> None:
        """Show what each answer is worth, or stop."""
        self.hints = not self.hints
        if self.hints and self.offer is not None:
            self.coach.think()
            self._waits = True
        self.say(f"Hints are {'on' if self.hints else 'off'}.")
        self.draw()

    def _leave(self) -> None:
        if not self.table.is_dealing:
            self.exit()
            return
        stake = show_money(self.table.lying())
        cost = f"Leaving gives no bet back: your {stake} on the table stay in play and silence answers for you."
        self.push_screen(Sure(f"{cost} Leave?"), lambda sure: self.action_leave_now() if sure else None)

    def action_leave_now(self) -> None:
        """Get up; a round that is on is settled by silence."""
        if self.table.is_dealing:
            self.table.be_silent()
            self._tell(self.table.news())
            self._close()
        self.exit()
