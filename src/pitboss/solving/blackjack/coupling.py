"""
Section 8 of the method: hands that share a pack.

The probability of a sequence of cards is the value of a linear functional L on a product of powers. The cards of
several hands multiply, so their joint distribution is L of a product of polynomials, one for each hand. Polynomials
are stored by their coefficients in a basis that is orthogonal under L, up to a total order.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel
from pitboss.solving.blackjack.hands import Floats, Ints, all_hands
from pitboss.solving.blackjack.rules import VALUES, Pack

AXES = VALUES + 1
"""One variable for each card value, and one that counts cards."""
COUNTER = VALUES
MOST_CARDS = 22
"""No hand draws more cards than this."""


class Axis(NamedTuple):
    """The orthogonal polynomials of one variable, monic, up to an order; zero where the functional has no more."""

    expand: Floats  # [power, i]: the coefficients of a power in the basis
    multiply: Floats  # [i, j, k]: the coefficients of the product of two basis polynomials
    norm: Floats  # [i]: L of the square of each


def orthogonal_axis(moments: Sequence[Fraction], order: int) -> Axis:
    """Return the axis whose functional has these moments: L of the powers 0, 1, 2 …"""

    def value(*polynomials: Sequence[Fraction]) -> Fraction:
        product = [Fraction(1)]
        for polynomial in polynomials:
            longer = [Fraction(0)] * (len(product) + len(polynomial) - 1)
            for i, a in enumerate(product):
                for j, b in enumerate(polynomial):
                    longer[i + j] += a * b
            product = longer
        return sum((a * moment for a, moment in zip(product, moments, strict=False)), Fraction(0))

    basis: list[list[Fraction]] = []
    norms: list[Fraction] = []
    powers = [[Fraction(0)] * power + [Fraction(1)] for power in range(MOST_CARDS + 1)]
    for degree in range(order + 1):
        polynomial = powers[degree][:]
        for other, norm in zip(basis, norms, strict=True):
            share = value(powers[degree], other) / norm
            for i, a in enumerate(other):
                polynomial[i] -= share * a
        norm = value(polynomial, polynomial)
        if not norm:
            break
        basis.append(polynomial)
        norms.append(norm)
    size = order + 1
    axis = Axis(np.zeros((MOST_CARDS + 1, size)), np.zeros((size, size, size)), np.zeros(size))
    for i, (one, norm) in enumerate(zip(basis, norms, strict=True)):
        axis.norm[i] = float(norm)
        for power, monomial in enumerate(powers):
            axis.expand[power, i] = float(value(monomial, one) / norm)
        for j, other in enumerate(basis):
            for k, third in enumerate(basis):
                axis.multiply[j, k, i] = float(value(other, third, one) / norm)
    return axis


@cache
def value_axis(count: int, order: int) -> Axis:
    """Return the axis of a card value of which the pack has `count` cards: L(zᵃ) = (n)ₐ, over nᵃ."""
    return orthogonal_axis([Fraction(perm(count, a), max(count, 1) ** a) for a in range(MOST_CARDS + 2 * order)], order)


@cache
def counter_axis(size: int, order: int) -> Axis:
    """Return the axis that counts cards: L(tᶜ) = 1 / (N)꜀, times Nᶜ."""
    powers = range(min(MOST_CARDS + 2 * order, size + 1))
    return orthogonal_axis([Fraction(size**c, perm(size, c)) for c in powers], order)


class Basis(NamedTuple):
    """Products of basis polynomials, one for each axis, up to a total order."""

    orders: NDArray[np.int8]  # [term, axis]
    first: Ints  # [hand]: its first entry below; then the number of entries. The last hand has no cards.
    terms: Ints  # [entry, order of the counter]: a term that divides the hand's cards; -1 past the total order
    left: Ints  # [triple]: a term of one factor,
    right: Ints  # of the other,
    product: Ints  # and of their product
    codes: NDArray[np.uint8]  # [triple, axis]: its place in `Axis.multiply`


@cache
def basis(order: int) -> Basis:
    """Return the basis of a total order and all its nonzero products."""
    size = order + 1
    terms = _products(order, 1)
    keys = _keys(terms[:, 0])
    place = {int(key): number for number, key in enumerate(keys)}
    first, entries = [0], []
    for counts in (*all_hands().counts.tolist(), [0] * VALUES):
        for key, cards in _sub_multisets(counts, order):
            found = [place[key + more] for more in range(order - cards + 1)]
            entries.append(found + [-1] * (size - len(found)))
        first.append(len(entries))
    triples = _products(order, 3)
    left, right, product = (np.searchsorted(keys, _keys(triples[:, which])) for which in range(3))
    codes = (triples[:, 0] * size + triples[:, 1]) * size + triples[:, 2]
    return Basis(terms[:, 0], np.array(first), np.array(entries), left, right, product, codes.astype(np.uint8))


def _sub_multisets(counts: Sequence[int], order: int) -> list[tuple[int, int]]:
    """Return the key and the size of every multiset of `order` cards or fewer within these counts."""
    below = [(0, 0)]
    for count in counts:
        below = [(8 * (key + more), size + more) for key, size in below for more in range(min(count, order - size) + 1)]
    return below


def _keys(orders: NDArray[np.int8]) -> Ints:
    """Return a number for each row of orders; rows are sorted by it."""
    return np.asarray(orders.astype(np.int64) @ (8 ** np.arange(AXES - 1, -1, -1)))


def _products(order: int, many: int) -> NDArray[np.int8]:
    """Return orders [row, which, axis] of all terms, or of all triples that couple up to `order` cards."""
    size = order + 1
    choices = np.array(list(np.ndindex(*(size,) * many)), np.int8)
    if many == 3:
        choices = choices[(2 * choices.max(axis=1) <= choices.sum(axis=1))]  # as the sides of a triangle
    rows = np.zeros((1, many, 0), np.int8)
    for _ in range(AXES):
        totals = rows.sum(axis=(1, 2))[:, None] + choices.sum(axis=1)[None]
        here, choice = np.nonzero(totals <= (order if many == 1 else 2 * order))
        rows = np.concatenate((rows[here], choices[choice][:, :, None]), axis=2)
    return rows[np.argsort(_keys(rows[:, 0]), kind="stable")] if many == 1 else rows


class SharedPack(NamedTuple):
    """The functional of one pack on the basis."""

    expand: Floats  # [axis, power, i]
    scale: Floats  # [value]: n / N
    norm: Floats  # [term]
    factor: Floats  # [triple]: the coefficient of its product


@kernel
def _fill(orders: NDArray[np.int8], codes: NDArray[np.uint8], norms: Floats, multiply: Floats, norm: Floats,
          factor: Floats) -> None:  # fmt: skip
    for term in range(orders.shape[0]):
        norm[term] = 1.0
        for axis in range(orders.shape[1]):
            norm[term] *= norms[axis, orders[term, axis]]
    for triple in range(codes.shape[0]):
        product = 1.0
        for axis in range(codes.shape[1]):
            if codes[triple, axis]:
                product *= multiply[axis, codes[triple, axis]]
        factor[triple] = product


def shared_pack(pack: Pack, order: int) -> SharedPack:
    """Return the functional of a pack."""
    terms, size = basis(order), sum(pack)
    axes = [*(value_axis(count, order) for count in pack), counter_axis(size, order)]
    norm, factor = np.zeros(len(terms.orders)), np.zeros(len(terms.left))
    multiply = np.stack([axis.multiply.reshape(-1) for axis in axes])
    _fill(terms.orders, terms.codes, np.stack([axis.norm for axis in axes]), multiply, norm, factor)
    return SharedPack(np.stack([axis.expand for axis in axes]), np.array(pack) / size, norm, factor)


@kernel
def expand_hands(
    numbers: Ints, column: Ints, weights: Floats, counts: Ints, first: Ints, terms: Ints, orders: NDArray[np.int8],
    expand: Floats, scale: Floats, out: Floats,
) -> None:  # fmt: skip
    """Add Σ weight · z^hand to the polynomials out[term, column]; a hand without cards has the last number."""
    for which in range(numbers.size):
        hand, weight = numbers[which], weights[which]
        cards = 0
        for value in range(scale.size):
            count = counts[hand, value]
            cards += count
            for _ in range(count):
                weight *= scale[value]
        for entry in range(first[hand], first[hand + 1]):
            below = orders[terms[entry, 0]]
            product = weight
            for value in range(scale.size):
                if counts[hand, value]:
                    product *= expand[value, counts[hand, value], below[value]]
            for order in range(terms.shape[1]):
                if terms[entry, order] >= 0:
                    out[terms[entry, order], column[which]] += product * expand[scale.size, cards, order]


@kernel
def multiply_polynomials(left: Ints, right: Ints, product: Ints, factor: Floats, one: Floats, other: Floats,
                         out: Floats) -> None:  # fmt: skip
    """Add to out[term, net] the product of one[term, net] and other[term, net]; the nets of a product add."""
    for triple in range(factor.size):
        a, b, c, weight = left[triple], right[triple], product[triple], factor[triple]
        for j in range(other.shape[1]):
            value = weight * other[b, j]
            if value != 0.0:
                for i in range(one.shape[1]):
                    out[c, i + j] += value * one[a, i]
