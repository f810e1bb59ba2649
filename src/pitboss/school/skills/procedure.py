"""Order and spot: what comes next, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from pitboss.games.procedure import clause_of, procedure_of
from pitboss.money import Cents
from pitboss.play.layout import lying
from pitboss.play.round import Round
from pitboss.play.steps import Event, Settled
from pitboss.play.view import seen_by
from pitboss.play.words import Words
from pitboss.school.bet_titles import titles_of
from pitboss.school.lessons.dealer_steps import Step, in_words, steps_of
from pitboss.school.lessons.describe_layout import on_the_table
from pitboss.school.lessons.plausible_motions import ask_motion
from pitboss.school.question import Question

ORDER_SECONDS, SPOT_SECONDS = 6.0, 45.0


def order(dealt: Round, rng: Random) -> Iterator[Question]:
    """What is the next motion? Asked before a motion of the dealer, where one ends and the next begins."""
    steps = steps_of(dealt.game, dealt.events)
    places = [place for place, step in enumerate(steps) if step.is_dealers]
    for place in rng.sample(places, min(3, len(places))):
        step = steps[place]
        ask = ask_motion(procedure_of(dealt.game.name), steps, place, rng)
        names = list(dict.fromkeys(choice.name.partition(":")[0] for choice in ask.choices))
        procedure = procedure_of(dealt.game.name)
        yield Question(
            skill="order", question=f"{_before(dealt, step.first)} What is the next motion?",
            record=dealt.record, seat=step.seat, right=step.motion.motion, options=tuple(names),
            shown=tuple(procedure[name].does for name in names),
            clause=step.motion.clause, target_seconds=ORDER_SECONDS, fact=f"order:{step.motion.motion}",
            reason=ask.reason, more={"after": step.first},
        )  # fmt: skip


def _before(dealt: Round, first: int) -> str:
    """What lies on the table as everybody sees it, the tokens that went down, and the last motions."""
    before = dealt.events[:first]
    start = max(first - 3, 0)
    told = [event for event in before[:start] if event.motion == "place-token"]
    words = dealt.game.words(dealt.rules)
    last = " ".join(seen_by(event, None).told(words) for event in (*told, *before[start:]))
    lies = on_the_table(lying(before, dealt.record.board), titles_of(dealt.game))
    return f"{lies} Last: {last}" if lies and last else lies or last


def spot(dealt: Round, rng: Random) -> Iterator[Question]:
    """A round with one planted fault: find it, name the clause, say what it cost."""
    steps = steps_of(dealt.game, dealt.events)
    words = dealt.game.words(dealt.rules)
    data = {id(event): event.as_data() for event in dealt.events}  # most of what is told is what happened
    faults = [fault for fault in (_wrong_pay(steps, rng, words), _swapped(dealt, steps, rng)) if fault]
    for told, number, motion, cents, reason in faults:
        clause = clause_of(dealt.game, motion)
        others = sorted({other.clause for other in procedure_of(dealt.game.name).values()} - {clause})
        clauses = [clause, *rng.sample(others, min(3, len(others)))]
        rng.shuffle(clauses)
        yield Question(
            skill="spot",
            question="One motion of this round is wrong. Which, against which clause, and what did it cost?",
            record=dealt.record, right={"number": number, "clause": clause, "cents": cents}, clause=clause,
            options=tuple(clauses),
            target_seconds=SPOT_SECONDS, fact=f"spot:{motion}", reason=reason,
            more={"told": [data.get(id(event)) or event.as_data() for event in told]},
        )  # fmt: skip


Fault = tuple[Sequence[Event], int, str, int, str]
"""The round as it was told, the number of the wrong motion from 1, its name, the cost in cents, and why."""


def _wrong_pay(steps: Sequence[Step], rng: Random, words: Words) -> Fault | None:
    """A bet paid too much or too little, a winner taken, a loser paid."""
    bets = [step for step in steps if step.settled and step.settled.stake]
    if not bets:
        return None
    step = rng.choice(bets)
    told = step.settled
    assert told is not None
    wrong = {Cents(told.stake), Cents(2 * told.stake), Cents(0), Cents(told.back + told.stake)} - {told.back}
    paid = rng.choice(sorted(wrong))
    events = [event for one in steps for event in one.events]
    events[step.first] = replace(told, back=paid)
    reason = f"{told.told(words)} Told was {events[step.first].told(words)}"
    return events, step.first + 1, step.motion.motion, abs(paid - told.back), reason


def _swapped(dealt: Round, steps: Sequence[Step], rng: Random) -> Fault | None:
    """Two motions of the dealer made in the wrong order: the one that came too early is the fault."""
    places = [place for place in range(len(steps) - 1) if _may_swap(steps[place], steps[place + 1])]
    rng.shuffle(places)
    for place in places[:4]:
        early, late = steps[place + 1], steps[place]
        events: list[Any] = list(dealt.events)
        events[late.first : early.first + len(early.events)] = [*early.events, *late.events]
        if not procedure_of(dealt.game.name).follows(event.motion for event in events):  # else it is no fault
            reason = f"{in_words(late)} comes before {in_words(early)} ({late.motion.clause})."
            return events, late.first + 1, early.motion.motion, 0, reason
    return None


def _may_swap(first: Step, second: Step) -> bool:
    """Two different motions of the dealer whose order the sheet fixes: not two bets of the same kind at one seat."""
    if not (first.is_dealers and second.is_dealers) or first.motion.motion == second.motion.motion:
        return False
    return not (isinstance(first.events[0], Settled) and isinstance(second.events[0], Settled))
