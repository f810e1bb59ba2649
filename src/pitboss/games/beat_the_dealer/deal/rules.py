"""Beat the Dealer's house options, bets and the two printed tables."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, ClassVar

from pitboss.cards import Card, fresh_pack
from pitboss.games.beat_the_dealer.deal.other_houses import FIVE_CARDS, TWO_CARDS
from pitboss.money import Cents, dollars
from pitboss.paytable import Named, Paytable
from pitboss.play.bets import Bet
from pitboss.play.options.option_values import Between
from pitboss.play.options.rules import HouseRules, Money
from pitboss.ranking.poker import PokerClass

FIRST_FIVE_CARDS = Paytable.printed("""
    Royal Flush                125-1
    Straight Flush              75-1
    Four of a Kind              30-1
    Full House                   8-1
    Flush                        5-1
    Straight                     4-1
    Three of a Kind              3-1
    Two Pairs                    2-1
    Pair of Jacks or Better      1-1
    Pair of 6's thru 10's       Push
    All Other                   Loss
""")

TWO_HOLE_CARDS = Paytable.printed("""
    AA                             20-1
    AK suited                      15-1
    AQ or AJ suited                10-1
    AK unsuited                     8-1
    KK, QQ or JJ                    5-1
    AQ or AJ unsuited               3-1
    Pair of 2'S thru Pair of 10'S   2-1
""")


class HandClass(StrEnum):
    """The classes of poker hands by name, from lowest to highest."""

    HIGH_CARD = "high-card"
    PAIR = "pair"
    TWO_PAIR = "two-pair"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full-house"
    FOUR_OF_A_KIND = "four-of-a-kind"
    STRAIGHT_FLUSH = "straight-flush"
    ROYAL_FLUSH = "royal-flush"

    @property
    def number(self) -> int:
        """The number of the class in the hand ranking."""
        return int(PokerClass[self.name])


class Rules(HouseRules, frozen=True):
    """House options of Beat the Dealer."""

    title: ClassVar[str] = "Beat the Dealer"
    rulings: ClassVar[str] = "BD"
    named: ClassVar[Mapping[str, Mapping[str, Named]]] = {"two_card_table": TWO_CARDS, "five_card_table": FIVE_CARDS}

    seats: Annotated[int, Between(1, 12)] = 6
    """The number of seats at the table, which all play against one dealer hand (BD-1)."""
    ante_pays_from: HandClass = HandClass.STRAIGHT
    """The lowest hand with which a winning ante pays 1:1; with a lower hand the ante pushes (BD-3)."""
    two_card_table: Paytable = TWO_HOLE_CARDS
    """The pay table of the 2-card bonus; all hands not on it lose (BD-4)."""
    five_card_table: Paytable = FIRST_FIVE_CARDS
    """The pay table of the 5-card bonus, on two cards and the flop (BD-5, BD-6)."""
    two_card_bonus_survives_fold: bool = True
    """Whether a seat that folds may still collect its 2-card bonus, as the sheet says it can (BD-4)."""
    five_card_bonus_survives_fold: bool = False
    """Whether a seat that folds still plays its 5-card bonus; if so the flop is dealt for it even when every
    seat has folded (BD-5)."""
    min_bet: Money = dollars(1)
    """The minimum ante or bonus bet (C-7)."""
    max_bet: Money = dollars(500)
    """The maximum ante or bonus bet (C-7)."""

    def __post_init__(self) -> None:
        """Reject a maximum bet below the minimum."""
        super().__post_init__()
        self.check_limit("max_bet", self.min_bet)


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Return the bets of one seat, in the order in which they are made."""
    least, most = rules.min_bet, rules.max_bet
    twice = Cents(2 * most)
    wins = "the best five of seven cards beat the dealer's (BD-3)"
    two_card = "the two hole cards are on the 2-card table (BD-4)"
    five_card = "the two hole cards and the flop are on the 5-card table (BD-5)"
    return (
        Bet(
            "ante",
            "Ante",
            least,
            most,
            f"{wins}, with {rules.ante_pays_from} or better",
            compulsory=True,
            pays="1 to 1; a win with a lesser hand pushes",
        ),
        Bet("two-card", "2 Card Bonus", least, most, two_card, ("ante",), pays=rules.two_card_table.spoken()),
        Bet(
            "five-card",
            "5 Card Bonus",
            least,
            most,
            five_card,
            ("ante",),
            pays=rules.five_card_table.spoken(),
            sees=("flop-1", "flop-2", "flop-3"),
        ),
        Bet("flop", "Flop", Cents(2 * least), twice, f"twice the ante: {wins}", ("ante",), in_play=True),
        Bet("turn", "Turn", least, most, f"equal to the ante: {wins}", ("flop",), "ante", in_play=True),
        Bet("river", "River", least, most, f"equal to the ante: {wins}", ("flop",), "ante", in_play=True),
    )


def line_name(table: Paytable, line: int) -> str:
    """Return the name of a bonus line. A line that is not printed is all other hands."""
    return table.name(line) if line < len(table.lines) else "all other hands"


def seats(rules: Rules) -> int:
    """Return the number of seats."""
    return rules.seats


def whole_pack(rules: Rules) -> tuple[Card, ...]:
    """Return a fresh deck, as used for every round (BD-1)."""
    return fresh_pack()
