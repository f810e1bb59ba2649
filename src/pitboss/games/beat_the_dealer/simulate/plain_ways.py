"""Ways to play Beat the Dealer whose value is a plain sum over the tally of all deals."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from pitboss.games.beat_the_dealer.count.solve import BETS, Solution
from pitboss.games.beat_the_dealer.deal.hands import ShowdownOutcome, main_net, starting_hand
from pitboss.games.beat_the_dealer.simulate.decisions import ONE, OTHER, Decisions, best_bets
from pitboss.games.beat_the_dealer.simulate.kernels import Codes
from pitboss.games.beat_the_dealer.simulate.strategy_file import bets_with

_FLOP_BET = 2
_TURN, _RIVER = 2, 1
_ALWAYS, _NEVER, _BEST = "always", "never", "best"


def plain_ev(game: Solution, decided: Decisions) -> Fraction | None:
    """
    Return the expected value of the main bets in antes, for any choice of folds.

    Turn and river bet must each be made always, never, or as best play does; otherwise return None.
    """
    turn, river = (_when_made(bet, bits) for bet, bits in (("turn", decided.turn), ("river", decided.river)))
    if turn is None or river is None:
        return None
    raised = [_FLOP_BET + _is_made(turn, code & _TURN) + _is_made(river, code & _RIVER) for code in range(BETS)]
    holes = zip(ONE.tolist(), OTHER.tolist(), strict=True)
    folded = {starting_hand(one, other) for one, other in holes if decided.folds[one, other]}
    return _main_ev(game, folded, raised)


def random_ev(game: Solution) -> Fraction:
    """Return the expected value if half of all hands are folded and half of the turn and river bets made, at random."""
    return (_main_ev(game, (), [_FLOP_BET + 1] * BETS) - 1) / 2


def _main_ev(game: Solution, folded: Collection[int], raised: Sequence[int]) -> Fraction:
    """Return the value if these starting hands are folded. `raised` is indexed by the bets that best play makes."""
    total = 0
    for start, lines in game.lines.items():
        if start in folded:
            total -= sum(lines)
            continue
        for bets, outcome in product(range(BETS), ShowdownOutcome):
            total += main_net(outcome, raised[bets]) * sum(line[bets][outcome] for line in game.tally[start])
    return Fraction(total, game.deals)


def _when_made(bet: str, bits: Codes) -> str | None:
    """Return when a bet is made: always, never, as best play does, or None for any other way."""
    if np.array_equal(bits, best_bets()[bet == "river"]):
        return _BEST
    if not bits.any():
        return _NEVER
    return _ALWAYS if np.array_equal(bits, bets_with(bet, ["anything"])) else None


def _is_made(way: str, by_best_play: int) -> bool:
    return way == _ALWAYS or (way == _BEST and by_best_play > 0)
