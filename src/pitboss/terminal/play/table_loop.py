"""The table in plain lines, for pipes and screen readers: the loop that asks, deals and reports."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TextIO

from pitboss.money import show_money
from pitboss.play.bets import SeatBets
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Option, Seat
from pitboss.play.words import capital
from pitboss.table.session import Session
from pitboss.terminal.analysis.show_rules import show_sheet
from pitboss.terminal.interrupt import Interrupts
from pitboss.terminal.play.coach import Coach
from pitboss.terminal.play.describe import describe, describe_dealer
from pitboss.terminal.play.game_view import Playing
from pitboss.terminal.play.narrate import Manner, result_line, tell
from pitboss.terminal.play.prompts import (
    explain_answers,
    explain_bets,
    list_options,
    show_bets,
    show_prices,
    tell_history,
)
from pitboss.terminal.play.session_score import save, save_worst
from pitboss.terminal.play.typed_answers import TypedWord, read_answer, read_wagers
from pitboss.terminal.screen import Screen

YES = ("y", "yes")
MOST_REFUSED = 100
"""This many answers in a row that make no sense come from no person."""


class Left(Exception):
    """The player got up."""


@dataclass(frozen=True)
class Tastes:
    """Preferences of a session: how much is shown, a coach, the pace of the full screen, and where records go."""

    motions: bool = False
    rulings: bool = False
    coach: bool = False
    score: bool = True
    """Whether answers are priced in the background, for the session's score."""
    pace: str = "normal"
    json_to: TextIO | None = None
    save_to: TextIO | None = None


