"""Transcripts of rounds, with what a player sees and what is paid; routine motions are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from pitboss.money import show_money
from pitboss.play.records.ledger import bank, net
from pitboss.play.round import Round
from pitboss.play.steps import (
    Announced,
    Answered,
    Burned,
    Dealt,
    Discarded,
    Event,
    Motioned,
    Moved,
    Offered,
    Settled,
    Wagered,
)
from pitboss.play.words import Words, without_rulings

_LEFT_OUT = (Discarded, Burned, Moved, Offered)
_KINDS_LEFT_OUT = {
    "inspected", "washed", "shuffled", "looked", "moved-over", "pack-cut", "pack-dealt", "tokens-locked-up",
    "tokens-picked-up", "wager-locked-up",
}  # fmt: skip


def transcript(dealt: Round) -> tuple[str, ...]:
    """Return the lines of the transcript, ending with the result of each seat."""
    words = dealt.game.words(dealt.rules)
    lines = list(_lines([event for event in dealt.events if _is_told(event)], words))
    results = net(dealt.events)
    gained = [f"seat {seat} {_signed(sum(bets.values()))}" for seat, bets in results.items()]
    return (*lines, f"Result: {', '.join(gained)}; the house {_signed(bank(results))}.")


def _is_told(event: Event) -> bool:
    if isinstance(event, Motioned):
        return isinstance(event, Announced)
    return not isinstance(event, _LEFT_OUT) and event.kind not in _KINDS_LEFT_OUT


def _lines(events: list[Event], words: Words) -> Iterator[str]:
    """Yield lines, merging the bets of a seat and consecutive cards."""
    for kind, group in groupby(events, _together):
        together = list(group)
        if kind[0] is Wagered:
            bets = [event for event in together if isinstance(event, Wagered)]
            spots = [f"{show_money(bet.amount)} on {words.bet(bet.bet, bet.hand)}" for bet in bets]
            yield f"{words.seat(bets[0].seat, 'bets', 'bet')} {', '.join(spots)}."
        elif kind[0] in (Dealt, Answered):
            yield " ".join(event.told(words) for event in together)
        else:
            yield from (_one(event, words) for event in together)


def _together(event: Event) -> tuple[type[Event], object]:
    return type(event), getattr(event, "seat", None) if isinstance(event, Wagered) else None


def _one(event: Event, words: Words) -> str:
    if isinstance(event, Settled):
        said = re.sub(r"pays (\d+):(\d+)", r"pays \1 to \2", event.told(words))
        return f"{said.rstrip('.')} ({event.clause})."
    return without_rulings(event.told(words))


def _signed(cents: int) -> str:
    if cents == 0:
        return "even"
    return f"{'+' if cents > 0 else '−'}{show_money(abs(cents))}"
