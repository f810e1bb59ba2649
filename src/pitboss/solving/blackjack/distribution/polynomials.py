"""
Polynomials of hands and of the dealer in the composition of one pack, and the means of their products (section 8).

Every array of polynomials begins with the axis of terms. A polynomial for each net and dealer's result has the axes
[term, net, result].
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.solving.blackjack.dealer import NATURAL, OVER, RESULTS, grown_hands
from pitboss.solving.blackjack.distribution.coupling import (
    Basis,
    SharedPack,
    basis,
    cards_by_side,
    expand_hands,
    multiply_polynomials,
    shared_pack,
)
from pitboss.solving.blackjack.hands import CARD_KEYS, Floats, Ints, numbers_by_key
from pitboss.solving.blackjack.rules import Dealer, Pack


class ListedCards(NamedTuple):
    """Sets of drawn cards, as hand numbers, each with some entries: a column and a weight."""

    numbers: Ints  # [set]
    starts: Ints  # [set]: its first entry; then the number of entries
    columns: Ints  # [entry]
    weights: Floats  # [entry]


class PackPolynomials:
    """The polynomials of hands drawn from one pack, up to a total order."""

    def __init__(self, pack: Pack, order: int) -> None:
        self.pack, self.order = pack, order
        self.terms: Basis = basis(order)
        self.shared: SharedPack = shared_pack(pack, order)

    def with_lower_order(self) -> PackPolynomials:
        """Return the polynomials of the same pack, up to an order one lower."""
        return PackPolynomials(self.pack, self.order - 1)

    def of_lower_order(self, polynomials: Floats) -> Floats:
        """Return polynomials without their terms of the highest order."""
        return np.asarray(polynomials[self.terms.orders.sum(axis=1) < self.order])

    def expand(self, cards: ListedCards, columns: int) -> Floats:
        """Return the polynomials [column, term]: the sums of the sets of cards with their weights."""
        terms, out = self.terms, np.zeros((columns, len(self.terms.orders)))
        expand_hands(*cards, cards_by_side(), terms.parent, terms.axis, terms.power, self.shared.expand, out)
        return out

    def of_dealer(self, dealer: Dealer, up: int) -> Floats:
        """Return the polynomials [term, net 0, result] of the dealer, in the cards drawn to the up card."""
        out = self.expand(_dealer_cards(dealer, up), RESULTS).T.copy()
        out[0, OVER] += 1
        out[:, OVER] -= np.delete(out, OVER, axis=1).sum(axis=1)
        if dealer.peeks:
            out[:, NATURAL] = 0
        return out[:, None]

    def multiply(self, one: Floats, other: Floats) -> Floats:
        """Return the product of two polynomials, result by result; their nets add."""
        terms, out = self.terms, np.zeros((len(one), one.shape[1] + other.shape[1] - 1, RESULTS))
        nets, other_nets = (np.flatnonzero(each[0].any(axis=1)) for each in (one, other))
        factor = self.shared.factor
        multiply_polynomials(terms.left, terms.right, terms.product, factor, one, nets, other, other_nets, out)
        return out

    def mean(self, one: Floats, other: Floats) -> Floats:
        """Return L of the product of two polynomials, by both nets, summed over the dealer's results."""
        one, other = ((one * self.shared.norm[:, None, None]).transpose(1, 0, 2), other.transpose(1, 0, 2))
        return np.asarray(one.reshape(len(one), -1) @ other.reshape(len(other), -1).T)


@cache
def _dealer_cards(dealer: Dealer, up: int) -> ListedCards:
    """Return the cards that a dealer can draw to an up card without busting, by result."""
    finals, place = grown_hands((up,), dealer), numbers_by_key()
    numbers = np.array([place[key - int(CARD_KEYS[up])] for _, key in finals])
    results = np.array([result for result, _ in finals])
    return ListedCards(numbers, np.arange(len(numbers) + 1), results, np.array(list(finals.values()), float))


def chance_of(pack: Pack, cards: tuple[int, ...]) -> float:
    """Return the probability of drawing these cards from the pack in this order."""
    chance = 1.0
    for dealt, value in enumerate(cards):
        chance *= max(pack[value] - cards[:dealt].count(value), 0) / max(sum(pack) - dealt, 1)
    return chance


def without(pack: Pack, cards: tuple[int, ...]) -> Pack:
    """Return the pack without these cards, or without all of a value if it has fewer."""
    return tuple(max(count - cards.count(value), 0) for value, count in enumerate(pack))
