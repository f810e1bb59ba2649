"""
Lessons in which the trainee deals a real round, motion by motion.

    lesson = Lesson(game, rules, seed=7, level=Level.GUIDED)
    show(lesson.begin())                    # events: shuffle, wagers ...
    while ask := lesson.asks:               # what the trainee is asked now
        verdict = lesson.answer(name)       # a choice's name; a payout in cents or {chip: how many}
        show(verdict.words, verdict.clause, verdict.cost, verdict.events)
    lesson.score()

A wrong answer is explained and the same question is asked again. A right one returns the events that follow, up to
the dealer's next motion.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import replace

from pitboss.cards import signs
from pitboss.games.procedure import procedure_of
from pitboss.money import Cents, show_money
from pitboss.play.game import Game
from pitboss.play.layout import TableLayout
from pitboss.play.records.ledger import net
from pitboss.play.records.record import Record
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Answered, Event, Offered, Returned, Voided
from pitboss.school.lessons import calls
from pitboss.school.lessons.dealer_steps import Step, joined, steps_of
from pitboss.school.lessons.incidents import MISDEAL, incidents
from pitboss.school.lessons.lesson_ask import HEADS, PACE, TIMED, AskKind, Choice, LessonAsk, Level, Mistake, Verdict
from pitboss.school.lessons.plausible_motions import (
    MAX_BEGINNER_CHOICES,
    MAX_CHOICES,
    ask_motion,
    comes_later,
    is_other_bet,
    why_wrong,
)
from pitboss.school.lessons.settling import ask_payout, in_order, worth_of
from pitboss.school.practice_rounds import play
from pitboss.school.table_in_words import titles_of
from pitboss.table.seal.shoe import Shoe

LATE = 10
"""One in `LATE` seeds deals the first round of a second shoe; one in `LATE` deals the round with the cut card."""
BEGINS = (Level.WATCH, Level.GUIDED)
"""Beginners' levels: hints, few choices, and motions that belong together joined into one step."""
SEATS = {Level.WATCH: 2, Level.GUIDED: 2}
"""The maximum number of seats at beginners' levels: three would make a first round too long."""
CALL_IT = "Call the total."
NEW = "New: "
"""The prefix of a hint for a motion that no lesson has shown yet; it is given once."""
GivenAnswer = str | int | Mapping[int, int]
"""An answer: a choice's name, or a payout in cents or in chips by value."""


