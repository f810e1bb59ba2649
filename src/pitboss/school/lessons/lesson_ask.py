"""The questions of a lesson, their choices, and the verdicts on answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from pitboss.money import FREE, Cents, show_money
from pitboss.play.steps import Event


class Level(StrEnum):
    """The level of a lesson: how much it helps."""

    WATCH = "watch"
    """The dealer deals and explains; the trainee watches."""
    GUIDED = "guided"
    """Every question has a hint: the reason for the motion, and its clause."""
    ALONE = "alone"
    CLOCK = "clock"
    """As `alone`, with a time limit for every answer: a late one is a mistake of pace."""
    ACT_UP = "act-up"
    """As `clock`, with bots that bet late, over the limit or without the compulsory bet, and touch their hands."""


TIMED = (Level.CLOCK, Level.ACT_UP)
"""The levels at which lateness counts."""
PACE = "pace"
"""The category of an answer that was right but late."""


class AskKind(StrEnum):
    """The kind of a question, which decides the category of a mistake."""

    MOTION = "motion"
    PAYOUT = "payout"
    CALL = "call"
    INCIDENT = "incident"


HEADS = {AskKind.MOTION: "procedure", AskKind.PAYOUT: "money", AskKind.CALL: "call", AskKind.INCIDENT: "control"}
"""The category of a mistake, by kind of question."""
SECONDS = {AskKind.MOTION: 6.0, AskKind.PAYOUT: 10.0, AskKind.CALL: 4.0, AskKind.INCIDENT: 8.0}
"""The seconds that a trained dealer may take. Dealer schools require a payout within ten."""


class Choice(Struct, frozen=True):
    """One choice: its name for `answer`, and its words."""

    name: str
    words: str


class LessonAsk(Struct, frozen=True):
    """A question to the trainee. A payout has no choices: it is built in chips."""

    kind: AskKind
    words: str
    choices: tuple[Choice, ...]
    clause: str
    right: str
    """The name of the right choice, or the cents of a payout."""
    reason: str
    hint: str = ""
    costs: Mapping[str, Cents] = {}
    """The cost of wrong choices in cents; a choice not listed costs nothing."""
    events_before: int = 0
    """The number of events of its motion shown before the question: a total is called once its cards are seen."""

    @property
    def target_seconds(self) -> float:
        """The seconds allowed for the answer."""
        return SECONDS[self.kind]

    def as_data(self) -> dict[str, object]:
        """Return the question as plain data, without its answer."""
        return {
            "kind": str(self.kind),
            "words": self.words,
            "choices": [{"name": choice.name, "words": choice.words} for choice in self.choices],
            "hint": self.hint,
            **({"clause": self.clause} if self.hint else {}),
            "target_seconds": self.target_seconds,
        }


class Verdict(Struct, frozen=True):
    """The verdict on an answer, and what happened after a right one."""

    is_right: bool
    words: str
    clause: str
    cost: Cents = FREE
    """The cost of the mistake to someone at the table, in cents."""
    events: tuple[Event, ...] = ()
    """The motions that follow, to be shown on the felt."""
    late: bool = False
    """Whether it was right but late, at a level with a clock."""
    learns: str = ""
    """Information that only the dealer now has: the hole card after the peek."""
    called: Event | None = None
    """The event whose total was called correctly, so that it may now be shown."""

    def as_data(self) -> dict[str, object]:
        """Return the verdict as plain data, with every card face up."""
        return {
            "right": self.is_right, "words": self.words, "clause": self.clause, "cost": self.cost,
            "late": self.late, "learns": self.learns, "called": self.called and self.called.as_data(),
            "events": [event.as_data() for event in self.events],
        }  # fmt: skip


def hides_total(ask: LessonAsk | None) -> bool:
    """Return whether the total of the last event is hidden, because the trainee must call it."""
    return ask is not None and ask.events_before > 0


def uncalled(ask: LessonAsk | None, events: Sequence[Event]) -> list[Event]:
    """Return the events without the total that the trainee must call."""
    if not hides_total(ask) or not events or getattr(events[-1], "makes", None) is None:
        return list(events)
    return [*events[:-1], replace(events[-1], makes=None)]


class Mistake(Struct, frozen=True):
    """One wrong answer, as listed on a certificate."""

    head: str
    asked: str
    said: str
    right: str
    clause: str
    cost: Cents

    def in_words(self) -> str:
        """Return the mistake in one line."""
        cost = f", {show_money(self.cost)} lost" if self.cost else ""
        return f"{self.head}: {self.asked} Said: {self.said}. Right: {self.right} ({self.clause}){cost}."
