"""Order and spot: what comes next, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.procedure import Procedure, clause_of, clause_parts, procedure_of
from pitboss.money import Cents
from pitboss.play.game import Game
from pitboss.play.round import Round
from pitboss.play.steps import Dealt, Event, Settled
from pitboss.play.view import seen_by
from pitboss.play.words import Words, capital
from pitboss.school.lessons.dealer_steps import Step, in_words, steps_of
from pitboss.school.lessons.plausible_motions import VERBS, ask_motion
from pitboss.school.question import Question
from pitboss.school.scene import last_motions, table_in_words

ORDER_SECONDS, SPOT_SECONDS = 6.0, 45.0
MOST_LINES = 25
"""A spotted fault is looked for among this many motions at most."""


def order(dealt: Round, rng: Random) -> Iterator[Question]:
    """Ask for the next motion of the dealer, where one ends and the next begins."""
    steps = steps_of(dealt.game, dealt.events)
    places = [place for place, step in enumerate(steps) if step.is_dealers]
    for place in rng.sample(places, min(3, len(places))):
        step = steps[place]
        ask = ask_motion(procedure_of(dealt.game.name), steps, place, rng)
        table, last = table_in_words(dealt, step.first), last_motions(dealt, step.first)
        before = f"{table} Last: {last}" if table and last else table or last
        before = f"{before} {_looked(dealt, step.first)}".strip()
        yield Question(
            skill="order", question=f"{before} What is the next motion?".strip(),
            record=dealt.record, seat=step.seat, right=ask.right, options=tuple(one.name for one in ask.choices),
            shown=tuple(choice.words for choice in ask.choices),
            clause=step.motion.clause, target_seconds=ORDER_SECONDS, fact=f"order:{step.motion.motion}",
            reason=ask.reason, more={"after": step.first},
        )  # fmt: skip


LOOK, HOLE_CARD = "look", "hole-card"


def _looked(dealt: Round, first: int) -> str:
    """Tell the hole card right after the dealer has looked at it: only the dealer knows it then."""
    if not first or dealt.events[first - 1].motion != LOOK:
        return ""
    hole = next(e.card for e in dealt.events if isinstance(e, Dealt) and e.seat is None and e.at == HOLE_CARD)
    return f"You see {hole.sign}."


class Fault(Struct, frozen=True):
    """A round with one fault planted in it."""

    events: Sequence[Event]
    first: int
    """The place of the wrong motion, counted from 0."""
    motion: str
    cents: int
    reason: str
    also: tuple[str, ...] = ()
    """Clauses that could be quoted against it as well: they are not offered."""


def spot(dealt: Round, rng: Random) -> Iterator[Question]:
    """Show part of a round with one planted fault: find it, name the clause, say what it cost."""
    steps = steps_of(dealt.game, dealt.events)
    words, procedure = dealt.game.words(dealt.rules), procedure_of(dealt.game.name)
    faults = [fault for fault in (_wrong_pay(procedure, steps, rng, words), _swapped(dealt, steps, rng)) if fault]
    for fault in faults:
        clause = clause_of(dealt.game, fault.motion)
        others = _other_clauses(dealt.game, (clause, *fault.also))
        clauses = [clause, *rng.sample(others, min(3, len(others)))]
        rng.shuffle(clauses)
        begin = _begin(fault, rng)
        table = table_in_words(dealt, begin)
        told = [seen_by(event, None).as_data(words) for event in fault.events[begin : begin + MOST_LINES]]
        yield Question(
            skill="spot",
            question=f"{f'Before this part: {table} ' if table else ''}One motion of this part is wrong. Which,"
            " against which clause, and what did it cost?",
            record=dealt.record, right={"number": fault.first - begin + 1, "clause": clause, "cents": fault.cents},
            clause=clause, options=tuple(clauses),
            target_seconds=SPOT_SECONDS, fact=f"spot:{fault.motion}", reason=fault.reason,
            more={"told": told, "after": begin},
        )  # fmt: skip


def _other_clauses(game: Game, quoted: Sequence[str]) -> list[str]:
    """Return the clauses of the procedure that share no part with those quoted."""
    parts = {part for clause in quoted for part in clause_parts(clause)}
    every = sorted({motion.clause for motion in procedure_of(game.name).values()})
    return [clause for clause in every if parts.isdisjoint(clause_parts(clause))]


def _begin(fault: Fault, rng: Random) -> int:
    """Choose where the part begins that is shown: the fault and what it was swapped with are well inside it."""
    most = max(len(fault.events) - MOST_LINES, 0)
    return max(min(fault.first - rng.randint(4, 12), most), 0)


def _wrong_pay(procedure: Procedure, steps: Sequence[Step], rng: Random, words: Words) -> Fault | None:
    """Plant a bet paid too much or too little, a winner taken or a loser paid."""
    bets = [step for step in steps if step.settled and step.settled.stake and not step.settled.is_held_down]
    if not bets:
        return None
    step = rng.choice(bets)
    told = step.settled
    assert told is not None
    wrong = {Cents(told.stake), Cents(2 * told.stake), Cents(0), Cents(told.back + told.stake)} - {told.back}
    paid = rng.choice(sorted(wrong))
    events = [event for one in steps for event in one.events]
    events[step.first] = replace(told, back=paid)
    reason = f"{told.told(words)} It was dealt as: {events[step.first].told(words)}"
    spot_name = step.motion.motion.partition("-")[2]
    also = tuple(procedure[name].clause for verb in VERBS if (name := f"{verb}-{spot_name}") in procedure)
    return Fault(events, step.first, step.motion.motion, abs(paid - told.back), reason, also)


def _swapped(dealt: Round, steps: Sequence[Step], rng: Random) -> Fault | None:
    """Plant two motions of the dealer in the wrong order: the one that came too early is the fault."""
    procedure = procedure_of(dealt.game.name)
    places = [place for place in range(len(steps) - 1) if _may_swap(steps[place], steps[place + 1])]
    rng.shuffle(places)
    for place in places[:4]:
        early, late = steps[place + 1], steps[place]
        if procedure.is_order_open(early.motion.motion, late.motion.motion) or _is_long(early, late):
            continue
        events: list[Any] = list(dealt.events)
        events[late.first : early.first + len(early.events)] = [*early.events, *late.events]
        if not procedure.follows(event.motion for event in events):  # else it is no fault
            reason = f"{in_words(late)} comes before {in_words(early)} ({late.motion.clause})."
            return Fault(events, late.first, early.motion.motion, 0, capital(reason), (late.motion.clause,))
    return None


def _is_long(early: Step, late: Step) -> bool:
    """Return whether both motions together are too long for the part that is shown."""
    return len(early.events) + len(late.events) > MOST_LINES - 12


def _may_swap(first: Step, second: Step) -> bool:
    """Return whether these are two different motions of the dealer, not two bets being settled."""
    if not (first.is_dealers and second.is_dealers) or first.motion.motion == second.motion.motion:
        return False
    return not (isinstance(first.events[0], Settled) and isinstance(second.events[0], Settled))
