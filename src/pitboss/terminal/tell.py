"""What happened, told in the events' own sentences and short enough to follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pitboss.money import show_money
from pitboss.play.ledger import bank, net, purses
from pitboss.play.motions import Looked
from pitboss.play.round import Round
from pitboss.play.steps import (
    Answered,
    Burned,
    Cut,
    Dealt,
    Discarded,
    Event,
    Moved,
    Offered,
    Returned,
    Seat,
    Settled,
    Turned,
    Voided,
    Wagered,
)
from pitboss.terminal.screen import Line

YOURS, OTHERS = "▸ ", "  "
_IN_ONE_BREATH = (Dealt, Answered, Moved, Discarded, Burned, Returned, Looked)


def tell(events: Iterable[Event], you: Seat | None = None) -> Iterator[Line]:
    """Lines for these events; motions of one kind in one breath, your own bets marked and told in full."""
    for (kind, _), group in groupby(events, lambda event: _breath(event, you)):
        told = list(group)
        if kind is Wagered:
            yield _wagered(told, you)
        elif kind is Settled and _seat(told[0]) != you and you is not None:
            yield _others(told)
        elif kind in _IN_ONE_BREATH:
            yield [OTHERS, (" ".join(map(str, told)), "dim" if kind in (Discarded, Moved) else "")]
        else:
            yield from (_alone(event, you) for event in told if not _is_question_to(event, you))


def _breath(event: Event, you: Seat | None) -> tuple[type[Event], object]:
    """Events with the same breath are told together."""
    whose = _seat(event) if isinstance(event, (Wagered, Settled)) else None
    return type(event), whose


def _seat(event: Event) -> object:
    return getattr(event, "seat", None)


def _is_question_to(event: Event, you: Seat | None) -> bool:
    return isinstance(event, Offered) and you in event.seats


def _mark(event: Event, you: Seat | None) -> str:
    return YOURS if you is not None and _seat(event) == you else OTHERS


def _wagered(told: Sequence[Event], you: Seat | None) -> Line:
    bets = [event for event in told if isinstance(event, Wagered)]
    spots = [f"{show_money(bet.amount)} on {bet.bet}" + (f" (hand {bet.hand})" if bet.hand else "") for bet in bets]
    return [_mark(told[0], you), f"Seat {bets[0].seat} bets {', '.join(spots)}."]


def _others(told: Sequence[Event]) -> Line:
    """Another seat's settlements, without the reasons that its own player would want."""
    settled = [event for event in told if isinstance(event, Settled)]
    results = [f"{event.bet} {_result(event)}" for event in settled]
    total = sum(event.back - event.stake for event in settled)
    clauses = ", ".join(dict.fromkeys(event.clause for event in settled))
    return [OTHERS, f"Seat {settled[0].seat}: {', '.join(results)} ({clauses})", (".", _colour(total))]


def _result(event: Settled) -> str:
    return "push" if event.back == event.stake else signed(event.back - event.stake)


def _alone(event: Event, you: Seat | None) -> Line:
    match event:
        case Settled(stake=stake, back=back):
            return [_mark(event, you), (str(event), _colour(back - stake))]
        case Voided() | Cut():
            return [_mark(event, you), (str(event), "bold yellow")]
        case Turned() | Offered():
            return [OTHERS, (str(event), "bold")]
    return [_mark(event, you), (str(event), "dim")]


def result_line(dealt: Round, you: Seat | None = None) -> Line:
    """Who won what in a round; the dealers' share of a toke is told apart (FB-9)."""
    gained, dealers = purses(dealt.events, dealt.game.tokes(dealt.rules))
    results = [f"seat {seat}{' (you)' if seat == you else ''} {signed(won)}" for seat, won in gained.items()]
    tokes = f"; the dealers {signed(dealers)}" if dealers else ""
    return [(f"Result: {', '.join(results)}{tokes}; the house {signed(bank(net(dealt.events)))}.", "bold")]


def signed(cents: int) -> str:
    """A result with its sign: +$10, -$5, even.

    >>> signed(1000), signed(-250), signed(0)
    ('+$10', '-$2.50', 'even')
    """
    return "even" if cents == 0 else f"{'+' if cents > 0 else ''}{show_money(cents)}"


def _colour(won: int) -> str:
    return "green" if won > 0 else "red" if won < 0 else "yellow"
