"""
Flops grouped by kind. For a player's card, only a flop's pay table line and whether it matches affect the result.

A card faces at most five kinds of flop, so the cards seen reduce to a few counts. Exact odds with any number of other
players' cards in view are sums over those counts, not over cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import comb, lcm
from typing import NamedTuple

from msgspec import Struct

from pitboss.games.flop22.deal.hands import field_line, is_match, total_line
from pitboss.games.flop22.deal.rules import Rules, double_pays, match_pays
from pitboss.solving.combinations import Counts, draws

DECK = range(52)
FLOPS = 51
"""The number of cards that can be a flop for a player's card, before anything else is seen."""

Weights = Mapping[Fraction, int]
"""The number of flops for each payout on one unit of a bet."""


class Kind(NamedTuple):
    """The result of a flop for a player's card."""

    line: int
    is_match: bool


def kind_of(card: int, flop: int) -> Kind:
    """Return the kind of this flop for this card (F22-6, F22-7)."""
    return Kind(total_line(card, flop), is_match(card, flop))


@cache
def kinds(card: int) -> Mapping[Kind, int]:
    """Return the number of the other 51 cards that are of each kind for this card."""
    return dict(sorted(Counter(kind_of(card, flop) for flop in DECK if flop != card).items()))


@cache
def card_classes(*, field: bool = False) -> tuple[tuple[int, int], ...]:
    """
    Return one card per class with the same flops (and field line, if `field`), and the size of each class out of 52.
    """
    classes: dict[tuple[int, tuple[tuple[Kind, int], ...]], list[int]] = {}
    for card in DECK:
        classes.setdefault((field_line(card) if field else 0, tuple(kinds(card).items())), []).append(card)
    return tuple((cards[0], len(cards)) for cards in classes.values())


def unseen(card: int, seen: Iterable[int]) -> Counts:
    """Return the number of unseen flops of each kind, given the other cards that are face up."""
    seen_kinds = Counter(kind_of(card, other) for other in seen)
    return tuple(count - seen_kinds[kind] for kind, count in kinds(card).items())


def double_weights(rules: Rules, card: int, hand: int) -> Weights:
    """Return the number of flops for each payout of a double down on this card."""
    return _weights((double_pays(rules, hand, kind.line).ratio, count) for kind, count in kinds(card).items())


def match_weights(rules: Rules, card: int) -> Weights:
    """Return the number of flops for each payout of a match on this card."""
    return _weights((match_pays(rules, kind.is_match).ratio, count) for kind, count in kinds(card).items())


def _weights(pairs: Iterable[tuple[Fraction, int]]) -> Weights:
    weights: dict[Fraction, int] = {}
    for pays, count in pairs:
        weights[pays] = weights.get(pays, 0) + count
    return weights


class Chance(Struct, frozen=True):
    """A bet made only when it has an edge: how often it is made, and its contribution to the expected value."""

    bet: Fraction
    adds: Fraction


def bet_when_good(weights: Weights, seen: int) -> Chance:
    """
    Return the frequency and value of a bet made when the remaining flops favour it, after `seen` cards (F22-4).

    The mean over the remaining cards does not depend on what was seen, but the decision does, so the sums run over
    all draws.
    """
    scale = lcm(*(pays.denominator for pays in weights))
    pays = sorted(int(ratio * scale) for ratio in weights)
    counts = [weights[Fraction(each, scale)] for each in pays]
    cards = sum(counts)
    whole = sum(each * count for each, count in zip(pays, counts, strict=True))
    if whole - _extreme(pays[::-1], counts[::-1], seen) > 0:
        return Chance(Fraction(1), Fraction(whole, cards * scale))
    if whole - _extreme(pays, counts, seen) <= 0:
        return Chance(Fraction(0), Fraction(0))
    ways = adds = 0
    for taken, times in draws(counts, seen):
        left = whole - sum(each * seen_count for each, seen_count in zip(pays, taken, strict=True))
        if left > 0:
            ways += times
            adds += times * left
    every = comb(cards, seen)
    return Chance(Fraction(ways, every), Fraction(adds, every * (cards - seen) * scale))


def _extreme(pays: list[int], counts: list[int], cards: int) -> int:
    """Return the sum of the first `cards` payouts."""
    result = 0
    for each, count in zip(pays, counts, strict=True):
        taken = min(count, cards)
        result += each * taken
        cards -= taken
    return result
