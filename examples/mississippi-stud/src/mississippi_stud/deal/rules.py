"""House options, bets and pack of Mississippi Stud."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pitboss.kit import Bet, Between, Card, Cents, HouseRules, Money, Paytable, dollars, fresh_pack


class Rules(HouseRules, frozen=True):
    """House options of Mississippi Stud."""

    title: ClassVar[str] = "Mississippi Stud"
    rulings: ClassVar[str] = "MS"

    seats: Annotated[int, Between(1, 7)] = 7
    """The number of seats (MS-1)."""
    min_bet: Money = dollars(1)
    """The smallest Ante (MS-2)."""
    max_bet: Money = dollars(100)
    """The largest Ante (MS-2)."""
    pay_table: Paytable = Paytable.printed("""
        Royal Flush      500:1
        Straight Flush   100:1
        Four of a Kind   40:1
        Full House       10:1
        Flush            6:1
        Straight         4:1
        Three of a Kind  3:1
        Two Pair         2:1
        Jacks or Better  1:1
        Pair of 6s-10s   push
    """)
    """The pay table of every bet (MS-3)."""

    def __post_init__(self) -> None:
        """Reject limits that allow no bet."""
        super().__post_init__()
        self.check_limit("max_bet", self.min_bet)


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Return the bets of one seat, in the order they are made."""
    least, most, pays = rules.min_bet, rules.max_bet, rules.pay_table.spoken()
    means = "your five cards are a pair of jacks or better (MS-3)"
    streets = (("third", "3rd Street"), ("fourth", "4th Street"), ("fifth", "5th Street"))
    return (
        Bet("ante", "Ante", least, most, means, compulsory=True, pays=pays),
        *(
            Bet(name, title, least, Cents(3 * most), means, ("ante",), in_play=True, pays=pays)
            for name, title in streets
        ),
    )


def seats(rules: Rules) -> int:
    """Return the number of seats."""
    return rules.seats


def whole_pack(rules: Rules) -> tuple[Card, ...]:
    """Return one deck, shuffled for every round (MS-1)."""
    return fresh_pack()
