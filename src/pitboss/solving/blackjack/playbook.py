"""A strategy as a state machine that kernels and tables follow card by card."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.hands import BUST, Actions, Flags, Ints, all_hands
from pitboss.solving.blackjack.play import SPLIT, STAND
from pitboss.solving.blackjack.rules import ACE, VALUES
from pitboss.solving.blackjack.solve import PlayPlan
from pitboss.solving.blackjack.splits import FREE, OWN

COLUMNS, ACTION, TOTAL = 32, 16, 10
"""The layout of a row of moves: the next state for each card, the hand's total, and the action for each up card."""
MAX_HANDS = 4
RESPLITS = MAX_HANDS - 2
"""The number of resplits: a pair may be split again at 2 or more hands, up to `MAX_HANDS`."""
_BUSTS = 10
"""The number of totals of a bust hand: 22 to 31."""
Said = Callable[[tuple[int, ...], int, bool, int, bool], int]
"""A function from card values, up card, whether free, number of hands, and whether aces split, to an action."""


class PlaybookStates:
    """The states of a playbook. Hands of any table with the same total, actions and successors share a state."""

    def __init__(self) -> None:
        self.known: dict[bytes, int] = {}
        self.rows: list[NDArray[np.uint16]] = []
        self.busts = np.array(
            [self._state(self._row(22 + over, np.zeros(VALUES, np.uint8), None)) for over in range(_BUSTS)]
        )

    def start(self, table: Actions, draws: Flags) -> NDArray[np.uint16]:
        """Return the starting states [first card, second card] of unsplit hands; `draws` says which hands ever draw."""
        return self._first_two(self._of(table, draws))

    def start_split(self, pair: int, unpaired: Actions, paired: Actions, draws: Sequence[Flags]) -> NDArray[np.uint16]:
        """Return the starting states [second card] of the hands of a split pair, from its two tables."""
        one, other = (self._of(table, its, pair) for table, its in zip((unpaired, paired), draws, strict=True))
        number = all_hands().number
        states = [(other if second == pair else one)[number((pair, second))] for second in range(VALUES)]
        return np.array(states, np.uint16)

    def moves(self) -> NDArray[np.uint16]:
        """Return every state's row of moves, as one array."""
        return np.array(self.rows)

    def _first_two(self, states: Ints) -> NDArray[np.uint16]:
        number = all_hands().number
        return np.array([[states[number((a, b))] for b in range(VALUES)] for a in range(VALUES)], np.uint16)

    def _of(self, table: Actions, draws: Flags, holds: int | None = None) -> Ints:
        """Return the state of every hand of a table, or of every hand that holds the card `holds`."""
        hands, state = all_hands(), np.zeros(len(table), np.int64)
        over = np.clip(hands.total[:, None] + np.arange(1, VALUES + 1) - BLACKJACK - 1, 0, _BUSTS - 1)
        then = np.where(hands.after == BUST, self.busts[over], 0)
        wanted = hands.cards > 1 if holds is None else (hands.cards > 1) & (hands.counts[:, holds] > 0)
        for hand in np.flatnonzero(wanted)[::-1]:  # a drawn card leads to a later hand
            onward = None
            if draws[hand]:
                after = hands.after[hand]
                onward = np.where(after == BUST, then[hand], state[np.maximum(after, 0)])
            state[hand] = self._state(self._row(int(hands.total[hand]), table[hand], onward))
        return state

    def _row(self, total: int, actions: Actions, onward: Ints | None) -> NDArray[np.uint16]:
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


def state_action(moves: NDArray[np.uint16], state: int, cards: Sequence[int], up: int) -> int:
    """Return the action of a hand that started in a state and drew these cards."""
    for card in cards:
        state = int(moves[state * COLUMNS + card])
    return int(moves[state * COLUMNS + ACTION + up])


def resplit_table(plan: PlayPlan) -> Flags:
    """Return whether a plan resplits [kind, number of hands - 2, pair, up card], for up to `MAX_HANDS` hands."""
    again = np.zeros((2, RESPLITS, VALUES, VALUES), np.bool_)
    again[:, : plan.again.shape[1]] = plan.again[:, :RESPLITS]
    return again


def plan_by(answers: Said, kinds: Sequence[int] = (OWN, FREE), one_card_to_aces: bool = True) -> PlayPlan:
    """Return the plan of a player who looks at the cards of two-card hands, but only at the total of other hands."""
    hands = all_hands()
    size = len(hands.keys)
    dealt, after = np.zeros((size, VALUES), np.uint8), np.zeros((2, size, VALUES), np.uint8)
    again = np.zeros((2, RESPLITS, VALUES, VALUES), np.bool_)
    by_total: dict[tuple[int, bool, int, bool, int], int] = {}

    def answered(hand: int, up: int, free: bool, many: int) -> int:
        """Return the action of a hand; with more than two cards it depends on the total only."""
        values = tuple(np.repeat(np.arange(VALUES), hands.counts[hand]).tolist())[::-1]
        if len(values) == 2:
            return answers(values, up, free, many, False)
        key = int(hands.total[hand]), bool(hands.soft[hand]), up, free, many
        if key not in by_total:
            by_total[key] = answers(values, up, free, many, False)
        return by_total[key]

    for hand in np.flatnonzero((hands.cards > 1) & (hands.total < BLACKJACK)).tolist():
        for up in range(VALUES):
            dealt[hand, up] = answered(hand, up, False, 1)
            for kind in kinds:
                after[kind, hand, up] = answered(hand, up, kind == FREE, MAX_HANDS)
    for kind in kinds:
        for more, pair, up in np.ndindex(RESPLITS, VALUES, VALUES):
            again[kind, more, pair, up] = answers((pair, pair), up, kind == FREE, more + 2, pair == ACE) == SPLIT
    tables = np.repeat(after[:, None], VALUES, axis=1)
    if one_card_to_aces:
        tables[:, ACE, hands.cards > 1] = STAND
    return PlayPlan(dealt, tables, tables, again)
