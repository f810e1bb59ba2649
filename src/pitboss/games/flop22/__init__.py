"""Flop 22: three hands from one card, against three flops."""

from __future__ import annotations

from pitboss.games.flop22.bot import answer
from pitboss.games.flop22.round import opening, play
from pitboss.games.flop22.rules import Rules, bets, seats, whole_pack
from pitboss.play.game import Game

GAME = Game(
    name="flop22",
    title="Flop 22",
    sentence="One card plays three flops: 17 or better wins, and two aces win most.",
    sheet="000_4f9718d3d852efc9.txt",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    play=play,
    bot=answer,
    opening=opening,
    endings=("hand 1 only", "hands 1 and 2", "all three hands", "aggregate cut", "void"),
)
