"""Split bets: the total net of their hands, from the laws of one hand and of any two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np

from pitboss.games.roll_your_own.count.both_bets.combined_bets import HAND_NET_COLUMNS, LOST_COLUMN, MAX_UNITS, BetSide
from pitboss.games.roll_your_own.count.both_bets.joint_laws import SplitLaws
from pitboss.games.roll_your_own.count.both_bets.split_nets import HAND_NETS, split_nets, with_hand
from pitboss.solving.blackjack.dealer import NATURAL, RESULTS
from pitboss.solving.blackjack.distribution.ended_hands import BLACKJACK_PAID, FIRST_TWO, KINDS
from pitboss.solving.blackjack.distribution.endings import LINES
from pitboss.solving.blackjack.distribution.two_hands import Laws
from pitboss.solving.blackjack.hands import Floats, Ints
from pitboss.solving.blackjack.splits import OWN, SplitCourse, hand_weights, resplit_up_to, split_courses

HandNets = Callable[[SplitCourse, int], Floats]
_NETS = len(HAND_NETS)


class NetTables:
    """The net of each ending, for a hand that is not split and for one of a split."""

    def __init__(self, peeks: bool) -> None:
        self.peeks = peeks
        self.by_kind = {split: _nets_by_kind(peeks, split) for split in (False, True)}

    def one(self, laws: Floats, is_split: bool) -> Floats:
        """Convert a law of one hand from endings to nets. Axes: row, net, dealer's result."""
        nets = laws.transpose(2, 0, 1) @ self.by_kind[is_split].transpose(1, 0, 2)
        return np.ascontiguousarray(nets.transpose(1, 2, 0))

    def two(self, laws: Floats, one_split: bool, other_split: bool) -> Floats:
        """Convert a law of two hands from endings to nets. Axes: row, both nets, dealer's result."""
        one = self.by_kind[one_split].transpose(1, 2, 0)[:, None]
        other = self.by_kind[other_split].transpose(1, 0, 2)[:, None]
        nets = one @ laws.transpose(3, 0, 1, 2) @ other
        return np.ascontiguousarray(nets.transpose(1, 2, 3, 0))


def _nets_by_kind(peeks: bool, is_split: bool) -> Floats:
    """
    Return what each ending adds to the probability of each net. Axes: kind of ending, dealer's result, net.

    A peek that finds a blackjack takes a bet as it was placed; for a split that is one bet, not one for each hand
    (RY-8).
    """
    table = np.zeros((KINDS, RESULTS, HAND_NET_COLUMNS))
    for end in range(RESULTS):
        blackjack_found = peeks and end == NATURAL
        if blackjack_found and is_split:
            continue
        for way, stake in enumerate((1, 2)):
            lost = 2 - (1 if blackjack_found else stake)
            table[FIRST_TWO + way, end, lost] += 1
            for line in range(LINES) if not blackjack_found else ():
                table[LINES * way + line, end, 2 + stake * _sign(line, end)] += 1
                table[LINES * way + line, end, lost] -= 1
    table[BLACKJACK_PAID, :, HAND_NET_COLUMNS - 1] = 1
    return table


def _sign(line: int, end: int) -> int:
    """Return 1, 0 or -1 for a hand of this line that wins, pushes or loses against the dealer's result."""
    if end == NATURAL:
        return -1
    return 1 if end > LINES - 2 else int(np.sign(line - 1 - end))


