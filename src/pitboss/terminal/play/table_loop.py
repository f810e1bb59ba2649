"""The game loop in plain lines, for pipes and screen readers."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from pitboss.money import show_money
from pitboss.play.bets import SeatBets
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Option, Seat
from pitboss.table.session import Session
from pitboss.terminal.interrupt import Interrupts
from pitboss.terminal.play.game_view import Playing, SessionPreferences
from pitboss.terminal.play.narrate import describe, describe_dealer, event_lines, result_line
from pitboss.terminal.play.prompts import list_options, show_bets, show_prices
from pitboss.terminal.play.shown_layout import TokenLayout
from pitboss.terminal.play.typed_answers import TypedWord, read_answer, read_wagers
from pitboss.terminal.screen import Screen

YES = ("y", "yes")
MAX_REFUSED = 100
"""The number of invalid answers in a row after which the input cannot come from a person."""


class PlainTable:
    """One player, or none, at a table of bots, shown line by line."""

    def __init__(
        self, session: Session, you: Seat | None, screen: Screen, watch: Interrupts, preferences: SessionPreferences,
    ) -> None:  # fmt: skip
        self.table, self.screen = Playing(session, you, preferences, TokenLayout()), screen
        self._interrupts, self._json_to = watch, preferences.json_to
        self._story = Screen(io.StringIO()) if self._json_to else screen
        """The screen for the log; with JSON output, which contains the events, the log is discarded."""
        self._refused = 0
        self._answers_shown: list[tuple[Seat, str]] = []

    def play(self, rounds: int | None) -> None:
        """Deal until the player leaves or is broke, the input ends, or `rounds` rounds are over."""
        passed = 0
        try:
            while (rounds is None or passed < rounds) and not (self._interrupts.came or self.table.session.fault):
                if self.table.is_broke:
                    self._say(f"You have {show_money(self.table.held)} left, too little to bet.")
                    break
                self._one_round()
                passed += 1
        except (EOFError, KeyboardInterrupt):
            pass
        finally:
            self.table.coach.close()
        self._show_summary()

    def _one_round(self) -> None:
        if not self.table.session.is_open:
            events = self.table.lay(self.table.open())
            self._story.line("")
            number = self.table.session.rounds + 1
            self._story.line((f"{self.table.game.title}, round {number}", "bold underline"))
            self._show_events(events)
        try:
            if not self.table.bet(self._wagers()):
                self._say("Nobody has bet, so no card is dealt.")
                return
            while offer := self.table.next_offer():
                self._show_events(self.table.news())
                self._answer(offer)
            self._show_events(self.table.news())
        except (EOFError, KeyboardInterrupt):
            self._play_out()
            raise
        self._close()

    def _play_out(self) -> None:
        """Finish the round of a player who left, with default answers and no bet returned."""
        if self.table.is_dealing:
            self._say("You leave: the rest is played with default answers.")
            self.table.answer_with_defaults()
            self._show_events(self.table.news())
            self._close()

    def _close(self) -> None:
        past = self.table.close()
        self._story.line(*result_line(past, self.table.you), indent=2)

    def _wagers(self) -> SeatBets:
        if self.table.you is None:
            return {}
        usual = self.table.usual()
        self._story.lines(describe_dealer(self.table.layout), 4)
        self._story.line(f"You have {show_money(self.table.held)}.")
        while True:
            typed = self._ask("Your wagers", show_bets(usual))
            with self._refusals():
                wagers = read_wagers(typed, self.table.bets)
                if wagers is TypedWord.SIT_OUT:
                    return {}
                if isinstance(wagers, TypedWord) and wagers is not TypedWord.AGAIN:
                    self._word(wagers)
                    continue
                placed = usual if isinstance(wagers, TypedWord) else wagers
                self.table.check(placed)
                return placed

    def _answer(self, offer: Offer) -> None:
        """Ask until the player has answered this offer, or undone the previous answer."""
        held = {seat: self.table.session.held(seat) for seat in self.table.session.seats}
        self._story.lines(describe(self.table.layout, held, self.table.you, self.table.totals()), 4)
        self._answers_shown = self.table.others_answers()
        for seat, answer in self._answers_shown:
            self._note(f"{self.table.words.answer(seat, answer)}.")
        list_options(self.screen, offer.about, self.table)
        if self.table.keeps_score:
            self.table.coach.start_pricing()
        while self.table.session.round.pending is offer:
            self._answer_once(offer, self._ask("Your answer", self.table.default.name))

    def _answer_once(self, offer: Offer, typed: str) -> None:
        with self._refusals():
            answer = read_answer(typed, self.table.options, self.table.default)
            confirm_question = self.table.confirm_question() if not typed.strip() else ""
            if confirm_question and isinstance(answer, Option):
                answer = self._confirm(confirm_question, answer)
            if isinstance(answer, Option):
                if self.table.preferences.coach:
                    self.table.coach.wait(self._say)
                if judged := self.table.say(answer):
                    self._note(judged)
            elif answer is not TypedWord.AGAIN:
                self._word(answer, offer)

    def _confirm(self, confirm_question: str, default: Option) -> Option | TypedWord:
        """Confirm a default answer that gives something up. Accept another answer instead; "no" asks again."""
        typed = self._ask(f"{confirm_question} y/N", "").strip().lower()
        if typed in YES:
            return default
        return TypedWord.AGAIN if typed in ("", "n", "no") else read_answer(typed, self.table.options)

    def _word(self, word: TypedWord, offer: Offer | None = None) -> None:
        """Run a command that was typed instead of a wager or an answer."""
        table = self.table
        match word:
            case TypedWord.QUIT:
                if offer is None or self._ask(f"{table.leave_question()} y/N", "").strip().lower() in (*YES, "q"):
                    raise EOFError
            case TypedWord.HINT if offer:
                show_prices(self.screen, table.coach.wait(self._say), table)
            case TypedWord.HINT:
                self._say(
                    f"There is nothing to answer yet; pitboss odds {table.game.name} prints the edge of each bet."
                )
            case TypedWord.MOTIONS:
                self._say(table.switch_motions())
            case TypedWord.UNDO if offer:
                self._say(table.take_back())
            case TypedWord.UNDO:
                self._say("There is nothing to take back before the deal: type other wagers.")
            case _:
                table.explain(word, self.screen)

    def _ask(self, prompt: str, usual: str) -> str:
        if self._json_to:
            self._json_to.flush()
        with self._interrupts.asking():
            return self.screen.ask_with(prompt, usual)

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """Print a refusal; raise it if too many came in a row."""
        before, self._refused = self._refused, 0
        try:
            yield
        except Refused as refused:
            self._refused = before + 1
            self._say(refused.reason)
            if self._refused >= MAX_REFUSED and not sys.stdin.isatty():
                reason = f"{MAX_REFUSED} invalid lines in a row: this input is not from a player"
                raise Refused("bad-input", reason) from None

    def _show_events(self, events: Iterable[Event]) -> None:
        """Show the events that this seat may see; all of them if bots play every seat."""
        if self._json_to:
            self._json_to.writelines(json.dumps(one.as_data(), ensure_ascii=False) + "\n" for one in events)
            return
        self.screen.lines(event_lines(events, self.table.style, self._answers_shown), 4)
        self._answers_shown = []

    def _say(self, words: str) -> None:
        self.screen.line((words, "yellow"), indent=2)

    def _note(self, words: str) -> None:
        self._story.line("  ", (words, ""), indent=4)

    def _show_summary(self) -> None:
        self._story.line("")
        for line in self.table.summary():
            if "pitboss replay" in line:
                self._story.file.write(f"{line}\n")  # not wrapped, so that it can be copied
            else:
                self._story.line(line, indent=2)
