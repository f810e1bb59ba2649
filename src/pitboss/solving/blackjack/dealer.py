"""Section 3 of the method: the dealer's results, joint with the cards that have left the pack."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import perm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel_part, wide_kernel
from pitboss.ranking.totals import BLACKJACK, best_total, dealer_draws
from pitboss.solving.blackjack.hands import BITS, CARD_KEYS, Floats, Ints, counts_of
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES, Dealer, Pack

SEVENTEEN, TWENTY_ONE, TWENTY_TWO, OVER, NATURAL, RESULTS = 0, 4, 5, 6, 7, 8
"""The dealer's results: 0 to 4 for 17 to 21, then 22, 23 or more, and a blackjack. `RESULTS` is their number."""
SMALL = 4
"""Values below this one, ace to four, are small cards: rows that have the same small cards left share their sums."""
_SMALL_CARDS = (1 << BITS * SMALL) - 1
"""The bits of a key that count small cards."""
MAX_REMOVED = 96
"""An upper bound for the number of cards in all hands of one player."""


class CardTree(NamedTuple):
    """A tree of sets of cards. Node 0 is the empty set; every node comes after its parent."""

    parent: Ints  # [node]
    value: Ints  # [node]: the card that the node adds to its parent
    held: Ints  # [node]: how many of that value the parent holds


class FinalHands(NamedTuple):
    """
    The dealer's final hands d that do not bust, and o(d, u), the number of orders of drawing d from the up card u.

    A final hand is a set of small cards and a set of big cards. A step is a set of big cards and a total number of
    cards; a group is a step and a result. A group has an entry for each set of small cards.
    """

    small: CardTree
    big: CardTree
    first_step: Ints  # [big node]: its first step below; then the number of steps
    cards: Ints  # [step]: the number of cards, small and big
    step: Ints  # [group]
    result: Ints  # [group]
    first: Ints  # [group]: its first entry below; then the number of entries
    small_node: Ints  # [entry]
    orders: Floats  # [entry]


_HARD_AT = BITS * VALUES
"""The first bit of the hard total, which `grown_hands` stores above the counts in a key."""
_CARDS = [(1 << BITS * value) + (value + 1 << _HARD_AT) for value in range(VALUES)]


@cache
def grown_hands(begun: tuple[int, ...], dealer: Dealer) -> dict[tuple[int, int], int]:
    """Return the number of orders in which each final hand (result, key) can be drawn from these cards."""
    finals: Counter[tuple[int, int]] = Counter()
    drawing, cards = {sum(_CARDS[value] for value in begun): 1}, len(begun)
    most = 22 if dealer.pushes_22 or dealer.shows_22 else BLACKJACK
    while drawing:
        grown: defaultdict[int, int] = defaultdict(int)
        for key, orders in drawing.items():
            hard, has_ace = key >> _HARD_AT, bool(key & (1 << BITS) - 1)
            if cards > 1 and not dealer_draws(hard, has_ace, dealer.hits_soft_17):
                finals[_result(best_total(hard, has_ace), cards), key - (hard << _HARD_AT)] += orders
                continue
            for card in _CARDS[: most - hard]:
                grown[key + card] += orders
        drawing, cards = grown, cards + 1
    return finals


def _result(total: int, cards: int) -> int:
    """Return the result of a final hand of 22 or less; 22 has its own result."""
    return NATURAL if total == BLACKJACK and cards == 2 else total - 17


class _TreeBuilder:
    """A tree that adds nodes as sets of cards are looked up."""

    def __init__(self) -> None:
        self.places, self.nodes = {0: 0}, [(0, 0, 0)]

    def node(self, counts: Sequence[int], values: range) -> int:
        """Return the node for the cards of these values, adding it if needed."""
        key = 0
        for value in reversed(values):
            for held in range(counts[value]):
                parent, key = self.places[key], key + int(CARD_KEYS[value])
                if key not in self.places:
                    self.places[key] = len(self.nodes)
                    self.nodes.append((parent, value, held))
        return self.places[key]

    def tree(self) -> CardTree:
        return CardTree(*np.array(self.nodes, dtype=np.int64).T.copy())


