"""
Side bets on the first cards of a deal, which any blackjack can carry.

Each bet is a declaration: which cards it sees, when it is settled, and which line of its pay table a deal makes. A game
that offers it adds an option for the pay table; dealing, exact odds, simulation and environments follow from the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.games.dealing import blackjack
from pitboss.money import Cents
from pitboss.paytable import Paytable
from pitboss.play.bets import Bet
from pitboss.play.steps import Seat, Settled, settling

NOTHING = 99
"""The line number for a deal that pays nothing, past the end of every pay table."""
QUEEN, KING = 12, 13
HEARTS = 2


class SideBet(NamedTuple):
    """One side bet on the player's first two cards and, if its flags say so, on the dealer's cards."""

    name: str
    title: str
    wins: str
    """The winning condition, as a clause to follow "wins if"."""
    line: Callable[[Card, Card, Card, bool], int]
    """A function of both own cards, the up card, and whether the dealer has a blackjack; returns the pay table line."""
    table: Paytable
    """The usual pay table."""
    sees_up_card: bool = False
    sees_blackjack: bool = False
    """Whether it depends on a dealer blackjack. If so, it is settled when that is known; otherwise, after the deal."""

    def bet(self, least: Cents, most: Cents, table: Paytable, clause: str) -> Bet:
        """Return the bet that a seat may make before the deal."""
        sees = ("up-card", "hole-card") if self.sees_blackjack else ("up-card",) if self.sees_up_card else ()
        wins = f"{self.wins} ({clause})"
        return Bet(self.name, self.title, least, most, wins, ("main",), pays=table.spoken(), sees=sees)

    def settle(
        self, seat: Seat, stake: Cents, table: Paytable, clause: str, own: tuple[Card, Card], up: Card,
        blackjack: bool = False,
    ) -> Settled:  # fmt: skip
        """Settle the bet by the line that these cards make."""
        line = self.line(*own, up, blackjack)
        pays = table.pays(line)
        words = table.name(line) if line < len(table.lines) else "nothing that pays"
        return Settled(
            seat, self.name, stake, pays.back(stake), words, pays, clause, motion=settling(self.name, pays)
        )  # fmt: skip


def _pair(first: Card, second: Card, up: Card, blackjack: bool) -> int:
    """Return the line for a pair: the same card twice, one colour, or mixed colours."""
    if first.rank != second.rank:
        return NOTHING
    if first.suit == second.suit:
        return 0
    return 1 if first.is_red == second.is_red else 2


def _three_cards(first: Card, second: Card, up: Card, blackjack: bool) -> int:
    """Return the line for a three-card poker hand: suited trips, straight flush, trips, straight, flush."""
    three = (first, second, up)
    suited, alike = len({card.suit for card in three}) == 1, len({card.rank for card in three}) == 1
    if alike:
        return 0 if suited else 2
    low, middle, high = sorted(card.rank for card in three)
    if (low + 1 == middle and middle + 1 == high) or (low, middle, high) == (2, 3, 14):
        return 1 if suited else 3
    return 4 if suited else NOTHING


def _twenty(first: Card, second: Card, up: Card, blackjack: bool) -> int:
    """Return the line for two cards that make 20: queens of hearts, the same card twice, one suit, or any."""
    if blackjack_total(first, second) != 20:
        return NOTHING
    if first.code == second.code:
        hearts = first.rank == QUEEN and first.suit == HEARTS
        return (0 if blackjack else 1) if hearts else 2
    return 3 if first.suit == second.suit else 4


def _suited(first: Card, second: Card, up: Card, blackjack: bool) -> int:
    """Return the line for two cards of one suit: king and queen, or any."""
    if first.suit != second.suit:
        return NOTHING
    return 0 if {first.rank, second.rank} == {QUEEN, KING} else 1


def blackjack_total(first: Card, second: Card) -> int:
    """Return the total of two cards."""
    return blackjack.total((first, second))


PERFECT_PAIRS = SideBet(
    "perfect-pairs",
    "Perfect Pairs",
    "the player's first two cards are a pair",
    _pair,
    Paytable.printed("""
        Perfect pair    25 to 1
        Coloured pair   12 to 1
        Mixed pair       6 to 1
    """),
)
TWENTY_ONE_PLUS_THREE = SideBet(
    "21-plus-3",
    "21+3",
    "the player's first two cards and the up card make a three-card poker hand",
    _three_cards,
    Paytable.printed("""
        Suited three of a kind   100 to 1
        Straight flush            40 to 1
        Three of a kind           25 to 1
        Straight                  10 to 1
        Flush                      5 to 1
    """),
    sees_up_card=True,
)
LUCKY_LADIES = SideBet(
    "lucky-ladies",
    "Lucky Ladies",
    "the player's first two cards make 20",
    _twenty,
    Paytable.printed("""
        Queens of hearts and dealer blackjack   1000 to 1
        Queens of hearts                         125 to 1
        Matched 20                                19 to 1
        Suited 20                                  9 to 1
        Any 20                                     4 to 1
    """),
    sees_blackjack=True,
)
ROYAL_MATCH = SideBet(
    "royal-match",
    "Royal Match",
    "the player's first two cards are of one suit",
    _suited,
    Paytable.printed("""
        Royal match   25 to 1
        Easy match     5 to 2
    """),
)
SIDE_BETS = (PERFECT_PAIRS, TWENTY_ONE_PLUS_THREE, LUCKY_LADIES, ROYAL_MATCH)
"""All side bets, in the order in which they are settled."""
