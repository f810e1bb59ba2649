"""
Deal it yourself: the trainee is the dealer of a real round, motion by motion.

    lesson = Lesson(game, rules, seed=7, level=Level.GUIDED)
    show(lesson.begin())                    # events: shuffle, wagers ...
    while ask := lesson.asks:               # what the trainee is asked now
        verdict = lesson.answer(name)       # a choice's name; a payout in cents or {chip: how many}
        show(verdict.words, verdict.clause, verdict.cost, verdict.events)
    lesson.score()

A wrong answer is told at once and the same question stands again; a right one hands out the events that follow, up to
the next thing the dealer must do.
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
from pitboss.school.bet_titles import titles_of
from pitboss.school.lessons import calls
from pitboss.school.lessons.dealer_steps import Step, joined, steps_of
from pitboss.school.lessons.incidents import MISDEAL, incidents
from pitboss.school.lessons.lesson_ask import HEADS, PACE, TIMED, AskKind, Choice, LessonAsk, Level, Mistake, Verdict
from pitboss.school.lessons.payout_chips import worth_of
from pitboss.school.lessons.plausible_motions import FEW, MOST, ask_motion, comes_later, is_other_bet, why_wrong
from pitboss.school.lessons.settling import ask_payout, in_order
from pitboss.school.practice_rounds import play
from pitboss.table.seal.shoe import Shoe

LATE = 10
"""Of every few lessons one is the first of a second shoe, and one the last of a first: there the cut card comes."""
BEGINS = (Level.WATCH, Level.GUIDED)
"""Where a trainee begins: with hints, few choices, and motions of one breath as one."""
SEATS = {Level.WATCH: 2, Level.GUIDED: 2}
"""How many play at most where a trainee begins: a round of three takes longer than a first one should."""
CALL_IT = "Call the total."
NEW = "New: "
"""What a hint begins with that is given once, for a motion that the trainee has never met."""
Said = str | int | Mapping[int, int]
"""An answer: a choice's name, or a payout in cents or in chips by worth."""


