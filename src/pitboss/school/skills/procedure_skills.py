"""The skills `order` and `spot`: the next motion, and faults in a round."""

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
from pitboss.school.table_in_words import last_motions, table_in_words

ORDER_SECONDS, SPOT_SECONDS = 6.0, 45.0
MAX_LINES = 25
"""The maximum number of motions shown with a planted fault."""


def order(dealt: Round, rng: Random) -> Iterator[Question]:
    """Ask for the next motion of the dealer after another has ended."""
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
    """Return the reason for a motion, or when it is complete; the right answer names the motion itself."""
    return f"{capital(step.motion.why)}." if step.motion.why else f"It is done when {step.motion.ends}."


LOOK, ACE_BACK, HOLE_CARD, CUT_CARD = "look", "turn-ace-back", "hole-card", "cut-card"


def _may_be_asked(step: Step) -> bool:
    """Return whether a step can be inferred from the visible table: not the first of a round, nor the cut card."""
    return step.is_dealers and step.first > 0 and step.motion.motion != CUT_CARD


def _looked(dealt: Round, first: int) -> str:
    """Return a sentence about the hole card that the dealer has looked at, since only the dealer knows it."""
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
    """Other clauses that it arguably breaks too, which are not offered as wrong answers."""


def spot(dealt: Round, rng: Random) -> Iterator[Question]:
    """Show part of a round with a planted fault, and ask for it, its clause and its cost."""
    steps = steps_of(dealt.game, dealt.events)
    words = dealt.game.words(dealt.rules)
    faults = [fault for fault in (_wrong_pay(dealt, steps, rng), _swapped(dealt, steps, rng)) if fault]
    for fault in faults:
        clause = clause_of(dealt.game, fault.motion)
        others = _other_clauses(dealt.game, (clause, *fault.also))
        clauses = [clause, *rng.sample(others, min(3, len(others)))]
        rng.shuffle(clauses)
        procedure = procedure_of(dealt.game.name)
        motions = {motion.clause: motion for motion in procedure.values()} | {clause: procedure[fault.motion]}
        begin = _begin(fault, rng)
        table, last = table_in_words(dealt, begin), last_motions(dealt, begin, 2)
        before = " ".join(filter(None, (table, f"Last: {last}" if last else "")))
        lines = [seen_by(event, None).as_data(words) for event in fault.events[begin : begin + MAX_LINES]]
        yield Question(
            skill="spot",
            question=f"{f'Before this part: {before} ' if before else ''}One motion of this part is wrong: paid"
            " wrongly, or made too early. On which line does the wrong motion begin, which rule does it break, and"
            " what did it cost?",
            record=dealt.record, right={"number": fault.first - begin + 1, "clause": clause, "cents": fault.cents},
            clause=clause, options=tuple(clauses), shown=tuple(f"{motions[one].does} ({one})" for one in clauses),
            target_seconds=SPOT_SECONDS, fact=f"spot:{fault.motion}", reason=fault.reason,
            more={"told": lines, "after": begin},
        )  # fmt: skip


def _other_clauses(game: Game, quoted: Sequence[str]) -> list[str]:
    """Return the clauses of the procedure that share no part with those quoted."""
    parts = {part for clause in quoted for part in clause_parts(clause)}
    every = sorted({motion.clause for motion in procedure_of(game.name).values() if motion.who == "dealer"})
    return [clause for clause in every if parts.isdisjoint(clause_parts(clause))]


def _begin(fault: Fault, rng: Random) -> int:
    """Choose the start of the part to show, with the fault and its counterpart well inside it."""
    most = max(len(fault.events) - MAX_LINES, 0)
    return max(min(fault.first - rng.randint(4, 12), most), 0)


