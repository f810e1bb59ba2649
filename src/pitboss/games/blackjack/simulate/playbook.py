"""A blackjack strategy as small arrays, used by the simulation and, with the same answers, at the table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.games.blackjack.deal.rules import Rules
from pitboss.games.blackjack.simulate import kernels
from pitboss.games.blackjack.simulate.kernels import ANY, OPTIONS, Playbook
from pitboss.games.blackjack.simulate.plans import surrenders_before_look
from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.hands import Actions, Flags, all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.solving.blackjack.playbook import RESPLITS, PlaybookStates, resplit_table, state_action
from pitboss.solving.blackjack.rules import ACE, VALUES
from pitboss.solving.blackjack.solve import PlayPlan
from pitboss.solving.blackjack.splits import OWN

WORDS = {
    kernels.STAND: "stand", kernels.HIT: "hit", kernels.DOUBLE: "double", kernels.SPLIT: "split",
    kernels.SURRENDER: "surrender",
}  # fmt: skip
_KERNELS = np.zeros(5, np.uint8)
_KERNELS[[STAND, HIT, DOUBLE, SPLIT, SURRENDER]] = [
    kernels.STAND, kernels.HIT, kernels.DOUBLE, kernels.SPLIT, kernels.SURRENDER,
]  # fmt: skip
"""The kernel's action for each of the solver's actions."""


def playbook(rules: Rules, plan: PlayPlan) -> Playbook:
    """Convert a plan to a playbook, merging hands that are played the same way whatever cards follow."""
    hands = all_hands()
    dealt = _KERNELS[plan.dealt]
    early = np.zeros((VALUES, VALUES, VALUES), np.uint8)
    if surrenders_before_look(rules):
        for first, second in np.ndindex(VALUES, VALUES):
            early[first, second] = plan.dealt[hands.number((first, second))] == SURRENDER
    again = np.where(resplit_table(plan)[OWN], np.uint8(kernels.SPLIT), np.uint8(0))
    after = [(_KERNELS[plan.unpaired[OWN, pair]], _KERNELS[plan.paired[OWN, pair]]) for pair in range(VALUES)]
    return _book(dealt, after, again, plan.insures, early)


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
        may = bool(doubles[hand] and (two[hand] or rules.double_any_number))
        dealt[hand] = _any_of(may, pair and rules.most_hands > 1, bool(two[hand] and late))
        after[hand] = _any_of(may and rules.double_after_split, False, False)
    again = np.zeros((RESPLITS, VALUES, VALUES), np.uint8)
    for place in range(RESPLITS):
        options = place + 2
        for pair in range(VALUES):
            if options < rules.most_hands:
                may = bool(doubles[hands.number((pair, pair))]) and rules.double_after_split
                again[place, pair] = _any_of(may, True, False)
        if not rules.resplit_aces:
            again[place, ACE] = 0
        elif options < rules.most_hands and not rules.hit_split_aces:
            again[place, ACE] = ANY + len(OPTIONS) - 1
    tables = [(after, after)] * VALUES
    if not rules.hit_split_aces:
        tables[ACE] = (np.zeros_like(after),) * 2
    early = np.full((VALUES, VALUES, VALUES), kernels.EITHER, np.uint8)
    insures = np.full((VALUES, VALUES), kernels.EITHER, np.uint8)
    return _book(dealt, tables, again, insures, early)


def _any_of(double: bool, split: bool, surrender: bool) -> int:
    """Return the code for a random choice among stand, hit and these options."""
    return ANY + double + 2 * split + 4 * surrender


def _book(
    dealt: Actions, after: Sequence[tuple[Actions, Actions]], again: Actions, insures: Actions, early: Actions
) -> Playbook:
    """Build a playbook. `after` has two tables for each split pair: for unpaired hands, and for hands paired again."""
    states = PlaybookStates()
    start = [states.start(dealt, _draws(dealt))]
    splits = (states.start_split(pair, *both, [_draws(each) for each in both]) for pair, both in enumerate(after))
    start.append(np.array(list(splits)))
    return Playbook(np.stack(start).ravel(), states.moves().ravel(), again.ravel(), insures.ravel(), early.ravel())


def _draws(table: Actions) -> Flags:
    return np.asarray(((table == kernels.HIT) | (table == kernels.DOUBLE) | (table >= ANY)).any(axis=1))


def choice(book: Playbook, cards: Sequence[int], up: int, hands: int, may_split: bool) -> str:
    """Return the playbook's action for a hand, given its card values in order (0 is an ace, 9 a ten-value)."""
    first, second = cards[:2]
    if len(cards) == 2 and hands > 1 and may_split and (resplit := book.again[((hands - 2) * 10 + first) * 10 + up]):
        return WORDS[int(resplit)]
    state = int(book.start[((hands > 1) * VALUES + first) * VALUES + second])
    return WORDS[state_action(book.moves, state, cards[2:], up)]
