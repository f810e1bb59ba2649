"""A round cut into the dealer's steps: events that are one motion, and those of the players between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct

from pitboss.games.procedure import Motion, procedure_of
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offered, Seat, Settled


class Step(Struct, frozen=True):
    """One motion as it is made: a card to each seat is one, every bet settled is its own."""

    motion: Motion
    first: int
    """The number of its first event among the round's events, counted from 0."""
    events: tuple[Event, ...]
    title: str = ""
    """What the one bet that it is about is called at the table."""

    @property
    def seat(self) -> Seat | None:
        """Whose spot the dealer's hand is at, if it is only one."""
        seats = {seat for event in self.events for seat in _seats(event)}
        return seats.pop() if len(seats) == 1 else None

    @property
    def settled(self) -> Settled | None:
        """The bet that is settled in it."""
        event = self.events[0]
        return event if isinstance(event, Settled) else None

    @property
    def is_dealers(self) -> bool:
        """Whether the dealer makes it."""
        return self.motion.who == "dealer"


def _seats(event: Event) -> tuple[Seat | None, ...]:
    """Whose spot an event is at; an offer may ask several."""
    return event.seats if isinstance(event, Offered) else (getattr(event, "seat", None),)


def steps_of(game: Game, events: Sequence[Event]) -> list[Step]:
    """The steps of a round; a game that names no motions cannot be taught."""
    procedure = procedure_of(game.name)
    if any(event.motion not in procedure for event in events):
        raise Refused("no-procedure", f"{game.title} does not say which motion each event is: it cannot be drilled")
    titles = titles_of(game)
    return [
        Step(procedure[events[first].motion], first, tuple(events[first:after]), _title(events[first:after], titles))
        for first, after in _cuts(events)
    ]


@cache
def titles_of(game: Game) -> dict[str, str]:
    """The bets by name, with what they are called at the table."""
    return {bet.name: bet.title for bet in game.bets(game.rules())}


def _title(events: Sequence[Event], titles: Mapping[str, str]) -> str:
    bets = {(getattr(event, "bet", None), getattr(event, "hand", None)) for event in events}
    bet = bets.pop()[0] if len(bets) == 1 else None
    return titles.get(bet, bet) if isinstance(bet, str) else ""


def _cuts(events: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """Where each step begins and ends: the same motion goes on, but every bet settled is a step."""
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
    """The step as the trainee is asked to choose it: "pay a winning ante of seat 3"."""
    if step.seat is None:
        return step.motion.does
    if not step.title:
        return f"{step.motion.does} (seat {step.seat})"
    number = getattr(step.events[0], "hand", None)
    hand = f", hand {number}" if number else ""
    return f"{step.motion.does} (seat {step.seat}'s {step.title}{hand})"
