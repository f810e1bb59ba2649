"""
A Beat the Dealer strategy that a person can remember: hands to fold, and holdings to bet turn and river with.

Turn and river bets pay even money under all rules, so their gains are computed once and cached on disk.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.games.beat_the_dealer.count.solve import RAISED, STARTS, start_name
from pitboss.games.beat_the_dealer.count.solved import cached_tally
from pitboss.games.beat_the_dealer.deal.hands import ShowdownOutcome, main_net, starting_hand
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.games.beat_the_dealer.simulate.decisions import ONE, OTHER, gains
from pitboss.games.beat_the_dealer.simulate.hole_words import WORDS, Holdings
from pitboss.solving.answers.cached_answers import cached_bytes
from pitboss.solving.answers.simple_strategy import SimplePlay
from pitboss.solving.holdem.suit_names import renamed, spots

TURN = ("own pair", "straight or better", "flush draw", "ace")
RIVER = ("own pair", "straight or better")
"""The holdings to bet with: the most profitable of the short lists that were tried."""
_SENTENCES = (
    "Bet the turn with a pair of your own (one of your cards must be in it), a straight or better, four to a flush, or"
    " an ace in your hand.",
    "Bet the river with a pair of your own, or a straight or better.",
)
SIDE_BETS = ("two-card", "five-card")
"""Side bets, which are left out of the cost of imperfect play."""
_BATCH = 1000
_ORDERS = 4
"""The number of ways to order a four-card board as a flop and a turn."""

Ints = NDArray[np.int64]


def simple(rules: Rules) -> SimplePlay:
    """Return the strategy: fold each hand if that is better, given that turn and river are bet by the lists."""
    tally, added = cached_tally(rules.ante_pays_from.number), _added()
    nets = [main_net(outcome, RAISED[0]) for outcome in ShowdownOutcome]
    won = deals = 0
    folded = []
    for start in range(STARTS):
        ends = [[sum(made[end] for line in tally[start] for made in [line[bets]]) for bets in range(len(RAISED))]
                for end in range(len(ShowdownOutcome))]  # fmt: skip
        count = sum(map(sum, ends))
        gain = sum(net * sum(counts) for net, counts in zip(nets, ends, strict=True)) + int(added[start])
        deals += count
        if count and gain < -count:
            folded.append(start_name(start))
        won += max(gain, -count)
    changes = {"fold": folded, "turn": list(TURN), "river": list(RIVER)}
    return SimplePlay((_in_words(folded), *_SENTENCES), Fraction(won, deals), "best", changes, side_bets=SIDE_BETS)


def _in_words(folded: list[str]) -> str:
    """
    Return the hands to fold in words.

    >>> _in_words(["32o", "42o", "72o"]), _in_words([])
    ('Fold 3-2, 4-2 and 7-2 of two suits, bet the flop with every other hand.', 'Bet the flop with every hand.')
    """
    if not folded:
        return "Bet the flop with every hand."
    groups = [
        (_listed([f"{name[0]}-{name[1]}".replace("T", "10") for name in folded if name[2:] == kind]), words)
        for kind, words in (("o", " of two suits"), ("s", " of one suit"), ("", ""))
    ]
    return f"Fold {', '.join(names + words for names, words in groups if names)}, bet the flop with every other hand."


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _added() -> Ints:
    """Return the gain from both bets by starting hand, summed over all deals."""

    def count() -> bytes:
        _, sets = spots()
        turn, river = gains()
        added = _by_start(sets.flops, turn, TURN) + _ORDERS * _by_start(sets.boards, river, RIVER)
        return added.astype("<i8").tobytes()

    asked = {"game": "beat-the-dealer", "what": "simple bets", "turn": TURN, "river": RIVER}
    return np.frombuffer(cached_bytes(asked, count), "<i8")


def _by_start(boards: Ints, won: NDArray[np.int64] | NDArray[np.int32], held: Collection[str]) -> Ints:
    """Return the gain from bets with these holdings on all boards, by starting hand."""
    starts = np.array([starting_hand(one, other) for one, other in zip(ONE.tolist(), OTHER.tolist(), strict=True)])
    sums = np.zeros(STARTS, np.int64)
    for begin in range(0, len(boards), _BATCH):
        some = boards[begin : begin + _BATCH]
        holdings = Holdings(ONE, OTHER, some)
        made = np.zeros((len(some), len(ONE)), np.bool_)
        for name in held:
            made |= WORDS[name](holdings)
        for card in some.T:
            made &= (card[:, None] != ONE) & (card[:, None] != OTHER)
        by_hole = (_count_equivalent(some)[:, None] * won[begin : begin + _BATCH].astype(np.int64) * made).sum(axis=0)
        np.add.at(sums, starts, by_hole)
    return sums


def _count_equivalent(boards: Ints) -> Ints:
    """Return the number of boards that each one represents."""
    return np.array([len({tuple(sorted(names)) for names in renamed()[:, board].tolist()}) for board in boards])
