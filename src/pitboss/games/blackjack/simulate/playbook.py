"""A blackjack strategy as small arrays, used by the simulation and, with the same answers, at the table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.games.blackjack.deal.rules import Rules
from pitboss.games.blackjack.simulate import kernels
from pitboss.games.blackjack.simulate.kernels import ACTION, ANY, COLUMNS, OPTIONS, TOTAL, Playbook
from pitboss.games.blackjack.simulate.plans import HANDS, PlayPlan, surrenders_before_look
from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.hands import BUST, HandTable, all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.solving.blackjack.rules import ACE, VALUES

WORDS = {
    kernels.STAND: "stand", kernels.HIT: "hit", kernels.DOUBLE: "double", kernels.SPLIT: "split",
    kernels.SURRENDER: "surrender",
}  # fmt: skip
_KERNELS = np.zeros(5, np.uint8)
_KERNELS[[STAND, HIT, DOUBLE, SPLIT, SURRENDER]] = [
    kernels.STAND, kernels.HIT, kernels.DOUBLE, kernels.SPLIT, kernels.SURRENDER,
]  # fmt: skip
"""The solver's actions as the kernel's."""
_BUSTS = 10
"""A hand can bust with 22 to 31."""
Actions = NDArray[np.uint8]


def playbook(rules: Rules, plan: PlayPlan) -> Playbook:
    """Convert a plan to a playbook, merging hands that are played alike for all future cards."""
    hands = all_hands()
    dealt = _KERNELS[plan.dealt]
    early = np.zeros((VALUES, VALUES, VALUES), np.uint8)
    if surrenders_before_look(rules):
        for first, second in np.ndindex(VALUES, VALUES):
            early[first, second] = plan.dealt[hands.number((first, second))] == SURRENDER
    again = np.where(plan.again, np.uint8(kernels.SPLIT), np.uint8(0))
    after = [(_KERNELS[plan.unpaired[pair]], _KERNELS[plan.paired[pair]]) for pair in range(VALUES)]
    return _book(hands, dealt, after, again.astype(np.uint8), plan.insures.astype(np.uint8), early)


def any_playbook(rules: Rules) -> Playbook:
    """Return a playbook that picks every option at random (BJ-4, BJ-6 to BJ-8)."""
    hands = all_hands()
    least, most = rules.doubled_totals
    two, doubles = hands.cards == 2, (hands.total >= least) & (hands.total <= most)
    late = rules.surrenders_at_turn
    stays = hands.total >= BLACKJACK
    dealt, after = np.zeros((2, len(hands.keys), VALUES), np.uint8)
    for hand in np.flatnonzero((hands.cards > 1) & ~stays):
        pair = two[hand] and bool((hands.counts[hand] == 2).any())
        may = bool(two[hand] and doubles[hand])
        dealt[hand] = _any_of(may, pair and rules.most_hands > 1, bool(two[hand] and late))
        after[hand] = _any_of(may and rules.double_after_split, False, False)
    again = np.zeros((len(HANDS), VALUES, VALUES), np.uint8)
    for place, many in enumerate(HANDS):
        for pair in range(VALUES):
            if many < rules.most_hands:
                may = bool(doubles[hands.number((pair, pair))]) and rules.double_after_split
                again[place, pair] = _any_of(may, True, False)
        again[place, ACE] = ANY + len(OPTIONS) - 1 if many < rules.most_hands and rules.resplit_aces else 0
    tables = [(after, after)] * VALUES
    tables[ACE] = (np.zeros_like(after),) * 2  # split aces take one card only
    early = np.full((VALUES, VALUES, VALUES), kernels.EITHER, np.uint8)
    insures = np.full((VALUES, VALUES), kernels.EITHER, np.uint8)
    return _book(hands, dealt, tables, again, insures, early)


def _any_of(double: bool, split: bool, surrender: bool) -> int:
    """Return the code for a random choice among stand, hit and these options."""
    return ANY + double + 2 * split + 4 * surrender


def _book(
    hands: HandTable, dealt: Actions, after: Sequence[tuple[Actions, Actions]], again: Actions, insures: Actions,
    early: Actions,
) -> Playbook:  # fmt: skip
    """Build a playbook. `after` has the tables of each split pair: of hands that are unpaired, and paired again."""
    states = _States(hands)
    start = np.zeros((2, VALUES, VALUES), np.uint16)
    as_dealt = states.of(dealt)
    for first, second in np.ndindex(VALUES, VALUES):
        start[0, first, second] = as_dealt[hands.number((first, second))]
    for first in range(VALUES):
        unpaired, paired = (states.of(table, first) for table in after[first])
        for second in range(VALUES):
            split = paired if second == first else unpaired
            start[1, first, second] = split[hands.number((first, second))]
    return Playbook(start.ravel(), states.moves().ravel(), again.ravel(), insures.ravel(), early.ravel())


class _States:
    """The states of a playbook: hands of any table with the same total, actions and successors are one."""

    def __init__(self, hands: HandTable) -> None:
        self.hands = hands
        self.known: dict[bytes, int] = {}
        self.rows: list[NDArray[np.uint16]] = []
        self.busts = [self._state(self._row(22 + over, np.zeros(VALUES, np.uint8), None)) for over in range(_BUSTS)]

    def of(self, table: Actions, holds: int | None = None) -> NDArray[np.intp]:
        """Return the state of every hand of a table, or of those that hold a card."""
        hands, state = self.hands, np.zeros(len(table), np.intp)
        over = np.clip(hands.total[:, None] + np.arange(1, VALUES + 1) - BLACKJACK - 1, 0, _BUSTS - 1)
        then = np.where(hands.after == BUST, np.array(self.busts)[over], 0)
        wanted = hands.cards > 1 if holds is None else (hands.cards > 1) & (hands.counts[:, holds] > 0)
        draws = ((table == kernels.HIT) | (table == kernels.DOUBLE) | (table >= ANY)).any(axis=1)
        for hand in np.flatnonzero(wanted)[::-1]:  # a drawn card leads to a later hand
            onward = None
            if draws[hand]:
                after = hands.after[hand]
                onward = np.where(after == BUST, then[hand], state[np.maximum(after, 0)])
            state[hand] = self._state(self._row(int(hands.total[hand]), table[hand], onward))
        return state

    def _row(self, total: int, actions: Actions, onward: NDArray[np.intp] | None) -> NDArray[np.uint16]:
        row = np.zeros(COLUMNS, np.uint16)
        if onward is not None:
            row[:VALUES] = onward
        row[TOTAL] = total
        row[ACTION : ACTION + VALUES] = actions
        return row

    def _state(self, row: NDArray[np.uint16]) -> int:
        key = row.tobytes()
        if key not in self.known:
            self.known[key] = len(self.rows)
            self.rows.append(row)
        return self.known[key]

    def moves(self) -> NDArray[np.uint16]:
        """Return the rows of all states."""
        return np.array(self.rows)


def choice(book: Playbook, cards: Sequence[int], up: int, hands: int, may_split: bool) -> str:
    """Return the playbook's action for a hand, given its card values in order (0 the ace, 9 a ten)."""
    first, second = cards[:2]
    if len(cards) == 2 and hands > 1 and may_split and (told := book.again[((hands - 2) * 10 + first) * 10 + up]):
        return WORDS[int(told)]
    state = int(book.start[((hands > 1) * VALUES + first) * VALUES + second])
    for card in cards[2:]:
        state = int(book.moves[state * COLUMNS + card])
    return WORDS[int(book.moves[state * COLUMNS + ACTION + up])]
