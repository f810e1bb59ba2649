"""A round split into steps: the events of one motion of the dealer, or of the players between two motions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.procedure import Motion, MotionGroup, Procedure, clause_parts, procedure_of
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offered, Seat, Settled
from pitboss.school.table_in_words import Titles, titles_of

MAX_TOGETHER = 8
"""The maximum number of motions that a beginner learns as a single step."""


class Step(Struct, frozen=True):
    """One motion: a card to each seat is one step, and so is each settled bet."""

    motion: Motion
    first: int
    """The number of its first event among the round's events, counted from 0."""
    events: tuple[Event, ...]
    title: str = ""
    """The title of the one bet concerned."""
    hand: int | None = None
    """The number of its hand, if the seat has several."""
    parts: tuple[Step, ...] = ()
    """Its individual motions, if a beginner learns several as a single step."""

    @property
    def each(self) -> tuple[Step, ...]:
        """Its individual motions; usually only one."""
        return self.parts or (self,)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its motions."""
        return tuple(step.motion.motion for step in self.each)

    @property
    def seat(self) -> Seat | None:
        """The seat concerned, if there is exactly one."""
        seats = {seat for event in self.events for seat in _seats(event)}
        return seats.pop() if len(seats) == 1 else None

    @property
    def settled(self) -> Settled | None:
        """The bet settled in it, if any."""
        event = self.events[0]
        return event if isinstance(event, Settled) else None

    @property
    def is_dealers(self) -> bool:
        """Whether the dealer makes it."""
        return self.motion.who == "dealer"


def _seats(event: Event) -> tuple[Seat | None, ...]:
    """Return the seats that an event concerns; an offer may ask several."""
    return event.seats if isinstance(event, Offered) else (getattr(event, "seat", None),)


def steps_of(game: Game, events: Sequence[Event]) -> list[Step]:
    """Return the steps of a round. A game without named motions cannot be taught."""
    procedure = procedure_of(game.name)
    if any(event.motion not in procedure for event in events):
        raise Refused("no-procedure", f"{game.title} does not name the motion of each event, so it cannot be drilled")
    titles = titles_of(game)
    several: set[Seat | None] = set()
    steps = []
    for first, after in _cuts(events):
        group = tuple(events[first:after])
        several |= {getattr(event, "seat", None) for event in group if _hand(event) > 1}
        hand = _hand(group[0]) if getattr(group[0], "seat", None) in several else 0
        steps.append(Step(procedure[group[0].motion], first, group, _title(group, titles), hand or None))
    return steps


def _hand(event: Event) -> int:
    """Return the number of the hand that an event concerns; 0 for none."""
    hand = getattr(event, "hand", None)
    return hand if isinstance(hand, int) else 0


def joined(procedure: Procedure, steps: Sequence[Step]) -> list[Step]:
    """Join the motions that a beginner learns as a single step."""
    found: list[Step] = []
    at = 0
    while at < len(steps):
        step = _longest(procedure, steps[at : at + MAX_TOGETHER])
        found.append(step)
        at += len(step.each)
    return found


def _longest(procedure: Procedure, steps: Sequence[Step]) -> Step:
    """Return the first steps joined into one, as many as possible."""
    for length in range(len(steps), 1, -1):
        parts = tuple(steps[:length])
        if not all(step.is_dealers for step in parts) or len({step.seat for step in parts} - {None}) > 1:
            continue
        names = [step.motion.motion for step in parts]
        if together := next((one for one in procedure.together if one.fits(names)), None):
            return _as_one(together, parts)
    return steps[0]


def _as_one(together: MotionGroup, parts: tuple[Step, ...]) -> Step:
    first = parts[0]
    clauses = dict.fromkeys(part for step in parts for part in clause_parts(step.motion.clause))
    titles = dict.fromkeys(step.title for step in parts if step.settled) or {first.title: None}
    motion = replace(
        first.motion, does=together.does, why=together.why, clause=", ".join(clauses), ends=parts[-1].motion.ends
    )
    return Step(
        motion, first.first, tuple(chain(*(step.events for step in parts))), ", ".join(titles), first.hand, parts
    )


def _title(events: Sequence[Event], titles: Titles) -> str:
    bets = {(getattr(event, "bet", None), getattr(event, "hand", None)) for event in events}
    bet = bets.pop()[0] if len(bets) == 1 else None
    return titles[bet] if isinstance(bet, str) else ""


def _cuts(events: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """Yield the bounds of each step: a run of the same motion, or one settled bet."""
    begin = 0
    for place in range(1, len(events) + 1):
        if place < len(events) and _goes_on(events[place - 1], events[place]):
            continue
        yield begin, place
        begin = place


def _goes_on(before: Event, event: Event) -> bool:
    alike = before.motion == event.motion
    return alike and not isinstance(event, Settled)


def in_words(step: Step) -> str:
    """Return the step as a choice: "pay a winning ante (seat 3)"."""
    if step.seat is None:
        return step.motion.does
    return step.motion.does + at_seat(step.motion, step.seat, step.title if step.settled else "", step.hand)


def at_seat(motion: Motion, seat: Seat, title: str = "", hand: int | None = None) -> str:
    """Return the seat and hand of a motion, and its bet unless the motion's own description names it."""
    named = title and not all(_is_named(motion, one) for one in title.split(", "))
    what = f"'s {title}" if named else ""
    return f" (seat {seat}{what}{f', hand {hand}' if hand else ''})"


def _is_named(motion: Motion, title: str) -> bool:
    """Return whether a motion's description names the bet, by its title or the title's last word."""
    return title.lower() in motion.does.lower() or title.rsplit(maxsplit=1)[-1] in re.findall(r"\w+", motion.does)
