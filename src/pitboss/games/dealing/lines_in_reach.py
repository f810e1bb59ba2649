"""Pay-table lines that a bet can still make, from the cards that its player sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, combinations
from math import comb

from pitboss.cards import Card
from pitboss.play.layout import Place

MOST_HANDS = 60_000
"""More ways to complete a hand than this are not looked through."""


def lines_in_reach(
    pack: Iterable[Card],
    cards: Mapping[Place, Sequence[Card]],
    places: Sequence[tuple[Place, int]],
    line: Callable[[Sequence[Card]], int],
) -> frozenset[int] | None:
    """
    Return the lines that the hand at these places, each with its number of cards, makes or can still make.

    Missing cards may be any that are not in view. None if there are too many ways to complete the hand.
    """
    known = [card for place, count in places for card in cards.get(place, ())[:count] if not card.is_hidden]
    missing = sum(count for _, count in places) - len(known)
    if not missing:
        return frozenset([line(known)])
    left = Counter(pack)
    left.subtract(card for card in chain.from_iterable(cards.values()) if not card.is_hidden)
    unseen = [card for card, copies in left.items() for _ in range(min(copies, missing))]
    if comb(len(unseen), missing) > MOST_HANDS:
        return None
    return frozenset(line([*known, *drawn]) for drawn in combinations(unseen, missing))
