"""Plausible choices for the next motion: the right one, premature ones, wrong settlements or seats, the floor call."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, islice
from random import Random

from pitboss.games.procedure import Motion, Procedure
from pitboss.money import Cents, show_money
from pitboss.play.steps import Dealt, Seat, Settled, Turned
from pitboss.play.words import capital
from pitboss.school.lessons.dealer_steps import Step, at_seat, in_words
from pitboss.school.lessons.lesson_ask import AskKind, Choice, LessonAsk

VERBS = ("take", "push", "pay")
FLOOR = Choice("void", "stop and call the floor")
MAX_CHOICES, MAX_BEGINNER_CHOICES = 5, 3
"""The maximum number of choices, usually and for beginners."""
MAX_LATER_CHOICES = 3
"""The maximum number of choices that come later in the round."""


def ask_motion(
    procedure: Procedure,
    steps: Sequence[Step],
    at: int,
    rng: Random,
    most: int = MAX_CHOICES,
    bets: Collection[str] = (),
) -> LessonAsk:
    """Ask for the next motion at this step, offering at most `most` choices."""
    step = steps[at]
    right = Choice(name_of(step), in_words(step))
    wrong = (_settled_otherwise(procedure, step), _later(procedure, steps, at), _again(steps, at), [FLOOR])
    absent = _unused_settlements(procedure, steps, step.seat, bets)
    others = list({choice.words: choice for choice in chain(*wrong) if choice.name not in absent}.values())
    others = [choice for choice in others if not _is_right_too(procedure, step, right, choice)]
    others = list({choice.name: choice for choice in others}.values())
    offered = others[: most - 1] if most < MAX_CHOICES or len(others) < most else [*others[: most - 2], FLOOR]
    choices = [right, *offered]
    rng.shuffle(choices)
    motion = step.motion
    return LessonAsk(
        AskKind.MOTION,
        "What next?",
        tuple(choices),
        motion.clause,
        right.name,
        f"{capital(in_words(step))}{f'. {capital(motion.why)}' if motion.why else f', until {motion.ends}'}.",
        f"{capital(motion.why or f'until {motion.ends}')}.",
        {choice.name: cost for choice in offered if (cost := _cost(choice, step))},
    )


def _is_right_too(procedure: Procedure, step: Step, right: Choice, other: Choice) -> bool:
    """Return whether another choice is also defensible: another bet of the seat, or an order that no clause fixes."""
    if other.name == right.name or other.words == right.words:
        return True
    motion, _, whose = other.name.partition(":")
    if any(procedure.is_order_open(motion, name) for name in step.names):
        return True
    settled = step.settled
    if settled is None or motion.partition("-")[0] not in VERBS:
        return False
    if not whose:  # a bet of no seat in particular could be any bet of this seat
        return True
    return whose.partition(":")[0] == str(settled.seat) and whose != right.name.partition(":")[2]


def name_of(step: Step) -> str:
    """Return the name of a step: its motion and, for a bet, its seat, bet and hand."""
    settled = step.settled
    if settled is None:
        return step.motion.motion
    return _name(step.motion.motion, settled)


def _name(motion: str, settled: Settled) -> str:
    return f"{motion}:{settled.seat}:{settled.bet}" + (f":{settled.hand}" if settled.hand else "")


def _settled_otherwise(procedure: Procedure, step: Step) -> Iterator[Choice]:
    """Yield the other ways to settle the same bet that the game has motions for."""
    settled = step.settled
    verb, _, what = step.motion.motion.partition("-")
    if settled is None or verb not in VERBS:
        return
    for other in VERBS:
        motion = procedure.get(f"{other}-{what}")
        if other != verb and motion and not motion.where:
            words = motion.does + at_seat(motion, settled.seat, step.each[0].title, step.hand)
            yield Choice(_name(motion.motion, settled), words)


def _unused_settlements(
    procedure: Procedure, steps: Sequence[Step], seat: Seat | None, bets: Collection[str]
) -> set[str]:
    """Return the motions that settle bets which this seat (or any seat, if None) has not made."""
    settled = [event for step in steps for event in step.events if isinstance(event, Settled)]
    made = {event.bet for event in settled if seat is None or event.seat == seat}
    settling = (name.partition("-") for name in procedure)
    return {f"{verb}-{bet}" for verb, _, bet in settling if verb in VERBS and bet in set(bets) - made}


def _later(procedure: Procedure, steps: Sequence[Step], at: int) -> Iterator[Choice]:
    """Yield motions that come later: certain ones, one at another seat first, then the next ones on the sheet."""
    step, ahead = steps[at], _foreseen(steps, at)
    settled = step.settled
    other_seat = (other for other in ahead if settled and other.settled and other.settled.seat != settled.seat)
    for other in islice(other_seat, 1):
        yield Choice(name_of(other), in_words(other))
    seen = set(step.names)
    most = len(seen) + MAX_LATER_CHOICES
    for other in ahead:
        if other.motion.motion not in seen and len(seen) < most:
            seen.add(other.motion.motion)
            yield Choice(name_of(other), in_words(other))
    names = list(procedure)
    for name in names[names.index(step.motion.motion) + 1 :]:
        motion = procedure[name]
        is_dealers = motion.who == "dealer" and not motion.where and name != FLOOR.name
        if is_dealers and name not in seen and len(seen) < most:
            seen.add(name)
            yield _at_seat(motion, steps, at)


def _foreseen(steps: Sequence[Step], at: int) -> list[Step]:
    """Return the dealer's next steps that depend on no answer and no unseen card."""
    found: list[Step] = []
    before = steps[at]
    for other in steps[at + 1 :]:
        if not other.is_dealers or any(isinstance(event, (Dealt, Turned)) for event in before.events):
            break
        found.append(other)
        before = other
    return found


