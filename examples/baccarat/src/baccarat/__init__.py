"""Baccarat: bets on Player, Banker or a tie, with a commission or as EZ Baccarat."""

from __future__ import annotations

from pitboss.kit import Game

from baccarat.deal.bot import answer
from baccarat.deal.round import play
from baccarat.deal.rules import Rules, bets, seats, whole_pack

GAME = Game(
    name="baccarat",
    title="Baccarat",
    sentence="Bet on Player, Banker or a tie; the higher last digit wins.",
    sheet="sheet.md",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    play=play,
    bot=answer,
)
