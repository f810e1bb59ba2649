"""
What the hands of one split come to together, with the dealer's end.

Two hands: exactly, from the law of every two. More: every hand has its own exact law, and any two are put together as
the exact law of such two says; what three have in common beyond that is left out. How far off that may be is taken to
be as much as two by two changes, which is the greater part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pitboss.counting.blackjack.splits import SplitStory
from pitboss.counting.blackjack.values import Ints, Numbers
from pitboss.counting.compiled import kernel

HAND_NETS = np.arange(-2, 3)
"""What one hand can come to, in bets."""
_ROUNDING = 1e-9


class SplitNets(NamedTuple):
    """Chances by net, from the most that can be lost up, and by end; and how far they may be off."""

    chances: Numbers
    errors: Numbers


@kernel
def _add_story(hands: Numbers, weight: Numbers, ratios: Numbers, times: int, nets: Numbers) -> None:
    """
    Add the sum of a story's hands: `hands` by hand, net and end, `ratios` by two hands, their nets and end.

    A ratio says how much likelier two nets are together than if they did not depend on one another.
    """
    many, middle = hands.shape[0], nets.shape[0] // 2
    chosen = np.zeros(many, np.int64)
    product = np.zeros((many, hands.shape[2]))
    hand = 0
    chosen[0] = -1
    while hand >= 0:
        chosen[hand] += 1
        if chosen[hand] == hands.shape[1]:
            hand -= 1
            continue
        net, alive = chosen[hand], False
        for end in range(product.shape[1]):
            chance = hands[hand, net, end]
            if hand > 0:
                chance = chance * product[hand - 1, end] / weight[end] if weight[end] > 0 else 0.0
                for other in range(hand):
                    chance *= ratios[other, hand, chosen[other], net, end]
            product[hand, end] = chance
            alive |= chance != 0
        if not alive:
            continue
        if hand < many - 1:
            hand += 1
            chosen[hand] = -1
            continue
        total = middle
        for each in chosen:
            total += each - 2
        for end in range(product.shape[1]):
            nets[total, end] += times * product[hand, end]


def split_nets(
    stories: Mapping[SplitStory, int], hand_nets: Callable[[SplitStory, int], Numbers], alone: Numbers,
    among: Mapping[tuple[int, int], Numbers], most: int,
) -> SplitNets:  # fmt: skip
    """
    What a split comes to, from -most to most bets, from its stories and how often each is told.

    `hand_nets` is the law of one hand of a story by net and end; `alone` that of the two hands of a split into two, by
    both nets and end; `among` that of two hands of a split into more, by their kinds, added up over all of them.
    """
    exact = np.zeros((2 * most + 1, alone.shape[-1]))
    for one, other in np.ndindex(alone.shape[:2]):
        exact[most + HAND_NETS[one] + HAND_NETS[other]] += alone[one, other]
    longer = [(story, times, _laws(story, hand_nets)) for story, times in stories.items() if len(story.kinds) > 2]
    ratios = _ratios(longer, among)
    plain, nearer = np.zeros_like(exact), np.zeros_like(exact)
    for story, times, hands in longer:
        weight, many = hands[0].sum(axis=0), len(story.kinds)
        its = np.ones((many, many, *alone.shape))
        _add_story(hands, weight, its, times, plain)
        for one, other in combinations(range(many), 2):
            its[one, other] = ratios[story.kinds[one], story.kinds[other]]
        _add_story(hands, weight, its, times, nearer)
    scale = plain.sum(axis=0) / np.where(nearer.sum(axis=0) == 0, 1, nearer.sum(axis=0))
    nearer *= scale
    return SplitNets(exact + nearer, np.abs(nearer - plain))


def _laws(story: SplitStory, hand_nets: Callable[[SplitStory, int], Numbers]) -> Numbers:
    return np.array([hand_nets(story, hand) for hand in range(len(story.kinds))])


def _ratios(
    longer: Iterable[tuple[SplitStory, int, Numbers]], among: Mapping[tuple[int, int], Numbers]
) -> dict[tuple[int, int], Numbers]:
    """By the kinds of two hands, both nets and end: how much likelier they are together than each for itself."""
    plain = {kinds: np.zeros_like(law) for kinds, law in among.items()}
    for story, times, hands in longer:
        weight = hands[0].sum(axis=0)
        for one, other in combinations(range(len(story.kinds)), 2):
            both = hands[one][:, None] * hands[other][None]
            shared = np.divide(both, weight, out=np.zeros_like(both), where=weight > 0)
            plain[story.kinds[one], story.kinds[other]] += times * shared
    return {kinds: _ratio(law, plain[kinds], kinds[0] == kinds[1]) for kinds, law in among.items()}


def _ratio(law: Numbers, plain: Numbers, alike: bool) -> Numbers:
    """
    One law over another; where next to nothing stands, which may be rounding, they count as the same.

    Two hands of one kind are alike: their law may be told either way round.
    """
    if alike:
        law, plain = (each + each.transpose(1, 0, 2) for each in (law, plain))
    enough = np.minimum(law, plain) > _ROUNDING * plain.sum(axis=(0, 1))
    return np.divide(law, plain, out=np.ones_like(law), where=enough)


def kind_nets(nets: Ints, lost: Ints) -> Numbers:
    """
    By kind of ending, end and net: what it adds to the chance of the net.

    `nets` are what each kind nets, by end, and `lost` what it was taken to lose when it began; a kind that is itself
    that beginning has the same in both.
    """
    table = np.zeros((*nets.shape, len(HAND_NETS)))
    kinds, ends = np.indices(nets.shape)
    began = (nets == lost[:, None]).all(axis=1)
    np.add.at(table, (kinds, ends, nets + 2), 1.0)
    np.add.at(table, (kinds, ends, np.broadcast_to(lost[:, None], nets.shape) + 2), np.where(began, 0.0, -1.0)[:, None])
    return table


def nets_of_two(law: Numbers, one: Numbers, other: Numbers) -> Numbers:
    """By both nets and end, from a law by how both hands end and end, and from what each ending nets."""
    half = np.einsum("abe,aen->nbe", law, one)
    nets: Numbers = np.einsum("nbe,bem->nme", half, other)
    return nets
