"""A round on the full screen: bets, questions, answers, results, and how it all is drawn."""

from __future__ import annotations

from rich.text import Text

from pitboss.money import show_money
from pitboss.play.steps import Event, Offer, Option, Seat
from pitboss.play.words import capital
from pitboss.table.session import Session
from pitboss.terminal.full.character_felt import View
from pitboss.terminal.full.chip_betting import Betting
from pitboss.terminal.full.face import FullFace
from pitboss.terminal.full.option_choices import next_round_choice, option_choices, outcome
from pitboss.terminal.full.widgets import Sure
from pitboss.terminal.play.coach import Coach
from pitboss.terminal.play.game_view import Playing
from pitboss.terminal.play.narrate import Manner, result_line, signed, tell
from pitboss.terminal.play.picked_up import ShownPlace
from pitboss.terminal.play.table_loop import Tastes

LOOKS = 0.15
"""Seconds between two looks whether a hint is worked out."""


class Dealing(FullFace):
    """The rounds of one player at a table of bots."""

    def __init__(self, session: Session, you: Seat, tastes: Tastes, rounds: int | None = None) -> None:
        super().__init__()
        self.table = Playing(session, you, ShownPlace())
        self.coach = Coach(self.table)
        self.tastes, self._rounds = tastes, rounds
        self.hints = False
        self.manner = Manner(self.table.words, tastes.motions, tastes.rulings)
        self.betting: Betting | None = None
        self.offer: Offer | None = None
        self._heard: list[tuple[Seat, str]] = []
        self._waits = False

    def on_mount(self) -> None:
        """Sit down."""
        self.lay(self.table.game, self.table.session.rules)
        self.set_interval(LOOKS, self._look_for_hints)
        self.fit(*self.size)
        self.next_round()

    def on_unmount(self) -> None:
        """Stop thinking."""
        self.coach.close()

    def next_round(self) -> None:
        """The dealer gets ready, and the player bets; or it is over."""
        done = self._rounds is not None and self.table.session.rounds >= self._rounds
        if done or self.table.is_broke:
            self.exit()
            return
        self._tell(self.table.open())
        self.betting = Betting(self.table)
        self.say(f"Round {self.table.session.rounds + 1}: place your bets.")
        self.draw(afresh=True)

    def deal(self) -> None:
        """Take the wagers and deal to the first question, or to the end."""
        assert self.betting is not None
        placed = {} if self.betting.sits_out else self.betting.placed
        if placed:
            self.table.check(placed)
        if not self.table.bet(placed):
            self.betting.sits_out = False
            self.say("Nobody bets, and no card is dealt.")
            return
        self.betting = None
        self.say("")
        self.go_on()

    def go_on(self) -> None:
        """To the next question, or to the end of the round."""
        self.offer = self.table.next_offer()
        self._tell(self.table.news())
        if self.offer is None:
            self._close()
        else:
            self._heard = self.table.others_said()
            self.add([[f"  Seat {seat}: {answer}."] for seat, answer in self._heard])
            if self.hints or self.tastes.coach:
                self.coach.think()
        self.draw(afresh=True)

    def _close(self) -> None:
        past = self.table.close()
        if self.tastes.save_to:
            self.tastes.save_to.write(past.record.as_json() + "\n")
            self.tastes.save_to.flush()
        self.add([result_line(past, self.table.you)])
        self.note = [*self.note, *([" "] if self.note else []), *outcome(past, self.table.you)]

    def answer(self, option: Option) -> None:
        """The player answers; a coach who is still thinking is waited for, and nothing stands still meanwhile."""
        if self.tastes.coach and self.coach.is_thinking:
            self.say(f"{option.name}: working out what that is worth…")
            asked = self.offer
            self.set_timer(LOOKS, lambda: self.answer(option) if self.offer is asked else None)
            return
        worth = self.coach.known() if self.tastes.coach else None
        self.table.say(option)
        self.say(self.coach.judge(worth, option.name) if self.tastes.coach else "")
        self.go_on()

    def silent(self) -> None:
        """Enter at a question: what silence means, after a question where that gives something up."""
        assert self.offer is not None
        first, given_up = self.table.options[0], self.table.gives_up()
        if given_up is None:
            self.answer(first)
            return
        question = f"{capital(self.offer.about)}: {first.words}, rather than {given_up.words}?"
        self.push_screen(Sure(question), lambda sure: self.answer(first) if sure else None)

    def _look_for_hints(self) -> None:
        if self.hints and self.offer is not None and (self.coach.is_thinking or self._waits):
            self._waits = self.coach.is_thinking
            self.draw()

    def _tell(self, happened: list[Event]) -> None:
        self.add(list(tell(happened, self.manner, self._heard)))
        self._heard = []

    def view(self) -> View:
        """What lies on the felt now."""
        session = self.table.session
        assert isinstance(self.table.layout, ShownPlace)
        held = {seat: session.held(seat) for seat in session.seats}
        titles = {bet.name: bet.title for bet in self.table.bets}
        asked = tuple(self.offer.options) if self.offer else ()
        return View(self.table.layout, session.seats, self.table.you, held, titles, asked, self.motto)

    def draw(self, *, afresh: bool = False) -> None:
        """Everything as it is now; `afresh` where other things may be chosen than before."""
        self.show_text("head", self._head())
        self.show_felt(self.view())
        self.show_text("question", self._question())
        self.show_text("note", Text.assemble(*self.note))
        self.offer_choices(self._choices(), afresh=afresh)

    def _head(self) -> Text:
        won = "" if self.table.is_dealing else f" ({signed(self.table.held - self.table.session.buy_in)})"
        coach = f"   {self.coach.summary()}" if self.coach.decisions else ""
        held = (f" {show_money(self.table.held)}{won}", "bold green")
        return Text.assemble(held, (f"  {self.table.game.title}", "bold"), coach)

    def _question(self) -> Text:
        if self.offer is not None:
            thinking = "  (working out what each is worth…)" if self.hints and self.coach.is_thinking else ""
            return Text.assemble((f"{capital(self.offer.about)}?", "bold"), (thinking, "dim"))
        return self.betting.question() if self.betting is not None else Text("Enter: the next round.", "bold")

    def _choices(self) -> list[tuple[str, Text]]:
        if self.offer is not None:
            worth = self.coach.known() if self.hints else None
            return option_choices(self.table.options, self.table.held, worth)
        return self.betting.choices() if self.betting is not None else next_round_choice()
