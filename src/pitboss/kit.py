"""Everything that your own game needs to import. These names stay the same when internal modules move."""

from __future__ import annotations

from pitboss.cards import Card, Pack, PackEmpty, fresh_pack, parse_cards, rank_name, signs
from pitboss.money import EVEN_MONEY, FREE, LOSS, PUSH, Cents, Commission, Pays, dollars, show_money
from pitboss.paytable import Named, Paytable
from pitboss.play.bets import Bet, SeatBets, Wagers
from pitboss.play.game import Board, Game
from pitboss.play.options.option_values import Between
from pitboss.play.options.rules import HouseRules, Money, Payout
from pitboss.play.records.record_files import won_by
from pitboss.play.refused import Refused
from pitboss.play.steps import (
    Announced,
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
    Returned,
    Script,
    Seat,
    Settled,
    Turned,
    Wagered,
    bonus,
    deal_dealer,
    deal_hands,
    deal_shared,
    less_commission,
)
from pitboss.play.view import cards_seen
from pitboss.play.words import Words
from pitboss.ranking.hands import baccarat_points, poker_rank, three_card_rank
from pitboss.ranking.leaf import hand_rule
from pitboss.ranking.poker import PokerClass, least_pair, least_poker
from pitboss.ranking.poker import class_of as poker_class
from pitboss.ranking.three_card import ThreeCardClass
from pitboss.ranking.three_card import class_of_three as three_card_class
from pitboss.ranking.three_card import lowest_of_three as least_three_card
from pitboss.solving.answers.analysis import Advice, Analysis, BetOdds, Chart, Outcome, Played
from pitboss.solving.answers.paytable_bets import Paid
from pitboss.solving.answers.situation import Ask, Situation

__all__ = [
    "EVEN_MONEY",
    "FREE",
    "LOSS",
    "PUSH",
    "Advice",
    "Analysis",
    "Announced",
    "Answers",
    "Ask",
    "Bet",
    "BetOdds",
    "Between",
    "Board",
    "Burned",
    "Card",
    "Cents",
    "Chart",
    "Commission",
    "Dealt",
    "Discarded",
    "Event",
    "Face",
    "Game",
    "HouseRules",
    "Money",
    "Motioned",
    "Moved",
    "Named",
    "Offer",
    "Option",
    "Outcome",
    "Pack",
    "PackEmpty",
    "Paid",
    "Payout",
    "Pays",
    "Paytable",
    "Played",
    "PokerClass",
    "Refused",
    "Returned",
    "Script",
    "Seat",
    "SeatBets",
    "Settled",
    "Situation",
    "ThreeCardClass",
    "Turned",
    "Wagered",
    "Wagers",
    "Words",
    "baccarat_points",
    "bonus",
    "cards_seen",
    "deal_dealer",
    "deal_hands",
    "deal_shared",
    "dollars",
    "fresh_pack",
    "hand_rule",
    "least_pair",
    "least_poker",
    "least_three_card",
    "less_commission",
    "parse_cards",
    "poker_class",
    "poker_rank",
    "rank_name",
    "show_money",
    "signs",
    "three_card_class",
    "three_card_rank",
    "won_by",
]