class Sitting:
    """One player, or none, at a table of bots, shown line by line."""

    def __init__(
        self, session: Session, you: Seat | None, screen: Screen, interrupts: Interrupts, tastes: Tastes
    ) -> None:
        self.table, self.screen, self._interrupts, self._tastes = Playing(session, you), screen, interrupts, tastes
        self._manner = Manner(self.table.words, tastes.motions, tastes.rulings)
        self._coach = Coach(self.table)
        self._house = self._refused = 0
        self._keeps_score = you is not None and (tastes.coach or (tastes.score and sys.stdin.isatty()))
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
            self._coach.close()
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
        self._house += past.house
        if self._keeps_score:
            self._coach.end_round(past)
        if self._tastes.save_to:
            self._tastes.save_to.write(past.record.as_json() + "\n")
            self._tastes.save_to.flush()
        if not self._tastes.json_to:
            self.screen.line(*result_line(past, self.table.you), indent=2)

    def _wagers(self) -> SeatBets:
        if self.table.you is None:
            return {}
        usual = self.table.usual()
        if not self._tastes.json_to:
            for line in describe_dealer(self.table.layout):
                self.screen.line(*line, indent=4)
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
        if self._keeps_score:
            self._coach.think()
        while self.table.session.round.pending is offer:
            self._answer_once(offer, self._ask("Your answer", self.table.default.name))

    def _answer_once(self, offer: Offer, typed: str) -> None:
        try:
            said = read_answer(typed, self.table.options, self.table.default)
            given_up = self.table.gives_up() if not typed.strip() else None
            if given_up is not None and isinstance(said, Option):
                said = self._sure(offer, said, given_up) or TypedWord.AGAIN
            if isinstance(said, Option):
                self._give(said, offer)
            elif said is not TypedWord.AGAIN:
                self._word(said, offer)
        except Refused as refused:
            self._refuse(refused)
        else:
            self._refused = 0

    def _sure(self, offer: Offer, default: Option, given_up: Option) -> Option | TypedWord | None:
        """Ask before Enter gives something up. Another answer is taken as such."""
        label = self.table.label
        typed = self._ask(f"{capital(offer.about)}: {label(default)} instead of {label(given_up)}? y/N", "")
        if typed.strip().lower() in YES:
            return default
        return None if typed.strip().lower() in ("", "n", "no") else read_answer(typed, self.table.options)

    def _give(self, option: Option, offer: Offer) -> None:
        if self._tastes.coach:
            self._coach.wait(self._say)
        judged = self._coach.give(option, offer) if self._keeps_score else ""
        try:
            self.table.say(option)
        except Refused:
            self._coach.take_back()
            raise
        if self._tastes.coach:
            self._note(judged)

    def _word(self, word: TypedWord, offer: Offer | None = None) -> None:
        """What was said instead of a wager or an answer."""
        match word:
            case TypedWord.QUIT:
                self._leave(offer)
            case TypedWord.HELP if offer:
                explain_answers(self.screen, offer.about, self.table)
            case TypedWord.HELP:
                explain_bets(self.screen, self.table.bets)
            case TypedWord.HINT if offer:
                show_prices(self.screen, self._coach.wait(self._say), self.table)
            case TypedWord.HINT:
                self._say(
                    f"There is nothing to answer yet; pitboss odds {self.table.game.name} prints the edge of each bet."
                )
            case TypedWord.RULES:
                show_sheet(self.screen, self.table.game, self.table.session.rules)
            case TypedWord.HISTORY:
                tell_history(self.screen, self.table.history, self.table.you)
            case TypedWord.MOTIONS:
                self._manner = self._manner._replace(motions=not self._manner.motions)
                self._say(f"The dealer's procedure is {'shown' if self._manner.motions else 'left out'} from here on.")
            case TypedWord.UNDO if offer:
                self._say(f"Taken back: {self.table.take_back()}.")
                self._coach.take_back()
            case TypedWord.UNDO:
                self._say("There is nothing to take back before the deal: type other wagers.")

    def _leave(self, offer: Offer | None) -> None:
        if offer is not None:
            typed = self._ask(f"{leaving_costs(self.table.at_stake())} Leave? y/N", "")
            if typed.strip().lower() not in (*YES, "q"):
                return
        raise Left

    def _ask(self, prompt: str, usual: str) -> str:
        if self._tastes.json_to:
            self._tastes.json_to.flush()
        with self._interrupts.asking():
            return self.screen.ask_with(prompt, usual)

    def _refuse(self, refused: Refused) -> None:
        self._refused += 1
        self._say(refused.reason)
        if self._refused >= MOST_REFUSED and not sys.stdin.isatty():
            raise Refused("bad-input", f"{MOST_REFUSED} lines in a row made no sense: this is no player")

    def _tell(self, events: Iterable[Event]) -> None:
        """Show what happened as far as this seat may see it; where bots play everything, all of it."""
        if self._tastes.json_to:
            self._tastes.json_to.writelines(json.dumps(one.as_data(), ensure_ascii=False) + "\n" for one in events)
            return
        for line in tell(events, self._manner, self._heard):
            self.screen.line(*line, indent=4)
        self._heard = []

    def _say(self, words: str) -> None:
        self.screen.line((words, "yellow"), indent=2)

    def _note(self, words: str) -> None:
        if not self._tastes.json_to:
            self.screen.line("  ", (words, ""), indent=4)

    def _head(self) -> None:
        if not self._tastes.json_to:
            self.screen.line("")
            number = self.table.session.rounds + 1
            self.screen.line((f"{self.table.game.title}, round {number}", "bold underline"))

    def _picture(self) -> None:
        if not self._tastes.json_to:
            session = self.table.session
            held = {seat: session.held(seat) for seat in session.seats}
            for line in describe(self.table.layout, held, self.table.you, self.table.totals()):
                self.screen.line(*line, indent=4)

    def _farewell(self) -> None:
        if self._tastes.json_to:
            return
        self.screen.line("")
        for line in farewell(self.table, self._coach, self._house):
            if "pitboss replay" in line:
                self.screen.file.write(f"{line}\n")  # unbroken, so that it can be copied
            else:
                self.screen.line(line, indent=2)


def leaving_costs(stake: int) -> str:
    """Return what a player is told who leaves in the middle of a round."""
    return f"Leaving gives no bet back: your {show_money(stake)} on the table stays in play, with default answers."


def farewell(table: Playing, coach: Coach, house: int = 0) -> list[str]:
    """Return how the session went, and add a player's rounds at a terminal to the user's statistics."""
    lines = [table.farewell(house)]
    if table.you is not None and coach.score.answers:
        lines.append(f"{coach.score.line()}.")
    if worst := coach.score.worst_line():
        lines.append(worst)
    if table.you is not None and sys.stdin.isatty():
        save(coach.score.rounds)
        if path := save_worst(coach.score):
            lines.append(f"Replay it: pitboss replay {path}")
    return lines
