"""
What the hands of one split come to together, with the dealer's end.

Two hands: exactly, from the law of every two. More: every hand has its own exact law, and any two are put together as
the exact law of such two says; what three have in common beyond that is left out. How far off that may be is taken to
be as much as two by two changes, which is the greater part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import kernel
from pitboss.solving.blackjack_legacy.splits import SplitStory
from pitboss.solving.blackjack_legacy.values import Ints, Numbers

HAND_NETS = np.arange(-2, 3)
"""What one hand can come to, in bets."""
_ROUNDING = 1e-9


class SplitNets(NamedTuple):
    """Chances by net, from the most that can be lost up, and by end; and how far they may be off."""

    chances: Numbers
    errors: Numbers


@kernel
def _add_story(
    first: Numbers, others: Numbers, ratios: Numbers, which: Ints, times: int, chosen: Ints, product: Numbers,
    nets: Numbers,
) -> None:  # fmt: skip
    """
    Add the sum of a story's hands: the first by net and end, the others by hand, net and end once the end is known.

    A ratio, by both nets and end, says how much likelier two nets are together than if they did not depend on one
    another; `which` says which ratio goes with two hands. There is room for the net chosen of each hand, and for the
    product so far by hand and end: a kernel that makes its own loads more of Numba.
    """
    many, middle, ends, hand = others.shape[0] + 1, nets.shape[0] // 2, nets.shape[1], 0
    chosen[0] = -1
    while hand >= 0:
        chosen[hand] += 1
        if chosen[hand] == HAND_NETS.size:
            hand -= 1
            continue
        net, alive = chosen[hand], False
        for end in range(ends):
            product[hand, end] = product[hand - 1, end] * others[hand - 1, net, end] if hand else first[net, end]
        for other in range(hand):
            ratio = ratios[which[other, hand], chosen[other], net]
            for end in range(ends):
                product[hand, end] *= ratio[end]
        for end in range(ends):
            alive |= product[hand, end] != 0
        if not alive:
            continue
        if hand < many - 1:
            hand += 1
            chosen[hand] = -1
            continue
        total = middle
        for each in chosen:
            total += each - 2
        for end in range(ends):
            nets[total, end] += times * product[hand, end]


class _Told(NamedTuple):
    """A story of three hands or more: the law of its first hand, and of the others once the dealer's end is known."""

    story: SplitStory
    times: int
    first: Numbers
    others: Numbers

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Any two of its hands."""
        return combinations(range(len(self.story.kinds)), 2)

    def kinds(self, one: int, other: int) -> tuple[int, int]:
        """The kinds of two hands."""
        return self.story.kinds[one], self.story.kinds[other]


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
    longer = [_told(story, times, hand_nets) for story, times in stories.items() if len(story.kinds) > 2]
    number, ratios = {kinds: at for at, kinds in enumerate(among)}, _ratios(longer, among)
    plain, nearer = np.zeros_like(exact), np.zeros_like(exact)
    for told in longer:
        nets, which = told.first, np.zeros((len(told.others) + 1,) * 2, np.int64)
        for hand in told.others:
            nets = with_hand(nets, hand)
        middle = len(nets) // 2
        plain[most - middle : most + middle + 1] += told.times * nets
        for one, other in told.pairs():
            which[one, other] = number[told.kinds(one, other)]
        room = np.zeros(len(which), np.int64), np.zeros((len(which), nearer.shape[1]))
        _add_story(told.first, told.others, ratios, which, told.times, *room, nearer)
    scale = plain.sum(axis=0) / np.where(nearer.sum(axis=0) == 0, 1, nearer.sum(axis=0))
    nearer *= scale
    return SplitNets(exact + nearer, np.abs(nearer - plain))


def with_hand(nets: Numbers, hand: Numbers) -> Numbers:
    """What hands come to with one more, from the least up, if neither depends on the other once the end is known."""
    grown = np.zeros((len(nets) + len(hand) - 1, nets.shape[1]))
    for at, chance in enumerate(hand):
        grown[at : at + len(nets)] += nets * chance
    return grown


def _told(story: SplitStory, times: int, hand_nets: Callable[[SplitStory, int], Numbers]) -> _Told:
    first, *others = (hand_nets(story, hand) for hand in range(len(story.kinds)))
    weight = first.sum(axis=0)
    per = np.divide(1.0, weight, out=np.zeros_like(weight), where=weight > 0)
    return _Told(story, times, first, np.array(others) * per)


def _ratios(longer: Iterable[_Told], among: Mapping[tuple[int, int], Numbers]) -> Numbers:
    """By the kinds of two hands, both nets and end: how much likelier they are together than each for itself."""
    plain = {kinds: np.zeros_like(law) for kinds, law in among.items()}
    for told in longer:
        weight = told.first.sum(axis=0)
        for one, other in told.pairs():
            law = told.first if one == 0 else told.others[one - 1] * weight
            plain[told.kinds(one, other)] += told.times * law[:, None] * told.others[other - 1]
    found = [_ratio(law, plain[kinds], kinds[0] == kinds[1]) for kinds, law in among.items()]
    return np.array(found) if found else np.ones((1, len(HAND_NETS), len(HAND_NETS), 1))


def _ratio(law: Numbers, plain: Numbers, alike: bool) -> Numbers:
    """
    One law over another; where next to nothing stands, which may be rounding, they count as the same.

    Two hands of one kind are alike: their law may be told either way round.
    """
    if alike:
        law, plain = (each + each.transpose(1, 0, 2) for each in (law, plain))
    enough = np.minimum(law, plain) > _ROUNDING * plain.sum(axis=(0, 1))
    return np.divide(law, plain, out=np.ones_like(law), where=enough)
