"""Saved rounds stepped through on the full screen, forward and back, with the price of every answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.binding import Binding, BindingType

from pitboss.games import GAMES
from pitboss.play.records.ledger import purses
from pitboss.play.records.record import Record
from pitboss.play.records.record_reader import read_json, read_text
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay_whole
from pitboss.play.steps import Answers, Dealt, Event, Offer, Seat
from pitboss.play.view import seen_by, view
from pitboss.play.words import Words, capital
from pitboss.solving.answers.hint import PricedOptions
from pitboss.terminal.full.character_felt import View
from pitboss.terminal.full.face import SIDE_WIDE, FullFace
from pitboss.terminal.full.option_choices import button, settled_spots
from pitboss.terminal.play.coach import HintWorker
from pitboss.terminal.play.narrate import Manner, is_chore, past, result_line, tell
from pitboss.terminal.play.picked_up import ShownPlace
from pitboss.terminal.play.prompts import pay_lines
from pitboss.terminal.play.session_score import in_dollars
from pitboss.terminal.screen import Line

LOOK_SECONDS = 0.15


class Decision(NamedTuple):
    """A question of a round, and what was answered."""

    offer: Offer
    answers: Answers


def decisions(record: Record) -> dict[int, Decision]:
    """Every question of a round, by how many events came before its answer."""
    dealt = Round.deal(record.game, record.rules, record.pack, record.wagers, board=record.board, gone=record.gone)
    asked: dict[int, Decision] = {}
    for said in record.answers or ():
        if dealt.pending is None:
            break
        asked[len(dealt.events)] = Decision(dealt.pending, said)
        dealt.hear([said])
    return asked


class ReplayApp(FullFace):
    """One round after another, one motion after another, in both directions."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter", "go(1)", "on", key_display="→"),
        Binding("left,backspace", "go(-1)", "back", key_display="←"),
        Binding("down,n,pagedown", "round(1)", "next round", key_display="↓"),
        Binding("up,p,pageup", "round(-1)", "round before", key_display="↑"),
        Binding("d", "decision(1)", "next decision"),
        Binding("s", "seat", "seat"),
        Binding("o", "open", "all cards"),
        Binding("q,escape", "leave_now", "leave"),
    ]

    def __init__(self, texts: Sequence[str], *, motions: bool = False, rulings: bool = False) -> None:
        super().__init__()
        self._texts = texts
        self._motions, self._rulings, self._is_open = motions, rulings, False
        self.number = self.at = 0
        self._worker = HintWorker()
        self._prices: Future[PricedOptions | None] | None = None
        self._waits = False

    def on_mount(self) -> None:
        """Show the first round, before its first card."""
        self.set_interval(LOOK_SECONDS, lambda: self.guard(self._look_for_prices))
        self.fit(*self.size)
        self.call_after_refresh(lambda: self.attempt(lambda: self.action_round(0)))

    def on_unmount(self) -> None:
        """Stop the hint worker."""
        self._worker.close()

    def action_round(self, by: int) -> None:
        """Another round, from its beginning."""
        if not 0 <= self.number + by < len(self._texts):
            self.say("This is the last round." if by > 0 else "This is the first round.")
            return
        self.number += by
        self.at = 0
        text = self._texts[self.number]
        try:
            self.record = read_json(text, GAMES) if text.startswith("{") else read_text(text, GAMES)
            self.dealt = replay_whole(self.record)
        except Refused as refused:
            raise Refused(refused.code, f"record {self.number + 1}: {refused.reason}") from None
        self.decisions: Mapping[int, Decision] = decisions(self.record)
        self.seats = tuple(self.record.wagers)
        self.seat = self.seats[0]
        self.lay(self.record.game, self.record.rules)
        self.say("")
        self.draw()

    def action_go(self, by: int) -> None:
        """One motion on, or back; chores are passed over unless they are asked for."""
        events, here = self.dealt.events, self.at
        while 0 <= here + by <= len(events):
            here += by
            if here in (0, len(events)) or here in self.decisions or self._motions or not is_chore(events[here - 1]):
                break
        if here == self.at:
            self.action_round(by) if by > 0 else self.say("This is where the round begins.")
            return
        self.at = here
        self.draw()

    def action_decision(self, by: int) -> None:
        """On to the next question."""
        later = [place for place in self.decisions if place > self.at]
        self.at = min(later, default=len(self.dealt.events))
        self.draw()

    def action_seat(self) -> None:
        """See it from the next seat."""
        self.seat = self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)]
        self.draw()

    def action_open(self) -> None:
        """All cards face up, or as the seat saw them."""
        self._is_open = not self._is_open
        self.draw()

    def action_motions(self) -> None:
        """Stop at every step of the dealer's procedure, or pass over the routine ones."""
        self._motions = not self._motions
        self.draw()

    @property
    def decision(self) -> Decision | None:
        """The question that stands here."""
        return self.decisions.get(self.at)

    @property
    def asked(self) -> Seat | None:
        """Whose answer is looked at: the seat that is watched, or the first that was asked."""
        offer = self.decision.offer if self.decision else None
        if offer is None:
            return None
        return self.seat if self.seat in offer.options else next(iter(offer.options))

    def draw(self) -> None:
        """Draw the round as it was at this point."""
        self._think()
        seen = self._seen()
        layout = ShownPlace()
        for number, card in enumerate(self.record.board, 1):
            layout.see(Dealt(card, None, f"card-{number}"))
        for event in seen:
            layout.see(event)
        self.felt.show(self._view(layout, seen))
        lines = pay_lines(self.record.game, self.record.rules, layout, seen, self.seat, SIDE_WIDE)
        self.show_text("pays", Text("\n").join(Text.assemble(*line) for line in lines))
        manner = Manner(self._words(), self._motions, self._rulings)
        self.log_lines = list(tell(seen, manner))
        if self.at == len(self.dealt.events):
            self.log_lines.append(result_line(past(self.number + 1, self.record, self.dealt), self.seat))
        self.retell()
        self._draw_desk()

    def _draw_desk(self) -> None:
        head = f" {self.record.game.title}, record {self.number + 1} of {len(self._texts)}, seat {self.seat}"
        self.show_text("head", Text(f"{head}, motion {self.at} of {len(self.dealt.events)}", "bold"))
        decision, asked = self.decision, self.asked
        if decision is None or asked is None:
            end = "The round is over: → goes on to the next." if self.at == len(self.dealt.events) else "→ goes on."
            self.show_text("question", Text(end))
            self.offer_choices([], afresh=False)
            return
        options, prices = decision.offer.options[asked], self._known()
        said = decision.answers.get(asked, options[0].name)
        answered: Line = [(f"Seat {asked}: {capital(decision.offer.about)}? ", "bold"), f"Answer: {said}."]
        if prices is not None and said in prices.cents:
            cost = prices.cost(said)
            judged = "The best answer" if not cost else f"Costs {in_dollars(cost)} on average; best is {prices.best}"
            answered += [(f" {judged}.", "green" if not cost else "yellow")]
        elif self._prices is not None and not self._prices.done():
            answered += [(" Working out what each costs…", "dim")]
        self.show_text("question", Text.assemble(*answered))
        buttons = [
            (option.name, button(number, capital(option.words), option, option.cost, prices))
            for number, option in enumerate(options, 1)
        ]
        self.offer_choices(buttons, afresh=False)

    def _think(self) -> None:
        self._prices, self._waits = None, False
        if self.decision is not None and self.asked is not None:
            seen, offer = view(self.dealt.events[: self.at], self.asked), self.decision.offer
            self._prices = self._worker.price(self.record.game.name, self.record.rules, seen, offer, self.asked)
            self._waits = True

    def _known(self) -> PricedOptions | None:
        return self._prices.result() if self._prices is not None and self._prices.done() else None

    def _look_for_prices(self) -> None:
        if self._waits and self._prices is not None and self._prices.done():
            self._waits = False
            self._draw_desk()

    def _seen(self) -> list[Event]:
        here = self.dealt.events[: self.at]
        return list(here) if self._is_open else [seen_by(event, self.seat) for event in here]

    def _words(self) -> Words:
        return self.record.game.words(self.record.rules, self.seat)

    def _view(self, layout: ShownPlace, seen: Sequence[Event]) -> View:
        gained = purses(seen, self.record.game.tokes(self.record.rules))[0]
        asked = tuple(self.decision.offer.options) if self.decision else ()
        assert self.plan is not None
        totals = self.record.game.totals
        return View(
            layout, self.seats, self.seat, gained, asked, self.motto,
            spots=settled_spots(self.plan, self.record.rules, layout, self.seat),
            totals=totals(self.record.rules, layout.cards, self.seat) if totals else None,
            four_colours=self.four_colours,
        )  # fmt: skip
