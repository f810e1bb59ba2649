"""Roll Your Own Blackjack's house options, bets and printed pay table."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pitboss.cards import Card, fresh_pack
from pitboss.money import Pays, dollars
from pitboss.paytable import Paytable
from pitboss.play.bets import Bet
from pitboss.play.options.option_values import Between
from pitboss.play.options.rules import HouseRules, Money, Payout

BONUS = Paytable.printed("""
    AKQ suited        100 to 1
    Straight flush     50 to 1
    Three of a kind    30 to 1
    Straight            5 to 1
    Flush               3 to 1
""")

INSURANCE_PAYS = Pays(2)
"""The payout of insurance against a dealer blackjack (RY-9)."""


class Rules(HouseRules, frozen=True):
    """House options of Roll Your Own Blackjack."""

    title: ClassVar[str] = "Roll Your Own Blackjack"
    rulings: ClassVar[str] = "RY"

    seats: Annotated[int, Between(1, 12)] = 6
    """The number of seats at the table (RY-1)."""
    min_bet: Money = dollars(1)
    """The minimum of each of the three equal bets (C-7)."""
    max_bet: Money = dollars(500)
    """The maximum of each of the three equal bets (C-7)."""
    bonus_table: Paytable = BONUS
    """The pay table of the bonus, on a seat's three cards; the sheet calls its payouts a sample (RY-4)."""
    blackjack_pays: Payout = Pays(3, 2)
    """The payout of a player's blackjack, also against a dealer blackjack (RY-7)."""
    max_splits: Annotated[int, Between(0, 4)] = 4
    """The maximum number of splits of each of a seat's two hands: 4 splits make up to five hands (RY-6)."""
    hits_soft_17: bool = True
    """Whether the dealer draws on a soft 17 (RY-8)."""
    dealer_peeks: bool = True
    """
    Whether the dealer, showing an ace or a ten-value, peeks for blackjack before the hands are played; without a peek,
    doubled and split bets lose in full to a dealer blackjack (RY-8).
    """

    def __post_init__(self) -> None:
        """Reject a maximum below its minimum, and a blackjack payout that is not a win (C-7, RY-7)."""
        super().__post_init__()
        self.check_limit("max_bet", self.min_bet)
        if self.blackjack_pays.won <= 0:
            raise ValueError("blackjack_pays must be a win, as in 3:2: a player's blackjack always wins")


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Return the bets of one seat: three equal compulsory bets, and insurance when offered (RY-1)."""
    least, most = rules.min_bet, rules.max_bet
    two, one = ("the two-card hand beats the dealer (RY-3)", "the one-card hand beats the dealer (RY-3)")
    bonus = "the three cards dealt are a flush or better (RY-4)"
    insurance = "the dealer, showing an ace, has blackjack: half of the two blackjack bets together (RY-9)"
    pays, table = f"1 to 1, blackjack {rules.blackjack_pays.spoken}", rules.bonus_table.spoken()
    grows = 2 * (rules.max_splits + 1)  # each hand of a split may be doubled (RY-6)
    return (
        Bet("two-card", "Two-card hand", least, most, two, compulsory=True, pays=pays, grows=grows),
        Bet("one-card", "One-card hand", least, most, one, equals="two-card", compulsory=True, pays=pays, grows=grows),
        Bet("bonus", "Bonus", least, most, bonus, equals="two-card", compulsory=True, pays=table),
        Bet("insurance", "Insurance", least, most, insurance, ("two-card",), "two-card", in_play=True, pays="2 to 1"),
    )


def seats(rules: Rules) -> int:
    """Return the number of seats."""
    return rules.seats


def whole_pack(rules: Rules) -> tuple[Card, ...]:
    """Return a fresh deck, as used for every round (RY-1)."""
    return fresh_pack()
