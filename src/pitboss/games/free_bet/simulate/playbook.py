"""A Free Bet strategy as small arrays, used by the simulation and, with the same answers, at the table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.games.free_bet.deal.hands import MAX_HANDS
from pitboss.games.free_bet.simulate.kernels import (
    ANY,
    ANY_INSURANCE,
    DOUBLE,
    FREE_DOUBLE,
    FREE_SPLIT,
    HIT,
    NATURAL,
    OPTIONS,
    SPLIT,
    STAND,
    Playbook,
)
from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack import play
from pitboss.solving.blackjack.hands import Actions, Flags, all_hands
from pitboss.solving.blackjack.playbook import RESPLITS, PlaybookStates, resplit_table, state_action
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES, BlackjackRules
from pitboss.solving.blackjack.solve import PlayPlan, free_doubles, stays_after
from pitboss.solving.blackjack.splits import FREE, OWN

WORDS = {
    STAND: "stand", HIT: "hit", DOUBLE: "double", FREE_DOUBLE: "free-double", SPLIT: "split", FREE_SPLIT: "free-split",
}  # fmt: skip
_KERNELS = np.zeros(play.ACTIONS, np.uint8)
_KERNELS[[play.STAND, play.HIT, play.DOUBLE, play.SPLIT]] = [STAND, HIT, DOUBLE, SPLIT]
"""The kernel's action for each of the solver's actions."""


def playbook(rules: BlackjackRules, plan: PlayPlan) -> Playbook:
    """Convert a plan to a playbook, merging hands that are played the same way whatever cards follow."""
    free = free_doubles(rules.doubling)[:, None]

    def coded(table: Actions) -> Actions:
        codes = _KERNELS[table]
        return np.where((codes == DOUBLE) & free, FREE_DOUBLE, codes).astype(np.uint8)

    dealt = coded(plan.dealt)
    for pair in range(VALUES):
        its = dealt[all_hands().number((pair, pair))]
        its[its == SPLIT] = split_of(rules, pair)
    again = resplit_table(plan) * np.array([split_of(rules, pair) for pair in range(VALUES)], np.uint8)[:, None]
    return _book(dealt, coded(plan.unpaired), coded(plan.paired), again.astype(np.uint8), plan.insures)


def any_playbook(rules: BlackjackRules) -> Playbook:
    """Return a playbook that picks every option at random (FB-2, FB-3)."""
    hands, free = all_hands(), free_doubles(rules.doubling)
    two = hands.cards == 2
    options = np.where(two & free, _any(FREE_DOUBLE), np.where(two, _any(DOUBLE), _any()))
    dealt = np.where(hands.total == BLACKJACK, STAND, options)[:, None].repeat(VALUES, axis=1).astype(np.uint8)
    after = np.repeat(dealt[None], 2 * VALUES, axis=0).reshape(2, VALUES, *dealt.shape)
    again = np.zeros((2, RESPLITS, VALUES, VALUES), np.uint8)
    for pair in range(VALUES):
        hand = hands.number((pair, pair))
        dealt[hand] = again[:, :, pair] = _any(FREE_DOUBLE if free[hand] else DOUBLE, split_of(rules, pair))
        after[:, pair, stays_after(rules.splitting, pair)] = STAND
    resplit_aces = rules.splitting.limit(ACE) > RESPLITS
    again[:, :, ACE] = _any_of(STAND, split_of(rules, ACE)) if resplit_aces else 0
    return _book(dealt, after, after, again, np.full((VALUES, VALUES), ANY_INSURANCE, np.uint8))


def _any(*besides: int) -> int:
    """Return the code for a random choice among stand, hit and these options."""
    return _any_of(STAND, HIT, *besides)


def _any_of(*options: int) -> int:
    row = (len(options), *options, *[0] * (OPTIONS.shape[1] - 1 - len(options)))
    return ANY + [tuple(known) for known in OPTIONS.tolist()].index(row)


def _book(dealt: Actions, unpaired: Actions, paired: Actions, again: Actions, insures: Actions) -> Playbook:
    """Build a playbook from tables of kernel actions; tables after a split are by kind and pair."""
    states = PlaybookStates()
    dealt[all_hands().number((ACE, TEN))] = NATURAL
    starts = [states.start(dealt, _draws(dealt))]
    for kind in (OWN, FREE):
        tables = zip(unpaired[kind], paired[kind], strict=True)
        starts.append(np.array([states.start_split(pair, *both, [_draws(each) for each in both])
                                for pair, both in enumerate(tables)]))  # fmt: skip
    return Playbook(np.stack(starts).ravel(), states.moves().ravel(), again, insures.ravel())


def _draws(table: Actions) -> Flags:
    return np.asarray((np.isin(table, (HIT, DOUBLE, FREE_DOUBLE)) | (table >= ANY)).any(axis=1))


def choice(rules: BlackjackRules, book: Playbook, cards: Sequence[int], up: int, free: bool, hands: int) -> str:
    """Return the playbook's action for a hand, given its card values in order (0 is an ace, 9 a ten-value)."""
    first, second = cards[:2]
    if len(cards) == 2 and first == second and 1 < hands < MAX_HANDS and book.again[int(free), hands - 2, first, up]:
        return WORDS[split_of(rules, first)]
    row = 0 if hands == 1 else 1 + free
    return WORDS[state_action(book.moves, int(book.start[(row * VALUES + first) * VALUES + second]), cards[2:], up)]


def split_of(rules: BlackjackRules, pair: int) -> int:
    """Return the kernel's action for splitting a pair: free or paid (FB-3)."""
    return FREE_SPLIT if pair in rules.splitting.free_pairs else SPLIT
