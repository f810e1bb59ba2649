"""
The dealer's odds from one up card, by the cards that are gone: a sum over all hands the dealer can end with.

Each hand adds the ways to draw its small cards, times the ways to draw its big ones, over the ways to draw this many
cards. The first are added up once for all packs with the same small cards left.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from pitboss.compute.compiled import kernel_part, wide_kernel
from pitboss.solving.blackjack_legacy.dealer.dealer_hands import ENDS, NATURAL, TWENTY_ONE, DealerHands, dealer_hands
from pitboss.solving.blackjack_legacy.values import SMALL, VALUES, Ints, Numbers, Pack, counts_in, sorts

U = np.uint64
BETTER = TWENTY_ONE + 1
"""With `at_least`, what is better than 21 stands here too: a blackjack."""
_FREE = 32 * SMALL
_WIDE = 8
"""The ends, and one that is always nothing: so many sums the processor works out side by side."""


class CardsGone(NamedTuple):
    """Cards that may be gone, by number, in the order of their keys."""

    counts: Ints  # how many of each value
    starts: Ints  # where other small cards, or another number of big ones, begin; then where all end


class DealerRoom(NamedTuple):
    """Arrays to work in; the products, the scale and the big ways each begin with the number one."""

    left: Ints  # by value
    product: Numbers  # by node of the tree of small cards: the ways to draw them in one order
    scale: Numbers  # one over the number of ways to draw this many cards
    scaled: Numbers  # the same by step
    free: Numbers  # cards left of each small value once this many are taken
    ways: Numbers  # by step and end of final hands: the ways to draw their small cards
    big: Numbers  # by choice of big cards: the ways to draw them in one order
    ends: Numbers  # by choice of big cards: what each way to draw them adds to the odds
    sums: Numbers  # by end: the odds


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
    numbers = number_type(exact)
    room = DealerRoom(
        left=np.zeros(VALUES, np.int64),
        product=np.zeros(len(dealer.links), numbers),
        scale=np.zeros(dealer.steps.max(initial=0) + 1, numbers),
        scaled=np.zeros(len(dealer.steps), numbers),
        free=np.zeros(_FREE, numbers),
        ways=np.zeros((len(dealer.steps), _WIDE), numbers),
        big=np.zeros(max(len(dealer.big), 1), numbers),
        ends=np.zeros((len(dealer.big), _WIDE), numbers),
        sums=np.zeros(_WIDE, numbers),
    )
    room.product[0] = room.scale[0] = room.big[0] = one(exact)
    return room


@wide_kernel
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
            sum_up(room)
            for end in range(ENDS):
                odds[U(number), U(end)] = room.sums[U(end)]


@kernel_part
def sum_up(room: DealerRoom) -> None:
    """The chance of each end over all ways to draw big cards."""
    _sum_rows(room.big, room.ends, 0, room.ends.shape[0], room.product[0] * 0, room.sums)


@kernel_part
def _sum_rows(times: Numbers, rows: Numbers, first: int, last: int, zero: Any, sums: Numbers) -> None:
    """Add up rows, each so many times; one sum for each end, which the processor keeps."""
    seventeen = eighteen = nineteen = twenty = twenty_one = twenty_two = natural = nothing = zero
    for row in range(first, last):
        at = U(row)
        many = times[at]
        seventeen += many * rows[at, U(0)]
        eighteen += many * rows[at, U(1)]
        nineteen += many * rows[at, U(2)]
        twenty += many * rows[at, U(3)]
        twenty_one += many * rows[at, U(4)]
        twenty_two += many * rows[at, U(5)]
        natural += many * rows[at, U(6)]
        nothing += many * rows[at, U(7)]
    for end, each in enumerate((seventeen, eighteen, nineteen, twenty, twenty_one, twenty_two, natural, nothing)):
        sums[end] = each


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
        ways, place = one * 0, U(dealer.groups[group, 0])
        for final in range(dealer.groups[group, 1], dealer.groups[group, 2]):
            ways += dealer.orders[U(final)] * product[dealer.finals[U(final)]]
        room.ways[place >> U(3), place & U(7)] = ways


@kernel_part
def add_small(dealer: DealerHands, room: DealerRoom, at_least: bool) -> None:
    """What each way to draw big cards adds to the chance of each end, with this many cards left."""
    ends, scale, one, cards = room.ends, room.scale, room.product[0], 0
    for value in range(VALUES):
        cards += room.left[value]
    for drawn in range(1, scale.size):
        scale[drawn] = scale[drawn - 1] / (cards - drawn + 1) if drawn <= cards else one * 0
    for step in range(dealer.steps.size):
        room.scaled[step] = scale[dealer.steps[step]]
    for part in range(ends.shape[0]):
        _sum_rows(room.scaled, room.ways, dealer.starts[part], dealer.starts[part + 1], one * 0, ends[part])
    if at_least:
        for part in range(ends.shape[0]):
            ends[part, BETTER] = ends[part, NATURAL]
            for end in range(TWENTY_ONE, -1, -1):
                ends[part, end] += ends[part, end + 1]
