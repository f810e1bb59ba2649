"""Flop 22: three hands from one card, against three flops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.games.flop22.deal.round import opening, play
from pitboss.games.flop22.deal.rules import Rules, bets, seats, whole_pack
from pitboss.games.flop22.deal.totals import in_reach, totals
from pitboss.play.game import Game
from pitboss.play.steps import Event, Offer, Seat


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Return the answer with the highest expected value for the seat, the same as `pitboss advise` (F22-4)."""
    from pitboss.games.flop22.count.advise import advise_seat  # noqa: PLC0415  (dealing does not load the solver)

    return advise_seat(rules, seen, offer, seat).best


GAME = Game(
    name="flop22",
    title="Flop 22",
    sentence="One card plays three flops: 17 or better wins, and two aces win most.",
    sheet="Flop 22, Rules of Play, version 1 of 7 April 2021",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    play=play,
    bot=answer,
    opening=opening,
    totals=totals,
    in_reach=in_reach,
    answers=(
        ("none", "bet no bonus"),
        ("double", "double down"),
        ("both", "match and double down"),
    ),
    endings=("hand 1 only", "hands 1 and 2", "all three hands", "aggregate cut", "void"),
)
