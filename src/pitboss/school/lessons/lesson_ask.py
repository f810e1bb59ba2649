"""What a trainee is asked at the table, what may be said, and how it is judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from pitboss.money import FREE, Cents, show_money
from pitboss.play.steps import Event


class Level(StrEnum):
    """How much a lesson helps."""

    WATCH = "watch"
    """The dealer deals and explains; the trainee only goes on."""
    GUIDED = "guided"
    """Every question comes with a hint: the sense of the motion, and its clause."""
    ALONE = "alone"
    CLOCK = "clock"
    """As alone, and every answer has a time: one that comes later is a mistake of pace."""
    ACT_UP = "act-up"
    """As by the clock, with bots who bet late, over the limit or without the compulsory bet, and touch their hands."""


TIMED = (Level.CLOCK, Level.ACT_UP)
"""The levels at which lateness counts."""
PACE = "pace"
"""The head under which an answer is marked that was right and too late."""


class AskKind(StrEnum):
    """What is asked for, and under which head a mistake is marked."""

    MOTION = "motion"
    PAYOUT = "payout"
    CALL = "call"
    INCIDENT = "incident"


HEADS = {AskKind.MOTION: "procedure", AskKind.PAYOUT: "money", AskKind.CALL: "call", AskKind.INCIDENT: "control"}
"""The heads of the marks: money and procedure, calls, control of the game."""
SECONDS = {AskKind.MOTION: 6.0, AskKind.PAYOUT: 10.0, AskKind.CALL: 4.0, AskKind.INCIDENT: 8.0}
"""How long a trained dealer may take; a payout within ten seconds is what schools ask for."""


class Choice(Struct, frozen=True):
    """One thing that may be said: its name for `answer`, and the words a person reads."""

    name: str
    words: str


class LessonAsk(Struct, frozen=True):
    """A question to the trainee; a payout has no choices, it is built in chips."""

    kind: AskKind
    words: str
    choices: tuple[Choice, ...]
    clause: str
    right: str
    """The name of the right choice; of a payout the cents."""
    reason: str
    hint: str = ""
    costs: Mapping[str, Cents] = {}
    """What each wrong choice would cost, in cents; those not named cost nothing."""
    lies: int = 0
    """How many events of its motion lie on the felt when it is asked: a total is called of cards that are seen."""

    @property
    def target_seconds(self) -> float:
        """How long the answer may take."""
        return SECONDS[self.kind]

    def as_data(self) -> dict[str, object]:
        """The question for a face that must not know the answer."""
        return {
            "kind": str(self.kind),
            "words": self.words,
            "choices": [{"name": choice.name, "words": choice.words} for choice in self.choices],
            "hint": self.hint,
            **({"clause": self.clause} if self.hint else {}),
            "target_seconds": self.target_seconds,
        }


class Verdict(Struct, frozen=True):
    """What is said to an answer, and what happened after a right one."""

    is_right: bool
    words: str
    clause: str
    cost: Cents = FREE
    """What the mistake would have cost somebody, in cents."""
    events: tuple[Event, ...] = ()
    """What the dealer and the players did then: the felt plays them."""
    late: bool = False
    """Whether it was right and over its time, at a level with a clock."""
    learns: str = ""
    """What the dealer alone knows now: the hole card, once looked at."""
    called: Event | None = None
    """The event whose total was called rightly: only now the table may show it."""

    def as_data(self) -> dict[str, object]:
        """The verdict for a face; the dealer sees every card."""
        return {
            "right": self.is_right, "words": self.words, "clause": self.clause, "cost": self.cost,
            "late": self.late, "learns": self.learns, "called": self.called and self.called.as_data(),
            "events": [event.as_data() for event in self.events],
        }  # fmt: skip


def uncalled(ask: LessonAsk | None, events: Sequence[Event]) -> list[Event]:
    """What is seen of the events told last: the total that the trainee must call is not."""
    if ask is None or not ask.lies or not events or getattr(events[-1], "makes", None) is None:
        return list(events)
    return [*events[:-1], replace(events[-1], makes=None)]


class Mistake(Struct, frozen=True):
    """One wrong answer, as the record of a table test tells it."""

    head: str
    asked: str
    said: str
    right: str
    clause: str
    cost: Cents

    def in_words(self) -> str:
        """The mistake in a line."""
        cost = f", {show_money(self.cost)} lost" if self.cost else ""
        return f"{self.head}: {self.asked} Said: {self.said}. Right: {self.right} ({self.clause}){cost}."