@cache
def final_hands(dealer: Dealer, up: int, hole: int | None = None) -> FinalHands:
    """Return the dealer's final hands for an up card: all of them, or those with one hole card."""
    small, big = _TreeBuilder(), _TreeBuilder()
    entries: defaultdict[tuple[int, int, int], list[tuple[int, int]]] = defaultdict(list)
    for (result, key), orders in grown_hands((up,) if hole is None else (up, hole), dealer).items():
        counts = [key >> BITS * value & 31 for value in range(VALUES)]
        group = big.node(counts, range(SMALL, VALUES)), sum(counts), result
        entries[group].append((small.node(counts, range(SMALL)), orders))
    groups = sorted(entries)
    steps = sorted({group[:2] for group in groups})
    node, orders_of = np.array([entry for group in groups for entry in entries[group]], dtype=np.int64).T.copy()
    return FinalHands(
        small=small.tree(),
        big=big.tree(),
        first_step=np.searchsorted([step[0] for step in steps], np.arange(len(big.nodes) + 1)),
        cards=np.array([step[1] for step in steps]),
        step=np.array([steps.index(group[:2]) for group in groups]),
        result=np.array([group[2] for group in groups]),
        first=np.cumsum([0, *(len(entries[group]) for group in groups)]),
        small_node=node,
        orders=orders_of.astype(np.float64),
    )


class CardWays(NamedTuple):
    """The parts of p(r), scaled by the size N of the pack so that no product overflows."""

    of_value: Floats  # [value, count]: the number of orders of drawing `count` cards of the value, over N^count
    per_order: Floats  # [cards]: N^cards over the number of orders of drawing that many cards of any value


@cache
def card_ways(pack: Pack) -> CardWays:
    """Return the parts of p(r) for a pack."""
    drawn, size = np.arange(MAX_REMOVED), float(sum(pack))
    factors = np.maximum(np.array(pack, dtype=float)[:, None] - drawn[: 1 << BITS], 0) / size
    of_value = np.concatenate((np.ones((VALUES, 1)), np.cumprod(factors, axis=1)), axis=1)
    return CardWays(of_value, np.concatenate(([1.0], np.cumprod(size / np.maximum(size - drawn, 1)))))


@kernel_part
def _sum_rows(times: Floats, rows: Floats, first: int, last: int, sums: Floats) -> None:
    """Write the weighted sum of rows [row, result] to `sums`. Scalars for each result stay in registers."""
    seventeen = eighteen = nineteen = twenty = twenty_one = twenty_two = over = natural = 0.0
    for row in range(first, last):
        at = np.uint64(row)
        orders = times[at]
        seventeen += orders * rows[at, np.uint64(0)]
        eighteen += orders * rows[at, np.uint64(1)]
        nineteen += orders * rows[at, np.uint64(2)]
        twenty += orders * rows[at, np.uint64(3)]
        twenty_one += orders * rows[at, np.uint64(4)]
        twenty_two += orders * rows[at, np.uint64(5)]
        over += orders * rows[at, np.uint64(6)]
        natural += orders * rows[at, np.uint64(7)]
    for result, each in enumerate((seventeen, eighteen, nineteen, twenty, twenty_one, twenty_two, over, natural)):
        sums[result] = each


@kernel_part
def _draw_small(left: Floats, hands: FinalHands, ways: Floats, by_step: Floats) -> None:
    """Fill by_step[step, result] with the number of ways to draw the small cards of all final hands in a group."""
    small = hands.small
    for node in range(1, ways.size):
        ways[node] = ways[small.parent[node]] * (left[small.value[node]] - small.held[node])
    for group in range(hands.step.size):
        total = 0.0
        for entry in range(hands.first[group], hands.first[group + 1]):
            total += hands.orders[entry] * ways[hands.small_node[entry]]
        by_step[hands.step[group], hands.result[group]] = total


@kernel_part
def _per_big_node(size: float, hands: FinalHands, per_cards: Floats, scaled: Floats, by_step: Floats, by_big: Floats,
                  ) -> None:  # fmt: skip
    """Fill by_big[big node, result] with the probability for each order of these big cards, with `size` cards left."""
    for cards in range(1, per_cards.size):
        per_cards[cards] = per_cards[cards - 1] / max(size - (cards - 1), 1.0)
    for step in range(scaled.size):
        scaled[step] = per_cards[hands.cards[step]]
    for node in range(by_big.shape[0]):
        _sum_rows(scaled, by_step, hands.first_step[node], hands.first_step[node + 1], by_big[node])


