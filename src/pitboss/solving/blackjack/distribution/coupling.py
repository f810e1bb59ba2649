"""
Section 8 of the method: hands that share a pack.

Dealing from a pack is like drawing independently from a mixture of compositions w, with positive and negative weights.
Given w, the hands and the dealer are independent, so their joint distribution is the mean of a product of polynomials
in w, one for each hand. The composition is split in two repeatedly (`SPLITS`), which makes the mixture a product of
nine independent shares. Polynomials are stored as their coefficients in a basis that is orthogonal under the mixture.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel, wide_kernel
from pitboss.solving.blackjack.dealer import RESULTS
from pitboss.solving.blackjack.hands import Floats, Ints, all_hands
from pitboss.solving.blackjack.rules import VALUES, Pack

SPLITS: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = (
    ((9,), (0, 1, 2, 3, 4, 5, 6, 7, 8)),
    ((0, 1, 2, 3), (4, 5, 6, 7, 8)),
    ((0, 1), (2, 3)),
    ((0,), (1,)),
    ((2,), (3,)),
    ((4, 5), (6, 7, 8)),
    ((4,), (5,)),
    ((6,), (7, 8)),
    ((7,), (8,)),
)
"""The card values on each side of each split of the pack: tens and others, low and high, down to single values."""
AXES = len(SPLITS)
MAX_CARDS = 22
"""An upper bound for the number of cards that a hand can draw."""


class Axis(NamedTuple):
    """Orthogonal polynomials φ of one share b, monic, up to an order; zero past the rank of the functional."""

    expand: Floats  # [cards left, cards right, i]: the coefficients of b^left (1 - b)^right
    multiply: Floats  # [i, j, k]: the coefficient of φ_k in the product φ_i φ_j
    norm: Floats  # [i]: the mean of φ_i²


@cache
def share_axis(left: int, right: int, order: int) -> Axis:
    """Return the axis for the share of `left` cards in `left + right`. The means of b^a (1-b)^c are hypergeometric."""
    few = order + 1
    times = _times_share(left, right, 3 * order + 1)
    products = np.zeros((few, len(times), few))  # [j, k, i]: φ_j φ_i
    products[0, :few] = np.eye(few)
    for j in range(order):
        products[j + 1] = times @ products[j] - times[j, j] * products[j]
        if j:
            products[j + 1] -= times[j - 1, j] * products[j - 1]
    norm = np.cumprod([1.0, *(times[i - 1, i] for i in range(1, few))])
    expand = np.zeros((MAX_CARDS + 1, MAX_CARDS + 1, few))
    _expand_powers(left, right, expand)
    return Axis(expand, products[:, :few].transpose(2, 0, 1).copy(), norm)


def _times_share(left: int, right: int, size: int) -> Floats:
    """
    Return the matrix [k, i] of multiplication by b: the recurrence of monic Jacobi polynomials.

    Their weight function is a beta distribution with the negative parameters -left and -right.
    """
    matrix = np.zeros((size, size))
    cards, rank = left + right, min(left, right, size - 1)
    for i in range(rank + 1):
        lopsided = (right - left) * (cards + 2) / max((cards - 2 * i) * (cards + 2 - 2 * i), 1)
        matrix[i, i] = (1 - lopsided) / 2 if cards else 0.0
        if i < rank:
            matrix[i + 1, i] = 1.0
        if i:
            over = (cards + 2 - 2 * i) ** 2 * (cards + 1 - 2 * i) * (cards + 3 - 2 * i)
            matrix[i - 1, i] = -i * (right + 1 - i) * (left + 1 - i) * (cards + 2 - i) / over
    return matrix


@kernel
def _expand_powers(left: int, right: int, expand: Floats) -> None:
    """Fill in the coefficients of b^a (1 - b)^c: means of derivatives in a pack with i fewer cards on each side."""
    for a in range(expand.shape[0]):
        for c in range(expand.shape[1]):
            for i in range(min(expand.shape[2], a + c + 1, left + 1, right + 1)):
                for of_a in range(max(0, i - c), min(a, i) + 1):
                    term = 1.0
                    for k in range(of_a):
                        term *= (a - k) / (k + 1)
                    for k in range(i - of_a):
                        term *= -(c - k) / (k + 1)
                    for k in range(a - of_a):
                        term *= max(left - i - k, 0) / max(left + right - 2 * i - k, 1)
                    for k in range(c - i + of_a):
                        term *= max(right - i - k, 0) / max(left + right - 2 * i - (a - of_a) - k, 1)
                    expand[a, c, i] += term


class Basis(NamedTuple):
    """Products of one polynomial for each axis, up to a total order."""

    orders: NDArray[np.int8]  # [term, axis]
    parent: Ints  # [term]: the term without its last factor
    axis: Ints  # [term]: the axis of that factor
    power: Ints  # [term]: the order of that factor
    left: Ints  # [triple]: a term of one factor
    right: Ints  # a term of the other
    product: Ints  # a term of their product
    codes: NDArray[np.uint8]  # [triple, axis]: its place in `Axis.multiply`


@cache
def basis(order: int) -> Basis:
    """Return the basis up to a total order, with all nonzero products of its terms."""
    size = order + 1
    terms = _products(order, 1)
    keys = _keys(terms[:, 0])
    triples = _products(order, 3)
    left, right, product = (np.searchsorted(keys, _keys(triples[:, which])) for which in range(3))
    codes = (triples[:, 0] * size + triples[:, 1]) * size + triples[:, 2]
    orders = terms[:, 0]
    axis = AXES - 1 - (orders[:, ::-1] > 0).argmax(axis=1)
    power = orders[np.arange(len(orders)), axis]
    parent = np.searchsorted(keys, keys - power * 8 ** (AXES - 1 - axis))
    return Basis(orders, parent, axis, power.astype(np.int64), left, right, product, codes.astype(np.uint8))


def _keys(orders: NDArray[np.int8]) -> Ints:
    """Return a sort key for each row of orders."""
    return np.asarray(orders.astype(np.int64) @ (8 ** np.arange(AXES - 1, -1, -1)))


def _products(order: int, factors: int) -> NDArray[np.int8]:
    """Return the orders [row, which, axis] of all terms, or of all triples that couple up to `order` cards."""
    size = order + 1
    choices = np.array(list(np.ndindex(*(size,) * factors)), np.int8)
    if factors == 3:
        choices = choices[(2 * choices.max(axis=1) <= choices.sum(axis=1))]  # like the sides of a triangle
    rows = np.zeros((1, factors, 0), np.int8)
    for _ in range(AXES):
        totals = rows.sum(axis=(1, 2))[:, None] + choices.sum(axis=1)[None]
        here, choice = np.nonzero(totals <= (order if factors == 1 else 2 * order))
        rows = np.concatenate((rows[here], choices[choice][:, :, None]), axis=2)
    if factors == 3:
        rows = rows[(rows.sum(axis=2) <= order).all(axis=1)]
    return rows[np.argsort(_keys(rows[:, 0]), kind="stable")] if factors == 1 else rows


class SharedPack(NamedTuple):
    """The mixture of one pack, expressed in the basis."""

    expand: Floats  # [axis, cards left, cards right, i]
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
    """Return the mixture of compositions that makes the hands dealt from this pack independent."""
    terms = basis(order)
    sides = ((sum(pack[value] for value in side) for side in split) for split in SPLITS)
    axes = [share_axis(*cards, order) for cards in sides]
    norm, factor = np.zeros(len(terms.orders)), np.zeros(len(terms.left))
    multiply = np.stack([axis.multiply.reshape(-1) for axis in axes])
    _fill(terms.orders, terms.codes, np.stack([axis.norm for axis in axes]), multiply, norm, factor)
    return SharedPack(np.stack([axis.expand for axis in axes]), norm, factor)


@cache
def cards_by_side() -> NDArray[np.uint8]:
    """Return the number of cards [hand, axis, side] of each hand on each side of each split; the last hand is empty."""
    counts = np.concatenate((all_hands().counts, np.zeros((1, VALUES), np.int64)))
    sides = [[counts[:, list(side)].sum(axis=1) for side in split] for split in SPLITS]
    return np.array(sides, np.uint8).transpose(2, 0, 1).copy()


@kernel
def expand_hands(numbers: Ints, first: Ints, columns: Ints, weights: Floats, sides: NDArray[np.uint8], parent: Ints,
                 axis: Ints, power: Ints, expand: Floats, out: Floats) -> None:  # fmt: skip
    """
    Add Σ weight · w^hand to the polynomials out[column, term].

    Hand number i is added to the columns of entries first[i] to first[i + 1], with their weights.
    """
    terms, axes = parent.size, expand.shape[0]
    coefficients, ratios = np.ones(terms), np.zeros((axes, expand.shape[3]))
    for which in range(numbers.size):
        chance = 1.0  # the mean: the probability of the hand's cards in one order
        for at in range(axes):
            powers = expand[at, sides[numbers[which], at, 0], sides[numbers[which], at, 1]]
            chance *= powers[0]
            if chance == 0.0:
                break
            for i in range(1, powers.size):
                ratios[at, i] = powers[i] / powers[0]
        if chance == 0.0:
            continue
        coefficients[0] = chance
        for term in range(1, terms):
            coefficients[term] = coefficients[parent[term]] * ratios[axis[term], power[term]]
        for entry in range(first[which], first[which + 1]):
            column, weight = out[columns[entry]], weights[entry]
            for term in range(terms):
                column[term] += weight * coefficients[term]


_0, _1, _2, _3, _4, _5, _6, _7 = (np.uint64(result) for result in range(RESULTS))
"""The dealer's results. Loops over them are unrolled, so that the compiler adds several at a time."""