class SplitBets:
    """The splits of one bet against one up card, by setting."""

    def __init__(self, rows: Mapping[int, SplitLaws], laws: Laws, tables: NetTables) -> None:
        self.rows, self.laws, self.tables = rows, laws, tables

    def side(self, rows: Ints, weight: Floats) -> BetSide:
        """Return the bet of these settings, all split. `weight` is the probability of the split, by dealer's result."""
        side = BetSide.blank(len(rows))._replace(is_split=True)
        by_limit: dict[int, list[int]] = {}
        for position, row in enumerate(rows):
            by_limit.setdefault(self.rows[row].bet.limit, []).append(position)
        for limit, positions in by_limit.items():
            side.set_rows(np.array(positions), self._with_limit(limit, [self.rows[rows[at]] for at in positions]))
        if self.tables.peeks:  # a blackjack found by the peek takes the bet as it was placed
            side.chances[:, MAX_UNITS - 2 + LOST_COLUMN, NATURAL] += weight[:, NATURAL]
            side.square[:] += weight[:, NATURAL]
            side.hands[:, LOST_COLUMN, NATURAL] += weight[:, NATURAL]
        return side

    def _with_limit(self, limit: int, splits: list[SplitLaws]) -> BetSide:
        """Combine splits with the same limit."""
        number = len(splits)
        hands = {
            sort: self.tables.one(self.laws.one(np.array([each.hand(*sort) for each in splits])), True)[:, :_NETS]
            for sort in {sort: 0 for each in splits for sort in each.hands}
        }
        only_two, any_two = (
            self.tables.two(self.laws.of_two[[getattr(each, name) for each in splits]], True, True)[:, :_NETS, :_NETS]
            for name in ("only_two", "any_two")
        )
        none, courses = np.zeros((number, _NETS, RESULTS)), split_courses(resplit_up_to(limit + 1), False)

        @cache
        def kind_nets(terms: tuple[tuple[int, int], ...], unpaired: bool) -> Floats:
            sorts = (False,) if unpaired else (False, True)
            return _flat(
                np.sum([times * hands.get((flag, removed), none) for removed, times in terms for flag in sorts], axis=0)
            )

        def hand_nets(course: SplitCourse, hand: int) -> Floats:
            return kind_nets(tuple(course.removed(hand)), course.unpaired[hand])

        flat = {(OWN, OWN): _flat(any_two)} if limit > 1 else {}
        nets = split_nets(courses, hand_nets, _flat(only_two), flat, MAX_UNITS)
        chances, errors = (each.reshape(-1, number, RESULTS).transpose(1, 0, 2) for each in nets)
        side = BetSide.blank(number)
        side.chances[:, :-1], side.errors[:, :-1] = chances, errors
        side.square[:] = self._squares(hands, limit, only_two + any_two)
        any_hand, others = _others(courses, hand_nets)
        side.hands[:, :_NETS], side.others[:] = (
            each.reshape(-1, number, RESULTS).transpose(1, 0, 2) for each in (any_hand, others)
        )
        return side

    def _squares(self, hands: Mapping[tuple[bool, int], Floats], limit: int, two: Floats) -> Floats:
        """Return the second moment of a split's net: that of each hand, plus twice the product of any two."""
        weights = hand_weights(resplit_up_to(limit + 1), False, OWN)
        squares = 2 * np.einsum("n,rnme,m->r", HAND_NETS, two, HAND_NETS)
        for (is_paired, removed), law in hands.items():
            by_removed = weights.paired if is_paired else weights.unpaired
            times = by_removed[removed] if removed < len(by_removed) else 0
            squares = squares + times * np.einsum("n,rne->r", HAND_NETS**2, law)
        return np.asarray(squares)


def _flat(laws: Floats) -> Floats:
    """Move the row axis of laws next to the dealer's result, and merge both into the last axis."""
    moved = np.moveaxis(laws, 0, -2)
    return np.ascontiguousarray(moved.reshape(*moved.shape[:-2], -1))


def _others(courses: Mapping[SplitCourse, int], hand_nets: HandNets) -> tuple[Floats, Floats]:
    """Return all hands of a split by net; and, given one hand and the dealer's result, the total net of the others."""
    mean: Floats = np.zeros(1)
    chance: dict[int, Floats] = {}
    for course, times in courses.items():
        laws = [hand_nets(course, hand) for hand in range(len(course.kinds))]
        mean = mean + times * np.sum(laws, axis=0)
        chance[len(laws)] = chance.get(len(laws), np.zeros(1)) + times * laws[0].sum(axis=0) * len(laws)
    hand = mean / np.where(np.sum(mean, axis=0) > 0, np.sum(mean, axis=0), 1)
    whole = np.sum(list(chance.values()), axis=0)
    middle, total = MAX_UNITS - 2, np.ones((1, hand.shape[1]))
    others = np.zeros((2 * middle + 1, hand.shape[1]))
    for number in range(2, max(chance) + 1):
        total = with_hand(total, hand)
        share = np.divide(chance.get(number, np.zeros(1)), whole, out=np.zeros_like(whole), where=whole > 0)
        others[middle - len(total) // 2 : middle + len(total) // 2 + 1] += total * share
    return np.asarray(mean), others
