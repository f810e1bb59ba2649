"""flip~it's house options, bets and the two printed tables."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pitboss.cards import Card, fresh_pack, rank_name
from pitboss.games.flip_it.deal.hands import may_bet_bonus
from pitboss.money import Pays, dollars
from pitboss.paytable import Paytable
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.game import Board
from pitboss.play.options.option_values import Between
from pitboss.play.options.rules import HouseRules, Money, Payout
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat

BONUS = Paytable.printed("""
                       Paytable 1   Paytable 2
    Royal Flush          50 to 1      50 to 1
    Five-of-a-Kind       12 to 1      14 to 1
    Four-of-a-Kind        7 to 1       7 to 1
    Three-of-a-Kind       6 to 1       6 to 1
    Full House            5 to 1       5 to 1
    Two Pair              2 to 1       2 to 1
""")

INSIDE = {
    "red": "a heart or a diamond",
    "black": "a spade or a club",
    "odd": "3, 5, 7, 9, J or K",
    "even": "2, 4, 6, 8, 10 or Q",
    "high": "8 to K",
    "low": "2 to 7",
}
"""The flip cards with which each Inside bet wins."""

CALL_RANKS = tuple(range(2, 14))


class Rules(HouseRules, frozen=True):
    """House options of flip~it."""

    title: ClassVar[str] = "flip~it"
    rulings: ClassVar[str] = "FI"

    decks: Annotated[int, Between(1, 16)] = 8
    """The number of decks in the shoe (FI-1)."""
    jokers: Annotated[int, Between(0, 96)] = 24
    """The number of jokers in the shoe (FI-1)."""
    cut_card: Annotated[int, Between(1, 832)] = 88
    """The dealer shuffles when fewer cards than this are left (FI-2)."""
    seats: Annotated[int, Between(1, 12)] = 6
    """The number of seats at the table; the sheet names no number (C-3, FI-1)."""
    call_it_pays: Payout = Pays(12)
    """The payout of Call It: the sheet offers 10:1 and 12:1 (FI-4)."""
    paytable: Literal[1, 2] = 1
    """The bonus paytable in use, one of two (FI-7)."""
    bonus_table: Paytable = BONUS
    """The bonus paytables, side by side (FI-6, FI-7)."""
    min_bet: Money = dollars(1)
    """The minimum bet (C-7)."""
    max_bet: Money = dollars(500)
    """The maximum bet (C-7)."""

    def __post_init__(self) -> None:
        """Reject a cut card that leaves too few cards for a round, and a maximum below the minimum."""
        super().__post_init__()
        if self.cut_card > self.decks * 52 + self.jokers - 5:
            raise ValueError(
                f"cut_card must be at most {self.decks * 52 + self.jokers - 5}, five less than the shoe holds"
            )
        self.check_limit("max_bet", self.min_bet)


def call_bet(rank: int) -> str:
    """Return the name of the Call It bet on this rank: call-2 … call-10, call-J, call-Q, call-K."""
    return f"call-{rank_name(rank)}"


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Return the bets of one seat."""
    least, most = rules.min_bet, rules.max_bet
    inside = [
        Bet(name, name.capitalize(), least, most, f"the flip card is {card} (FI-3)") for name, card in INSIDE.items()
    ]
    calls = [
        Bet(
            call_bet(rank),
            f"Call It {rank_name(rank)}",
            least,
            most,
            f"the flip card is a {rank_name(rank)} (FI-4)",
            pays=rules.call_it_pays.spoken,
        )
        for rank in CALL_RANKS
    ]
    bonus = Bet(
        "bonus",
        "Bonus",
        least,
        most,
        "the flip card makes a paying hand of the four (FI-5, FI-6)",
        pays=rules.bonus_table.spoken(rules.paytable - 1),
    )
    return (*inside, *calls, bonus)


def seats(rules: Rules) -> int:
    """Return the number of seats."""
    return rules.seats


def cut_card(rules: Rules) -> int:
    """Return the number of cards left below which the dealer shuffles (FI-2)."""
    return rules.cut_card


def whole_pack(rules: Rules) -> tuple[Card, ...]:
    """Return the full shoe with its jokers (FI-1)."""
    return fresh_pack(rules.decks, rules.jokers)


def bonus_needs_its_cards(rules: Rules, seat: Seat, placed: SeatBets, board: Board) -> None:
    """Raise Refused if the bonus is bet without a pair or better or four to a royal flush (FI-5)."""
    if "bonus" in placed and not may_bet_bonus(*(card.code for card in board)):
        raise Refused(
            "no-bonus-now",
            "the bonus cannot be bet now: the four cards hold no pair and no four to a royal flush",
        )
