"""A round on the full screen: bets, dealing at a pace, questions, answers, results."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from rich.text import Text
from textual.timer import Timer

from pitboss.money import show_money
from pitboss.play.records.ledger import purses
from pitboss.play.steps import Event, Offer, Option, Seat
from pitboss.play.words import capital
from pitboss.table.session import Session
from pitboss.terminal.full.character_felt import View
from pitboss.terminal.full.chip_betting import Betting
from pitboss.terminal.full.face import SIDE_WIDE, FullFace
from pitboss.terminal.full.option_choices import chip_rack, option_choices, spot_views
from pitboss.terminal.full.pace import Pace, pause_seconds
from pitboss.terminal.full.widgets import Sure
from pitboss.terminal.play.coach import Coach
from pitboss.terminal.play.game_view import Playing, Tastes
from pitboss.terminal.play.narrate import outcome, result_line, signed, tell
from pitboss.terminal.play.picked_up import ShownPlace

LOOK_SECONDS = 0.15
"""Time between two looks whether a hint is ready."""


class RoundScreen(FullFace):
    """The rounds of one player at a table of bots."""

    def __init__(self, session: Session, you: Seat, tastes: Tastes, rounds: int | None = None) -> None:
        super().__init__()
        self.table = Playing(session, you, tastes, ShownPlace())
        self._rounds = rounds
        self.pace = Pace(tastes.pace)
        self.hints = False
        self.betting: Betting | None = None
        self.offer: Offer | None = None
        self._waiting: deque[Event] = deque()
        """Events that have happened and are not shown yet."""
        self._shown: list[Event] = []
        self._batch: list[Event] = []
        self._log_start = 0
        self._then: Callable[[], None] = self.next_round
        self._pause: Timer | None = None
        self._held: dict[Seat, int] = {}
        self._heard: list[tuple[Seat, str]] = []
        self._waits_for_hint = False

    @property
    def coach(self) -> Coach:
        """The coach of the table."""
        return self.table.coach

    def on_mount(self) -> None:
        """Sit down."""
        self.lay(self.table.game, self.table.session.rules)
        self.set_interval(LOOK_SECONDS, lambda: self.guard(self._look_for_hints))
        self.fit(*self.size)
        self.call_after_refresh(lambda: self.attempt(self.next_round))

    def on_unmount(self) -> None:
        """Stop the hint worker."""
        self.coach.close()

    def next_round(self) -> None:
        """Open the next round for bets, or leave after the last one."""
        done = self._rounds is not None and self.table.session.rounds >= self._rounds
        if done or self.table.is_broke:
            self.exit()
            return
        happened = self.table.open()
        self._shown = []
        self._held = {seat: self.table.session.held(seat) for seat in self.table.session.seats}
        self._show(happened, self._take_bets)

    def _take_bets(self) -> None:
        self.betting = Betting(self.table)
        self.say(f"Round {self.table.session.rounds + 1}: place your bets.")
        self.draw(afresh=True)

    def deal(self) -> None:
        """Take the wagers and deal to the first question, or to the end."""
        assert self.betting is not None
        placed = {} if self.betting.sits_out else self.betting.placed
        self.betting.sits_out = False
        if placed:
            self.table.check(placed)
        if not self.table.bet(placed):
            self.say("Nobody bets, and no card is dealt.")
            return
        self.betting = None
        self.say("")
        self.go_on()

    def go_on(self) -> None:
        """Show what happens up to the next question, or to the end of the round."""
        self.offer = None
        offer = self.table.next_offer()
        self._show(self.table.unseen(), lambda: self._ask(offer))

    def _show(self, events: Iterable[Event], then: Callable[[], None]) -> None:
        """Show events one after another at the player's pace, then go on."""
        self._waiting.extend(events)
        self._batch, self._log_start, self._then = [], len(self.log_lines), then
        self.draw(afresh=True)
        self._show_next()

    def _show_next(self) -> None:
        self._pause = None
        while self._waiting:
            event = self._waiting.popleft()
            self.table.layout.see(event)
            self._shown.append(event)
            self._batch.append(event)
            if seconds := pause_seconds(event, self.table.you, self.pace):
                self._draw_batch()
                self._pause = self.set_timer(seconds, lambda: self.guard(self._show_next))
                return
        self._draw_batch()
        self._heard = []
        self._then()

    @property
    def is_showing(self) -> bool:
        """Whether the dealer's hands are still moving."""
        return self._pause is not None

    def skip(self) -> None:
        """Show all that is waiting now."""
        if self._pause is not None:
            self._pause.stop()
        for event in self._waiting:
            self.table.layout.see(event)
        self._shown += self._waiting
        self._batch += self._waiting
        self._waiting.clear()
        self._show_next()

    def _draw_batch(self) -> None:
        lines = list(tell(self._batch, self.table.manner, self._heard))
        self.log_lines = self.log_lines[: self._log_start]
        self.add(lines)
        self._log_start = len(self.log_lines) - len(lines)
        self.show_text("head", self._head())
        self.felt.show(self.view())
        self._draw_pays()

    def _ask(self, offer: Offer | None) -> None:
        self.offer = offer
        self._waits_for_hint = offer is not None
        if offer is None:
            self._close()
        else:
            self._heard = self.table.others_said()
            self.add([[f"  {self.table.words.answer(seat, answer)}."] for seat, answer in self._heard])
            if self.table.keeps_score or self.hints:
                self.coach.think()
        self.draw(afresh=True)

    def _close(self) -> None:
        past = self.table.close()
        self.add([result_line(past, self.table.you)])
        self.note = [*self.note, *([" "] if self.note else []), *outcome(past, self.table.you)]

    def answer(self, option: Option) -> None:
        """Give an answer; with a coach, wait until its price is known, without blocking the screen."""
        if self.table.tastes.coach and self.coach.is_thinking:
            self.say(f"{self.table.label(option)}: working out the price…")
            asked = self.offer
            self.set_timer(
                LOOK_SECONDS, lambda: self.attempt(lambda: self.answer(option) if self.offer is asked else None)
            )
            return
        self.say(self.table.say(option))
        self.go_on()

    def answer_default(self) -> None:
        """Give the answer that Enter stands for; ask first if that gives something up."""
        default, doubt = self.table.default, self.table.doubt()

        def settle(sure: bool | None) -> None:
            if sure:
                self.attempt(lambda: self.answer(default))

        if doubt:
            self.push_screen(Sure(doubt), settle)
        else:
            self.answer(default)

    def take_back(self) -> None:
        """Take back the last answer, or the last chip."""
        if self.betting is not None:
            self.betting.undo()
            self.draw()
            return
        self.say(self.table.take_back())
        self._shown = list(self.table.seen)
        self.go_on()

    def _look_for_hints(self) -> None:
        if self.coach.look() or (self.hints and self.offer is not None and self._waits_for_hint):
            self._waits_for_hint = self.coach.is_thinking
            self.draw()

    def view(self) -> View:
        """Return what is on the felt now."""
        table, session = self.table, self.table.session
        assert isinstance(table.layout, ShownPlace)
        assert self.plan is not None
        gained = purses(self._shown, table.game.tokes(session.rules))[0]
        held = {seat: before + gained.get(seat, 0) for seat, before in self._held.items()}
        if self.betting is not None and table.you is not None:
            held[table.you] -= sum(self.betting.placed.values())
        asked = tuple(self.offer.options) if self.offer else ()
        spots = spot_views(self.plan, table, self.betting)
        totals = table.totals()
        return View(
            table.layout, session.seats, table.you, held, asked, self.motto, None, spots, totals, self.four_colours
        )

    def draw(self, *, afresh: bool = False) -> None:
        """Draw everything as it is now; `afresh` if other things may be chosen than before."""
        self.show_text("head", self._head())
        self.felt.show(self.view())
        self.show_text("question", self._question())
        self.show_text("note", Text.assemble(*self.note))
        self._draw_pays()
        self.offer_choices(self._choices(), afresh=afresh)
        self.refresh_bindings()

    def _draw_pays(self) -> None:
        lines = self.table.pay_lines(self._shown, SIDE_WIDE)
        self.show_text("pays", Text("\n").join(Text.assemble(*line) for line in lines))

    def _head(self) -> Text:
        you = self.table.you
        assert you is not None
        won = sum(past.gained.get(you, 0) for past in self.table.history)
        held = (f" {show_money(self.view().held[you])}", "bold green")
        result = f" ({signed(won)})" if self.table.history else ""
        line = self.coach.score.line()
        return Text.assemble(held, result, (f"  {self.table.game.title}", "bold"), f"   {line}" if line else "")

    def _question(self) -> Text:
        if self.offer is not None:
            working = "  (working out what each costs…)" if self.hints and self.coach.is_thinking else ""
            return Text.assemble((f"{capital(self.offer.about)}?", "bold"), (working, "dim"))
        if self.betting is not None:
            return chip_rack(self.betting)
        return Text("Any key skips." if self.is_showing or self._waiting else "The round is over.", "dim")

    def _choices(self) -> list[tuple[str, Text]]:
        if self.offer is not None:
            return option_choices(self.table, self.coach.known() if self.hints else None)
        if self.betting is not None:
            return [("deal", Text(" Enter  Deal", "bold")), ("sit", Text(" s  Sit out")),
                    ("again", Text(" r  Same bets")), ("clear", Text(" c  Clear"))]  # fmt: skip
        return [] if self.is_showing or self._waiting else [("next", Text(" Enter  Next round", "bold"))]
