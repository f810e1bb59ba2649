"""Plausible next motions: the true one, one too early, pay for take, the wrong seat, and a call for the floor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from pitboss.games.procedure import Procedure
from pitboss.money import Cents, show_money
from pitboss.play.steps import Settled
from pitboss.school.ask import AskKind, Choice, LessonAsk
from pitboss.school.steps import Step, in_words

VERBS = ("take", "push", "pay")
FLOOR = Choice("void", "stop and call the floor")
MOST = 5


def ask_motion(procedure: Procedure, steps: Sequence[Step], at: int, rng: Random) -> LessonAsk:
    """What is the next motion? Asked at the step of this place."""
    step = steps[at]
    right = Choice(name_of(step), in_words(step))
    others = list(dict.fromkeys([*_settled_otherwise(procedure, step), *_later(steps, at), *_again(steps, at), FLOOR]))
    others = [choice for choice in others if choice.name != right.name and choice.words != right.words]
    kept = others if len(others) < MOST else [*others[: MOST - 2], FLOOR]
    choices = [right, *kept]
    rng.shuffle(choices)
    motion = step.motion
    return LessonAsk(
        AskKind.MOTION,
        "What do you do next?",
        tuple(choices),
        motion.clause,
        right.name,
        f"{_capital(in_words(step))}: {motion.clause}. It is done when {motion.ends}.",
        f"{motion.clause}: done when {motion.ends}.",
        {choice.name: cost for choice in kept if (cost := _cost(choice, step))},
    )


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
    hand = f", hand {told.hand}" if told.hand else ""
    for other in VERBS:
        motion = procedure.get(f"{other}-{what}")
        if other != verb and motion and not motion.where:
            yield Choice(_name(motion.motion, told), f"{motion.does} (seat {told.seat}'s {step.title}{hand})")


def _later(steps: Sequence[Step], at: int) -> Iterator[Choice]:
    """What comes only later: the next motions that differ, the next seat's bet first."""
    step, ahead = steps[at], steps[at + 1 :]
    known = next((place for place, other in enumerate(ahead) if not other.is_dealers), len(ahead))
    coming = [(other, place < known) for place, other in enumerate(ahead) if other.is_dealers]
    told = step.settled
    for other, is_known in coming:
        if told and other.settled and other.settled.seat != told.seat and is_known:
            yield Choice(name_of(other), in_words(other))
            break
    seen = {step.motion.motion}
    for other, is_known in coming:
        motion = other.motion
        if motion.motion not in seen:
            seen.add(motion.motion)  # what hangs on a player's answer is named without saying whose turn it will be
            yield Choice(name_of(other), in_words(other)) if is_known else Choice(motion.motion, motion.does)
        if len(seen) > 3:
            return


def _again(steps: Sequence[Step], at: int) -> Iterator[Choice]:
    """What was done already, the latest first."""
    done = dict.fromkeys(step.motion for step in reversed(steps[:at]) if step.is_dealers)
    for motion in list(done)[:3]:
        if motion != steps[at].motion:
            yield Choice(motion.motion, motion.does)


def _cost(choice: Choice, step: Step) -> Cents:
    """What this wrong motion would give away or take wrongly, in cents."""
    told = step.settled
    if told is None or not choice.name.endswith(name_of(step).partition(":")[2]):
        return Cents(0)
    verb = choice.name.partition("-")[0]
    handed = {"take": 0, "push": told.stake, "pay": told.stake + max(told.back - told.stake, told.stake)}
    return Cents(abs(handed.get(verb, told.back) - told.back))


def why_wrong(ask: LessonAsk, said: Choice, cost: Cents, *, comes: bool) -> str:
    """What is told of a wrong motion: whether it comes later in the round, the right one, its clause, the cost."""
    if said == FLOOR:
        return f"Nothing is wrong here, so the floor is not called. {ask.reason}"
    lost = f" That would cost {show_money(cost)}." if cost else ""
    if comes:
        return f"Too early: {said.words}.{lost} First {ask.reason[:1].lower()}{ask.reason[1:]}"
    return f"Not here: {said.words}.{lost} {ask.reason}"


def comes_later(steps: Sequence[Step], at: int, said: Choice) -> bool:
    """Whether what was said is made after this place: that bet, or that motion where no bet is named."""
    return any(said.name in (name_of(step), step.motion.motion) for step in steps[at + 1 :])


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
