"""Blackjack: the house's options, the bets and the pay tables of the side bets."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pitboss.kit import (
    Bet,
    Between,
    Card,
    Cents,
    HouseRules,
    Money,
    Payout,
    Pays,
    Paytable,
    dollars,
    fresh_pack,
)

PERFECT_PAIRS = Paytable.printed("""
    Perfect pair    25 to 1
    Coloured pair   12 to 1
    Mixed pair       6 to 1
""")
TWENTY_ONE_PLUS_THREE = Paytable.printed("""
    Suited three of a kind   100 to 1
    Straight flush            40 to 1
    Three of a kind           25 to 1
    Straight                  10 to 1
    Flush                      5 to 1
""")


class Rules(HouseRules, frozen=True):
    """House options of blackjack."""

    title: ClassVar[str] = "Blackjack"
    rulings: ClassVar[str] = "BJ"

    decks: Annotated[int, Between(1, 8)] = 6
    """How many decks are shuffled together for every round (BJ-1)."""
    seats: Annotated[int, Between(1, 7)] = 6
    """How many seats the table has (BJ-1)."""
    hits_soft_17: bool = False
    """Whether the dealer draws on a soft 17 (BJ-9)."""
    hole_card: bool = True
    """Whether the dealer takes a hole card and looks at it under an ace or a ten-value (BJ-5)."""
    blackjack_pays: Payout = Pays(3, 2)
    """What a player's blackjack pays (BJ-9)."""
    doubles: Literal["any", "9 to 11", "10 or 11"] = "any"
    """Which totals of two cards may be doubled (BJ-7)."""
    double_after_split: bool = True
    """Whether hands of a split may be doubled (BJ-7)."""
    most_hands: Annotated[int, Between(1, 4)] = 4
    """How many hands a wager may be split into; 1 is no splitting (BJ-8)."""
    resplit_aces: bool = False
    """Whether split aces may be split again (BJ-8)."""
    surrender: Literal["none", "late", "early"] = "none"
    """Whether the first two cards may be given up for half of the wager (BJ-6)."""
    perfect_pairs: Paytable = PERFECT_PAIRS
    """What Perfect Pairs pays (BJ-3)."""
    twenty_one_plus_three: Paytable = TWENTY_ONE_PLUS_THREE
    """What 21+3 pays (BJ-3)."""
    min_bet: Money = dollars(2)
    """The least a main wager may be (BJ-2)."""
    max_bet: Money = dollars(500)
    """The most a main wager may be (BJ-2)."""
    min_side_bet: Money = dollars(1)
    """The least a side bet may be (BJ-2)."""
    max_side_bet: Money = dollars(100)
    """The most a side bet may be (BJ-2)."""

    def __post_init__(self) -> None:
        """Reject limits that leave no bet, too many seats for the pack, and surrender that cannot be dealt."""
        super().__post_init__()
        self.check_limit("max_bet", self.min_bet)
        self.check_limit("max_side_bet", self.min_side_bet)
        if self.surrender != "none" and self.chip % 2:
            raise ValueError("chip must be an even number of cents, as in $1: a surrender gives half a wager back")
        if self.surrender == "late" and not self.hole_card:
            raise ValueError("late surrender needs a hole card: use surrender = early or none")


def bets(rules: Rules) -> tuple[Bet, ...]:
    """The spots of one seat, in the order they are bet."""
    least, most = rules.min_side_bet, rules.max_side_bet
    return (
        Bet("main", "Main wager", rules.min_bet, rules.max_bet, "the player's hand beats the dealer's (BJ-2)",
            compulsory=True, pays=f"1 to 1, blackjack {rules.blackjack_pays.spoken}", grows=2 * rules.most_hands),
        Bet("perfect-pairs", "Perfect Pairs", least, most, "the player's first two cards are a pair (BJ-3)",
            ("main",), pays=rules.perfect_pairs.spoken()),
        Bet("21+3", "21+3", least, most, "the player's cards and the up card make a three-card poker hand (BJ-3)",
            ("main",), pays=rules.twenty_one_plus_three.spoken()),
        Bet("insurance", "Insurance", rules.chip, Cents(rules.max_bet // 2),
            "the dealer, showing an ace, has blackjack (BJ-4)", ("main",), in_play=True, pays="2 to 1"),
    )  # fmt: skip


def seats(rules: Rules) -> int:
    """Return how many may play; one deck serves no more than three."""
    return min(rules.seats, 3 * rules.decks)


def whole_pack(rules: Rules) -> tuple[Card, ...]:
    """Return all decks, shuffled for every round (BJ-1)."""
    return fresh_pack(rules.decks)
