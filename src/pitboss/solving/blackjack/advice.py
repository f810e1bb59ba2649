"""Section 10 of the method: the value of each action when it is a hand's turn."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.hands import Floats, all_hands
from pitboss.solving.blackjack.play import NOT_ALLOWED, SPLIT
from pitboss.solving.blackjack.rules import ACE, VALUES
from pitboss.solving.blackjack.solve import PlayedSplit, SolvedGame, Solver
from pitboss.solving.blackjack.splits import FREE, OWN, ResplitPlan, SplitCourse, courses_before, split_courses


class HandInPlay(NamedTuple):
    """A hand to be played: its card values in the order dealt, the up card, and its origin."""

    cards: tuple[int, ...]
    up: int
    free: bool = False
    """Whether the hand was created by a free split."""
    hands: int = 1
    """The number of hands so far; 1 if the pair was not split."""

    @property
    def kind(self) -> int:
        """The kind of hand: with the player's own money, or with the house's."""
        return FREE if self.free else OWN

    @property
    def is_split(self) -> bool:
        """Whether the hand comes from a split."""
        return self.hands > 1

    @property
    def pair(self) -> int:
        """The value that was split, or could be."""
        return self.cards[0]

    @property
    def is_paired(self) -> bool:
        """Whether the first two cards have the same value."""
        return self.cards[0] == self.cards[1]


class Adviser:
    """The values of all actions of any hand, from one solved game."""

    def __init__(self, game: SolvedGame) -> None:
        self.game, self.solver = game, Solver(game.rules, game.joint)
        self.hand_worth = cache(self._hand_worth)

    def values(self, hand: HandInPlay) -> Floats:
        """
        Return the expected value of each action, in first bets, given that the players get to act.

        The value of a split includes its effect on the hands still to be played. Raise ValueError for an impossible
        hand.
        """
        self.check(hand)
        number, game = all_hands().number(hand.cards), self.game
        if not hand.is_split:
            value, reach = game.dealt.value[number, :, hand.up].copy(), game.dealt.odds.reach[number, hand.up]
        elif hand.is_paired:
            value, reach = self._paired_again(hand, number)
        else:
            played = self._split_of(hand).unpaired[hand.kind]
            value, reach = played.value[number, :, hand.up].copy(), played.odds.reach[number, hand.up]
        if not reach > 0:
            raise ValueError("the shoe does not hold these cards")
        return np.asarray(value / reach)

    def check(self, hand: HandInPlay) -> None:
        """Raise ValueError if the hand is impossible."""
        splitting = self.game.rules.splitting
        if len(hand.cards) < 2:
            raise ValueError("a hand to play has two cards or more")
        if not 1 <= hand.hands <= splitting.most_hands:
            raise ValueError(f"there are 1 to {splitting.most_hands} hands, not {hand.hands}")
        if hand.is_split and hand.pair == ACE:
            if splitting.one_card_to_aces and len(hand.cards) > 2:
                raise ValueError("a split ace gets one card only")
            if hand.hands > splitting.limit(ACE):
                raise ValueError(f"these rules do not allow more than {splitting.limit(ACE)} hands of aces")
        hands = all_hands()
        for size in range(2, len(hand.cards)):
            if hands.total[hands.number(hand.cards[:size])] == BLACKJACK:
                raise ValueError("a hand of 21 takes no more cards")

    def _split_of(self, hand: HandInPlay) -> PlayedSplit:
        if hand.pair not in self.game.splits:
            raise ValueError("these rules do not allow splitting this pair, so there is only 1 hand")
        return self.game.splits[hand.pair]

    def best_plan(self, hand: HandInPlay, splitting: bool) -> ResplitPlan:
        """Return the best resplit plan that can lead to this hand; if `splitting`, it must also split the hand now."""
        split, is_free = self._split_of(hand), self.game.splits_free(hand.pair)
        for number in np.argsort(-split.plan_values[:, hand.up], kind="stable").tolist():
            plan: ResplitPlan = split.plans[number]
            reached = courses_before(plan, is_free, hand.kind, hand.hands)
            if reached and (plan.splits(hand.kind, hand.hands) or not splitting):
                return plan
        raise ValueError(f"this hand is impossible with {hand.hands} hands")

    def may_split(self, hand: HandInPlay) -> bool:
        """Return whether the hand is a pair that may be split, for the first time or again."""
        is_pair = len(hand.cards) == 2 and hand.is_paired and hand.pair in self.game.splits
        return is_pair and hand.hands < self.game.rules.splitting.limit(hand.pair)

    def _paired_again(self, hand: HandInPlay, number: int) -> tuple[Floats, float]:
        """Return the joint values and the reach of a hand that was paired again, given its number of hands."""
        is_free, solver = self.game.splits_free(hand.pair), self.solver
        weights = [0] * solver.rows.with_pair_cards.shape[1]
        for course, times in courses_before(self.best_plan(hand, False), is_free, hand.kind, hand.hands).items():
            for j, weight in course.removed_at_turn(hand.hands):
                weights[j] += times * weight
        played = solver.play(solver.mixed(hand.pair, [weights] * VALUES), hand.kind, hand.pair)
        value = played.value[number, :, hand.up].copy()
        value[SPLIT] = self._split_again(hand) if self.may_split(hand) else NOT_ALLOWED
        return value, float(played.odds.reach[number, hand.up])

    def _split_again(self, hand: HandInPlay) -> float:
        """Return the joint value of the hands that splitting this one creates, plus the effect on the later hands."""
        is_free, plan, worth = self.game.splits_free(hand.pair), self.best_plan(hand, True), 0.0
        for before, times in courses_before(plan, is_free, hand.kind, hand.hands).items():
            done = len(before.kinds)
            for course, ways in split_courses(plan, is_free, before, hand.hands + 1).items():
                for each in range(done, len(course.kinds)):
                    worth += times * ways * self._course_worth(course, each, hand, 0)
            not_split = SplitCourse((*before.kinds, hand.kind), (*before.unpaired, False))
            for course, ways in split_courses(plan, is_free, not_split, hand.hands).items():
                for each in range(done + 1, len(course.kinds)):
                    worth -= times * ways * self._course_worth(course, each, hand, 1)
        return worth

    def _course_worth(self, course: SplitCourse, number: int, hand: HandInPlay, more: int) -> float:
        """Return the joint value of one hand of a course, with `more` further cards of the pair removed."""
        return sum(
            weight * float(self.hand_worth(hand.pair, course.kinds[number], is_paired)[j + more, hand.up])
            for j, weight in course.removed(number)
            for is_paired in ((False,) if course.unpaired[number] else (False, True))
        )

    def _hand_worth(self, pair: int, kind: int, is_paired: bool) -> Floats:
        """Return the joint value [j, up card] of a split hand, played by the tables of the solved game."""
        split = self.game.splits[pair]
        table = (split.paired if is_paired else split.unpaired)[kind].best
        return self.solver.hand_worth(pair, kind, is_paired, table, self.solver.rows.with_pair_cards.shape[1])
