"""Order and spot: what comes next, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.procedure import clause_of, clause_parts, procedure_of
from pitboss.money import EVEN_MONEY, LOSS, PUSH, Pays
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.round import Round
from pitboss.play.steps import Dealt, Event, Offered, Settled, Turned
from pitboss.play.view import seen_by
from pitboss.play.words import capital
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
    places = [place for place, step in enumerate(steps) if _may_be_asked(step)]
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
            reason=_why(step), more={"after": step.first},
        )  # fmt: skip


def _why(step: Step) -> str:
    """Give the reason for a motion, or when it is complete: the motion itself is named by the right answer."""
    return f"{capital(step.motion.why)}." if step.motion.why else f"It is done when {step.motion.ends}."


LOOK, ACE_BACK, HOLE_CARD, CUT_CARD = "look", "turn-ace-back", "hole-card", "cut-card"


def _may_be_asked(step: Step) -> bool:
    """Return whether a step follows from what is seen: not the first of a round, nor a cut card in the shoe."""
    return step.is_dealers and step.first > 0 and step.motion.motion != CUT_CARD


def _looked(dealt: Round, first: int) -> str:
    """Tell the hole card after the dealer has looked at it, the ace turned back or not: only the dealer knows it."""
    before = [event.motion for event in dealt.events[:first]]
    if before[-1:] != [LOOK] and before[-2:] != [LOOK, ACE_BACK]:
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
    words = dealt.game.words(dealt.rules)
    faults = [fault for fault in (_wrong_pay(dealt, steps, rng), _swapped(dealt, steps, rng)) if fault]
    for fault in faults:
        clause = clause_of(dealt.game, fault.motion)
        others = _other_clauses(dealt.game, (clause, *fault.also))
        clauses = [clause, *rng.sample(others, min(3, len(others)))]
        rng.shuffle(clauses)
        begin = _begin(fault, rng)
        table, last = table_in_words(dealt, begin), last_motions(dealt, begin, 2)
        before = " ".join(filter(None, (table, f"Last: {last}" if last else "")))
        told = [seen_by(event, None).as_data(words) for event in fault.events[begin : begin + MOST_LINES]]
        yield Question(
            skill="spot",
            question=f"{f'Before this part: {before} ' if before else ''}One motion of this part is wrong: paid"
            " wrongly, or made too early. Which line, against which clause, and what did it cost?",
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


def _wrong_pay(dealt: Round, steps: Sequence[Step], rng: Random) -> Fault | None:
    """Plant a bet settled at other odds than its line pays: too much or too little, a winner taken, a loser paid."""
    bets = [step for step in steps if step.settled and step.settled.stake and not step.settled.is_held_down]
    if not bets:
        return None
    step = rng.choice(bets)
    told, words, procedure = step.settled, dealt.game.words(dealt.rules), procedure_of(dealt.game.name)
    assert told is not None
    planted = _settled_at(told, rng.choice(_wrong_odds(dealt, told)))
    events = [event for one in steps for event in one.events]
    events[step.first] = planted
    reason = f"{told.told(words)} It was dealt as: {planted.told(words)}"
    spot_name = step.motion.motion.partition("-")[2]
    also = tuple(procedure[name].clause for verb in VERBS if (name := f"{verb}-{spot_name}") in procedure)
    return Fault(events, step.first, step.motion.motion, abs(planted.back - told.back), reason, also)


def _settled_at(told: Settled, pays: Pays) -> Settled:
    return replace(told, pays=pays, back=pays.back(told.stake))


def _wrong_odds(dealt: Round, told: Settled) -> list[Pays]:
    """Return the odds that a bet could be settled at by mistake: others of the house's tables, taken, left or paid."""
    tables = [value for name in dealt.rules.options() if isinstance(value := getattr(dealt.rules, name), Paytable)]
    own = [table for table in tables if any(words == told.line for words, _ in table.lines)] or tables
    posted = [pays for table in own for _, row in table.lines for pays in row if pays.won > 0]
    pool = [*posted, EVEN_MONEY] if told.pays.ratio > 1 else [EVEN_MONEY, LOSS]
    if not told.hand or not _has_several_hands(dealt, told):  # else the stake of a hand that pushes is not seen
        pool.append(PUSH)
    near = [pays for pays in dict.fromkeys(pool) if pays.ratio != told.pays.ratio and pays.is_whole_for(told.stake)]
    return near or [LOSS]


def _has_several_hands(dealt: Round, told: Settled) -> bool:
    hands = {event.hand for event in dealt.events if isinstance(event, Settled) and event.seat == told.seat}
    return len(hands - {None}) > 1


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
    if second.seat is not None and isinstance(second.events[0], Offered):
        return False  # the question names the cards of a hand that are not dealt yet
    if any(step.seat is not None and _deals_to_several_hands(step) for step in (first, second)):
        return False
    if isinstance(second.events[0], Dealt) and isinstance(first.events[0], Dealt) and first.seat and second.seat:
        return False  # nobody could tell which card was meant for which hand
    if hasattr(second.events[0], "line") and any(isinstance(event, (Dealt, Turned)) for event in first.events):
        return False  # the result names a total that is not on the table yet
    return not (isinstance(first.events[0], Settled) and isinstance(second.events[0], Settled))


def _deals_to_several_hands(step: Step) -> bool:
    """Return whether a step deals cards to both hands of a split."""
    return len({event.at for event in step.events if isinstance(event, Dealt)}) > 1
