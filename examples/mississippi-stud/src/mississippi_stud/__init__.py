"""Mississippi Stud: two cards and three community cards, a bet of one to three antes on each street."""

from __future__ import annotations

from pitboss.kit import Game

from mississippi_stud.deal.bot import answer
from mississippi_stud.deal.round import play
from mississippi_stud.deal.rules import Rules, bets, seats, whole_pack

GAME = Game(
    name="mississippi-stud",
    title="Mississippi Stud",
    sentence="Two cards and three on the board: bet one to three antes on each street, or fold.",
    sheet="sheet.md",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    play=play,
    bot=answer,
)
