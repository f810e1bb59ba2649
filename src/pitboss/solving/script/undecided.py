"""
Cards and numbers that stay undecided until a script needs their value.

A rank, a suit or the result of a leaf rule is an expression over cards. Arithmetic and comparisons give larger
expressions. A value is decided only if the script branches on it, uses it as an index, or loops over it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from pitboss.cards import CARDS, JOKER, JOKER_CODE, Card, Pack, PackEmpty
from pitboss.ranking.leaf import HandRule
from pitboss.solving.script.expressions import CARD, COMPARISONS, LEAF, Expression, expression

UNKNOWN = "\u2047"
"""The text of an undecided number or card; converting it to text does not decide it."""
_SUITS = 4


class Decider(Protocol):
    """An object that decides values when a script needs them."""

    def decide(self, expression: Expression) -> Any:
        """Return the value of an expression on the current path."""


class Undecided:
    """An integer that depends on cards."""

    __slots__ = ("_decider", "expression")

    def __init__(self, decider: Decider, expression: Expression) -> None:
        self._decider, self.expression = decider, expression

    def _with(self, operator: str, other: object, *, swapped: bool = False) -> Any:
        if isinstance(other, Undecided):
            operand: Any = other.expression
        elif isinstance(other, int):
            operand = int(other)
        else:
            return NotImplemented
        pair = (operand, self.expression) if swapped else (self.expression, operand)
        made = UndecidedTruth if operator in COMPARISONS else Undecided
        return made(self._decider, expression(operator, *pair))

    def _is_code(self) -> bool:
        return self.expression.operator == CARD and self.expression.operands[1] == "code"

    def _card(self, attribute: str) -> Undecided:
        return Undecided(self._decider, expression(CARD, self.expression.operands[0], attribute))

    def __add__(self, other: object) -> Any:
        return self._with("add", other)

    def __radd__(self, other: object) -> Any:
        return self._with("add", other, swapped=True)

    def __sub__(self, other: object) -> Any:
        return self._with("subtract", other)

    def __rsub__(self, other: object) -> Any:
        return self._with("subtract", other, swapped=True)

    def __mul__(self, other: object) -> Any:
        return self._with("multiply", other)

    __rmul__ = __mul__

    def __floordiv__(self, other: object) -> Any:
        if other == _SUITS and self._is_code():
            return self._card("rank") - 2
        return self._with("floor_divide", other)

    def __rfloordiv__(self, other: object) -> Any:
        return self._with("floor_divide", other, swapped=True)

    def __mod__(self, other: object) -> Any:
        if other == _SUITS and self._is_code():
            return self._card("suit")
        return self._with("mod", other)

    def __rmod__(self, other: object) -> Any:
        return self._with("mod", other, swapped=True)

    def __rshift__(self, other: object) -> Any:
        return self // _SUITS if other == 2 else self._with("right_shift", other)

    def __rrshift__(self, other: object) -> Any:
        return self._with("right_shift", other, swapped=True)

    def __lshift__(self, other: object) -> Any:
        return self._with("left_shift", other)

    def __rlshift__(self, other: object) -> Any:
        return self._with("left_shift", other, swapped=True)

    def __and__(self, other: object) -> Any:
        return self % _SUITS if other == _SUITS - 1 else self._with("bitwise_and", other)

    __rand__ = __and__

    def __or__(self, other: object) -> Any:
        return self._with("bitwise_or", other)

    __ror__ = __or__

    def __xor__(self, other: object) -> Any:
        return self._with("bitwise_xor", other)

    __rxor__ = __xor__

    def __neg__(self) -> Any:
        return 0 - self

    def __abs__(self) -> Any:
        return Undecided(self._decider, expression("abs", self.expression))

    def __divmod__(self, other: object) -> Any:
        return self // other, self % other

    def __eq__(self, other: object) -> Any:
        return self._with("eq", other)

    def __ne__(self, other: object) -> Any:
        return self._with("ne", other)

    def __lt__(self, other: object) -> Any:
        return self._with("lt", other)

    def __le__(self, other: object) -> Any:
        return self._with("le", other)

    def __gt__(self, other: object) -> Any:
        return self._with("gt", other)

    def __ge__(self, other: object) -> Any:
        return self._with("ge", other)

    def __index__(self) -> int:
        return int(self._decider.decide(self.expression))

    __int__ = __index__

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __hash__(self) -> int:
        return hash(self.__index__())

    def __str__(self) -> str:
        return UNKNOWN

    __repr__ = __str__

    def __format__(self, specification: str) -> str:
        return UNKNOWN


class UndecidedTruth(Undecided):
    """A comparison that depends on cards."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return bool(self._decider.decide(self.expression))


class OpenCard:
    """One card of the pack. It behaves like a `Card`, but its rank and suit are undecided."""

    __slots__ = ("_decider", "number")
    is_hidden = False

    def __init__(self, decider: Decider, number: int) -> None:
        self._decider, self.number = decider, number

    def _of(self, attribute: str) -> Any:
        return Undecided(self._decider, expression(CARD, self.number, attribute))

    def undecided(self, rule: HandRule, cards: Sequence[Any]) -> Any:
        """Return the undecided result of a leaf rule for these cards."""
        numbers = tuple(sorted(card.number for card in cards if isinstance(card, OpenCard)))
        known = tuple(sorted(card.code for card in cards if not isinstance(card, OpenCard)))
        return Undecided(self._decider, expression(LEAF, rule, numbers, known))

    @property
    def rank(self) -> int:
        """The rank, from 2 to 14 for the ace."""
        return self._of("rank")  # type: ignore[no-any-return]

    @property
    def code(self) -> int:
        """The code of the card."""
        return self._of("code")  # type: ignore[no-any-return]

    @property
    def suit(self) -> int:
        """The suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self._of("suit")  # type: ignore[no-any-return]

    @property
    def card(self) -> Card:
        """The actual card; reading it decides which one it is."""
        code = int(self.code)
        return JOKER if code == JOKER_CODE else CARDS[code]

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self.rank == JOKER_CODE // _SUITS + 2

    @property
    def is_red(self) -> bool:
        """Whether this is a heart or a diamond."""
        return not self.is_joker and self.suit in (1, 2)

    @property
    def sign(self) -> str:
        """The text of the card; reading it does not decide it."""
        return UNKNOWN

    def __str__(self) -> str:
        return UNKNOWN

    def __eq__(self, other: object) -> Any:
        if isinstance(other, OpenCard) and self.number == other.number:
            return True
        if isinstance(other, (OpenCard, Card)):
            return self.code == other.code
        return NotImplemented

    def __lt__(self, other: Any) -> Any:
        return self.code < other.code

    def __hash__(self) -> int:
        return hash(self.card)


class OpenPack(Pack):
    """A pack whose cards are all still undecided."""

    def __init__(self, decider: Decider, size: int) -> None:
        self._decider, self._size = decider, size
        self.drawn = 0

    @property
    def cards(self) -> tuple[Card, ...]:  # type: ignore[override]
        """All cards in dealing order, drawn or not."""
        drawn = [OpenCard(self._decider, number) for number in range(self.drawn)]
        return (*drawn, *self)

    def draw(self, spot: str = "") -> Card:
        """Draw the next card, still undecided."""
        if self.drawn == self._size:
            raise PackEmpty
        self.drawn += 1
        return OpenCard(self._decider, self.drawn - 1)  # type: ignore[return-value]

    def __len__(self) -> int:
        return self._size - self.drawn

    def __iter__(self) -> Iterator[Card]:
        return (OpenCard(self._decider, number) for number in range(self.drawn, self._size))  # type: ignore[misc]
