"""The value of playing Roll Your Own by the full-deck strategy from a pack that lacks some cards."""

from __future__ import annotations

import numpy as np

from pitboss.compute.compiled import kernel
from pitboss.games.roll_your_own.count.kernels import (
    IN_PLAY,
    PUSH_PROBABILITY,
    STAND_VALUE,
    Workspace,
    WorthTable,
    draw_one,
    weigh_hands,
)
from pitboss.games.roll_your_own.count.removed_cards import HandSet, most_splits, plan_of
from pitboss.games.roll_your_own.count.solve import both_bets
from pitboss.games.roll_your_own.count.up_card_solver import UpCard, UpCardSolution
from pitboss.solving.blackjack.distribution.drawn_hands import DrawnHands, drawn_hands
from pitboss.solving.blackjack.hands import Actions, Floats, Ints, places_of
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT
from pitboss.solving.blackjack.rules import VALUES


@kernel
def _follow(
    table: WorthTable,
    weights: Ints,
    hands: DrawnHands,
    requested: Ints,
    action: Actions,
    workspace: Workspace,
    worth: Floats,
) -> None:
    """
    Evaluate hands like `kernels.play`, but played by a table of actions.

    Axes of `worth`: known cards, plan, requested hand.
    """
    for known in range(table.numbers.shape[0]):
        if not weigh_hands(table, known, weights, hands, workspace):
            continue
        for plan in range(weights.shape[1]):
            stand, push = workspace.worth[STAND_VALUE, plan], workspace.worth[PUSH_PROBABILITY, plan]
            in_play = workspace.worth[IN_PLAY, plan]
            workspace.best[hands.keys.size] = 0.0
            for hand in range(hands.keys.size - 1, -1, -1):
                at = np.uint64(hand)
                workspace.best[at] = stand[at]
                if action[known, plan, hand] == HIT:
                    workspace.best[at] = draw_one(hands, at, in_play, workspace.best, push)[0]
                elif action[known, plan, hand] == DOUBLE:
                    workspace.best[at] = 2 * draw_one(hands, at, in_play, stand, push)[0]
            for position in range(requested.size):
                worth[known, plan, position] = workspace.best[requested[position]]


class FullDeckPlay:
    """The full-deck strategy for one up card, applied to a pack that lacks some cards."""

    def __init__(self, solver: UpCard, full: UpCardSolution, alone: Ints) -> None:
        """Store the solutions. `alone` says which of each three cards the full-deck strategy sets alone."""
        self.solver, self.full, self.alone = solver, full, alone

    def worth(self, best_play: UpCardSolution) -> Floats:
        """Return the value of both blackjack bets by three cards. `best_play` is the solution for the same pack."""
        best, pairs = self._hands(), np.arange(VALUES)
        is_split = self.full.action[:, pairs, pairs] == SPLIT
        split = best_play.chance[:, pairs, pairs] * self._splits()
        best[:, pairs, pairs] = np.where(is_split, split, best[:, pairs, pairs])
        two, one = both_bets(best_play._replace(best=best), self.solver.rules)
        worth: Floats = (two.worth + one.worth)[np.arange(len(self.alone)), self.alone]
        return worth

    def _play(self, hand_set: HandSet, action: Actions, requested: Ints) -> Floats:
        worth = np.zeros((*action.shape[:2], requested.size))
        weights, hands = np.ascontiguousarray(hand_set.weights), hand_set.hands
        _follow(
            self.solver.table(hand_set), weights, hands, requested.reshape(-1), action, self.solver.workspace, worth
        )
        return worth

    def _hands(self) -> Floats:
        """Return the value of hands that are not split. Axes: known cards, first value, second value."""
        hand_set = self.solver.removed.whole
        action = self.full.play[:, None, places_of(drawn_hands().keys, hand_set.hands.keys, 0)]
        return self._play(hand_set, np.ascontiguousarray(action), hand_set.hands.pairs).reshape(-1, VALUES, VALUES)

    def _splits(self) -> Floats:
        """Return the value of every pair split as often as the full-deck strategy does. Axes: known cards, value."""
        worth = np.zeros((len(self.solver.removed.known), VALUES))
        for pair, hand_set in self.solver.removed.splits.items():
            known = np.arange(len(hand_set.numbers))
            limit = most_splits(pair, self.solver.rules.max_splits, self.solver.removed.pack)
            columns = np.array([[plan_of(at, is_paired) for is_paired in (False, True)] for at in range(1, limit + 1)])
            plans = columns[np.minimum(self.full.splits.most[:, pair], limit) - 1]
            at = places_of(drawn_hands(first=pair).keys, hand_set.hands.keys, 0)
            action = np.zeros((len(known), hand_set.weights.shape[1], len(at)), np.uint8)
            for is_paired in (False, True):
                action[known, plans[:, int(is_paired)]] = self.full.splits.play[pair][:, int(is_paired)][:, at]
            second = hand_set.hands.after[0]
            by_plan = self._play(hand_set, action, second)
            paired = (np.arange(VALUES) == pair).astype(np.intp)
            worth[:, pair] = by_plan[known[:, None], plans[:, paired], np.arange(VALUES)].sum(axis=1)
        return worth
