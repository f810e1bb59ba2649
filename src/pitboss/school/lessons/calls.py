"""The dealer's calls: totals, and hands read aloud."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from msgspec.structs import replace

from pitboss.cards import Card, fresh_pack, signs
from pitboss.play.layout import TableLayout, layout_after
from pitboss.play.steps import Event, Seat
from pitboss.ranking.poker import rank_hand
from pitboss.ranking.words import describe
from pitboss.school.lessons.dealer_steps import Step
from pitboss.school.lessons.lesson_ask import AskKind, Choice, LessonAsk

FIVE = 5
TOTAL = "add the cards; a picture is 10."
ACE = "an ace is 11, called soft; 1 if 11 would make more than 21."
BLACKJACK = "21 with two cards has a name."
ACE_RANK = 14
SOFT = ": an ace counted as 11"
HAND = "the best five of all these cards, by name."
BUST = "too many"
"""The call for a player's hand over 21; for the dealer's own hand the total is called."""
MAX_TOTAL, MIN_SOFT_TOTAL, MIN_MISTAKEN_TOTAL = 21, 12, 10
"""The highest total, the lowest soft total, and the lowest total that is easily mistaken."""


def calls_of(step: Step, earlier: Sequence[Event], rng: Random) -> Iterator[LessonAsk]:
    """Yield the calls of this step, motion by motion."""
    shown = 0
    for part in step.each:
        if call := ask_call(part, [*earlier, *step.events[:shown]], rng):
            yield replace(call, events_before=shown + call.events_before)
        shown += len(part.events)


def total_called(step: Step, ask: LessonAsk) -> Event | None:
    """Return the event whose total this question asks for; None for a hand read aloud."""
    event = step.events[ask.events_before - 1] if ask.events_before else None
    return event if getattr(event, "makes", None) == ask.right else None


def ask_call(step: Step, earlier: Sequence[Event], rng: Random) -> LessonAsk | None:
    """Return the question for the call of one motion, if any."""
    event = step.events[-1]
    seat, makes = getattr(event, "seat", None), getattr(event, "makes", None)
    read = getattr(event, "hand", None) if step.motion.motion.startswith("read-") else None
    right = makes or read
    if not isinstance(right, str) or (makes and step.motion.goes_round):
        return None
    after = layout_after([*earlier, *step.events])
    if makes:
        owned = [
            cards for (owner, at), cards in after.cards.items() if owner == seat and at == getattr(event, "at", "")
        ]
        cards = (
            owned[0]
            if seat is not None
            else [card for (o, _), held in after.cards.items() if o is None for card in held]
        )
    else:
        cards = [card for card in cards_read(after, seat) if not card.is_hidden]
    whose = "your own hand" if seat is None else f"seat {seat}'s hand"
    words = f"Call {whose}: {signs(cards)}." if makes else f"Read {whose} aloud."
    others = _totals(right) if makes else misreadings(right, cards, rng)
    names = dict.fromkeys([right, *others])
    choices = [Choice(name, call_of_total(name, is_own=seat is None)) for name in names][:4]
    rng.shuffle(choices)
    clause = step.motion.clause
    return LessonAsk(
        AskKind.CALL,
        words,
        tuple(choices),
        clause,
        right,
        f"The call is {_explained(right, call_of_total(right, is_own=seat is None)) if makes else right}.",
        how_to_call(right, cards) if makes else HAND,
        events_before=len(step.events) if makes else 0,
    )


def call_of_total(name: str, *, is_own: bool) -> str:
    """
    Return a total as the dealer calls it.

    >>> call_of_total("26", is_own=False), call_of_total("22", is_own=True), call_of_total("soft 18", is_own=False)
    ('too many', '22', 'soft 18')
    """
    return BUST if name.isdigit() and int(name) > MAX_TOTAL and not is_own else name


def _explained(right: str, call: str) -> str:
    soft = SOFT if right.startswith("soft ") else ""
    return call + (soft or ("" if call == right else f": {right}"))


def how_to_call(right: str, cards: Sequence[Card]) -> str:
    """Explain how these cards are totalled."""
    if not any(card.rank == ACE_RANK for card in cards):
        return TOTAL
    return BLACKJACK if not right[-1:].isdigit() else ACE


def cards_read(layout: TableLayout, seat: Seat | None) -> list[Card]:
    """Return the cards that a hand is read from: its own and the board, or the dealer's own and the board."""
    mine = [(owner, at, held) for (owner, at), held in layout.cards.items() if owner in (seat, None)]
    return [card for owner, at, held in mine if seat is None or owner or not at.startswith("dealer") for card in held]


def misreadings(right: str, cards: Sequence[Card], rng: Random) -> list[str]:
    """Return wrong readings as long as the right one: with one card overlooked, or with one that is not there."""
    codes = [card.code for card in cards]
    unseen = [card.code for card in fresh_pack() if card.code not in codes]
    found: dict[str, None] = {}
    for place in rng.sample(range(len(codes)), len(codes)):
        without = [code for at, code in enumerate(codes) if at != place]
        for seen in ([without] if len(without) >= FIVE else []) + [[*without, rng.choice(unseen)]]:
            found[describe(rank_hand(seen))] = None
    others = [name for name in found if name != right]
    rng.shuffle(others)
    return others


def other_totals(right: str) -> list[str]:
    """Return plausible wrong totals."""
    return list(_totals(right))


def _totals(right: str) -> Iterator[str]:
    """Yield totals that a tired dealer might call."""
    soft, number = right.startswith("soft "), "".join(letter for letter in right if letter.isdigit())
    if not number:
        yield from ("21", "soft 21", "11")
        return
    total = int(number)
    if total > MAX_TOTAL:
        yield from map(str, (total - 10, MAX_TOTAL, MAX_TOTAL - 1))
    elif soft:
        yield from (str(total), str(total - 10), f"soft {total + 1 if total < MAX_TOTAL else total - 1}")
    else:
        near = total + 1 if total < MAX_TOTAL else total - 1
        others = [f"soft {total}"] if total >= MIN_SOFT_TOTAL else []
        yield from (*others, str(near), *map(str, _ten_off(total)))


def _ten_off(total: int) -> Iterator[int]:
    """Yield the total with an ace counted wrong if possible, then a total one or two too low."""
    yield from (other for other in (total + 10, total - 10) if MIN_MISTAKEN_TOTAL <= other <= MAX_TOTAL)
    yield total - 1 if total < MAX_TOTAL else total - 2