def _wrong_pay(dealt: Round, steps: Sequence[Step], rng: Random) -> Fault | None:
    """Plant a bet settled at wrong odds: paid too much or too little, a winner taken, or a loser paid."""
    bets = [step for step in steps if step.settled and step.settled.stake and not step.settled.is_capped]
    if not bets:
        return None
    step = rng.choice(bets)
    settled, words, procedure = step.settled, dealt.game.words(dealt.rules), procedure_of(dealt.game.name)
    assert settled is not None
    planted = _settled_at(settled, rng.choice(_wrong_odds(dealt, settled)))
    events = [event for one in steps for event in one.events]
    events[step.first] = planted
    reason = f"{settled.describe(words)} It was dealt as: {planted.describe(words)}"
    spot_name = step.motion.motion.partition("-")[2]
    also = tuple(procedure[name].clause for verb in VERBS if (name := f"{verb}-{spot_name}") in procedure)
    return Fault(events, step.first, step.motion.motion, abs(planted.back - settled.back), reason, also)


def _settled_at(settled: Settled, pays: Pays) -> Settled:
    return replace(settled, pays=pays, back=pays.back(settled.stake))


def _wrong_odds(dealt: Round, settled: Settled) -> list[Pays]:
    """Return plausible wrong odds for a bet: other odds from the pay tables, a loss, a push, or even money."""
    tables = [value for name in dealt.rules.options() if isinstance(value := getattr(dealt.rules, name), Paytable)]
    own = [table for table in tables if any(words == settled.line for words, _ in table.lines)] or tables
    posted = [pays for table in own for _, row in table.lines for pays in row if pays.won > 0]
    pool = [*posted, EVEN_MONEY] if settled.pays.ratio > 1 else [EVEN_MONEY, LOSS]
    # among several hands, the stake of a hand that pushes is not visible
    if not settled.hand or not _has_several_hands(dealt, settled):
        pool.append(PUSH)
    near = [
        pays for pays in dict.fromkeys(pool) if pays.ratio != settled.pays.ratio and pays.is_whole_for(settled.stake)
    ]
    return near or [LOSS]


def _has_several_hands(dealt: Round, settled: Settled) -> bool:
    hands = {event.hand for event in dealt.events if isinstance(event, Settled) and event.seat == settled.seat}
    return len(hands - {None}) > 1


def _swapped(dealt: Round, steps: Sequence[Step], rng: Random) -> Fault | None:
    """Plant two motions of the dealer in the wrong order; the premature one is the fault."""
    procedure = procedure_of(dealt.game.name)
    places = [place for place in range(len(steps) - 1) if _may_swap(steps[place], steps[place + 1])]
    rng.shuffle(places)
    for place in places[:4]:
        early, late = steps[place + 1], steps[place]
        if procedure.is_order_open(early.motion.motion, late.motion.motion) or _is_long(early, late):
            continue
        events: list[Any] = list(dealt.events)
        events[late.first : early.first + len(early.events)] = [*early.events, *late.events]
        if not procedure.follows(event.motion for event in events):  # otherwise it is not a fault
            reason = f"“{capital(in_words(late))}” comes before “{in_words(early)}” ({late.motion.clause})."
            return Fault(events, late.first, early.motion.motion, 0, reason, (late.motion.clause,))
    return None


def _is_long(early: Step, late: Step) -> bool:
    """Return whether both motions together are too long for the part that is shown."""
    return len(early.events) + len(late.events) > MAX_LINES - 12


def _may_swap(first: Step, second: Step) -> bool:
    """Return whether these are two different motions of the dealer, not two bets being settled."""
    if not (first.is_dealers and second.is_dealers) or first.motion.motion == second.motion.motion:
        return False
    if second.seat is not None and isinstance(second.events[0], Offered):
        return False  # the question names cards of a hand that are not dealt yet
    if any(step.seat is not None and _deals_to_several_hands(step) for step in (first, second)):
        return False
    if isinstance(second.events[0], Dealt) and isinstance(first.events[0], Dealt) and first.seat and second.seat:
        return False  # it would be unclear which card was meant for which hand
    if hasattr(second.events[0], "line") and any(isinstance(event, (Dealt, Turned)) for event in first.events):
        return False  # the result names a total that is not on the table yet
    return not (isinstance(first.events[0], Settled) and isinstance(second.events[0], Settled))


def _deals_to_several_hands(step: Step) -> bool:
    """Return whether a step deals cards to both hands of a split."""
    return len({event.at for event in step.events if isinstance(event, Dealt)}) > 1
