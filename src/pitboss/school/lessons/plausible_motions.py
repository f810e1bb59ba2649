"""Plausible next motions: the true one, one too early, pay for take, the wrong seat, and a call for the floor."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, islice
from random import Random

from pitboss.games.procedure import Motion, Procedure
from pitboss.money import Cents, show_money
from pitboss.play.steps import Dealt, Seat, Settled, Turned
from pitboss.school.lessons.dealer_steps import Step, at_seat, in_words
from pitboss.school.lessons.lesson_ask import AskKind, Choice, LessonAsk

VERBS = ("take", "push", "pay")
FLOOR = Choice("void", "stop and call the floor")
MOST, FEW = 5, 3
"""So many choices at most; and for who begins."""
LATER = 3
"""At most this many motions that come only later."""


def ask_motion(
    procedure: Procedure, steps: Sequence[Step], at: int, rng: Random, most: int = MOST, bets: Collection[str] = ()
) -> LessonAsk:
    """What is the next motion? Asked at the step of this place, with this many choices at most; of bets that lie."""
    step = steps[at]
    right = Choice(name_of(step), in_words(step))
    wrong = (_settled_otherwise(procedure, step), _later(procedure, steps, at), _again(steps, at), [FLOOR])
    absent = _not_there(procedure, steps, step.seat, bets)
    others = list({choice.words: choice for choice in chain(*wrong) if choice.name not in absent}.values())
    others = [choice for choice in others if not _is_right_too(procedure, step, right, choice)]
    others = list({choice.name: choice for choice in others}.values())
    kept = others[: most - 1] if most < MOST or len(others) < most else [*others[: most - 2], FLOOR]
    choices = [right, *kept]
    rng.shuffle(choices)
    motion = step.motion
    return LessonAsk(
        AskKind.MOTION,
        "What next?",
        tuple(choices),
        motion.clause,
        right.name,
        f"{_capital(in_words(step))}{f'. {_capital(motion.why)}' if motion.why else f', until {motion.ends}'}.",
        f"{_capital(motion.why or f'until {motion.ends}')}.",
        {choice.name: cost for choice in kept if (cost := _cost(choice, step))},
    )


def _is_right_too(procedure: Procedure, step: Step, right: Choice, other: Choice) -> bool:
    """Return whether a choice could be defended as well: another bet of the same seat, or an order no clause fixes."""
    if other.name == right.name or other.words == right.words:
        return True
    motion, _, whose = other.name.partition(":")
    if any(procedure.is_order_open(motion, name) for name in step.names):
        return True
    told = step.settled
    if told is None or motion.partition("-")[0] not in VERBS:
        return False
    if not whose:  # a bet of no seat in particular could be any bet of this seat
        return True
    return whose.partition(":")[0] == str(told.seat) and whose != right.name.partition(":")[2]


def name_of(step: Step) -> str:
    """A step by name: its motion, and for a bet whose it is."""
    told = step.settled
    if told is None:
        return step.motion.motion
    return _name(step.motion.motion, told)


def _name(motion: str, told: Settled) -> str:
    return f"{motion}:{told.seat}:{told.bet}" + (f":{told.hand}" if told.hand else "")


def _settled_otherwise(procedure: Procedure, step: Step) -> Iterator[Choice]:
    """The same bet taken, left or paid, where the game has such a motion."""
    told = step.settled
    verb, _, what = step.motion.motion.partition("-")
    if told is None or verb not in VERBS:
        return
    for other in VERBS:
        motion = procedure.get(f"{other}-{what}")
        if other != verb and motion and not motion.where:
            words = motion.does + at_seat(motion, told.seat, step.each[0].title, step.hand)
            yield Choice(_name(motion.motion, told), words)


def _not_there(procedure: Procedure, steps: Sequence[Step], seat: Seat | None, bets: Collection[str]) -> set[str]:
    """The motions of a bet that does not lie at this seat; where no seat is meant, at none."""
    told = [event for step in steps for event in step.events if isinstance(event, Settled)]
    lies = {event.bet for event in told if seat is None or event.seat == seat}
    settling = (name.partition("-") for name in procedure)
    return {f"{verb}-{bet}" for verb, _, bet in settling if verb in VERBS and bet in set(bets) - lies}


def _later(procedure: Procedure, steps: Sequence[Step], at: int) -> Iterator[Choice]:
    """What comes only later: as far as it can be known now, by its seat; then what the sheet names next."""
    step, ahead = steps[at], _foreseen(steps, at)
    told = step.settled
    other_seat = (other for other in ahead if told and other.settled and other.settled.seat != told.seat)
    for other in islice(other_seat, 1):
        yield Choice(name_of(other), in_words(other))
    seen = set(step.names)
    most = len(seen) + LATER
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
    """The dealer's next steps that hang on no answer of a player and on no card that is not seen yet."""
    found: list[Step] = []
    before = steps[at]
    for other in steps[at + 1 :]:
        if not other.is_dealers or any(isinstance(event, (Dealt, Turned)) for event in before.events):
            break
        found.append(other)
        before = other
    return found


def _again(steps: Sequence[Step], at: int) -> Iterator[Choice]:
    """What was done already, the latest first."""
    done = dict.fromkeys(step.motion for step in reversed(steps[:at]) if step.is_dealers)
    for motion in done:
        if motion != steps[at].motion:
            yield _at_seat(motion, steps, at)


def _at_seat(motion: Motion, steps: Sequence[Step], at: int) -> Choice:
    """A motion that is not a step of its own here; where it is made at one seat, at the seat of the right one."""
    seat = steps[at].seat
    made_there = any(step.motion == motion and step.seat is not None for step in steps)
    there = seat is not None and (made_there or motion.motion.partition("-")[0] in VERBS)
    return Choice(motion.motion, motion.does + (at_seat(motion, seat) if there and seat else ""))


def _cost(choice: Choice, step: Step) -> Cents:
    """What this wrong motion would give away or take wrongly, in cents."""
    if step.settled is None or not choice.name.endswith(name_of(step).partition(":")[2]):
        return Cents(0)
    verb = choice.name.partition("-")[0]
    return Cents(sum(_given_away(verb, part.settled) for part in step.each if part.settled))


def _given_away(verb: str, told: Settled) -> int:
    handed = {"take": 0, "push": told.stake, "pay": told.stake + max(told.back - told.stake, told.stake)}
    return abs(handed.get(verb, told.back) - told.back)


def is_other_bet(ask: LessonAsk, said: Choice) -> bool:
    """Whether one bet was to be settled, and another was."""
    (verb, _, bet), (other, _, instead) = ask.right.partition("-"), said.name.partition("-")
    return all(word in VERBS or ":" in rest for word, rest in ((verb, bet), (other, instead))) and bet != instead


def why_wrong(ask: LessonAsk, said: Choice, cost: Cents, order: str, *, comes: bool) -> str:
    """What is told of a wrong motion: whether it comes later, the right one, its clause, the cost, the order."""
    if said == FLOOR:
        return f"Nothing is wrong here, so the floor is not called. {ask.reason}"
    lost = f" That would cost {show_money(cost)}." if cost else ""
    goes = f" {order}" if order else ""
    if comes:
        return f"Too early: {said.words}.{lost} First {ask.reason[:1].lower()}{ask.reason[1:]}{goes}"
    return f"Not here: {said.words}.{lost} {ask.reason}{goes}"


def comes_later(steps: Sequence[Step], at: int, said: Choice) -> bool:
    """Whether what was said is made after this place: that bet, or that motion where no bet is named."""
    return any(said.name in (name_of(step), *step.names) for step in steps[at + 1 :])


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
