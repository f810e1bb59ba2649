"""Transcripts of rounds: what the players see and what is paid, without the dealer's routine motions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from pitboss.money import show_money
from pitboss.play.records.ledger import bank, net
from pitboss.play.round import Round
from pitboss.play.steps import Answered, Dealt, Event, Offered, Settled, Wagered
from pitboss.play.words import Words, without_rulings


def transcript(dealt: Round) -> tuple[str, ...]:
    """Return the lines of the transcript, ending with the result of each seat."""
    words = dealt.game.words(dealt.rules)
    lines = list(
        _lines([event for event in dealt.events if not (event.is_routine or isinstance(event, Offered))], words)
    )
    results = net(dealt.events)
    gained = [f"seat {seat} {_signed(sum(bets.values()))}" for seat, bets in results.items()]
    return (*lines, f"Result: {', '.join(gained)}; the house {_signed(bank(results))}.")


def _lines(events: list[Event], words: Words) -> Iterator[str]:
    """Yield lines, merging the bets of a seat and consecutive cards."""
    for kind, group in groupby(events, _together):
        together = list(group)
        if kind[0] is Wagered:
            bets = [event for event in together if isinstance(event, Wagered)]
            spots = [f"{show_money(bet.amount)} on {words.bet(bet.bet, bet.hand)}" for bet in bets]
            yield f"{words.seat(bets[0].seat, 'bets', 'bet')} {', '.join(spots)}."
        elif kind[0] in (Dealt, Answered):
            yield " ".join(event.describe(words) for event in together)
        else:
            yield from (_one(event, words) for event in together)


def _together(event: Event) -> tuple[type[Event], object]:
    return type(event), getattr(event, "seat", None) if isinstance(event, Wagered) else None


def _one(event: Event, words: Words) -> str:
    if isinstance(event, Settled):
        sentence = re.sub(r"pays (\d+):(\d+)", r"pays \1 to \2", event.describe(words))
        return f"{sentence.rstrip('.')} ({event.clause})."
    return without_rulings(event.describe(words))


def _signed(cents: int) -> str:
    if cents == 0:
        return "even"
    return f"{'+' if cents > 0 else '−'}{show_money(abs(cents))}"
