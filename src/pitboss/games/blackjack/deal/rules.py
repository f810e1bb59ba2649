"""Blackjack's house options, bets and side bets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal, NamedTuple

from pitboss.cards import Card, fresh_pack
from pitboss.games.blackjack.deal import hands, other_houses
from pitboss.games.dealing.side_bets import LUCKY_LADIES, PERFECT_PAIRS, ROYAL_MATCH, TWENTY_ONE_PLUS_THREE, SideBet
from pitboss.money import Cents, Pays, dollars
from pitboss.paytable import Named, Paytable
from pitboss.play.bets import Bet
from pitboss.play.options.option_values import Between
from pitboss.play.options.rules import HouseRules, Money, Payout

INSURANCE_PAYS = Pays(2)
CARDS_A_HAND = 6
NO_SURRENDER, LATE, EARLY = "none", "late", "early"


class Rules(HouseRules, frozen=True):
    """House options of blackjack."""

    title: ClassVar[str] = "Blackjack"
    rulings: ClassVar[str] = "BJ"
    named: ClassVar[Mapping[str, Mapping[str, Named]]] = {
        "perfect_pairs_table": other_houses.perfect_pairs(PERFECT_PAIRS.table),
        "twenty_one_plus_three_table": other_houses.twenty_one_plus_three(TWENTY_ONE_PLUS_THREE.table),
        "lucky_ladies_table": other_houses.lucky_ladies(LUCKY_LADIES.table),
        "royal_match_table": other_houses.royal_match(ROYAL_MATCH.table),
    }

    decks: Annotated[int, Between(1, 8)] = 6
    """The number of decks in the shoe (BJ-1)."""
    cut_card_percent: Annotated[int, Between(0, 100)] = 25
    """
    The part of the shoe behind the cut card, in percent; at least six cards for each seat and the dealer, so that a
    small shoe never runs out (BJ-1).
    """
    seats: Annotated[int, Between(1, 7)] = 7
    """The number of seats at the table (BJ-1)."""
    blackjack_pays: Payout = Pays(3, 2)
    """The payout of a player's blackjack (BJ-9)."""
    blackjack_always_wins: bool = False
    """Whether a player's blackjack is paid against a dealer's blackjack too, instead of a push (BJ-9)."""
    hits_soft_17: bool = False
    """Whether the dealer draws on a soft 17 (BJ-9)."""
    hole_card: bool = True
    """Whether the dealer takes a hole card and looks at it under an ace or a ten-value (BJ-5)."""
    doubles: Literal["any", "9-11", "10-11"] = "any"
    """The totals that may be doubled (BJ-7)."""
    double_any_number: bool = False
    """Whether a hand of any number of cards may be doubled, not only of two (BJ-7)."""
    double_after_split: bool = True
    """Whether hands of a split may be doubled (BJ-7)."""
    most_hands: Annotated[int, Between(1, 4)] = 4
    """The maximum number of hands after splits; 1 means no splitting (BJ-8)."""
    resplit_aces: bool = False
    """Whether split aces may be split again when another ace comes (BJ-8)."""
    hit_split_aces: bool = False
    """Whether split aces are played like other hands, instead of getting one card each (BJ-8)."""
    surrender: Literal["none", "late", "early"] = "none"
    """Whether the first two cards may be given up for half of the wager (BJ-6)."""
    even_money: bool = True
    """Whether a blackjack against an ace may be paid 1 to 1 before the dealer looks (BJ-4)."""
    perfect_pairs: bool = True
    """Whether the table offers Perfect Pairs (BJ-3)."""
    perfect_pairs_table: Paytable = PERFECT_PAIRS.table
    """The pay table of Perfect Pairs (BJ-3)."""
    twenty_one_plus_three: bool = True
    """Whether the table offers 21+3 (BJ-3)."""
    twenty_one_plus_three_table: Paytable = TWENTY_ONE_PLUS_THREE.table
    """The pay table of 21+3 (BJ-3)."""
    lucky_ladies: bool = False
    """Whether the table offers Lucky Ladies (BJ-3)."""
    lucky_ladies_table: Paytable = LUCKY_LADIES.table
    """The pay table of Lucky Ladies (BJ-3)."""
    royal_match: bool = False
    """Whether the table offers Royal Match (BJ-3)."""
    royal_match_table: Paytable = ROYAL_MATCH.table
    """The pay table of Royal Match (BJ-3)."""
    min_bet: Money = dollars(1)
    """The minimum main wager (BJ-2)."""
    max_bet: Money = dollars(500)
    """The maximum main wager (BJ-2)."""
    min_side_bet: Money = dollars(1)
    """The minimum side bet (BJ-2)."""
    max_side_bet: Money = dollars(100)
    """The maximum side bet (BJ-2)."""

    def __post_init__(self) -> None:
        """Reject a maximum below its minimum, a shoe too small for the table, and a surrender that cannot be dealt."""
        super().__post_init__()
        self.check_limit("max_bet", self.min_bet)
        self.check_limit("max_side_bet", self.min_side_bet)
        if self.needed > self.decks * 52:
            raise ValueError(
                f"{self.seats} seats need {self.needed} cards, six for each and for the dealer: decks must be at least"
                f" {-(-self.needed // 52)}"
            )
        if self.surrender != NO_SURRENDER and self.chip % 2:
            raise ValueError("chip must be an even number of cents, as in $1: a surrender gives half a wager back")
        if self.surrender == LATE and not self.hole_card:
            raise ValueError("late surrender needs a hole card: use surrender = early or none")

    @property
    def needed(self) -> int:
        """The maximum number of cards in a round. With fewer left, the shoe is shuffled first."""
        return CARDS_A_HAND * (self.seats + 1)

    @property
    def doubled_totals(self) -> tuple[int, int]:
        """The minimum and the maximum total that may be doubled (BJ-7)."""
        return hands.DOUBLED[self.doubles]

    @property
    def offers_even_money(self) -> bool:
        """Whether a blackjack may take even money before the look. One that always wins has no need to (BJ-4)."""
        return self.even_money and not self.blackjack_always_wins

    @property
    def surrenders_at_turn(self) -> bool:
        """Whether surrender is an option on the hand's turn: late, or early without a hole card (BJ-6)."""
        return self.surrender == LATE or (self.surrender == EARLY and not self.hole_card)