@wide_kernel
def multiply_polynomials(left: Ints, right: Ints, product: Ints, factor: Floats, one: Floats, its_nets: Ints,
                         other: Floats, other_nets: Ints, out: Floats) -> None:  # fmt: skip
    """
    Add to out[term, net, result] the product of two polynomials, result by result; the nets of a product add.

    `its_nets` and `other_nets` are the nonzero columns of the two factors.
    """
    for triple in range(factor.size):
        weight = factor[triple]
        if weight == 0.0:
            continue
        a, b, c = one[left[triple]], other[right[triple]], out[product[triple]]
        for other_net in other_nets:
            j = np.uint64(other_net)
            b0, b1, b2, b3 = weight * b[j, _0], weight * b[j, _1], weight * b[j, _2], weight * b[j, _3]
            b4, b5, b6, b7 = weight * b[j, _4], weight * b[j, _5], weight * b[j, _6], weight * b[j, _7]
            for its_net in its_nets:
                i, k = np.uint64(its_net), np.uint64(its_net + other_net)
                c0, c1, c2, c3 = a[i, _0] * b0, a[i, _1] * b1, a[i, _2] * b2, a[i, _3] * b3
                c4, c5, c6, c7 = a[i, _4] * b4, a[i, _5] * b5, a[i, _6] * b6, a[i, _7] * b7
                c0, c1, c2, c3 = c0 + c[k, _0], c1 + c[k, _1], c2 + c[k, _2], c3 + c[k, _3]
                c4, c5, c6, c7 = c4 + c[k, _4], c5 + c[k, _5], c6 + c[k, _6], c7 + c[k, _7]
                c[k, _0], c[k, _1], c[k, _2], c[k, _3] = c0, c1, c2, c3
                c[k, _4], c[k, _5], c[k, _6], c[k, _7] = c4, c5, c6, c7
