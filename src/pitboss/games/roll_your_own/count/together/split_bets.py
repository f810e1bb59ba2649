"""Split bets: the total net of their hands, from the laws of one hand and of any two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np

from pitboss.games.roll_your_own.count.removed_cards import AtMost
from pitboss.games.roll_your_own.count.together.joined import SplitLaws
from pitboss.games.roll_your_own.count.together.meeting import LOST, MOST, SIX, BetSide
from pitboss.solving.blackjack_legacy.ended_hands import BEGUN, KINDS, PAID
from pitboss.solving.blackjack_legacy.joint_hands import Laws
from pitboss.solving.blackjack_legacy.joint_odds import NATURAL, OUTCOMES
from pitboss.solving.blackjack_legacy.player_hands import LINES
from pitboss.solving.blackjack_legacy.split_nets import HAND_NETS, split_nets, with_hand
from pitboss.solving.blackjack_legacy.splits import OWN, SplitStory, factors, stories
from pitboss.solving.blackjack_legacy.values import Ints, Numbers

HandNets = Callable[[SplitStory, int], Numbers]
_FIVE = len(HAND_NETS)


class NetTables:
    """The net of each ending, for a hand that is not split and for one of a split."""

    def __init__(self, looks: bool) -> None:
        self.looks = looks
        self.by_kind = {split: _nets_by_kind(looks, split) for split in (False, True)}

    def one(self, laws: Numbers, is_split: bool) -> Numbers:
        """Convert a law of one hand from endings to nets. Axes: row, net, dealer's result."""
        nets = laws.transpose(2, 0, 1) @ self.by_kind[is_split].transpose(1, 0, 2)
        return np.ascontiguousarray(nets.transpose(1, 2, 0))

    def two(self, laws: Numbers, one_split: bool, other_split: bool) -> Numbers:
        """Convert a law of two hands from endings to nets. Axes: row, both nets, dealer's result."""
        one = self.by_kind[one_split].transpose(1, 2, 0)[:, None]
        other = self.by_kind[other_split].transpose(1, 0, 2)[:, None]
        nets = one @ laws.transpose(3, 0, 1, 2) @ other
        return np.ascontiguousarray(nets.transpose(1, 2, 3, 0))


def _nets_by_kind(looks: bool, is_split: bool) -> Numbers:
    """
    Return what each ending adds to the probability of each net. Axes: kind of ending, dealer's result, net.

    A peek that finds a blackjack takes a bet as it was placed; for a split that is one bet, not one for each hand
    (RY-8).
    """
    table = np.zeros((KINDS, OUTCOMES, SIX))
    for end in range(OUTCOMES):
        found = looks and end == NATURAL
        if found and is_split:
            continue
        for way, stake in enumerate((1, 2)):
            lost = 2 - (1 if found else stake)
            table[BEGUN + way, end, lost] += 1
            for line in range(LINES) if not found else ():
                table[LINES * way + line, end, 2 + stake * _fares(line, end)] += 1
                table[LINES * way + line, end, lost] -= 1
    table[PAID, :, SIX - 1] = 1
    return table


def _fares(line: int, end: int) -> int:
    """Return 1, 0 or -1 for a hand of this line that wins, pushes or loses against the dealer's result."""
    if end == NATURAL:
        return -1
    return 1 if end > LINES - 2 else int(np.sign(line - 1 - end))