class OfferedBet(NamedTuple):
    """A side bet with the names of its two house options: whether it is offered, and its pay table."""

    bet: SideBet
    offered: str
    option: str

    def table(self, rules: Rules) -> Paytable:
        """Return the house's pay table."""
        table: Paytable = getattr(rules, self.option)
        return table


SIDE_BETS = {
    made.bet.name: made
    for made in (
        OfferedBet(PERFECT_PAIRS, "perfect_pairs", "perfect_pairs_table"),
        OfferedBet(TWENTY_ONE_PLUS_THREE, "twenty_one_plus_three", "twenty_one_plus_three_table"),
        OfferedBet(LUCKY_LADIES, "lucky_ladies", "lucky_ladies_table"),
        OfferedBet(ROYAL_MATCH, "royal_match", "royal_match_table"),
    )
}
"""The side bets that a table may offer, in the order in which they are settled (BJ-3)."""


def offered(rules: Rules) -> Iterator[OfferedBet]:
    """Yield the side bets that the table offers (BJ-3)."""
    return (made for made in SIDE_BETS.values() if getattr(rules, made.offered))


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Return the bets of one seat, in the order in which they are placed."""
    least, most = rules.min_side_bet, rules.max_side_bet
    return (
        Bet("main", "Main wager", rules.min_bet, rules.max_bet, "the player's hand beats the dealer's (BJ-9)",
            compulsory=True, pays=f"1 to 1, blackjack {rules.blackjack_pays.spoken}", grows=2 * rules.most_hands),
        *(made.bet.bet(least, most, made.table(rules), "BJ-3") for made in offered(rules)),
        Bet("insurance", "Insurance", rules.chip, Cents(rules.max_bet // 2),
            "the dealer, showing an ace, has blackjack (BJ-4)", ("main",), in_play=True, pays="2 to 1"),
    )  # fmt: skip


def seats(rules: Rules) -> int:
    """Return the number of seats."""
    return rules.seats


def cut_card(rules: Rules) -> int:
    """Return the number of cards behind the cut card (BJ-1)."""
    return max(rules.decks * 52 * rules.cut_card_percent // 100, rules.needed)


def whole_pack(rules: Rules) -> tuple[Card, ...]:
    """Return the full shoe (BJ-1)."""
    return fresh_pack(rules.decks)
