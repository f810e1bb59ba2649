"""Pay-table lines that a bet can still make, from the cards that its player sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, combinations, permutations
from math import comb, perm

from pitboss.cards import Card
from pitboss.play.layout import Place

MAX_HANDS = 60_000
"""The maximum number of ways to complete a hand that are tried."""


def lines_in_reach(
    pack: Iterable[Card],
    cards: Mapping[Place, Sequence[Card]],
    places: Sequence[tuple[Place, int]],
    line: Callable[[Sequence[Card]], int],
    *,
    in_order: bool = False,
) -> frozenset[int] | None:
    """
    Return the lines that the hand at these places, each with its number of cards, makes or can still make.

    Missing cards may be any that are not in view. Return None if no card is known, or if there are too many ways to
    complete the hand. Set `in_order` if `line` depends on which card is at which place.
    """
    hand: list[Card | None] = []
    for place, count in places:
        up = [card for card in cards.get(place, ())[:count] if not card.is_hidden]
        hand += [*up, *[None] * (count - len(up))]
    missing, ways = hand.count(None), permutations if in_order else combinations
    left = Counter(pack)
    left.subtract(card for card in chain.from_iterable(cards.values()) if not card.is_hidden)
    unseen = [card for card, copies in left.items() for _ in range(min(copies, missing))]
    if missing == len(hand) or (perm if in_order else comb)(len(unseen), missing) > MAX_HANDS:
        return None
    drawings = map(iter, ways(unseen, missing))
    return frozenset(line([next(drawn) if card is None else card for card in hand]) for drawn in drawings)