def _again(steps: Sequence[Step], at: int) -> Iterator[Choice]:
    """Yield the motions already made, latest first."""
    done = dict.fromkeys(step.motion for step in reversed(steps[:at]) if step.is_dealers)
    for motion in done:
        if motion != steps[at].motion:
            yield _at_seat(motion, steps, at)


def _at_seat(motion: Motion, steps: Sequence[Step], at: int) -> Choice:
    """Return a choice for a motion that is not due; if it concerns one seat, use the seat of the right motion."""
    seat = steps[at].seat
    made_there = any(step.motion == motion and step.seat is not None for step in steps)
    there = seat is not None and (made_there or motion.motion.partition("-")[0] in VERBS)
    return Choice(motion.motion, motion.does + (at_seat(motion, seat) if there and seat else ""))


def _cost(choice: Choice, step: Step) -> Cents:
    """Return what this wrong motion would cost someone, in cents."""
    if step.settled is None or not choice.name.endswith(name_of(step).partition(":")[2]):
        return Cents(0)
    verb = choice.name.partition("-")[0]
    return Cents(sum(_given_away(verb, part.settled) for part in step.each if part.settled))


def _given_away(verb: str, settled: Settled) -> int:
    handed = {"take": 0, "push": settled.stake, "pay": settled.stake + max(settled.back - settled.stake, settled.stake)}
    return abs(handed.get(verb, settled.back) - settled.back)


def is_other_bet(ask: LessonAsk, chosen: Choice) -> bool:
    """Return whether the wrong bet was settled."""
    (verb, _, bet), (other, _, instead) = ask.right.partition("-"), chosen.name.partition("-")
    return all(word in VERBS or ":" in rest for word, rest in ((verb, bet), (other, instead))) and bet != instead


def why_wrong(ask: LessonAsk, chosen: Choice, cost: Cents, order: str, *, comes: bool) -> str:
    """Explain a wrong motion: whether it is early, the right motion, its clause, the cost, the order."""
    right = f"{ask.reason[:1].lower()}{ask.reason[1:]}{f' {order}' if order else ''}"
    if chosen == FLOOR:
        return f"Nothing is wrong here, so the floor is not called. Next: {right}"
    lost = f" That would cost {show_money(cost)}." if cost else ""
    if comes:
        return f"Too early: “{chosen.words}” comes later.{lost} First {right}"
    return f"Not here: “{chosen.words}”.{lost} Next: {right}"


def comes_later(steps: Sequence[Step], at: int, chosen: Choice) -> bool:
    """Return whether the chosen motion comes later in the round."""
    return any(chosen.name in (name_of(step), *step.names) for step in steps[at + 1 :])
