"""Casino War: one card each, the higher one wins, and a tie goes to war."""

from __future__ import annotations

from pitboss.kit import Game

from casino_war.deal.bot import answer
from casino_war.deal.round import play
from casino_war.deal.rules import Rules, bets, seats, whole_pack

GAME = Game(
    name="casino-war",
    title="Casino War",
    sentence="One card each: the higher one wins, and when they tie you surrender half or go to war.",
    sheet="sheet.md",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    play=play,
    bot=answer,
)
