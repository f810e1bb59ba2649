"""The value of playing Roll Your Own by the full-deck strategy with a pack that lacks some cards."""

from __future__ import annotations

import numpy as np

from pitboss.compute.compiled import kernel
from pitboss.games.roll_your_own.count import kernels
from pitboss.games.roll_your_own.count.hands_beside import Beside, UpCard
from pitboss.games.roll_your_own.count.kernels import Workspace, WorthTable, weigh_hands
from pitboss.games.roll_your_own.count.removed_cards import Lot, most_splits, plan_of
from pitboss.games.roll_your_own.count.solve import both_bets
from pitboss.solving.blackjack_legacy.player_hands import PlayerHands, player_hands
from pitboss.solving.blackjack_legacy.values import VALUES, Actions, Ints, Numbers, places


@kernel
def _follow(
    table: WorthTable, weights: Ints, hands: PlayerHands, asked: Ints, action: Actions, room: Workspace, worth: Numbers
) -> None:
    """Evaluate hands as `kernels.play` does, but by a table of actions. Axes of `worth`: pack, plan, hand asked for."""
    for pack in range(table.packs.shape[0]):
        if not weigh_hands(table, pack, weights, hands, room):
            continue
        for plan in range(weights.shape[1]):
            stand, push, mass = room.worth[0, plan], room.worth[1, plan], room.worth[2, plan]
            room.best[hands.keys.size] = room.one[0] * 0
            for hand in range(hands.keys.size - 1, -1, -1):
                at = kernels.U(hand)
                room.best[at] = stand[at]
                if action[pack, plan, hand] == kernels.HIT:
                    room.best[at] = kernels.draw_one(hands, at, mass, room.best, push)[0]
                elif action[pack, plan, hand] == kernels.DOUBLE:
                    room.best[at] = 2 * kernels.draw_one(hands, at, mass, stand, push)[0]
            for place in range(asked.size):
                worth[pack, plan, place] = room.best[asked[place]]


class KeptPlay:
    """The full-deck strategy for one up card, applied to a pack that lacks some cards."""

    def __init__(self, work: UpCard, full: Beside, alone: Ints) -> None:
        """Initialise. `alone` holds, for each three cards, which one the full-deck strategy sets alone."""
        self.work, self.full, self.alone = work, full, alone

    def worth(self, found: Beside) -> Numbers:
        """Return the value of both blackjack bets by three cards. `found` is the same pack at best play."""
        best, pairs = self._hands(), np.arange(VALUES)
        is_split = self.full.action[:, pairs, pairs] == kernels.SPLIT
        split = found.chance[:, pairs, pairs] * self._splits()
        best[:, pairs, pairs] = np.where(is_split, split, best[:, pairs, pairs])
        two, one = both_bets(found._replace(best=best), self.work.rules)
        worth: Numbers = (two.worth + one.worth)[np.arange(len(self.alone)), self.alone]
        return worth

    def _play(self, lot: Lot, action: Actions, asked: Ints) -> Numbers:
        worth = np.zeros((*action.shape[:2], asked.size))
        weights = np.ascontiguousarray(lot.weights)
        _follow(self.work.table(lot), weights, lot.hands, asked.reshape(-1), action, self.work.room, worth)
        return worth

    def _hands(self) -> Numbers:
        """Return the value of hands that are not split. Axes: known cards, first value, second value."""
        lot = self.work.gone.whole
        action = self.full.play[:, None, places(player_hands().keys, lot.hands.keys, 0)]
        return self._play(lot, np.ascontiguousarray(action), lot.hands.pairs).reshape(-1, VALUES, VALUES)

    def _splits(self) -> Numbers:
        """Return the value of every pair split as often as the full-deck strategy does. Axes: known cards, value."""
        worth = np.zeros((len(self.work.gone.known), VALUES))
        for pair, lot in self.work.gone.splits.items():
            known = np.arange(len(lot.before))
            limit = most_splits(pair, self.work.rules.max_splits, self.work.gone.pack)
            columns = np.array([[plan_of(at, its) for its in (False, True)] for at in range(1, limit + 1)])
            plans = columns[np.minimum(self.full.splits.most[:, pair], limit) - 1]
            at = places(player_hands(first=pair).keys, lot.hands.keys, 0)
            action = np.zeros((len(known), lot.weights.shape[1], len(at)), np.uint8)
            for is_paired in (False, True):
                action[known, plans[:, int(is_paired)]] = self.full.splits.play[pair][:, int(is_paired)][:, at]
            second = lot.hands.after[0]
            found = self._play(lot, action, second)
            paired = (np.arange(VALUES) == pair).astype(np.intp)
            worth[:, pair] = found[known[:, None], plans[:, paired], np.arange(VALUES)].sum(axis=1)
        return worth
