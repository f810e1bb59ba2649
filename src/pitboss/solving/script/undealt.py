"""
Cards that are decided when somebody looks at them.

A script draws a card and may put it face down, burn it, or compare its rank and never its suit. A card of this kind
keeps all of that open: it becomes a rank (or, where suits matter, a card) when it is first looked at, and then chance
branches. Cards that nobody looks at cost nothing, and cards that play alike are counted once. That is exact, because
every card of a shuffled pack that has not been looked at is equally likely to be any of those that are left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from pitboss.cards import CARDS, JOKER, JOKER_CODE, Card, Pack, PackEmpty, rank_name

_SUITS = 4


class SuitLookedAt(BaseException):
    """Somebody looked at a suit while cards were told apart by rank alone; no `Exception`: no script may catch it."""


class CardChance(Protocol):
    """Who decides what a card is, and whether cards are told apart by their suits."""

    by_suit: bool

    def decide(self) -> int:
        """The kind of the next card that is looked at: its code, or its rank counted from 0 (a deuce)."""


class Undealt:
    """One card of the pack; looks like a `Card`, and is decided when it is looked at."""

    __slots__ = ("_chance", "kind")

    def __init__(self, chance: CardChance) -> None:
        self._chance = chance
        self.kind: int | None = None
        """What it turned out to be, as soon as somebody has looked."""

    def look(self) -> int:
        """The kind of this card, decided now if it was not."""
        if self.kind is None:
            self.kind = self._chance.decide()
        return self.kind

    @property
    def rank(self) -> int:
        """2 to 14, the ace high."""
        return (self.look() // _SUITS if self._chance.by_suit else self.look()) + 2

    @property
    def code(self) -> int:
        """The code of the card; by rank alone a number that can only be asked for its rank."""
        return self.look() if self._chance.by_suit else RankCode(self.look())  # type: ignore[return-value]

    @property
    def card(self) -> Card:
        """The card itself, suit and all."""
        if not self._chance.by_suit:
            raise SuitLookedAt
        return JOKER if self.look() == JOKER_CODE else CARDS[self.look()]

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self.rank == JOKER_CODE // _SUITS + 2

    is_hidden = False

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self.card.suit

    @property
    def is_red(self) -> bool:
        """Hearts and diamonds."""
        return self.card.is_red

    @property
    def sign(self) -> str:
        """As a person reads it; by rank alone without its suit: words decide nothing."""
        if self._chance.by_suit:
            return self.card.sign
        return "Jk" if self.is_joker else rank_name(self.rank)

    def __str__(self) -> str:
        return self.sign

    def __eq__(self, other: object) -> bool:
        return self is other or self.card == (other.card if isinstance(other, Undealt) else other)

    def __lt__(self, other: object) -> bool:
        return self.card < (other.card if isinstance(other, Undealt) else other)  # type: ignore[operator]

    def __hash__(self) -> int:
        return hash(self.card)


class RankCode:
    """The code of a card of which only the rank is decided: it may be divided down to the rank, and nothing else."""

    __slots__ = ("_rank",)

    def __init__(self, rank: int) -> None:
        self._rank = rank

    def __floordiv__(self, by: int) -> int:
        return self._only(by == _SUITS)

    def __rshift__(self, by: int) -> int:
        return self._only(1 << by == _SUITS)

    def _only(self, is_rank: bool) -> int:
        if not is_rank:
            raise SuitLookedAt
        return self._rank

    def _suit(self, *_: object) -> int:
        raise SuitLookedAt

    __mod__ = __and__ = __or__ = __xor__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _suit
    __rand__ = __ror__ = __lshift__ = __rlshift__ = __rrshift__ = __divmod__ = __neg__ = __int__ = __index__ = _suit
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = _suit  # type: ignore[assignment]


class OpenPack(Pack):
    """A pack whose cards are all still open."""

    def __init__(self, chance: CardChance, size: int) -> None:
        self._chance, self._size = chance, size
        self.drawn = 0
        self._ahead: list[Undealt] = []
        """Cards that somebody looked through before they were drawn."""

    @property
    def cards(self) -> tuple[Card, ...]:  # type: ignore[override]
        """All cards in dealing order are known only to a finished shuffle."""
        raise SuitLookedAt

    def draw(self, spot: str = "") -> Card:
        """The next card, whatever it will turn out to be."""
        if self.drawn == self._size:
            raise PackEmpty
        self.drawn += 1
        return self._ahead.pop(0) if self._ahead else Undealt(self._chance)  # type: ignore[return-value]

    def __len__(self) -> int:
        return self._size - self.drawn

    def __iter__(self) -> Iterator[Card]:
        self._ahead += [Undealt(self._chance) for _ in range(len(self) - len(self._ahead))]
        return iter(self._ahead)  # type: ignore[arg-type]


def kinds_of(cards: Sequence[Card], *, by_suit: bool) -> list[int]:
    """How many of each kind these cards are."""
    left = [0] * (JOKER_CODE + 1 if by_suit else JOKER_CODE // _SUITS + 1)
    for card in cards:
        left[card.code if by_suit else card.code // _SUITS] += 1
    return left
