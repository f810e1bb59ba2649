"""Free Bet Blackjack with Pot of Gold and Push 22: the house pays for doubles and splits, and 22 pushes."""

from __future__ import annotations

from pitboss.games.free_bet.deal.bot import answer
from pitboss.games.free_bet.deal.reach import in_reach
from pitboss.games.free_bet.deal.round import play
from pitboss.games.free_bet.deal.rules import Rules, bets, cut_card, seats, whole_pack
from pitboss.play.game import Game

GAME = Game(
    name="free-bet",
    title="Free Bet Blackjack",
    sentence="Blackjack in which the house doubles 9, 10 and 11 and splits pairs for you, and its own 22 is a push.",
    sheet="Free Bet Blackjack with Pot of Gold and Push 22, rules of play",
    rules=Rules,
    bets=bets,
    seats=seats,
    whole_pack=whole_pack,
    play=play,
    in_reach=in_reach,
    bot=answer,
    cut_card=cut_card,
    burns=1,
    answers=(
        ("free-double", "double for free"),
        ("free-split", "split for free"),
        ("no", "decline insurance"),
        ("insurance", "take insurance"),
    ),
    endings=(
        "dealer blackjack insured",
        "dealer blackjack not insured",
        "insurance lost",
        "dealer 22 with a live hand",
        "dealer 22 with a sideways hand",
        "dealer 22 with a blackjack",
        "dealer busts",
        "four hands with seven tokens",
        "split aces split again",
        "all bust with a Push 22 to settle",
        "all bust",
        "paid doubles and splits",
        "ordinary blackjack",
        "void",
    ),
)