class Lesson:
    """One round dealt by a trainee at a table of bots."""

    def __init__(
        self, game: Game, rules: Any, seed: int, level: Level = Level.GUIDED, seats: int | None = None,
        misbehaviour: Mapping[str, Sequence[LessonAsk]] | None = None, met: Collection[str] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.level = game, level
        self._met = None if met is None else set(met)
        """The motions that no hint is needed for at the level `alone`; nothing: nobody is told what is new."""
        self._rng = Random(f"lesson {game.name} {seed}")
        opening, self.round = _dealt(game, rules, self._rng, seats or SEATS.get(level, 3), which=seed % LATE)
        self.events = (*opening, *self.round.events)
        """All that the dealer and the players will have done, the opening of the shoe first."""
        procedure = procedure_of(game.name)
        self._steps = steps_of(game, self.events)
        if level in BEGINS:
            self._steps = joined(procedure, self._steps)
        acts_up = incidents(self.round, self._rng) if level is Level.ACT_UP else {}
        self._incidents = {name: list(asks) for name, asks in (misbehaviour or acts_up).items()}
        self._at = self._lies = 0
        self._asks: list[LessonAsk] = []
        self.told: list[Event] = []
        """All that has happened on the felt, every card face up for the dealer."""
        self.mistakes: list[Mistake] = []
        self.motions: list[tuple[str, bool, float]] = []
        """Of every motion asked for: its name, whether the answer was right, its seconds; none for who only watches."""
        self._has_failed = False
        """Whether the question that stands was answered wrong before: another wrong try is no second mistake."""
        self.answered = 0
        self.seconds = 0.0
        self.void_reason: str | None = None
        """Why the trainee called a misdeal; nothing if none was called."""

    def begin(self) -> tuple[Event, ...]:
        """What happens before the dealer's first motion."""
        events = self._players()
        self.told.extend(events)
        self._ask_next()
        return events

    @property
    def asks(self) -> LessonAsk | None:
        """What the trainee is asked; nothing once the round is over."""
        return self._asks[0] if self._asks else None

    @property
    def shown(self) -> set[str]:
        """The motions of the dealer that were made so far."""
        return {name for step in self._steps[: self._at] if step.is_dealers for name in step.names}

    @property
    def is_over(self) -> bool:
        """Whether every motion of the round was made."""
        return not self._asks and self._at >= len(self._steps)

    @property
    def record(self) -> Record:
        """The inputs of the round that was dealt: up to a misdeal, its reason included, or to the end."""
        whole = self.round.record
        if self.void_reason is None:
            return whole
        kinds = [type(event) for event in self.told if isinstance(event, (Offered, Answered))]
        answered = sum(pair == (Offered, Answered) for pair in pairwise(kinds))
        return replace(whole, void=self.void_reason, answers=tuple(whole.answers or ())[:answered])

    def answer(self, said: Said, seconds: float = 0.0) -> Verdict:
        """Judge an answer; what cannot be one is `Refused`, and nothing moves."""
        ask = self.asks
        if ask is None:
            raise Refused("nothing-asked", "nothing is asked: the round is over")
        name, is_first = _as_name(ask, said), not self._has_failed
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
        events = self._lay(self._asks[0].lies) if self._asks else self._go_on()
        return Verdict(True, ask.reason, ask.clause, events=events, late=late, learns=learns, called=called)

    def score(self) -> dict[str, object]:
        """The marks: mistakes under each head, what they cost, and the pace."""
        names = (*HEADS.values(), *((PACE,) if self.level in TIMED else ()))
        heads = {head: sum(1 for mistake in self.mistakes if mistake.head == head) for head in names}
        cost = sum(mistake.cost for mistake in self.mistakes)
        return {"answers": self.answered, "mistakes": heads, "cost": cost, "seconds": self.seconds}

    def _wrong(self, ask: LessonAsk, name: str) -> Verdict:
        cost = Cents(ask.costs.get(name, 0))
        if ask.kind is AskKind.PAYOUT:
            cost = Cents(abs(int(name) - int(ask.right)))
            told, right = show_money(int(name)), show_money(int(ask.right))
            words = (
                f"Not {told}: {ask.reason} {show_money(cost)} {'too much' if name_over(ask, name) else 'too little'}."
            )
        else:
            choice = next(choice for choice in ask.choices if choice.name == name)
            told = choice.words
            right = next(choice.words for choice in ask.choices if choice.name == ask.right)
            words = self._why(ask, choice, cost) if ask.kind is AskKind.MOTION else ask.reason
        if not self._has_failed:
            self.mistakes.append(Mistake(HEADS[ask.kind], ask.words, told, right, ask.clause, cost))
        self._has_failed = True
        return Verdict(False, words, ask.clause, cost)

    def _void(self, happened: str) -> tuple[Event, ...]:
        """End the round with a misdeal: every stake goes back as it was bet (C-4, C-11)."""
        self.void_reason = f"misdeal, called by the dealer: {happened[:1].lower()}{happened[1:].removesuffix('.')}"
        back = [
            Returned(seat, bet, Cents(-cents), motion="give-back")
            for seat, bets in net(self.told).items()
            for bet, cents in bets.items()
        ]
        events = (Voided(self.void_reason, motion="void"), *back)
        self._asks, self._at = [], len(self._steps)
        self.told.extend(events)
        return events

    def _why(self, ask: LessonAsk, said: Choice, cost: Cents) -> str:
        order = procedure_of(self.game.name).settles if is_other_bet(ask, said) else ""
        return why_wrong(ask, said, cost, order, comes=comes_later(self._steps, self._at, said))

    def _learns(self) -> str:
        """Return what only the dealer gets to know by this motion, such as the hole card."""
        motions = procedure_of(self.game.name)
        names = [name for name in self._steps[self._at].names if name in motions]
        place = next((motions[name].sees for name in names if motions[name].sees), "")
        if not place:
            return ""
        table = TableLayout()
        for event in self.told:
            table.see(event)
        return f"Your {place.replace('-', ' ')} is {signs(table.cards[None, place])}."

    def _go_on(self) -> tuple[Event, ...]:
        """The motion is made; then the players do theirs, up to the dealer's next one."""
        events = self._lay(len(self._steps[self._at].events))
        self._at, self._lies = self._at + 1, 0
        players = self._players()
        self.told.extend(players)
        self._ask_next()
        return (*events, *players)

    def _lay(self, many: int) -> tuple[Event, ...]:
        """So many events of the motion happen now, if they have not yet."""
        events = self._steps[self._at].events[self._lies : many]
        self._lies += len(events)
        self.told.extend(events)
        return events

    def _players(self) -> tuple[Event, ...]:
        told: list[Event] = []
        while self._at < len(self._steps) and not self._steps[self._at].is_dealers:
            told += self._steps[self._at].events
            self._at += 1
        return tuple(told)

    def _ask_next(self) -> None:
        """Queue what the next step asks: an incident, the motion, a call, a payout."""
        if self._at >= len(self._steps):
            return
        step = self._steps[self._at]
        self._asks += map(self._helped, self._incidents.pop(step.motion.motion, []))
        most = FEW if self.level in BEGINS else MOST
        procedure = procedure_of(self.game.name)
        ask = ask_motion(procedure, self._steps, self._at, self._rng, most, titles_of(self.game))
        ask = in_order(procedure, ask, self._steps, self._at, self.level)
        called, paid = [*calls.calls_of(step, self.told, self._rng)], [*ask_payout(step, tells=self.level in BEGINS)]
        if self.level is Level.WATCH:
            total = [CALL_IT] if any(calls.total_called(step, call) for call in called) else []
            self._asks.append(replace(ask, reason=" ".join([ask.reason, *total, *(one.reason for one in paid)])))
        else:
            self._asks += map(self._helped, (ask, *called, *paid))
            self._tell_new(step)

    def _tell_new(self, step: Step) -> None:
        """Who deals alone is told the sense of a motion that no lesson has shown before."""
        if self._met is None or self.level is not Level.ALONE:
            return
        name, why = step.motion.motion, step.motion.why
        if name not in self._met and why:
            asks = enumerate(self._asks)
            place = next(place for place, ask in asks if ask.kind is AskKind.MOTION)
            self._asks[place] = replace(self._asks[place], hint=f"{NEW}{why}.")
        self._met.add(name)

    def _helped(self, ask: LessonAsk) -> LessonAsk:
        """The hint stays only where the level gives one."""
        return ask if self.level in BEGINS else replace(ask, hint="")


def _too_late(ask: LessonAsk, seconds: float) -> Mistake:
    """Right, and not in time."""
    said = f"the right answer after {seconds:.1f} s"
    return Mistake(PACE, ask.words, said, f"within {ask.target_seconds:g} s", ask.clause, Cents(0))


def name_over(ask: LessonAsk, name: str) -> bool:
    """Whether a payout was too much."""
    return int(name) > int(ask.right)


def _as_name(ask: LessonAsk, said: Said) -> str:
    """The answer as the ask names it."""
    if ask.kind is AskKind.PAYOUT:
        if isinstance(said, Mapping):
            return str(worth_of(said))
        if isinstance(said, int) or said.isdigit():
            return str(int(said))
        raise Refused("not-an-amount", f"{said!r} is no amount: say cents, or chips by their worth")
    names = [choice.name for choice in ask.choices]
    if said not in names:
        raise Refused("no-such-answer", f"{said!r} is none of the choices: {', '.join(names)}")
    return str(said)


def _dealt(game: Game, rules: Any, rng: Random, seats: int, *, which: int) -> tuple[tuple[Event, ...], Round]:
    """A round played out beforehand: what bots do does not hang on the dealer. Of a shoe now and then a late one."""
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
    """Whether so few cards lie before the cut card that it comes out in this round."""
    assert dealt.game.cut_card is not None
    least = 1 if dealt.game.board_size else 4
    return len(dealt.pack) - dealt.game.cut_card(dealt.rules) < least


__all__ = ["AskKind", "Choice", "Lesson", "LessonAsk", "Level", "Mistake", "Verdict"]
