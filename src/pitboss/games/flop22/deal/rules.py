"""Flop 22's house options, bets and printed pay tables."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar

from pitboss.cards import Card, fresh_pack
from pitboss.games.flop22.deal.hands import FIELD_LOSES, LOSES
from pitboss.money import EVEN_MONEY, LOSS, Pays, dollars
from pitboss.paytable import Paytable
from pitboss.play.bets import Bet
from pitboss.play.options.option_values import Between
from pitboss.play.options.rules import HouseRules, Money, Payout

HANDS = (1, 2, 3)

BONUS = Paytable.printed("""
                           Hand 1   Hand 2   Hand 3
    A Spades/A Hearts       15:1     25:1     40:1
    Card Total 22            4:1      8:1     10:1
    Card Total 21            1:1      2:1      3:1
    Card Total 17 thru 20    1:1      1:1      1:1
""")

FIELD = Paytable.printed("""
    3, 4 and 5   1:1
    2 and 6      2:1
""")


class BonusPays(StrEnum):
    """The bets of a hand that the Bonus Pay Table pays (F22-5)."""

    ANTE_AND_DOUBLE = "ante-and-double"
    DOUBLE_ONLY = "double-only"


class AggregateScope(StrEnum):
    """The scope of the aggregate: each player's winnings, or the whole table's (F22-8)."""

    PLAYER = "player"
    TABLE = "table"


class Rules(HouseRules, frozen=True):
    """House options of Flop 22."""

    title: ClassVar[str] = "Flop 22"
    rulings: ClassVar[str] = "F22"

    seats: Annotated[int, Between(1, 12)] = 6
    """The number of seats at the table (F22-10)."""
    ante_limit: Money = dollars(10)
    """The maximum ante (F22-2)."""
    field_limit: Money = dollars(10)
    """The maximum field bet (F22-2)."""
    equal_antes: bool = False
    """Whether a seat's antes must all be equal; the sheet does not require it (F22-2)."""
    bonus_pays: BonusPays = BonusPays.ANTE_AND_DOUBLE
    """
    The bets paid by the Bonus Pay Table, on which the sheet contradicts itself: with double-only the ante pays 1:1 as
    rule 11 says (F22-5).
    """
    match_pays: Payout = Pays(10)
    """The payout of Match: the table says 10:1, rule 11 says 1:1 (F22-5)."""
    bonus_table: Paytable = BONUS
    """The Bonus Pay Table, a column for each hand (F22-5, F22-6)."""
    field_table: Paytable = FIELD
    """The pay table of the field bet, by the player's card (F22-3)."""
    aggregate: Money = dollars(1900)
    """The maximum win in one three-hand game, stakes not counted (F22-8)."""
    aggregate_scope: AggregateScope = AggregateScope.PLAYER
    """Whether the aggregate holds for each player or for the whole table (F22-8)."""

    def __post_init__(self) -> None:
        """Reject limits below the smallest bet."""
        super().__post_init__()
        self.check_limit("ante_limit")
        self.check_limit("field_limit")


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Return the bets of one seat, in the order in which they are made."""
    antes = tuple(_ante(rules, hand) for hand in HANDS)
    field = Bet(
        "field",
        "Field",
        rules.chip,
        rules.field_limit,
        "the player's own card is a 2, 3, 4, 5 or 6 (F22-3)",
        ("ante-1",),
        pays=rules.field_table.spoken(),
    )
    return (*antes, field, *(bet for hand in HANDS for bet in _extras(rules, hand)))


def _ante(rules: Rules, hand: int) -> Bet:
    needs = tuple(f"ante-{before}" for before in range(1, hand))
    equals = "ante-1" if rules.equal_antes and hand > 1 else None
    meaning = f"the player's card and flop {hand} total 17 or more (F22-6)"
    by_table = rules.bonus_pays is BonusPays.ANTE_AND_DOUBLE
    pays = rules.bonus_table.spoken(hand - 1) if by_table else EVEN_MONEY.spoken
    return Bet(
        f"ante-{hand}", f"Ante, hand {hand}", rules.chip, rules.ante_limit, meaning, needs, equals, pays=pays,
        sees=(f"flop-{hand}",),
    )  # fmt: skip


def _extras(rules: Rules, hand: int) -> tuple[Bet, Bet]:
    ante = f"ante-{hand}"
    match = f"flop {hand} has the rank of the player's card (F22-7)"
    double = f"the player's card and flop {hand} total 17 or more (F22-5)"
    return (
        Bet(f"match-{hand}", f"Match, hand {hand}", rules.chip, rules.ante_limit, match, (ante,), ante, in_play=True,
            pays=rules.match_pays.spoken, sees=(f"flop-{hand}",)),
        Bet(f"double-{hand}", f"Double Down, hand {hand}", rules.chip, rules.ante_limit, double, (ante,), ante,
            in_play=True, pays=rules.bonus_table.spoken(hand - 1), sees=(f"flop-{hand}",)),
    )  # fmt: skip


def ante_pays(rules: Rules, hand: int, line: int) -> Pays:
    """Return the odds paid on this hand's ante for this line of the table (F22-5)."""
    if rules.bonus_pays is BonusPays.DOUBLE_ONLY and line != LOSES:
        return EVEN_MONEY
    return double_pays(rules, hand, line)


def double_pays(rules: Rules, hand: int, line: int) -> Pays:
    """Return the odds paid on this hand's double down for this line of the table (F22-5)."""
    return rules.bonus_table.pays(line, hand - 1)


def match_pays(rules: Rules, is_match: bool) -> Pays:
    """Return the odds paid on a match, for any hand (F22-5, F22-7)."""
    return rules.match_pays if is_match else LOSS


def line_name(rules: Rules, line: int) -> str:
    """Return the name of this line of the Bonus Pay Table."""
    return "card total 16 or less" if line == LOSES else rules.bonus_table.name(line)


def field_name(rules: Rules, line: int) -> str:
    """Return the name of this line of the field bet."""
    return "all other card values" if line == FIELD_LOSES else rules.field_table.name(line)


def seats(rules: Rules) -> int:
    """Return the number of seats."""
    return rules.seats


def whole_pack(rules: Rules) -> tuple[Card, ...]:
    """Return a fresh, complete deck, as used for every three-hand game (F22-1)."""
    return fresh_pack()
