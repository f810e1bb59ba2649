"""
Flops by kind: all that a player's card cares about is the line of the table and whether it matches.

A card sees five kinds of flop at most, so that whatever else lies face up is a handful of counts: exact odds with any
number of other players' cards in view are sums over counts, never over cards.
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
"""The cards that may be a flop to a player's card, before anything else is seen."""

Weights = Mapping[Fraction, int]
"""What one unit of a bet wins by flop, and how many flops are so."""


class Kind(NamedTuple):
    """What a flop is to a player's card."""

    line: int
    is_match: bool


def kind_of(card: int, flop: int) -> Kind:
    """The kind of this flop to this card (F22-6, F22-7)."""
    return Kind(total_line(card, flop), is_match(card, flop))


@cache
def kinds(card: int) -> Mapping[Kind, int]:
    """The kinds of flop to this card and how many of the other 51 cards are of each."""
    return dict(sorted(Counter(kind_of(card, flop) for flop in DECK if flop != card).items()))


@cache
def cards_alike(*, field: bool = False) -> tuple[tuple[int, int], ...]:
    """One card for each sort that sees the same flops (and the same field line), and how many of the 52 there are."""
    sorts: dict[tuple[int, tuple[tuple[Kind, int], ...]], list[int]] = {}
    for card in DECK:
        sorts.setdefault((field_line(card) if field else 0, tuple(kinds(card).items())), []).append(card)
    return tuple((cards[0], len(cards)) for cards in sorts.values())


def unseen(card: int, seen: Iterable[int]) -> Counts:
    """How many flops of each kind may still come when these other cards lie face up."""
    gone = Counter(kind_of(card, other) for other in seen)
    return tuple(count - gone[kind] for kind, count in kinds(card).items())


def double_weights(rules: Rules, card: int, hand: int) -> Weights:
    """What a double down on this card wins, by flop."""
    return _weights((double_pays(rules, hand, kind.line).ratio, count) for kind, count in kinds(card).items())


def match_weights(rules: Rules, card: int) -> Weights:
    """What a match on this card wins, by flop."""
    return _weights((match_pays(rules, kind.is_match).ratio, count) for kind, count in kinds(card).items())


def _weights(pairs: Iterable[tuple[Fraction, int]]) -> Weights:
    weights: dict[Fraction, int] = {}
    for pays, count in pairs:
        weights[pays] = weights.get(pays, 0) + count
    return weights


class Chance(Struct, frozen=True):
    """A bet that is made only when it is worth it: how often, and what it adds on average."""

    bet: Fraction
    adds: Fraction


def bet_when_good(weights: Weights, seen: int) -> Chance:
    """
    A bet made when the flops left favour it, after `seen` of the cards that might be flops have been seen (F22-4).

    The mean of what is left does not depend on what is seen; the choice does, so sums run over what may be seen.
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
        left = whole - sum(each * gone for each, gone in zip(pays, taken, strict=True))
        if left > 0:
            ways += times
            adds += times * left
    every = comb(cards, seen)
    return Chance(Fraction(ways, every), Fraction(adds, every * (cards - seen) * scale))


def _extreme(pays: list[int], counts: list[int], cards: int) -> int:
    """The sum of this many cards taken from the front."""
    result = 0
    for each, count in zip(pays, counts, strict=True):
        taken = min(count, cards)
        result += each * taken
        cards -= taken
    return result
