"""House options, bets and pack of Three Card Poker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pitboss.kit import Bet, Between, Card, HouseRules, Money, Named, Paytable, dollars, fresh_pack


class Rules(HouseRules, frozen=True):
    """House options of Three Card Poker."""

    title: ClassVar[str] = "Three Card Poker"
    rulings: ClassVar[str] = "TP"
    named: ClassVar[Mapping[str, Mapping[str, Named]]] = {
        "pair_plus": {
            "low-flush": Named({"Flush": "3:1"}, "40/30/6/3/1"),
            "high-top": Named({"Straight Flush": "50:1"}, "50/30/6/4/1"),
        },
    }

    seats: Annotated[int, Between(1, 7)] = 6
    """The number of seats (TP-1)."""
    min_bet: Money = dollars(1)
    """The smallest bet (TP-3)."""
    max_bet: Money = dollars(500)
    """The largest bet (TP-3)."""
    qualifies_from: Annotated[int, Between(2, 14)] = 12
    """The lowest high card with which the dealer qualifies, 12 for a queen (TP-6)."""
    ante_bonus: Paytable = Paytable.printed("""
        Straight Flush   5:1
        Three of a Kind  4:1
        Straight         1:1
    """)
    """The pay table of the Ante Bonus (TP-4)."""
    pair_plus: Paytable = Paytable.printed("""
        Straight Flush   40:1
        Three of a Kind  30:1
        Straight         6:1
        Flush            4:1
        Pair             1:1
    """)
    """The pay table of Pair Plus (TP-4)."""
    six_card: Paytable = Paytable.printed("""
        Royal Flush      1000:1
        Straight Flush   200:1
        Four of a Kind   50:1
        Full House       25:1
        Flush            15:1
        Straight         10:1
        Three of a Kind  5:1
    """)
    """The pay table of the Six Card Bonus (TP-4)."""

    def __post_init__(self) -> None:
        """Reject limits that allow no bet."""
        super().__post_init__()
        self.check_limit("max_bet", self.min_bet)


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Return the bets of one seat, in the order they are made."""
    least, most = rules.min_bet, rules.max_bet
    return (
        Bet(
            "ante", "Ante", least, most, "your hand beats the dealer's, or the dealer does not qualify (TP-3)",
            bonus=rules.ante_bonus.spoken(),
        ),
        Bet("play", "Play", least, most, "your hand beats the dealer's (TP-3)", ("ante",), "ante", in_play=True),
        Bet(
            "pair-plus", "Pair Plus", least, most, "your three cards are a pair or better (TP-5)",
            pays=rules.pair_plus.spoken(),
        ),
        Bet(
            "six-card", "Six Card Bonus", least, most, "the best five of all six cards are on its table (TP-5)",
            pays=rules.six_card.spoken(),
        ),
    )  # fmt: skip


def seats(rules: Rules) -> int:
    """Return the number of seats."""
    return rules.seats


def whole_pack(rules: Rules) -> tuple[Card, ...]:
    """Return one deck, shuffled for every round (TP-1)."""
    return fresh_pack()
