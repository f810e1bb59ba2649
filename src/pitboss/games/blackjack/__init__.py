"""Blackjack: one to eight decks, the common house rules, insurance and side bets."""

from __future__ import annotations

from pitboss.games.blackjack.deal.bot import answer
from pitboss.games.blackjack.deal.reach import in_reach
from pitboss.games.blackjack.deal.round import play
from pitboss.games.blackjack.deal.rules import Rules, bets, cut_card, seats, whole_pack
from pitboss.play.game import Game

GAME = Game(
    name="blackjack",
    title="Blackjack",
    sentence="Come closer to 21 than the dealer without going over; double, split and insure as the house allows.",
    sheet="Blackjack, rules of play",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    play=play,
    in_reach=in_reach,
    bot=answer,
    cut_card=cut_card,
    burns=1,
    answers=(("even-money", "take even money"), ("insurance", "take insurance")),
    endings=(
        "dealer blackjack insured",
        "dealer blackjack not insured",
        "insurance lost",
        "even money",
        "blackjack paid",
        "dealer busts",
        "all bust",
        "four hands doubled",
        "split aces",
        "late surrender",
        "early surrender",
        "no hole card",
        "side bets won",
        "void",
    ),
)
