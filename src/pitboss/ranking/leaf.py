"""Leaf rules: pure functions from a few cards to a small number, independent of card order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, TypeAlias

Rule: TypeAlias = Callable[[tuple[int, ...]], int]


class HandRule(NamedTuple):
    """
    A pure function of a hand that does not depend on the order of the cards.

    Scripts call it with cards. While a script's odds are computed, some cards are undecided; the result is then
    undecided too, until the script compares it with something.
    """

    function: Rule
    of: Literal["codes", "ranks"] = "codes"
    """The function's argument: card codes (rank × 4 + suit), or ranks alone (2 to 14, a joker 15)."""
    suits_alike: bool = True
    """Whether it only matters which cards share a suit, as in poker; False if the rule names a suit or color."""

    def __call__(self, cards: Iterable[Any]) -> int:
        """Return the result for these cards."""
        hand = tuple(cards)
        for card in hand:
            undecided = getattr(card, "undecided", None)
            if undecided is not None:
                return undecided(self, hand)  # type: ignore[no-any-return]
        return self.function(tuple(card.code if self.of == "codes" else card.rank for card in hand))


def hand_rule(*, of: Literal["codes", "ranks"] = "codes", suits_alike: bool = True) -> Callable[[Rule], HandRule]:
    """
    Decorate a pure function of codes or ranks as a leaf rule that scripts call with cards.

    >>> from pitboss.cards import parse_cards
    >>> @hand_rule(of="ranks")
    ... def highest(ranks):
    ...     return max(ranks)
    >>> highest(parse_cards("2c Kd 9h"))
    13
    """

    def made(function: Rule) -> HandRule:
        return HandRule(function, of, suits_alike)

    return made
