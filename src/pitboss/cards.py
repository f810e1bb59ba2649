"""Cards and packs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"
JOKER_CODE = 52
HIDDEN_CODE = 53


class Card(Struct, frozen=True, order=True):
    """One card: `code` is rank × 4 + suit (2♣ is 0, A♠ is 51), 52 for a joker, 53 for a face-down card."""

    code: int

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self.code == JOKER_CODE

    @property
    def is_hidden(self) -> bool:
        """Whether the viewer sees only the card's back."""
        return self.code == HIDDEN_CODE

    @property
    def rank(self) -> int:
        """The rank, 2 to 14, with the ace high; a joker ranks above every other card."""
        return self.code // 4 + 2

    @property
    def suit(self) -> int:
        """The suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self.code % 4

    @property
    def is_red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self.code < JOKER_CODE and self.suit in (1, 2)

    def __str__(self) -> str:
        return _WRITTEN[self.code]

    def __repr__(self) -> str:
        return f"<{self}>"

    @property
    def sign(self) -> str:
        """The card with its suit symbol: A♠, 10♦, Jk."""
        if self.code >= JOKER_CODE:
            return str(self)
        return rank_name(self.rank) + SUIT_SIGNS[self.suit]


_WRITTEN = (*(rank + suit for rank in RANKS for suit in SUITS), "Jk", "??")
CARDS = tuple(Card(code) for code in range(52))
JOKER = Card(JOKER_CODE)
HIDDEN = Card(HIDDEN_CODE)
_BY_TEXT = {str(card).lower(): card for card in (*CARDS, JOKER)}
_RUN = re.compile(r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]|Jk", re.IGNORECASE)
_RUN_TOGETHER = re.compile(f"(?:{_RUN.pattern}){{2,}}", re.IGNORECASE)
_AS_WRITTEN = {str(card): card for card in (*CARDS, JOKER)}


class CardError(ValueError):
    """An error for text that is not a valid card; the message gives a valid example."""


class PackEmpty(Exception):
    """An attempt to draw from an empty pack."""


def rank_name(rank: int) -> str:
    """Return the rank as printed on the card: 2 … 10, J, Q, K, A."""
    return "10" if rank == 10 else RANKS[rank - 2]


def parse_card(text: str) -> Card:
    """
    Parse one card: rank, then suit.

    >>> parse_card("Ah").sign, parse_card("10d").sign, parse_card("Jk").sign
    ('A♥', '10♦', 'Jk')
    """
    wanted = text.strip().lower()
    for suit, sign in zip(SUITS, SUIT_SIGNS, strict=True):
        wanted = wanted.replace(sign, suit)
    if wanted.startswith("10"):
        wanted = "t" + wanted[2:]
    card = _BY_TEXT.get(wanted)
    if card is None:
        raise CardError(
            f"{text.strip()!r} is not a card: a card is a rank (2 to 9, T, J, Q, K, A) and a suit"
            " (c, d, h, s), as in Ah or Td; Jk is a joker"
        )
    return card


def card_words(text: str) -> list[str]:
    """
    Split a text into one word for each card. Cards may be separated by spaces or commas, or run together.

    >>> card_words("8s8h, 10d Jk")
    ['8s', '8h', '10d', 'Jk']
    """
    return [part for word in _split(text) for part in (_RUN.findall(word) if _RUN_TOGETHER.fullmatch(word) else [word])]


def parse_cards(text: str) -> tuple[Card, ...]:
    """
    Parse cards separated by spaces or commas, or run together.

    >>> parse_cards("8s8h") == parse_cards("8s 8h")
    True
    """
    words = _split(text)
    if not all(word in _AS_WRITTEN for word in words):
        words = card_words(text)
    return tuple(_AS_WRITTEN.get(word) or parse_card(word) for word in words)


def _split(text: str) -> list[str]:
    return text.replace(",", " ").replace("|", " ").split()


def show_cards(cards: Iterable[Card]) -> str:
    """Format cards as text that `parse_cards` reads."""
    return " ".join(map(str, cards))


def signs(cards: Iterable[Card]) -> str:
    """Format cards with suit symbols."""
    return " ".join(card.sign for card in cards)


def fresh_pack(decks: int = 1, jokers: int = 0) -> tuple[Card, ...]:
    """Return a pack in new-deck order, jokers last."""
    return CARDS * decks + (JOKER,) * jokers


class Pack:
    """The cards in the dealer's hand or shoe, drawn from the top."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)
        self.drawn = 0

    def draw(self, spot: str = "") -> Card:
        """Draw the next card; `spot` is its destination, used only by stacked packs."""
        if self.drawn == len(self.cards):
            raise PackEmpty
        self.drawn += 1
        return self.cards[self.drawn - 1]

    def draw_hand(self, cards: int, spot: str = "") -> tuple[Card, ...]:
        """Draw `cards` cards. The solver ignores their order unless the script looks at one of them on its own."""
        return tuple(self.draw(spot) for _ in range(cards))

    def __len__(self) -> int:
        """Return the number of cards left."""
        return len(self.cards) - self.drawn

    def __iter__(self) -> Iterator[Card]:
        """Iterate over the cards left, from the top."""
        return iter(self.cards[self.drawn :])
