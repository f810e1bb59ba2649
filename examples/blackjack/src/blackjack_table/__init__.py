"""Blackjack: one to eight decks, the common house rules, insurance, Perfect Pairs and 21+3."""

from __future__ import annotations

from pitboss.kit import Game

from blackjack_table.deal.bot import answer
from blackjack_table.deal.round import play
from blackjack_table.deal.rules import Rules, bets, seats, whole_pack

GAME = Game(
    name="blackjack",
    title="Blackjack",
    sentence="Come closer to 21 than the dealer without going over; double, split and insure as the house allows.",
    sheet="sheet.md",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    play=play,
    bot=answer,
    endings=(
        "dealer blackjack",
        "dealer blackjack insured",
        "insurance lost",
        "even money",
        "blackjack paid",
        "dealer busts",
        "all bust",
        "four hands",
        "doubled",
        "surrendered",
        "void",
    ),
)
