"""Section 3 of the method: the dealer's results, joint with the cards that have left the pack."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from math import perm, prod
from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import kernel
from pitboss.ranking.totals import BLACKJACK, best_total, dealer_draws
from pitboss.solving.blackjack.hands import BITS, CARD_KEYS, Floats, Ints, counts_of, sequence_probability
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES, Dealer, Pack

SEVENTEEN, TWENTY_ONE, TWENTY_TWO, OVER, NATURAL, RESULTS = 0, 4, 5, 6, 7, 8
"""Results of the dealer: 17 to 21 are 0 to 4, then 22, 23 or more, and a blackjack; and how many there are."""
LANES = 16
"""Rows that the kernel works on side by side, as the processor does."""


class FinalHands(NamedTuple):
    """
    The dealer's final hands d that do not bust, as a tree of cards, and o(d, u), the orders in which d grows from u.

    Node 0 of the tree holds no card. A final hand is dealt from one to four up cards or more: it has an entry in
    `up_cards` and `orders` for each.
    """

    parent: Ints  # [node]
    value: Ints  # [node]: the card that the node adds to its parent
    held: Ints  # [node]: how many of that value the parent holds
    node: Ints  # [final hand]
    cards: Ints  # [final hand]
    result: Ints  # [final hand]
    first: Ints  # [final hand]: its first entry below; then the number of entries
    up_cards: Ints  # [entry]
    orders: Floats  # [entry]


@cache
def _grow_from(begun: int, dealer: Dealer) -> dict[tuple[int, int], int]:
    """Return the number of orders in which each final hand (result, key) grows from the cards of a key."""
    finals: Counter[tuple[int, int]] = Counter()
    drawing = {begun: 1}
    most = 22 if dealer.pushes_22 or dealer.shows_22 else BLACKJACK
    while drawing:
        grown: Counter[int] = Counter()
        for key, orders in drawing.items():
            counts = [key >> BITS * value & 31 for value in range(VALUES)]
            hard, cards = sum((value + 1) * count for value, count in enumerate(counts)), sum(counts)
            if hard > most:
                continue
            if cards > 1 and not dealer_draws(hard, counts[ACE] > 0, dealer.hits_soft_17):
                finals[_result(best_total(hard, counts[ACE] > 0), cards), key] += orders
                continue
            for value in range(VALUES):
                grown[key + int(CARD_KEYS[value])] += orders
        drawing = grown
    return finals


def _result(total: int, cards: int) -> int:
    """Return the result of a final hand that has not bust, a 22 apart."""
    return NATURAL if total == BLACKJACK and cards == 2 else total - 17


@cache
def final_hands(dealer: Dealer, hole: int | None = None) -> FinalHands:
    """Return the final hands of a dealer who plays like this, all or those with one hole card."""
    orders: defaultdict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for up_card in range(VALUES):
        begun = int(CARD_KEYS[up_card]) + (0 if hole is None else int(CARD_KEYS[hole]))
        for final, times in _grow_from(begun, dealer).items():
            orders[final][up_card] = times
    places, nodes = {0: 0}, [(0, 0, 0)]
    finals = []
    for (end, key), by_up in sorted(orders.items()):
        counts = [key >> BITS * value & 31 for value in range(VALUES)]
        reached = 0
        for card in reversed(range(VALUES)):  # the ten-values first: few branches near the root
            for already in range(counts[card]):
                before = places[reached]
                reached += int(CARD_KEYS[card])
                if reached not in places:
                    places[reached] = len(nodes)
                    nodes.append((before, card, already))
        finals.append((places[key], sum(counts), end, by_up))
    parent, value, held = np.array(nodes, dtype=np.int64).T.copy()
    node, cards, result = np.array([final[:3] for final in finals], dtype=np.int64).T.copy()
    first = np.cumsum([0, *(len(final[3]) for final in finals)])
    up_cards = np.array([up for final in finals for up in final[3]], dtype=np.int64)
    every_order = np.array([times for final in finals for times in final[3].values()], dtype=np.float64)
    return FinalHands(parent, value, held, node, cards, result, first, up_cards, every_order)


@kernel
def _sum_final_hands(left: Floats, hands: FinalHands, out: Floats) -> None:
    """Add to out[row, up card, result] the probability of every final hand from the cards left in each row."""
    nodes, finals, most = hands.parent.size, hands.node.size, hands.cards.max() + 1
    product, per_order = np.ones((nodes, LANES)), np.ones((most, LANES))
    sums = np.zeros((RESULTS * VALUES, LANES))
    block = np.ones((VALUES, LANES))
    for start in range(0, left.shape[0], LANES):
        many = min(LANES, left.shape[0] - start)
        for lane in range(many):
            size = 0.0
            for value in range(VALUES):
                block[value, lane] = left[start + lane, value]
                size += left[start + lane, value]
            for cards in range(1, most):
                per_order[cards, lane] = per_order[cards - 1, lane] / max(size - (cards - 1), 1.0)
        sums[:] = 0
        for node in range(1, nodes):
            parent, value, held = hands.parent[node], hands.value[node], hands.held[node]
            for lane in range(LANES):
                product[node, lane] = product[parent, lane] * (block[value, lane] - held)
        for final in range(finals):
            node, cards, result = hands.node[final], hands.cards[final], hands.result[final]
            for entry in range(hands.first[final], hands.first[final + 1]):
                place, orders = result * VALUES + hands.up_cards[entry], hands.orders[entry]
                for lane in range(LANES):
                    sums[place, lane] += orders * product[node, lane] * per_order[cards, lane]
        for lane in range(many):
            for result in range(RESULTS):
                for up_card in range(VALUES):
                    out[start + lane, up_card, result] = sums[result * VALUES + up_card, lane]


def joint_results(pack: Pack, keys: Ints, dealer: Dealer, hole: int | None = None) -> Floats:
    """
    Return q[r, u, e]: the probability of the cards r in one given order, then the up card u, then the result e.

    `keys` names the cards r of each row. With a hole card, the probability that it is under the up card too: the sum
    over all hole cards is the same without one.
    """
    removed = counts_of(keys)
    left = np.maximum(np.array(pack, dtype=np.float64) - removed, 0)
    joint = np.zeros((len(keys), VALUES, RESULTS))
    _sum_final_hands(left, final_hands(dealer, hole), joint)
    size = left.sum(axis=1, keepdims=True)
    dealt = left / np.maximum(size, 1)
    if hole is not None:
        dealt *= np.maximum(left[:, [hole]] - (np.arange(VALUES) == hole), 0) / np.maximum(size - 1, 1)
    joint[..., OVER] = dealt - joint.sum(axis=2)
    joint *= sequence_probability(pack, removed)[:, None, None]
    return joint


def exact_chance(pack: Pack, result: int, hits_soft_17: bool) -> Fraction:
    """Return the probability that the dealer ends with this result from a full pack, as a fraction; not for OVER."""
    ways: Counter[int] = Counter()
    dealer = Dealer(hits_soft_17, shows_22=True)
    for up_card in range(VALUES):
        for (end, key), orders in _grow_from(int(CARD_KEYS[up_card]), dealer).items():
            if end == result:
                counts = counts_of(np.array(key)).tolist()
                ways[sum(counts)] += orders * prod(map(perm, pack, counts))
    return sum((Fraction(times, perm(sum(pack), cards)) for cards, times in ways.items()), Fraction(0))


def may_have_blackjack(up_card: int) -> bool:
    """Return whether the dealer's up card can belong to a blackjack."""
    return up_card in (ACE, TEN)
