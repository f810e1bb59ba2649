"""
The dealer's odds by the cards that are gone: a sum over all hands the dealer can end with.

Each hand adds the ways to draw its small cards, times the ways to draw its big ones, over the ways to draw so many
cards. The first are added up once for all packs with the same small cards left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.counting.compiled import kernel, kernel_part
from pitboss.games.roll_your_own.count.dealer_hands import DealerHands
from pitboss.games.roll_your_own.count.gone import Numbered
from pitboss.games.roll_your_own.count.holdings import Ints, Numbers

U = np.uint64


class DealerRoom(NamedTuple):
    """Room to work in; the first of the products and of the scale is the number one."""

    left: Ints  # by value
    product: Numbers  # by node of the tree of small cards: the ways to draw them in one order
    scale: Numbers  # one over the number of ways to draw so many cards
    free: Numbers  # cards left of each small value once so many are taken
    ways: Numbers  # by group of final hands: the ways to draw their small cards
    ends: Numbers  # by big cards drawn: what each way to draw them adds to the odds


@kernel
def dealer_odds(
    up_card: int, left: Ints, big: int, gone: Numbered, dealer: DealerHands, room: DealerRoom, odds: Numbers
) -> None:
    """The odds once each of the numbered cards are gone from those left, whose big cards stand at the place `big`."""
    for start in range(gone.starts.size - 1):
        first = gone.starts[start]
        is_new = start == 0
        for value in range(10):
            room.left[value] = left[value] - gone.counts[first, value]
            is_new |= value < 5 and gone.counts[first, value] != gone.counts[first - 1, value]
        if is_new:
            draw_small(dealer, room)
        add_small(dealer, room)
        for number in range(first, gone.starts[start + 1]):
            if gone.counts[number, up_card] > left[up_card]:
                continue  # they cannot all be gone
            ways = dealer.ways[big - gone.big[number]]
            for part in range(room.ends.shape[0]):
                for end in range(6):
                    odds[U(number), U(end)] += ways[U(part)] * room.ends[U(part), U(end)]


@kernel_part
def draw_small(dealer: DealerHands, room: DealerRoom) -> None:
    """In how many ways the dealer's final hands can get their small cards, those alike added up."""
    product, free, one = room.product, room.free, room.product[0]
    for value in range(5):
        for taken in range(8):
            free[8 * value + taken] = one * (room.left[value] - taken)
    for node in range(1, dealer.links.size):
        link = dealer.links[U(node)]
        product[U(node)] = product[link >> U(7)] * free[link & U(127)]
    for group in range(dealer.groups.shape[0]):
        ways = one * 0
        for final in range(dealer.groups[group, 3], dealer.groups[group, 4]):
            ways += dealer.orders[U(final)] * product[dealer.finals[U(final)]]
        room.ways[group] = ways


@kernel_part
def add_small(dealer: DealerHands, room: DealerRoom) -> None:
    """What each way to draw big cards adds to the chance of each end or a better one, with so many cards left."""
    ends, scale, one, cards = room.ends, room.scale, room.product[0], 0
    for value in range(10):
        cards += room.left[value]
    for drawn in range(1, scale.size):
        scale[drawn] = scale[drawn - 1] / (cards - drawn + 1) if drawn <= cards else one * 0
    for part in range(ends.shape[0]):
        for end in range(6):
            ends[part, end] = one * 0
    for group in range(dealer.groups.shape[0]):
        part, end, drawn = dealer.groups[group, 0], dealer.groups[group, 1], dealer.groups[group, 2]
        ends[part, end] += room.ways[group] * scale[drawn]
    for end in range(4, -1, -1):
        for part in range(ends.shape[0]):
            ends[part, end] += ends[part, end + 1]