class SplitBets:
    """The splits of one bet against one up card, by setting."""

    def __init__(self, rows: Mapping[int, SplitLaws], laws: Laws, tables: NetTables) -> None:
        self.rows, self.laws, self.tables = rows, laws, tables

    def side(self, rows: Ints, weight: Numbers) -> BetSide:
        """Return the bet of these settings, all split. `weight` is the probability of the split, by dealer's result."""
        side = BetSide.blank(len(rows))._replace(is_split=True)
        alike: dict[int, list[int]] = {}
        for place, row in enumerate(rows):
            alike.setdefault(self.rows[row].bet.limit, []).append(place)
        for limit, places in alike.items():
            side.put(np.array(places), self._alike(limit, [self.rows[rows[place]] for place in places]))
        if self.tables.looks:  # a blackjack that is found takes the bet as it was placed
            side.chances[:, MOST - 2 + LOST, NATURAL] += weight[:, NATURAL]
            side.square[:] += weight[:, NATURAL]
            side.hands[:, LOST, NATURAL] += weight[:, NATURAL]
        return side

    def _alike(self, limit: int, splits: list[SplitLaws]) -> BetSide:
        """Combine splits with the same limit."""
        number = len(splits)
        hands = {
            sort: self.tables.one(self.laws.one(np.array([each.hand(*sort) for each in splits])), True)[:, :_FIVE]
            for sort in {sort: 0 for each in splits for sort in each.hands}
        }
        alone, among = (
            self.tables.two(self.laws.of_two[[getattr(each, name) for each in splits]], True, True)[:, :_FIVE, :_FIVE]
            for name in ("alone", "among")
        )
        none, told = np.zeros((number, _FIVE, OUTCOMES)), stories(AtMost(limit + 1), False)

        @cache
        def alike(terms: tuple[tuple[int, int], ...], unpaired: bool) -> Numbers:
            sorts = (False,) if unpaired else (False, True)
            return _flat(
                np.sum([times * hands.get((flag, gone), none) for gone, times in terms for flag in sorts], axis=0)
            )

        def hand_nets(story: SplitStory, hand: int) -> Numbers:
            return alike(tuple(story.gone(hand)), story.unpaired[hand])

        flat = {(OWN, OWN): _flat(among)} if limit > 1 else {}
        found = split_nets(told, hand_nets, _flat(alone), flat, MOST)
        chances, errors = (each.reshape(-1, number, OUTCOMES).transpose(1, 0, 2) for each in found)
        side = BetSide.blank(number)
        side.chances[:, :-1], side.errors[:, :-1] = chances, errors
        side.square[:] = self._squares(hands, limit, alone + among)
        any_hand, beside = _others(told, hand_nets)
        side.hands[:, :_FIVE], side.others[:] = (
            each.reshape(-1, number, OUTCOMES).transpose(1, 0, 2) for each in (any_hand, beside)
        )
        return side

    def _squares(self, hands: Mapping[tuple[bool, int], Numbers], limit: int, two: Numbers) -> Numbers:
        """Return the second moment of a split's net: that of each hand, plus twice the product of any two."""
        found = factors(AtMost(limit + 1), False, OWN, 2 * limit + 2)
        squares = 2 * np.einsum("n,rnme,m->r", HAND_NETS, two, HAND_NETS)
        for (is_paired, gone), law in hands.items():
            times = (found.paired if is_paired else found.grown)[gone]
            squares = squares + times * np.einsum("n,rne->r", HAND_NETS**2, law)
        return np.asarray(squares)


def _flat(laws: Numbers) -> Numbers:
    """Move the row axis of laws next to the dealer's result, and merge both into the last axis."""
    moved = np.moveaxis(laws, 0, -2)
    return np.ascontiguousarray(moved.reshape(*moved.shape[:-2], -1))


def _others(told: Mapping[SplitStory, int], hand_nets: HandNets) -> tuple[Numbers, Numbers]:
    """Return all hands of a split by net, and the net of the others given one, conditional on the dealer's result."""
    mean: Numbers = np.zeros(1)
    chance: dict[int, Numbers] = {}
    for story, times in told.items():
        laws = [hand_nets(story, hand) for hand in range(len(story.kinds))]
        mean = mean + times * np.sum(laws, axis=0)
        chance[len(laws)] = chance.get(len(laws), np.zeros(1)) + times * laws[0].sum(axis=0) * len(laws)
    hand = mean / np.where(np.sum(mean, axis=0) > 0, np.sum(mean, axis=0), 1)
    every = np.sum(list(chance.values()), axis=0)
    middle, total = MOST - 2, np.ones((1, hand.shape[1]))
    found = np.zeros((2 * middle + 1, hand.shape[1]))
    for number in range(2, max(chance) + 1):
        total = with_hand(total, hand)
        share = np.divide(chance.get(number, np.zeros(1)), every, out=np.zeros_like(every), where=every > 0)
        found[middle - len(total) // 2 : middle + len(total) // 2 + 1] += total * share
    return np.asarray(mean), found
