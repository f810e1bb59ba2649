"""Leaf rules of hands: pure functions from a few cards to a small number, in whatever order the cards came."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, TypeAlias

Rule: TypeAlias = Callable[[tuple[int, ...]], int]


class HandRule(NamedTuple):
    """
    A pure function of a hand. It counts the same in any order of the cards.

    A script calls it with cards. If the odds of the script are being worked out, some of these are undecided: then the
    answer is undecided too, until the script compares it with something.
    """

    function: Rule
    of: Literal["codes", "ranks"] = "codes"
    """What the function takes: card codes (rank × 4 + suit), or ranks alone (2 to 14, a joker 15)."""
    suits_alike: bool = True
    """Whether suits only matter by being the same or not, as in poker; False if a suit or a color is named."""

    def __call__(self, cards: Iterable[Any]) -> int:
        """Return the answer for these cards."""
        hand = tuple(cards)
        for card in hand:
            undecided = getattr(card, "undecided", None)
            if undecided is not None:
                return undecided(self, hand)  # type: ignore[no-any-return]
        return self.function(tuple(card.code if self.of == "codes" else card.rank for card in hand))


def hand_rule(*, of: Literal["codes", "ranks"] = "codes", suits_alike: bool = True) -> Callable[[Rule], HandRule]:
    """
    Make a pure function of codes or ranks a leaf rule that scripts call with cards.

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
