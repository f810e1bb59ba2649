"""Free Bet Blackjack's house options, bets and Pot of Gold table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pitboss.cards import Card, fresh_pack
from pitboss.games.free_bet.deal.hands import MAX_HANDS
from pitboss.games.free_bet.deal.other_houses import POTS
from pitboss.money import Cents, Pays, dollars
from pitboss.paytable import Named, Paytable
from pitboss.play.bets import Bet
from pitboss.play.options.option_values import Between
from pitboss.play.options.rules import HouseRules, Money, Payout

POT_OF_GOLD = Paytable.printed("""
    5+ tokens   100 to 1
    4+ tokens    50 to 1
    3+ tokens    30 to 1
    2+ tokens    12 to 1
    1+ tokens     3 to 1
""", above=("7+ tokens", "6+ tokens"))  # fmt: skip

INSURANCE_PAYS = Pays(2)
CARDS_A_HAND = 6


class Rules(HouseRules, frozen=True):
    """House options of Free Bet Blackjack."""

    title: ClassVar[str] = "Free Bet Blackjack"
    rulings: ClassVar[str] = "FB"
    named: ClassVar[Mapping[str, Mapping[str, Named]]] = {"pot_of_gold_table": POTS}

    decks: Annotated[int, Between(1, 16)] = 6
    """The number of decks in the shoe (FB-1)."""
    cut_card_percent: Annotated[int, Between(0, 100)] = 25
    """
    The part of the shoe behind the cut card, in percent; at least six cards for each seat and the dealer, so that a
    small shoe never runs out (FB-1).
    """
    seats: Annotated[int, Between(1, 12)] = 7
    """The number of seats at the table (FB-1)."""
    blackjack_pays: Payout = Pays(3, 2)
    """The payout of a player's blackjack (FB-1)."""
    hits_soft_17: bool = True
    """Whether the dealer takes a card on soft 17 (FB-1)."""
    free_doubles: bool = True
    """Whether a two-card hard 9, 10 or 11 is doubled with the house's money; else it is a paid double (FB-2, FB-11)."""
    free_splits: bool = True
    """Whether pairs other than ten-values are split with the house's money; else they are paid splits (FB-3, FB-11)."""
    resplit_aces: bool = True
    """Whether split aces may be split again when another ace comes (FB-3)."""
    dealer_22_pushes: bool = True
    """Whether every live bet pushes when the dealer makes 22; else 22 is a bust like any other (FB-5, FB-11)."""
    pot_of_gold_table: Paytable = POT_OF_GOLD
    """The pay table of Pot of Gold, by tokens earned; only the highest line pays (FB-6)."""
    push_22_pays: Payout = Pays(11)
    """The payout of the Push 22 bet (FB-7)."""
    min_bet: Money = dollars(1)
    """The minimum blackjack wager (C-7)."""
    max_bet: Money = dollars(500)
    """The maximum blackjack wager (C-7)."""
    min_side_bet: Money = dollars(1)
    """The minimum Pot of Gold, Push 22 or toke (C-7)."""
    max_side_bet: Money = dollars(500)
    """The maximum Pot of Gold, Push 22 or toke (C-7)."""

    def __post_init__(self) -> None:
        """Reject a maximum below its minimum, and a shoe too small for the table."""
        super().__post_init__()
        if self.needed > self.decks * 52:
            raise ValueError(
                f"{self.seats} seats need {self.needed} cards, six for each and for the dealer: decks must be at least"
                f" {-(-self.needed // 52)}"
            )
        self.check_limit("max_bet", self.min_bet)
        self.check_limit("max_side_bet", self.min_side_bet)

    @property
    def needed(self) -> int:
        """The maximum number of cards in a round. With fewer left, the shoe is shuffled first."""
        return CARDS_A_HAND * (self.seats + 1)


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Return the bets of one seat, in the order in which they are placed."""
    least, most = rules.min_side_bet, rules.max_side_bet
    of_a_hand = f"1 to 1, blackjack {rules.blackjack_pays.spoken}"
    return (
        Bet("main", "Blackjack wager", rules.min_bet, rules.max_bet, "the player's hand beats the dealer's (FB-1)",
            compulsory=True, pays=of_a_hand, grows=2 * MAX_HANDS),
        Bet("pot-of-gold", "Pot of Gold", least, most, "the player earns a Free Bet token or more (FB-6)", ("main",),
            pays=rules.pot_of_gold_table.spoken()),
        Bet("push-22", "Push 22", least, most,
            "the dealer's hand ends at 22, even if the player busts with 29 or less (FB-7)", ("main",),
            pays=rules.push_22_pays.spoken),
        Bet("toke", "Toke", least, most, "the hand that it rides on wins; it is the dealers' (FB-9)", ("main",),
            for_dealers=True, pays=of_a_hand, grows=2 * MAX_HANDS),
        Bet("insurance", "Insurance", rules.chip, Cents(rules.max_bet // 2),
            "the dealer, showing an ace, has blackjack (FB-8)", ("main",), in_play=True, pays="2 to 1"),
    )  # fmt: skip


def seats(rules: Rules) -> int:
    """Return the number of seats."""
    return rules.seats


def cut_card(rules: Rules) -> int:
    """Return the number of cards behind the cut card (FB-1)."""
    return max(rules.decks * 52 * rules.cut_card_percent // 100, rules.needed)


def whole_pack(rules: Rules) -> tuple[Card, ...]:
    """Return the full shoe (FB-1)."""
    return fresh_pack(rules.decks)
