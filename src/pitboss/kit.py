"""All that a game is made of, in one place for games from outside: these names stay where our own files may move."""

from __future__ import annotations

from pitboss.cards import Card, Pack, PackEmpty, fresh_pack, rank_name, signs
from pitboss.money import EVEN_MONEY, FREE, LOSS, PUSH, Cents, Pays, dollars, show_money
from pitboss.paytable import Paytable
from pitboss.play.bets import Bet, SeatBets, Wagers
from pitboss.play.game import Board, Game
from pitboss.play.options.option_values import Between
from pitboss.play.options.rules import HouseRules, Money, Payout
from pitboss.play.refused import Refused
from pitboss.play.steps import (
    Answers,
    Burned,
    Dealt,
    Discarded,
    Event,
    Face,
    Motioned,
    Moved,
    Offer,
    Option,
    Script,
    Seat,
    Settled,
    Turned,
    Wagered,
)
from pitboss.play.words import Words

__all__ = [
    "EVEN_MONEY",
    "FREE",
    "LOSS",
    "PUSH",
    "Answers",
    "Bet",
    "Between",
    "Board",
    "Burned",
    "Card",
    "Cents",
    "Dealt",
    "Discarded",
    "Event",
    "Face",
    "Game",
    "HouseRules",
    "Money",
    "Motioned",
    "Moved",
    "Offer",
    "Option",
    "Pack",
    "PackEmpty",
    "Payout",
    "Pays",
    "Paytable",
    "Refused",
    "Script",
    "Seat",
    "SeatBets",
    "Settled",
    "Turned",
    "Wagered",
    "Wagers",
    "Words",
    "dollars",
    "fresh_pack",
    "rank_name",
    "show_money",
    "signs",
]
