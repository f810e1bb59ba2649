"""
The dealer's odds from one up card, by the cards that are gone: a sum over all hands the dealer can end with.

Each hand adds the ways to draw its small cards, times the ways to draw its big ones, over the ways to draw this many
cards. The first are added up once for all packs with the same small cards left.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from pitboss.counting.blackjack.dealer_hands import ENDS, NATURAL, TWENTY_ONE, DealerHands, dealer_hands
from pitboss.counting.blackjack.values import SMALL, VALUES, Ints, Numbers, Pack, counts_in, sorts
from pitboss.counting.compiled import kernel, kernel_part

U = np.uint64
BETTER = TWENTY_ONE + 1
"""With `at_least`, what is better than 21 stands here too: a blackjack."""
_FREE = 32 * SMALL


class CardsGone(NamedTuple):
    """Cards that may be gone, by number, in the order of their keys."""

    counts: Ints  # how many of each value
    starts: Ints  # where other small cards, or another number of big ones, begin; then where all end


class DealerRoom(NamedTuple):
    """Arrays to work in; the products, the scale and the big ways each begin with the number one."""

    left: Ints  # by value
    product: Numbers  # by node of the tree of small cards: the ways to draw them in one order
    scale: Numbers  # one over the number of ways to draw this many cards
    free: Numbers  # cards left of each small value once this many are taken
    ways: Numbers  # by group of final hands: the ways to draw their small cards
    big: Numbers  # by choice of big cards: the ways to draw them in one order
    ends: Numbers  # by choice of big cards: what each way to draw them adds to the odds


def number_type(exact: bool) -> Any:
    """The type of numbers the kernels work with: `Fraction`s only for tiny packs and single hands."""
    return object if exact else np.float64


def one(exact: bool) -> Any:
    """The number one of that type."""
    return Fraction(1) if exact else 1.0


def cards_gone(keys: Ints) -> CardsGone:
    """The cards of these keys, which are in order, each once."""
    return CardsGone(counts_in(keys), sorts(keys))


def dealer_odds(
    up_card: int, pack: Pack, gone: CardsGone, hits_soft_17: bool, *, hole: int | None = None, most: int = 22,
    at_least: bool = False, exact: bool = False,
) -> Numbers:  # fmt: skip
    """
    By what is gone besides the dealer's cards that are known, and by end: how likely it is.

    With `at_least` it is how likely that end or a better one is, and a 22 is not looked for. Where more is gone than
    the pack holds, what stands there means nothing.
    """
    held = (up_card,) if hole is None else (up_card, hole)
    dealer = dealer_hands(held, hits_soft_17, pack, most)
    if exact:
        dealer = dealer._replace(orders=dealer.orders.astype(np.int64).astype(object))
    left = np.array(pack, dtype=np.int64)
    for value in held:
        left[value] -= 1
    odds = np.zeros((len(gone.counts), ENDS), number_type(exact))
    add_odds(left, gone, dealer, dealer_room(dealer, exact), at_least, odds)
    return odds


def dealer_room(dealer: DealerHands, exact: bool = False) -> DealerRoom:
    """Room to work out the odds of these hands."""
    groups, numbers = dealer.groups, number_type(exact)
    room = DealerRoom(
        left=np.zeros(VALUES, np.int64),
        product=np.zeros(len(dealer.links), numbers),
        scale=np.zeros(groups[:, 2].max(initial=0) + 1, numbers),
        free=np.zeros(_FREE, numbers),
        ways=np.zeros(len(groups), numbers),
        big=np.zeros(max(len(dealer.big), 1), numbers),
        ends=np.zeros((len(dealer.big), ENDS), numbers),
    )
    room.product[0] = room.scale[0] = room.big[0] = one(exact)
    return room


@kernel
def add_odds(left: Ints, gone: CardsGone, dealer: DealerHands, room: DealerRoom, at_least: bool, odds: Numbers) -> None:
    """The odds once each of the numbered cards are gone from those left."""
    for start in range(gone.starts.size - 1):
        first = gone.starts[start]
        is_new = start == 0
        for value in range(VALUES):
            room.left[value] = left[value] - gone.counts[first, value]
            is_new |= value < SMALL and gone.counts[first, value] != gone.counts[first - 1, value]
        if is_new:
            draw_small(dealer, room)
        add_small(dealer, room, at_least)
        for number in range(first, gone.starts[start + 1]):
            for part in range(1, dealer.big.shape[0]):
                value = dealer.big[part, 1]
                free = left[value] - gone.counts[number, value] - dealer.big[part, 2]
                room.big[U(part)] = room.big[U(dealer.big[part, 0])] * free
            sum_up(room, odds[U(number)])


@kernel_part
def sum_up(room: DealerRoom, odds: Numbers) -> None:
    """The chance of each end over all ways to draw big cards; one sum for each end, which the processor keeps."""
    ends, zero = room.ends, room.product[0] * 0
    seventeen = eighteen = nineteen = twenty = twenty_one = twenty_two = natural = zero
    for part in range(ends.shape[0]):
        at = U(part)
        ways = room.big[at]
        seventeen += ways * ends[at, U(0)]
        eighteen += ways * ends[at, U(1)]
        nineteen += ways * ends[at, U(2)]
        twenty += ways * ends[at, U(3)]
        twenty_one += ways * ends[at, U(4)]
        twenty_two += ways * ends[at, U(5)]
        natural += ways * ends[at, U(6)]
    odds[U(0)], odds[U(1)], odds[U(2)], odds[U(3)] = seventeen, eighteen, nineteen, twenty
    odds[U(4)], odds[U(5)], odds[U(6)] = twenty_one, twenty_two, natural


@kernel_part
def draw_small(dealer: DealerHands, room: DealerRoom) -> None:
    """In how many ways the dealer's final hands can get their small cards, those alike added up."""
    product, free, one = room.product, room.free, room.product[0]
    for value in range(SMALL):
        for taken in range(32):
            free[32 * value + taken] = one * (room.left[value] - taken)
    for node in range(1, dealer.links.size):
        link = dealer.links[U(node)]
        product[U(node)] = product[link >> U(8)] * free[link & U(255)]
    for group in range(dealer.groups.shape[0]):
        ways = one * 0
        for final in range(dealer.groups[group, 3], dealer.groups[group, 4]):
            ways += dealer.orders[U(final)] * product[dealer.finals[U(final)]]
        room.ways[group] = ways


@kernel_part
def add_small(dealer: DealerHands, room: DealerRoom, at_least: bool) -> None:
    """What each way to draw big cards adds to the chance of each end, with this many cards left."""
    ends, scale, one, cards = room.ends, room.scale, room.product[0], 0
    for value in range(VALUES):
        cards += room.left[value]
    for drawn in range(1, scale.size):
        scale[drawn] = scale[drawn - 1] / (cards - drawn + 1) if drawn <= cards else one * 0
    for part in range(ends.shape[0]):
        for end in range(ENDS):
            ends[part, end] = one * 0
    for group in range(dealer.groups.shape[0]):
        part, end, drawn = dealer.groups[group, 0], dealer.groups[group, 1], dealer.groups[group, 2]
        ends[part, end] += room.ways[group] * scale[drawn]
    if at_least:
        for part in range(ends.shape[0]):
            ends[part, BETTER] = ends[part, NATURAL]
            for end in range(TWENTY_ONE, -1, -1):
                ends[part, end] += ends[part, end + 1]
