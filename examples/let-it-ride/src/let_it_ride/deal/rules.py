"""House options, bets and pack of Let It Ride."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pitboss.kit import Bet, Between, Card, HouseRules, Money, Paytable, dollars, fresh_pack


class Rules(HouseRules, frozen=True):
    """House options of Let It Ride."""

    title: ClassVar[str] = "Let It Ride"
    rulings: ClassVar[str] = "LR"

    seats: Annotated[int, Between(1, 7)] = 7
    """The number of seats (LR-1)."""
    min_bet: Money = dollars(1)
    """The smallest bet (LR-2)."""
    max_bet: Money = dollars(100)
    """The largest bet (LR-2)."""
    pay_table: Paytable = Paytable.printed("""
        Royal Flush      1000:1
        Straight Flush   200:1
        Four of a Kind   50:1
        Full House       11:1
        Flush            8:1
        Straight         5:1
        Three of a Kind  3:1
        Two Pair         2:1
        Tens or Better   1:1
    """)
    """The pay table of every bet that rides (LR-3)."""

    def __post_init__(self) -> None:
        """Reject limits that allow no bet."""
        super().__post_init__()
        self.check_limit("max_bet", self.min_bet)


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Return the bets of one seat, in the order they are made."""
    least, most, pays = rules.min_bet, rules.max_bet, rules.pay_table.spoken()
    means = "your five cards are a pair of tens or better (LR-3)"
    return (
        Bet("bet-1", "Bet 1", least, most, means, compulsory=True, pays=pays),
        Bet("bet-2", "Bet 2", least, most, means, ("bet-1",), "bet-1", compulsory=True, pays=pays),
        Bet("bet-3", "Bet 3", least, most, means, ("bet-1",), "bet-1", compulsory=True, pays=pays),
    )


def seats(rules: Rules) -> int:
    """Return the number of seats."""
    return rules.seats


def whole_pack(rules: Rules) -> tuple[Card, ...]:
    """Return one deck, shuffled for every round (LR-1)."""
    return fresh_pack()
