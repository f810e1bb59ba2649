"""Full-screen replay of saved rounds, step by step in both directions, with the price of every answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from pitboss.play.records.ledger import purses
from pitboss.play.steps import Event, Seat
from pitboss.play.view import seen_by, view
from pitboss.play.words import capital
from pitboss.table.finished_round import Decision, decisions_of
from pitboss.terminal.full.betting import button, settled_spots
from pitboss.terminal.full.character_felt import View
from pitboss.terminal.full.face import SIDE_WIDTH, FullFace
from pitboss.terminal.play.coach import HintWorker, in_dollars
from pitboss.terminal.play.narrate import NarrationStyle, event_lines, past, result_line
from pitboss.terminal.play.prompts import pay_lines
from pitboss.terminal.play.replay import read_round
from pitboss.terminal.play.shown_layout import ShownLayout
from pitboss.terminal.screen import Line


class ReplayApp(FullFace):
    """A replay of rounds, motion by motion, forwards and backwards."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter", "go(1)", "on", key_display="→"),
        Binding("left,backspace", "go(-1)", "back", key_display="←"),
        Binding("down,n,pagedown", "round(1)", "next round", key_display="↓"),
        Binding("up,p,pageup", "round(-1)", "round before", key_display="↑"),
        Binding("d", "decision", "next decision", key_display="d"),
        Binding("s", "seat", "seat", key_display="s"),
        Binding("o", "open", "all cards", key_display="o"),
        Binding("q,escape", "leave_now", "leave", key_display="q"),
    ]

    def __init__(self, texts: Sequence[str], *, motions: bool = False, rulings: bool = False) -> None:
        super().__init__()
        self._texts = texts
        self._motions, self._rulings, self._is_open = motions, rulings, False
        self.number = self.at = 0
        self._worker = HintWorker()
        self._waits = False

    def on_mount(self) -> None:
        self.call_after_refresh(lambda: self.attempt(lambda: self.action_round(0)))

    def on_unmount(self) -> None:
        self._worker.close()

    def action_round(self, by: int) -> None:
        if not 0 <= self.number + by < len(self._texts):
            self.say("This is the last round." if by > 0 else "This is the first round.")
            return
        self.number += by
        self.at = 0
        self.record, self.dealt = read_round(self._texts[self.number], f"record {self.number + 1}")
        self.decisions = {len(decision.events): decision for decision in decisions_of(self.record)}
        self.seats = tuple(self.record.wagers)
        self.seat = self.seats[0]
        self.lay(self.record.game, self.record.rules)
        self.say("")
        self.draw()

    def action_go(self, by: int) -> None:
        """Go one motion forwards or back, skipping routine motions unless they are shown."""
        events, here = self.dealt.events, self.at
        while 0 <= here + by <= len(events):
            here += by
            if here in (0, len(events)) or here in self.decisions or self._motions or not events[here - 1].is_routine:
                break
        if here == self.at:
            self.action_round(by) if by > 0 else self.say("This is where the round begins.")
            return
        self.at = here
        self.draw()

    def action_decision(self) -> None:
        later = [place for place in self.decisions if place > self.at]
        self.at = min(later, default=len(self.dealt.events))
        self.draw()

    def action_seat(self) -> None:
        self.seat = self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)]
        self.draw()

    def action_open(self) -> None:
        self._is_open = not self._is_open
        self.draw()

    def action_motions(self) -> None:
        """Switch between stopping at every motion of the dealer and skipping routine ones."""
        self._motions = not self._motions
        self.draw()

    @property
    def decision(self) -> Decision | None:
        """The question at the current position, if any."""
        return self.decisions.get(self.at)

    @property
    def asked(self) -> Seat | None:
        """The seat whose answer is shown: the selected one if it was asked, otherwise the first that was."""
        if self.decision is None:
            return None
        options = self.decision.offer.options
        return self.seat if self.seat in options else next(iter(options))

    def draw(self) -> None:
        self._start_pricing()
        here = self.dealt.events[: self.at]
        seen = list(here) if self._is_open else [seen_by(event, self.seat) for event in here]
        layout = ShownLayout()
        layout.lay_board(self.record.board)
        for event in seen:
            layout.see(event)
        self.felt.show(self._view(layout, seen))
        lines = list(pay_lines(self.record.game, self.record.rules, layout, seen, self.seat, SIDE_WIDTH))
        self.show_pays(lines)
        style = NarrationStyle(self.record.game.words(self.record.rules, self.seat), self._motions, self._rulings)
        story = list(event_lines(seen, style))
        if self.at == len(self.dealt.events):
            story.append(result_line(past(self.number + 1, self.record, self.dealt), self.seat))
        self.show_log(story)
        self._draw_question()

    def _draw_question(self) -> None:
        head = f" {self.record.game.title}, record {self.number + 1} of {len(self._texts)}, seat {self.seat}"
        self.show_text("head", Text(f"{head}, motion {self.at} of {len(self.dealt.events)}", "bold"))
        decision, asked = self.decision, self.asked
        if decision is None or asked is None:
            end = "The round is over: → goes on to the next." if self.at == len(self.dealt.events) else "→ goes on."
            self.show_text("question", Text(end))
            self.offer_choices([])
            return
        options, prices = decision.offer.options[asked], self._worker.known()
        answer = decision.answers.get(asked, options[0].name)
        answered: Line = [(f"Seat {asked}: {capital(decision.offer.about)}? ", "bold"), f"Answer: {answer}."]
        if prices is not None and answer in prices.cents:
            cost = prices.cost(answer)
            judged = "The best answer" if not cost else f"Costs {in_dollars(cost)} on average; best is {prices.best}"
            answered += [(f" {judged}.", "green" if not cost else "yellow")]
        elif self._worker.is_pricing:
            answered += [(" Working out what each costs…", "dim")]
        self.show_text("question", Text.assemble(*answered))
        buttons = [
            (option.name, button(number, capital(option.words), option, option.cost, prices))
            for number, option in enumerate(options, 1)
        ]
        self.offer_choices(buttons)

    def _start_pricing(self) -> None:
        self._waits = self.decision is not None and self.asked is not None
        if self.decision is not None and self.asked is not None:
            seen, offer = view(self.decision.events, self.asked), self.decision.offer
            self._worker.price(self.record.game.name, self.record.rules, seen, offer, self.asked)

    def look(self) -> None:
        """Show prices that are now available."""
        if self._waits and not self._worker.is_pricing:
            self._waits = False
            self._draw_question()

    def _view(self, layout: ShownLayout, seen: Sequence[Event]) -> View:
        gained = purses(seen, self.record.game.tokes(self.record.rules))[0]
        asked = tuple(self.decision.offer.options) if self.decision else ()
        assert self.plan is not None
        totals = self.record.game.totals
        return View(
            layout, self.seats, self.seat, gained, asked, self.motto,
            spots=settled_spots(self.plan, self.record.rules, layout, self.seat),
            totals=totals(self.record.rules, layout.cards, self.seat) if totals else None,
            four_colours=self.four_colours, seat_places=self.plan.seat_places,
        )  # fmt: skip
