"""Section 1 of the method: the rules of a blackjack game, as parameters of the solver."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

VALUES = 10
"""Card values: index 0 is the ace, 1 a two, … 8 a nine, 9 every ten-value card."""
ACE, TEN = 0, 9

Pack: TypeAlias = tuple[int, ...]
"""The number of cards of each value, starting with the ace."""


def decks(number: int) -> Pack:
    """Return the pack of `number` decks of 52 cards."""
    return (4 * number,) * 9 + (16 * number,)


SIX_DECKS = decks(6)
ENDLESS = decks(1 << 36)
"""A pack so large that removing cards changes no digit of a float: cards drawn with replacement."""


class Surrender(Enum):
    """Whether the first two cards may be given up for half the bet."""

    NONE = "none"
    LATE = "late"
    """Only if the dealer has no blackjack."""
    EARLY = "early"
    """Before the dealer checks for blackjack."""


class Knowledge(Enum):
    """The facts on which a player's choices may depend, besides the up card."""

    CARDS_AND_PAIR = "cards and pair"
    """The cards of the hand and, after a split, which pair was split."""
    CARDS = "cards"
    """The cards of the hand only: the same cards are played the same way after a split."""
    TOTAL = "total"
    """The total of the hand, whether it is soft, a pair, or of two cards: a chart of basic strategy."""


@dataclass(frozen=True)
class Dealer:
    """The dealer's rules."""

    hits_soft_17: bool = False
    pushes_22: bool = False
    """Whether a dealer's 22 pushes instead of losing."""
    shows_22: bool = False
    """Whether 22 is a result of its own, even if it does not push, because of a side bet on it."""
    peeks: bool = True
    """Whether the dealer checks for blackjack before the players act. If not, doubles and splits lose to it too."""


@dataclass(frozen=True)
class Doubling:
    """The hands that may be doubled for one more card."""

    totals: frozenset[int] = frozenset(range(2, 22))
    """Totals that may be doubled, a soft hand counted with its ace as 11."""
    soft: bool = True
    after_split: bool = True
    most_cards: int = 2
    """The maximum number of cards in a hand that may be doubled; 0 forbids doubling."""
    free_totals: frozenset[int] = frozenset()
    """Hard totals of two cards that the house doubles with its own money: a loss costs only the first bet."""


@dataclass(frozen=True)
class Splitting:
    """Splitting rules: which pairs may be split, and into how many hands. Any two ten-value cards are a pair."""

    most_hands: int = 4
    """The maximum number of hands from one bet; 1 forbids splitting."""
    most_hands_aces: int = 2
    one_card_to_aces: bool = True
    """Whether each split ace takes one card only and stands."""
    free_pairs: frozenset[int] = frozenset()
    """Pairs, as value indices, that the house splits with its own money: every hand but the first is free."""

    def limit(self, pair: int) -> int:
        """Return the maximum number of hands that this pair may be split into."""
        return min(self.most_hands, self.most_hands_aces) if pair == ACE else self.most_hands


@dataclass(frozen=True)
class BlackjackRules:
    """The rules of one game. The default is the common American shoe game."""

    pack: Pack = SIX_DECKS
    dealer: Dealer = field(default_factory=Dealer)
    doubling: Doubling = field(default_factory=Doubling)
    splitting: Splitting = field(default_factory=Splitting)
    surrender: Surrender = Surrender.NONE
    blackjack_pays: float = 1.5
    blackjack_always_wins: bool = False
    """Whether a player's blackjack is paid even against a dealer's blackjack, instead of pushing."""
    insurance_pays: float = 2.0
    knowledge: Knowledge = Knowledge.CARDS_AND_PAIR

    def __post_init__(self) -> None:
        """Reject packs and limits that the solver cannot handle."""
        if len(self.pack) != VALUES or min(self.pack) < 0:
            raise ValueError(f"a pack has {VALUES} counts of at least 0, the ace first; got {self.pack}")
        if not 1 <= self.splitting.most_hands <= 8 or self.splitting.most_hands_aces < 1:
            raise ValueError("a bet may be split into 1 to 8 hands")
