"""Effects of removal for Free Bet: how one missing card changes each bet."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np

from pitboss.cards import rank_name
from pitboss.games.free_bet.count.side_bets import chance_of_22
from pitboss.games.free_bet.count.solved import pot_of_gold, solver_rules
from pitboss.games.free_bet.count.tokens import tokens_of
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.solving.answers.threats import Progress, Removal, ignore_progress
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES
from pitboss.solving.blackjack.solve import SolvedGame, follow, solve, solved
from pitboss.statistics.exactness import Number

RANKS = (14, *range(2, 14))
"""The ranks in the order of values, ace first."""


_found: dict[Rules, Removal] = {}
"""A cache of computed effects, which the card counts are fitted to."""


def removal(rules: Rules, progress: Progress = ignore_progress) -> Removal:
    """Return the effects by rank: main bet and Pot of Gold re-optimised, Push 22 and insurance as exact fractions."""
    if rules not in _found:
        _found[rules] = _work_out(rules, progress)
    return _found[rules]


def _work_out(rules: Rules, progress: Progress) -> Removal:
    full = solved(solver_rules(rules))
    counts = full.rules.pack
    start = edges_of(rules, full)
    done = 0

    def without(value: int) -> tuple[dict[str, Number], dict[str, float]]:
        nonlocal done
        left = (*counts[:value], counts[value] - 1, *counts[value + 1 :])
        found = edges_of(rules, solve(solver_rules(rules, left))), play_edges(rules, follow(full, left))
        done += 1
        progress(f"{done} of {VALUES} values gone")
        return found

    with ThreadPoolExecutor(2) as threads:
        by_value = list(threads.map(without, range(VALUES)))
    best = {bet: _by_rank([edges[bet] - edge for edges, _ in by_value]) for bet, edge in start.items()}
    fixed_play = {bet: _by_rank([worths[bet] - float(start[bet]) for _, worths in by_value]) for bet in by_value[0][1]}
    note = (
        "Off the top of a full shoe. Main bet and Pot of Gold in double precision, at best play of the main bet;"
        " Push 22 and insurance (with an ace up) in fractions. 10, J, Q and K are alike."
    )
    return Removal(best, fixed_play, start, note)


def _by_rank(by_value: list[Number]) -> Mapping[str, Number]:
    return {rank_name(rank): by_value[min(place, TEN)] for place, rank in enumerate(RANKS)}


def edges_of(rules: Rules, game: SolvedGame) -> dict[str, Number]:
    """Return the player's edge on each bet from this shoe."""
    pack = game.rules.pack
    return {
        **play_edges(rules, game),
        "push-22": (rules.push_22_pays.ratio + 1) * chance_of_22(game.rules) - 1,
        "insurance": Fraction(3 * pack[TEN], sum(pack) - (pack[ACE] > 0)) - 1,
    }


def play_edges(rules: Rules, game: SolvedGame) -> dict[str, float]:
    """Return the player's edge on the bets that depend on how the hands are played."""
    return {"main": game.expected_value, "pot-of-gold": float(tokens_of(game) @ np.array(pot_of_gold(rules)))}