@wide_kernel
def _fill_joint(keys: Ints, order: Ints, pack: Floats, card_ways: CardWays, up: int, hole: int, hands: FinalHands,
                joint: Floats, at: int) -> None:  # fmt: skip
    """
    Fill joint[row, at, result] for one up card, and for one hole card if `hole` is not negative.

    Rows are processed in the given order. Rows with the same small cards left share the sums over small cards. Among
    these, rows with the same number of cards share the division by the number of orders of all cards.
    """
    big, left = hands.big, np.zeros(VALUES)
    small_ways, big_ways = np.ones(hands.small.parent.size), np.ones(big.parent.size)
    by_step, scaled = np.zeros((hands.cards.size, RESULTS)), np.zeros(hands.cards.size)
    per_cards, sums = np.ones(hands.cards.max() + 1), np.zeros(RESULTS)
    by_big = np.zeros((MAX_REMOVED, big_ways.size, RESULTS))  # by the number of cards removed
    filled_for, sort, small_before = np.zeros(MAX_REMOVED, np.int64), 0, np.int64(-1)
    for place in range(order.size):
        row = order[place]
        key, chance, removed, size = keys[row], 1.0, 0, 0.0
        for value in range(VALUES):
            count = key >> BITS * value & 31
            left[value] = pack[value] - count
            size += left[value]
            removed += count
            chance *= card_ways.of_value[value, count]
        if chance == 0.0:
            continue
        chance *= card_ways.per_order[removed]
        if key & _SMALL_CARDS != small_before:
            small_before, sort = key & _SMALL_CARDS, sort + 1
            _draw_small(left, hands, small_ways, by_step)
        if filled_for[removed] != sort:
            filled_for[removed] = sort
            _per_big_node(size, hands, per_cards, scaled, by_step, by_big[removed])
        for each in range(1, big_ways.size):
            node = np.uint64(each)
            big_ways[node] = big_ways[big.parent[node]] * (left[big.value[node]] - big.held[node])
        _sum_rows(big_ways, by_big[removed], 0, big_ways.size, sums)
        over = left[up] / max(size, 1.0)
        if hole >= 0:
            over *= max(left[hole] - (hole == up), 0.0) / max(size - 1, 1.0)
        for result in range(RESULTS):
            over -= sums[result]
        for result in range(RESULTS):
            joint[row, at, result] = chance * sums[result]
        joint[row, at, OVER] = chance * over


def joint_results(
    pack: Pack, keys: Ints, dealer: Dealer, hole: int | None = None, ups: Sequence[int] = range(VALUES)
) -> Floats:
    """
    Return q[r, u, e]: the probability of the cards r in one given order, then the up card u, then the result e.

    `keys` are the cards r of each row, `ups` the up cards. If `hole` is given, the probability includes that the
    dealer has this hole card. The sum over all hole cards equals the result without one.
    """
    joint = np.zeros((len(keys), len(ups), RESULTS))
    order = np.argsort(_sort_by_small(keys), kind="stable")
    for at, up in enumerate(ups):
        cards = up, -1 if hole is None else hole, final_hands(dealer, up, hole)
        _fill_joint(keys, order, np.array(pack, float), card_ways(pack), *cards, joint, at)
    return joint


def _sort_by_small(keys: Ints) -> NDArray[np.uint16]:
    """Return a 16-bit sort key for the small cards of each key: 16 bits sort fastest, and collisions only cost time."""
    counts = [(keys >> BITS * value & 15) << 4 * value for value in range(SMALL)]
    return np.asarray(np.sum(counts, axis=0), dtype=np.uint16)


def exact_chance(pack: Pack, result: int, hits_soft_17: bool) -> Fraction:
    """Return the exact probability that the dealer ends with this result, from a full pack; OVER is not supported."""
    ways: Counter[int] = Counter()
    dealer = Dealer(hits_soft_17, shows_22=True)
    for up_card in range(VALUES):
        for (end, key), orders in grown_hands((up_card,), dealer).items():
            if end == result:
                counts = counts_of(np.array(key)).tolist()
                ways[sum(counts)] += orders * prod(map(perm, pack, counts))
    return sum((Fraction(times, perm(sum(pack), cards)) for cards, times in ways.items()), Fraction(0))


def may_have_blackjack(up_card: int) -> bool:
    """Return whether the dealer may have a blackjack with this up card."""
    return up_card in (ACE, TEN)
