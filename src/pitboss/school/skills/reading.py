"""Read: total a hand, read the best five of seven, name the line that three cards or the flip card made."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pitboss.cards import Card, signs
from pitboss.games.procedure import clause_of
from pitboss.paytable import Paytable
from pitboss.play.layout import TableLayout, lying
from pitboss.play.round import Round
from pitboss.play.steps import Event, Settled
from pitboss.school.lessons.calls import other_calls
from pitboss.school.question import Question

READ_SECONDS = 5.0
NO_READING = ("token", "fold", "joker")
"""Lines with these words tell of something else than what cards make, and tables with such lines are no reading."""


def read(dealt: Round, rng: Random) -> Iterator[Question]:
    """What do these cards make? From every total called, hand read and line of a table settled in the round."""
    places = [place for place, event in enumerate(dealt.events) if _made(dealt, event)]
    for place in rng.sample(places, min(3, len(places))):
        event = dealt.events[place]
        right = _made(dealt, event)
        seat, after = getattr(event, "seat", None), lying(dealt.events[: place + 1], dealt.record.board)
        own = after.of(seat)
        called = bool(getattr(event, "makes", None))
        there = getattr(event, "to", getattr(event, "at", ""))
        cards = [card for at, held in own if not called or seat is None or at == there for card in held]
        shared = [] if called or seat is None else _shared(event, after, has_cards=bool(cards))
        options = list(dict.fromkeys([str(right), *_others(dealt, event, str(right))]))[:5]
        rng.shuffle(options)
        beside = f" with the dealer's side {signs(shared)}" if cards and shared else ""
        what = f"on {event.bet}" if isinstance(event, Settled) else "in a call"
        yield Question(
            skill="read", question=f"{signs(cards or shared)}{beside}: what is that, {what}?", record=dealt.record,
            seat=seat, bet=event.bet if isinstance(event, Settled) else None, options=tuple(options), right=right,
            clause=clause_of(dealt.game, event.motion), target_seconds=READ_SECONDS,
            fact=f"read:{' '.join(str(right).split()[:2])}", reason=f"It is {right}.", more={"after": place + 1},
        )  # fmt: skip


def _shared(event: Event, after: TableLayout, *, has_cards: bool) -> list[Card]:
    """The cards of the dealer's side that this bet or hand looks at."""
    places = dict(after.of(None))
    if isinstance(event, Settled):
        name, _, number = event.bet.rpartition("-")
        if event.bet == "five-card":
            places = {at: cards for at, cards in places.items() if at.startswith("flop")}
        elif number.isdigit() and name:
            places = {at: cards for at, cards in places.items() if at == f"flop-{number}"}
        elif has_cards:
            places = {}
    else:
        places = {at: cards for at, cards in places.items() if not at.startswith("dealer")}
    return [card for cards in places.values() for card in cards]


def _made(dealt: Round, event: Event) -> str | None:
    """What the event says that cards make; nothing where it says nothing."""
    if makes := getattr(event, "makes", None):
        return str(makes)
    if event.motion.startswith("read-"):
        return str(getattr(event, "hand", ""))
    lines = _lines(dealt, event) if isinstance(event, Settled) else []
    if not isinstance(event, Settled) or not lines:
        return None
    return None if any(word in line for word in NO_READING for line in (event.line, *lines)) else event.line


def _lines(dealt: Round, event: Settled) -> list[str]:
    """The lines of the paytable that this bet is read by: the bet's own, won or lost, else the one with its line."""
    own = getattr(dealt.rules, f"{event.bet.replace('-', '_')}_table", None)
    if isinstance(own, Paytable):
        return [words for words, _ in own.lines]
    for name in dealt.rules.options():
        table = getattr(dealt.rules, name)
        if isinstance(table, Paytable) and event.line in (lines := [words for words, _ in table.lines]):
            return lines
    return []


def _others(dealt: Round, event: Event, right: str) -> Iterator[str]:
    if isinstance(event, Settled):
        yield from _lines(dealt, event)
    else:
        yield from other_calls(right, is_total=bool(getattr(event, "makes", None)))