class Lesson:
    """One round dealt by a trainee at a table of bots."""

    def __init__(
        self, game: Game, rules: Any, seed: int, level: Level = Level.GUIDED, seats: int | None = None,
        misbehaviour: Mapping[str, Sequence[LessonAsk]] | None = None, met: Collection[str] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.level = game, level
        self._met = None if met is None else set(met)
        """The motions the trainee has seen, which need no hint at the level `alone`; None turns these hints off."""
        self._rng = Random(f"lesson {game.name} {seed}")
        opening, self.round = _dealt(game, rules, self._rng, seats or SEATS.get(level, 3), which=seed % LATE)
        self.events = (*opening, *self.round.events)
        """All events of the round, the opening of the shoe first."""
        procedure = procedure_of(game.name)
        self._steps = steps_of(game, self.events)
        if level in BEGINS:
            self._steps = joined(procedure, self._steps)
        acts_up = incidents(self.round, self._rng) if level is Level.ACT_UP else {}
        self._incidents = {name: list(asks) for name, asks in (misbehaviour or acts_up).items()}
        self._at = self._events_shown = 0
        self._asks: list[LessonAsk] = []
        self.shown_events: list[Event] = []
        """All events so far, with every card face up."""
        self.mistakes: list[Mistake] = []
        self.motions: list[tuple[str, bool, float]] = []
        """For each motion asked: its name, whether the answer was right, and its seconds. Empty at level `watch`."""
        self._has_failed = False
        """Whether the current question was already answered wrong: another wrong try is not a second mistake."""
        self.answered = 0
        self.seconds = 0.0
        self.void_reason: str | None = None
        """The reason for a misdeal called by the trainee, if any."""

    def begin(self) -> tuple[Event, ...]:
        """Return the events before the dealer's first motion, and ask for it."""
        events = self._players()
        self.shown_events.extend(events)
        self._ask_next()
        return events

    @property
    def asks(self) -> LessonAsk | None:
        """The current question; None once the round is over."""
        return self._asks[0] if self._asks else None

    @property
    def shown(self) -> set[str]:
        """The names of the dealer's motions so far."""
        return {name for step in self._steps[: self._at] if step.is_dealers for name in step.names}

    @property
    def is_over(self) -> bool:
        """Whether every motion of the round was made."""
        return not self._asks and self._at >= len(self._steps)

    @property
    def record(self) -> Record:
        """The record of the round, ended by a misdeal with its reason if one was called."""
        whole = self.round.record
        if self.void_reason is None:
            return whole
        kinds = [type(event) for event in self.shown_events if isinstance(event, (Offered, Answered))]
        answered = sum(pair == (Offered, Answered) for pair in pairwise(kinds))
        return replace(whole, void=self.void_reason, answers=tuple(whole.answers or ())[:answered])

    def answer(self, answer: GivenAnswer, seconds: float = 0.0) -> Verdict:
        """Judge an answer. Raise `Refused` for an invalid one, which changes nothing."""
        ask = self.asks
        if ask is None:
            raise Refused("nothing-asked", "no question is open: the round is over")
        name, is_first = _as_name(ask, answer), not self._has_failed
        self.answered += is_first
        self.seconds += seconds
        if is_first and ask.kind is AskKind.MOTION and self.level is not Level.WATCH:
            self.motions.append((ask.right.partition(":")[0], name == ask.right, seconds))
        if name != ask.right:
            return self._wrong(ask, name)
        late = is_first and self.level in TIMED and seconds > ask.target_seconds
        if late:
            self.mistakes.append(_too_late(ask, seconds))
        self._asks.pop(0)
        self._has_failed = False
        if name == MISDEAL.name:
            return Verdict(True, ask.reason, ask.clause, events=self._void(ask.words), late=late)
        learns = self._learns() if ask.kind is AskKind.MOTION else ""
        called = calls.total_called(self._steps[self._at], ask)
        events = self._lay(self._asks[0].events_before) if self._asks else self._go_on()
        return Verdict(True, ask.reason, ask.clause, events=events, late=late, learns=learns, called=called)

    def score(self) -> dict[str, object]:
        """Return the answers, the mistakes by category, their cost and the time."""
        names = (*HEADS.values(), *((PACE,) if self.level in TIMED else ()))
        heads = {head: sum(1 for mistake in self.mistakes if mistake.head == head) for head in names}
        cost = sum(mistake.cost for mistake in self.mistakes)
        return {"answers": self.answered, "mistakes": heads, "cost": cost, "seconds": self.seconds}

    def _wrong(self, ask: LessonAsk, name: str) -> Verdict:
        cost = Cents(ask.costs.get(name, 0))
        if ask.kind is AskKind.PAYOUT:
            cost = Cents(abs(int(name) - int(ask.right)))
            given, right = show_money(int(name)), show_money(int(ask.right))
            words = (
                f"Not {given}: {ask.reason} {show_money(cost)} {'too much' if name_over(ask, name) else 'too little'}."
            )
        else:
            choice = next(choice for choice in ask.choices if choice.name == name)
            given = choice.words
            right = next(choice.words for choice in ask.choices if choice.name == ask.right)
            words = self._why(ask, choice, cost) if ask.kind is AskKind.MOTION else ask.reason
        if not self._has_failed:
            self.mistakes.append(Mistake(HEADS[ask.kind], ask.words, given, right, ask.clause, cost))
        self._has_failed = True
        return Verdict(False, words, ask.clause, cost)

    def _void(self, happened: str) -> tuple[Event, ...]:
        """End the round with a misdeal: every stake goes back as it was bet (C-4, C-11)."""
        self.void_reason = f"misdeal, called by the dealer: {happened[:1].lower()}{happened[1:].removesuffix('.')}"
        back = [
            Returned(seat, bet, Cents(-cents), motion="give-back")
            for seat, bets in net(self.shown_events).items()
            for bet, cents in bets.items()
        ]
        events = (Voided(self.void_reason, motion="void"), *back)
        self._asks, self._at = [], len(self._steps)
        self.shown_events.extend(events)
        return events

    def _why(self, ask: LessonAsk, chosen: Choice, cost: Cents) -> str:
        order = procedure_of(self.game.name).settles if is_other_bet(ask, chosen) else ""
        return why_wrong(ask, chosen, cost, order, comes=comes_later(self._steps, self._at, chosen))

    def _learns(self) -> str:
        """Return information that only the dealer gains by this motion, such as the hole card."""
        motions = procedure_of(self.game.name)
        names = [name for name in self._steps[self._at].names if name in motions]
        place = next((motions[name].sees for name in names if motions[name].sees), "")
        if not place:
            return ""
        table = TableLayout()
        for event in self.shown_events:
            table.see(event)
        return f"Your {place.replace('-', ' ')} is {signs(table.cards[None, place])}."

    def _go_on(self) -> tuple[Event, ...]:
        """Complete the motion, then let the players act up to the dealer's next one."""
        events = self._lay(len(self._steps[self._at].events))
        self._at, self._events_shown = self._at + 1, 0
        players = self._players()
        self.shown_events.extend(players)
        self._ask_next()
        return (*events, *players)

    def _lay(self, count: int) -> tuple[Event, ...]:
        """Show the first `count` events of the motion, except those already shown."""
        events = self._steps[self._at].events[self._events_shown : count]
        self._events_shown += len(events)
        self.shown_events.extend(events)
        return events

    def _players(self) -> tuple[Event, ...]:
        events: list[Event] = []
        while self._at < len(self._steps) and not self._steps[self._at].is_dealers:
            events += self._steps[self._at].events
            self._at += 1
        return tuple(events)

    def _ask_next(self) -> None:
        """Queue the questions of the next step: an incident, the motion, a call, a payout."""
        if self._at >= len(self._steps):
            return
        step = self._steps[self._at]
        self._asks += map(self._helped, self._incidents.pop(step.motion.motion, []))
        most = MAX_BEGINNER_CHOICES if self.level in BEGINS else MAX_CHOICES
        procedure = procedure_of(self.game.name)
        ask = ask_motion(procedure, self._steps, self._at, self._rng, most, titles_of(self.game))
        ask = in_order(procedure, ask, self._steps, self._at, self.level)
        called, paid = (
            [*calls.calls_of(step, self.shown_events, self._rng)],
            [*ask_payout(step, with_odds=self.level in BEGINS)],
        )
        if self.level is Level.WATCH:
            total = [CALL_IT] if any(calls.total_called(step, call) for call in called) else []
            self._asks.append(replace(ask, reason=" ".join([ask.reason, *total, *(one.reason for one in paid)])))
        else:
            self._asks += map(self._helped, (ask, *called, *paid))
            self._hint_at_new_motion(step)

    def _hint_at_new_motion(self, step: Step) -> None:
        """At the level `alone`, add a hint to a motion that no lesson has shown before."""
        if self._met is None or self.level is not Level.ALONE:
            return
        name, why = step.motion.motion, step.motion.why
        if name not in self._met and why:
            asks = enumerate(self._asks)
            place = next(place for place, ask in asks if ask.kind is AskKind.MOTION)
            self._asks[place] = replace(self._asks[place], hint=f"{NEW}{why}.")
        self._met.add(name)

    def _helped(self, ask: LessonAsk) -> LessonAsk:
        """Remove the hint unless the level gives one."""
        return ask if self.level in BEGINS else replace(ask, hint="")


def _too_late(ask: LessonAsk, seconds: float) -> Mistake:
    """Return the mistake of a right answer that came late."""
    given = f"the right answer after {seconds:.1f} s"
    return Mistake(PACE, ask.words, given, f"within {ask.target_seconds:g} s", ask.clause, Cents(0))


def name_over(ask: LessonAsk, name: str) -> bool:
    """Return whether a payout was too high."""
    return int(name) > int(ask.right)


def _as_name(ask: LessonAsk, answer: GivenAnswer) -> str:
    """Return the name of the choice, or a payout's cents as text."""
    if ask.kind is AskKind.PAYOUT:
        if isinstance(answer, Mapping):
            return str(worth_of(answer))
        if isinstance(answer, int) or answer.isdigit():
            return str(int(answer))
        raise Refused("not-an-amount", f"{answer!r} is not an amount: give cents, or chips by value")
    names = [choice.name for choice in ask.choices]
    if answer not in names:
        raise Refused("no-such-answer", f"{answer!r} is not one of the choices: {', '.join(names)}")
    return str(answer)


def _dealt(game: Game, rules: Any, rng: Random, seats: int, *, which: int) -> tuple[tuple[Event, ...], Round]:
    """Play a round in advance, since bots do not depend on the dealer; for some seeds, one late in the shoe."""
    shoe, shuffles = Shoe(game, rules, rng), 0
    has_shoe = game.cut_card is not None
    while True:
        opening, dealt = shoe.open_round()
        shuffles += bool(opening)
        wanted = (
            not has_shoe or which not in (0, 1) or (which == 0 and shuffles > 1) or (which == 1 and _is_last(dealt))
        )
        if wanted and play(dealt, rng, seats):
            return opening, dealt
        if not wanted:
            play(dealt, rng, seats)
        shoe.take_back(dealt)


def _is_last(dealt: Round) -> bool:
    """Return whether the cut card comes out in this round."""
    assert dealt.game.cut_card is not None
    least = 1 if dealt.game.board_size else 4
    return len(dealt.pack) - dealt.game.cut_card(dealt.rules) < least


__all__ = ["AskKind", "Choice", "Lesson", "LessonAsk", "Level", "Mistake", "Verdict"]
