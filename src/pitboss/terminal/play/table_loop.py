"""The table in plain lines, for pipes and screen readers: the loop that asks, deals and reports."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

from pitboss.money import show_money
from pitboss.play.bets import SeatBets
from pitboss.play.layout import TableLayout
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Option, Seat
from pitboss.table.session import Session
from pitboss.terminal.interrupt import Interrupts
from pitboss.terminal.play.describe import describe, describe_dealer
from pitboss.terminal.play.game_view import Playing, Tastes
from pitboss.terminal.play.narrate import result_line, tell
from pitboss.terminal.play.prompts import list_options, show_bets, show_prices
from pitboss.terminal.play.typed_answers import TypedWord, read_answer, read_wagers
from pitboss.terminal.screen import Screen

YES = ("y", "yes")
MOST_REFUSED = 100
"""This many answers in a row that make no sense come from no person."""


class Left(Exception):
    """The player got up."""


class Sitting:
    """One player, or none, at a table of bots, shown line by line."""

    def __init__(
        self, session: Session, you: Seat | None, screen: Screen, interrupts: Interrupts, tastes: Tastes
    ) -> None:
        self.table, self.screen = Playing(session, you, tastes, TableLayout()), screen
        self._interrupts, self._json_to = interrupts, tastes.json_to
        self._refused = 0
        self._heard: list[tuple[Seat, str]] = []

    def play(self, rounds: int | None) -> None:
        """Deal until the player leaves or is broke, input ends, or this many rounds have passed."""
        passed = 0
        try:
            while (rounds is None or passed < rounds) and not (self._interrupts.came or self.table.session.fault):
                if self.table.is_broke:
                    self._say(f"You have {show_money(self.table.held)} left, too little to bet.")
                    break
                self._one_round()
                passed += 1
        except (Left, EOFError, KeyboardInterrupt):
            pass
        finally:
            self.table.coach.close()
        self._farewell()

    def _one_round(self) -> None:
        if not self.table.session.is_open:
            events = self.table.lay(self.table.open())
            self._head()
            self._tell(events)
        try:
            if not self.table.bet(self._wagers()):
                self._say("Nobody bets, and no card is dealt.")
                return
            while offer := self.table.next_offer():
                self._tell(self.table.news())
                self._answer(offer)
            self._tell(self.table.news())
        except (Left, EOFError, KeyboardInterrupt):
            self._play_out()
            raise
        self._close()

    def _play_out(self) -> None:
        """Settle the round of a player who left: no bet goes back, and default answers are given."""
        if self.table.is_dealing:
            self._say("You leave: the rest is played with default answers.")
            self.table.answer_with_defaults()
            self._tell(self.table.news())
            self._close()

    def _close(self) -> None:
        past = self.table.close()
        if not self._json_to:
            self.screen.line(*result_line(past, self.table.you), indent=2)

    def _wagers(self) -> SeatBets:
        if self.table.you is None:
            return {}
        usual = self.table.usual()
        if not self._json_to:
            self.screen.lines(describe_dealer(self.table.layout), 4)
            self.screen.line(f"You have {show_money(self.table.held)}.")
        while True:
            typed = self._ask("Your wagers", show_bets(usual))
            try:
                said = read_wagers(typed, self.table.bets)
                if said is TypedWord.SIT_OUT:
                    return {}
                if isinstance(said, TypedWord) and said is not TypedWord.AGAIN:
                    self._word(said)
                    continue
                placed = usual if isinstance(said, TypedWord) else said
                self.table.check(placed)
            except Refused as refused:
                self._refuse(refused)
            else:
                self._refused = 0
                return placed

    def _answer(self, offer: Offer) -> None:
        """Ask until the player has answered this offer, or taken back the one before."""
        self._picture()
        self._heard = self.table.others_said()
        for seat, answer in self._heard:
            self._note(f"{self.table.words.answer(seat, answer)}.")
        list_options(self.screen, offer.about, self.table)
        if self.table.keeps_score:
            self.table.coach.think()
        while self.table.session.round.pending is offer:
            self._answer_once(offer, self._ask("Your answer", self.table.default.name))

    def _answer_once(self, offer: Offer, typed: str) -> None:
        try:
            said = read_answer(typed, self.table.options, self.table.default)
            doubt = self.table.doubt() if not typed.strip() else ""
            if doubt and isinstance(said, Option):
                said = self._sure(doubt, said)
            if isinstance(said, Option):
                if self.table.tastes.coach:
                    self.table.coach.wait(self._say)
                if judged := self.table.say(said):
                    self._note(judged)
            elif said is not TypedWord.AGAIN:
                self._word(said, offer)
        except Refused as refused:
            self._refuse(refused)
        else:
            self._refused = 0

    def _sure(self, doubt: str, default: Option) -> Option | TypedWord:
        """Ask before Enter gives something up. Another answer is taken as such; no asks again."""
        typed = self._ask(f"{doubt} y/N", "").strip().lower()
        if typed in YES:
            return default
        return TypedWord.AGAIN if typed in ("", "n", "no") else read_answer(typed, self.table.options)

    def _word(self, word: TypedWord, offer: Offer | None = None) -> None:
        """Obey a word that was typed instead of a wager or an answer."""
        table = self.table
        match word:
            case TypedWord.QUIT:
                if offer is None or self._ask(f"{table.leaving_costs()} y/N", "").strip().lower() in (*YES, "q"):
                    raise Left
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

    def _refuse(self, refused: Refused) -> None:
        self._refused += 1
        self._say(refused.reason)
        if self._refused >= MOST_REFUSED and not sys.stdin.isatty():
            raise Refused("bad-input", f"{MOST_REFUSED} lines in a row made no sense: this is no player")

    def _tell(self, events: Iterable[Event]) -> None:
        """Show what happened as far as this seat may see it; where bots play everything, all of it."""
        if self._json_to:
            self._json_to.writelines(json.dumps(one.as_data(), ensure_ascii=False) + "\n" for one in events)
            return
        self.screen.lines(tell(events, self.table.manner, self._heard), 4)
        self._heard = []

    def _say(self, words: str) -> None:
        self.screen.line((words, "yellow"), indent=2)

    def _note(self, words: str) -> None:
        if not self._json_to:
            self.screen.line("  ", (words, ""), indent=4)

    def _head(self) -> None:
        if not self._json_to:
            self.screen.line("")
            number = self.table.session.rounds + 1
            self.screen.line((f"{self.table.game.title}, round {number}", "bold underline"))

    def _picture(self) -> None:
        if not self._json_to:
            session = self.table.session
            held = {seat: session.held(seat) for seat in session.seats}
            self.screen.lines(describe(self.table.layout, held, self.table.you, self.table.totals()), 4)

    def _farewell(self) -> None:
        if self._json_to:
            return
        self.screen.line("")
        for line in self.table.farewell():
            if "pitboss replay" in line:
                self.screen.file.write(f"{line}\n")  # unbroken, so that it can be copied
            else:
                self.screen.line(line, indent=2)
