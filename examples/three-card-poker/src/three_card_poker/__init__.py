"""Three Card Poker: three cards against the dealer's three, fold or play."""

from __future__ import annotations

from pitboss.kit import Game

from three_card_poker.deal.bot import answer
from three_card_poker.deal.round import play
from three_card_poker.deal.rules import Rules, bets, seats, whole_pack

GAME = Game(
    name="three-card-poker",
    title="Three Card Poker",
    sentence="Three cards each: fold, or bet once more that your hand beats the dealer's.",
    sheet="sheet.md",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    play=play,
    bot=answer,
)
