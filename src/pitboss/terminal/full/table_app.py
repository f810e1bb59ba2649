"""The full-screen game: bets, paced dealing, questions and results, by keyboard, mouse or typed commands."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen as TextualScreen
from textual.timer import Timer
from textual.widgets import Input

from pitboss.money import show_money
from pitboss.play.records.ledger import purses
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Option, Seat
from pitboss.play.words import capital
from pitboss.table.session import Session
from pitboss.terminal.full.betting import Betting, chip_rack, option_choices, spot_views
from pitboss.terminal.full.character_felt import View, nearest
from pitboss.terminal.full.face import LOOK_SECONDS, SIDE_WIDTH, ChoiceButton, Chosen, FullFace
from pitboss.terminal.full.pace import Pace, pause_seconds
from pitboss.terminal.play.coach import Coach
from pitboss.terminal.play.game_view import Playing, SessionPreferences
from pitboss.terminal.play.narrate import colour, event_lines, result_line, signed
from pitboss.terminal.play.shown_layout import ShownLayout
from pitboss.terminal.play.typed_answers import TypedWord, read_answer, read_wagers
from pitboss.terminal.screen import Line, Screen

KEYS = """Betting: arrows move over the spots, + and - place a chip and take it back, digits choose the chip, r repeats
your last bets, c clears, s sits out, Enter deals. Answering: the printed number, or a first letter that only one
answer has; Enter means the answer marked ⏎. While cards are dealt, any key skips. With the mouse, click a spot or an
answer; the right button takes a chip back. : opens a line to type in, as in the plain log (10 pot 5 push 5). F5 shows
the dealer's procedure, F6 changes the theme, F7 the pace, F8 the colours of the suits. Ctrl-P opens the command
palette, with more themes."""
ARROWS = ("up", "down", "left", "right")
RESERVED = "?:/uqp"
"""Keys that are never answers because they have another function."""
WINDOWS = {
    TypedWord.HELP: "Help", TypedWord.RULES: "Rules", TypedWord.PAYS: "Pay tables", TypedWord.HISTORY: "History"
}  # fmt: skip


class TableApp(FullFace):
    """One player at a table of bots, on the full screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "word('help')", "help", key_display="?"),
        Binding("q", "word('quit')", "leave", key_display="q"),
        Binding("f2", "hints", "hints", key_display="f2"),
        Binding("u", "word('undo')", "undo", key_display="u"),
        Binding("p", "word('pays')", "pays", key_display="p"),
        Binding("f3", "word('rules')", "rules", key_display="f3"),
        Binding("f4", "word('history')", "history", key_display="f4"),
        Binding("f7", "pace", "pace", key_display="f7"),
        Binding("colon,slash", "type", "type", key_display=":"),
    ]

    def __init__(self, session: Session, you: Seat, preferences: SessionPreferences, rounds: int | None = None) -> None:
        super().__init__()
        self.table = Playing(session, you, preferences, ShownLayout())
        self._rounds = rounds
        self.pace = Pace(preferences.pace)
        self.hints = False
        self.betting: Betting | None = None
        self.offer: Offer | None = None
        self._waiting: deque[Event] = deque()
        """Events that are not shown yet."""
        self._shown: list[Event] = []
        """Events of this round that are on the screen."""
        self._earlier: list[Line] = []
        """The log of the rounds before this one."""
        self._then: Callable[[], None] = self.next_round
        self._pause: Timer | None = None
        self._held = self._bankrolls()
        self._waits_for_hint = False

    @property
    def coach(self) -> Coach:
        """The coach of the table."""
        return self.table.coach

    def on_mount(self) -> None:
        self.lay(self.table.game, self.table.session.rules)
        self.call_after_refresh(lambda: self.attempt(self.next_round))

    def on_unmount(self) -> None:
        self.coach.close()

    def printed_keys(self) -> Iterable[tuple[str, str, str]]:
        """Return the keys, with the state of hints next to theirs."""
        for key, what, action in super().printed_keys():
            yield key, f"hints: {'on' if self.hints else 'off'}" if what == "hints" else what, action

    def next_round(self) -> None:
        """Open the next round for bets, or leave after the last one."""
        done = self._rounds is not None and self.table.session.rounds >= self._rounds
        if done or self.table.is_broke:
            self.exit()
            return
        happened = self.table.open()
        self._shown, self._earlier = [], self.log_lines
        self._held = self._bankrolls()
        self._show(happened, self._take_bets)

    def _bankrolls(self) -> dict[Seat, int]:
        return {seat: self.table.session.held(seat) for seat in self.table.session.seats}

    def _take_bets(self) -> None:
        self.betting = Betting(self.table)
        self.say(f"Round {self.table.session.rounds + 1}: place your bets.")
        self.draw(new_choices=True)

    def deal(self) -> None:
        """Take the wagers and deal to the first question or the end of the round."""
        assert self.betting is not None
        placed = {} if self.betting.sits_out else self.betting.placed
        self.betting.sits_out = False
        if placed:
            self.table.check(placed)
        if not self.table.bet(placed):
            self.say("Nobody has bet, so no card is dealt.")
            return
        self.betting = None
        self.say("")
        self.go_on()

    def go_on(self) -> None:
        """Show the events up to the next question or the end of the round."""
        self.offer = None
        offer = self.table.next_offer()
        self._show(self.table.unseen(), lambda: self._ask(offer))

    def _show(self, events: Iterable[Event], then: Callable[[], None]) -> None:
        """Show events one by one at the player's pace, then call `then`."""
        self._waiting.extend(events)
        self._then = then
        self.draw(new_choices=True)
        self._show_next()

    def _show_next(self) -> None:
        self._pause = None
        while self._waiting:
            event = self._waiting.popleft()
            self.table.layout.see(event)
            self._shown.append(event)
            if seconds := pause_seconds(event, self.table.you, self.pace):
                self._pause = self.set_timer(seconds, self._show_next)
                self.draw()
                return
        self._then()

    @property
    def is_showing(self) -> bool:
        """Whether events are still being shown."""
        return self._pause is not None

    def skip(self) -> None:
        """Show all waiting events immediately."""
        if self._pause is not None:
            self._pause.stop()
        self._shown += self.table.lay(self._waiting)
        self._waiting.clear()
        self._show_next()

    def _ask(self, offer: Offer | None) -> None:
        self.offer = offer
        self._waits_for_hint = offer is not None
        if offer is None:
            self._close()
        elif self.table.keeps_score or self.hints:
            self.coach.start_pricing()
        self.draw(new_choices=True)

    def _close(self) -> None:
        past, you = self.table.close(), self.table.you
        won = past.gained.get(you, 0) if you else 0
        self.note = [*self.note, " " if self.note else "", (f"This round: {signed(won)}.", f"bold {colour(won)}")]

    def answer(self, option: Option) -> None:
        """Give an answer; with a coach, first wait for its price without blocking the screen."""
        if self.table.preferences.coach and self.coach.is_pricing:
            self.say(f"{self.table.label(option)}: working out the price…")
            asked, wait = self.offer, LOOK_SECONDS
            self.set_timer(wait, lambda: self.attempt(lambda: self.answer(option) if self.offer is asked else None))
            return
        self.say(self.table.say(option))
        self.go_on()

    def answer_default(self) -> None:
        """Give the default answer; ask for confirmation if that gives something up."""
        default, confirm_question = self.table.default, self.table.confirm_question()
        if confirm_question:
            self.confirm(confirm_question, lambda: self.attempt(lambda: self.answer(default)))
        else:
            self.answer(default)

    def _undo(self) -> None:
        """Undo the last answer and everything after it, or the last chip."""
        if self.betting is not None:
            self.betting.undo()
            self.draw()
        elif self.offer is not None:
            self.say(self.table.take_back())
            self._shown = list(self.table.seen)
            self.go_on()
        else:
            raise Refused("nothing-to-undo", "the round is over: there is nothing to take back")

    def look(self) -> None:
        """Show prices that are now available."""
        if self.coach.look() or (self.hints and self.offer is not None and self._waits_for_hint):
            self._waits_for_hint = self.coach.is_pricing
            self.draw()

    def view(self) -> View:
        """Return the felt to be drawn."""
        table, session = self.table, self.table.session
        assert isinstance(table.layout, ShownLayout)
        assert self.plan is not None
        gained = purses(self._shown, table.game.tokes(session.rules))[0]
        held = {seat: before + gained.get(seat, 0) for seat, before in self._held.items()}
        if self.betting is not None and table.you is not None:
            held[table.you] -= sum(self.betting.placed.values())
        asked = tuple(self.offer.options) if self.offer else ()
        spots = spot_views(self.plan, table, self.betting)
        totals = table.totals()
        return View(
            table.layout, session.seats, table.you, held, asked, self.motto, None, spots, totals, self.four_colours,
            self.plan.seat_places,
        )  # fmt: skip

    def draw(self, *, new_choices: bool = False) -> None:
        """Redraw the screen; pass `new_choices` if the choices may have changed."""
        self.show_text("head", self._head())
        self.felt.show(self.view())
        self.show_text("question", self._question())
        self.show_text("note", Text.assemble(*self.note))
        self.show_pays(self.table.pay_lines(self._shown, SIDE_WIDTH))
        self.show_log([*self._earlier, *self._story()])
        self.offer_choices(self._choices(), new_choices=new_choices)
        self.screen_stack[0].query_one("#keys").refresh()

    def _story(self) -> Iterable[Line]:
        """Return the log of this round."""
        yield from event_lines(self._shown, self.table.style)
        if self.offer is not None:
            for seat, answer in self.table.others_answers():
                yield [f"  {self.table.words.answer(seat, answer)}."]
        elif self._shown and not self.table.session.is_open:
            yield result_line(self.table.history[-1], self.table.you)

    def _head(self) -> Text:
        you = self.table.you
        assert you is not None
        won = sum(past.gained.get(you, 0) for past in self.table.history)
        held = (f" {show_money(self.view().held[you])}", "bold green")
        result = f" ({signed(won)})" if self.table.history else ""
        head, parts = Text.assemble(held, result, (f"  {self.table.game.title}", "bold")), self.coach.score.line()
        while parts and head.cell_len + len(parts) + 3 > self.size.width:
            parts = parts.rpartition(" · ")[0]  # drop whole parts
        return head.append(f"   {parts}" if parts else "")

    def _question(self) -> Text:
        if self.offer is not None:
            working = "  (working out what each costs…)" if self.hints and self.coach.is_pricing else ""
            return Text.assemble((f"{capital(self.offer.about)}?", "bold"), (working, "dim"))
        if self.betting is not None:
            return chip_rack(self.betting, self.size.width - 2)
        return Text("Any key skips." if self.is_showing or self._waiting else "The round is over.", "dim")

    def _choices(self) -> list[tuple[str, Text]]:
        if self.offer is not None:
            return option_choices(self.table, self.coach.known() if self.hints else None)
        if self.betting is not None:
            return [("deal", Text(" Enter  Deal", "bold")), ("s", Text(" s  Sit out")),
                    ("r", Text(" r  Same bets")), ("c", Text(" c  Clear"))]  # fmt: skip
        return [] if self.is_showing or self._waiting else [("next", Text(" Enter  Next round", "bold"))]

    def get_system_commands(self, screen: TextualScreen[Any]) -> Iterable[SystemCommand]:
        """Add pace, hints and the windows to the command palette."""
        yield from super().get_system_commands(screen)
        yield SystemCommand("Hints", "Show what each answer costs, or stop", self.action_hints)
        words = {"undo": "Take back the last chip or answer", "history": "The rounds of this session",
                 "rules": "The rules in force at this table"}  # fmt: skip
        for word, what in words.items():
            yield SystemCommand(word.title(), what, lambda word=word: self.action_word(word))
        for pace in Pace:
            yield SystemCommand(f"Pace: {pace}", "How fast the dealer deals", lambda pace=pace: self.action_pace(pace))

    def on_key(self, event: events.Key) -> None:
        if len(self.screen_stack) > 1 or isinstance(self.focused, Input):
            if event.key == "escape" and isinstance(self.focused, Input):
                self._close_line()
            return
        if self.attempt(lambda: self._handle_key(event)):
            event.stop()
            event.prevent_default()

    def _handle_key(self, event: events.Key) -> bool:
        """Handle a key; return whether it has a function here."""
        if self.is_showing and (event.is_printable or event.key in (*ARROWS, "enter", "escape", "backspace")):
            self.skip()
        elif event.key in ARROWS:
            self._move(event.key)
        elif event.key == "enter":
            self._enter()
        elif self.betting is not None:
            return self._bet_by(event.key, event.character or "")
        elif self.offer is not None and event.character and event.is_printable and event.character not in RESERVED:
            self._act_on(self._answer_for_key(event.character))
        else:
            return False
        return True

    def _answer_for_key(self, sign: str) -> Option | TypedWord:
        """Return the answer that a key selects; raise `Refused` with the valid keys if it matches none or several."""
        try:
            return read_answer(sign, self.table.options)
        except Refused:
            fit = [option for option in self.table.options if option.name.startswith(sign.lower())]
            keys = {option: number for number, option in enumerate(self.table.options, 1)}
            ways = ", ".join(f"{keys[option]} for {self.table.label(option)}" for option in fit or self.table.options)
            fault = f"{sign.upper()} fits more than one answer" if fit else f"{sign} is not an answer"
            raise Refused("no-such-answer", f"{fault}: press {ways}.") from None

    def _move(self, key: str) -> None:
        if self.betting is None:
            self.step(key)
            return
        areas = [area for area in self.felt.drawn.areas if self.betting.takes(area.bet)]
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

    def _bet_by(self, key: str, sign: str) -> bool:
        """Handle a key, or the button with its letter, while bets are placed."""
        assert self.betting is not None
        if not self.betting.press(key, sign):
            return False
        if self.betting.sits_out:
            self.deal()
        else:
            self.draw()
        return True

    def on_chosen(self, chosen: Chosen) -> None:
        """Handle a click: a chip on a spot, an answer, or the next round."""
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
        elif choice == "deal":
            self.deal()
        else:
            self._bet_by(choice, choice)

    def action_type(self) -> None:
        """Open the command line."""
        line = self.query_one("#typed", Input)
        line.add_class("-open")
        line.focus()

    def _close_line(self) -> None:
        line = self.query_one("#typed", Input)
        line.remove_class("-open")
        line.value = ""
        self.set_focus(None)

    def on_input_submitted(self, typed: Input.Submitted) -> None:
        self._close_line()
        self.attempt(lambda: self._typed(typed.value))

    def _typed(self, text: str) -> None:
        if self.offer is not None:
            self._act_on(read_answer(text, self.table.options))
        elif self.betting is not None:
            wagers = read_wagers(text, self.table.bets)
            if isinstance(wagers, TypedWord):
                self._act_on(wagers)
            else:
                self.table.check(wagers)
                self.betting.replace(wagers)
                self.draw()

    def _act_on(self, typed: Option | TypedWord) -> None:
        if isinstance(typed, Option):
            self.answer(typed)
        elif typed is TypedWord.SIT_OUT and self.betting:
            self._bet_by("s", "s")
        elif typed is TypedWord.AGAIN:
            self._enter()
        else:
            self.action_word(typed.value)

    def action_word(self, word: str) -> None:
        """Run a typed command: help, rules, pay tables, history, undo, hints, procedure, or leave."""
        match TypedWord(word):
            case TypedWord.HINT:
                self.action_hints()
            case TypedWord.MOTIONS:
                self.action_motions()
            case TypedWord.UNDO:
                self.attempt(self._undo)
            case TypedWord.QUIT:
                self._leave()
            case asked:
                self.open_window(WINDOWS[asked], lambda screen: self._explain(asked, screen))

    def action_motions(self) -> None:
        self.say(self.table.switch_motions())

    def _explain(self, word: TypedWord, screen: Screen) -> None:
        if word is TypedWord.HELP:
            screen.line(" ".join(KEYS.split()))
            screen.line("")
        self.table.explain(word, screen)

    def action_hints(self) -> None:
        self.hints = self._waits_for_hint = not self.hints
        if self.hints:
            self.coach.start_pricing()
        self.say(f"Hints are {'on' if self.hints else 'off'}.")
        self.draw()

    def action_pace(self, pace: Pace | None = None) -> None:
        """Set the pace: calm, normal, quick or instant; by default the next one."""
        self.pace = pace or self.pace.next
        self.say(f"Pace: {self.pace}.")

    def _leave(self) -> None:
        if not self.table.is_dealing:
            self.exit()
            return
        self.confirm(self.table.leave_question(), self.action_leave_now)

    def action_leave_now(self) -> None:
        """Leave; a round in progress is settled with default answers."""
        if self.is_showing:
            self.skip()
        if self.table.is_dealing:
            self.table.answer_with_defaults()
            self.table.close()
        self.exit()
