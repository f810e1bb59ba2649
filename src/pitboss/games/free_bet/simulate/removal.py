"""Effects of removal for Free Bet: how one missing card changes each bet."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np

from pitboss.cards import rank_name
from pitboss.games.free_bet.count.counted_rules import (
    MOST_TOKENS,
    CountedRules,
    counted_rules,
    shoe_counts,
    splits_free,
)
from pitboss.games.free_bet.count.kernels import DOUBLE
from pitboss.games.free_bet.count.played_out import PlayedOut, WayToPlay
from pitboss.games.free_bet.count.side_bets import split_tokens
from pitboss.games.free_bet.count.solve import Solution, Solver, solution_of
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.solving.answers.threats import Removal, Tell, silent
from pitboss.solving.blackjack_legacy.dealer.dealer_hands import exact_chance
from pitboss.solving.blackjack_legacy.joint_odds import NATURAL, TWENTY_TWO
from pitboss.solving.blackjack_legacy.splits import OWN
from pitboss.solving.blackjack_legacy.values import ACE, TEN, VALUES, Numbers, Pack
from pitboss.statistics.exactness import Number

RANKS = (14, *range(2, 14))
"""The ranks in the order of values, ace first."""


_found: dict[Rules, Removal] = {}
"""A cache of computed effects, to which the counts are fitted."""


def removal(rules: Rules, tell: Tell = silent) -> Removal:
    """Return the effects by rank: main bet and Pot of Gold re-solved, Push 22 and insurance as exact fractions."""
    if rules not in _found:
        _found[rules] = _work_out(rules, tell)
    return _found[rules]


def _work_out(rules: Rules, tell: Tell) -> Removal:
    terms = counted_rules(rules)
    counts = shoe_counts(terms)
    full = solution_of(terms)
    start = edges_of(terms, counts, full)
    done = 0

    def without(value: int) -> tuple[dict[str, Number], dict[str, float]]:
        nonlocal done
        left = (*counts[:value], counts[value] - 1, *counts[value + 1 :])
        anew = Solver(terms, counts=left).solve()
        found = edges_of(terms, left, anew), by_chart(full, anew)
        done += 1
        tell(f"{done} of {VALUES} values gone")
        return found

    with ThreadPoolExecutor(2) as threads:
        by_value = list(threads.map(without, range(VALUES)))
    best = {bet: _by_rank([edges[bet] - edge for edges, _ in by_value]) for bet, edge in start.items()}
    kept = {bet: _by_rank([worths[bet] - float(start[bet]) for _, worths in by_value]) for bet in by_value[0][1]}
    note = (
        "Off the top of a full shoe. Main bet and Pot of Gold in double precision, at best play of the main bet;"
        " Push 22 and insurance (with an ace up) in fractions. 10, J, Q and K are alike."
    )
    return Removal(best, kept, start, note)


def _by_rank(by_value: list[Number]) -> Mapping[str, Number]:
    return {rank_name(rank): by_value[min(place, TEN)] for place, rank in enumerate(RANKS)}


def edges_of(terms: CountedRules, counts: Pack, solution: Solution) -> dict[str, Number]:
    """Return the player's edge on each bet from this shoe."""
    tens, others = counts[TEN], sum(counts) - (counts[ACE] > 0)
    return {
        "main": float(solution.ev),
        "pot-of-gold": float(solution.tokens @ np.array(terms.pot_of_gold)),
        "push-22": (Fraction(terms.push_22_pays) + 1) * exact_chance(counts, TWENTY_TWO, terms.hits_soft_17) - 1,
        "insurance": Fraction(3 * tens, others) - 1,
    }


def by_chart(full: Solution, anew: Solution) -> dict[str, float]:
    """Return the values of main bet and Pot of Gold from a smaller shoe, played by the full-shoe strategy."""
    played = PlayedOut(full.terms, full.graph, odds_by(full, anew), WayToPlay(full.best, full.again), anew.counts)
    tokens, pays = _tokens(played), np.array(full.terms.pot_of_gold)
    return {
        "main": float(played.worth_by_up_card().sum()),
        "pot-of-gold": float(pays[0] + tokens @ (pays - pays[0])),
    }


def odds_by(full: Solution, anew: Solution) -> Numbers:
    """Return the smaller shoe's dealer odds for the hands of the full one, with 0 for hands it cannot deal."""
    wanted, known = full.graph.removed, anew.graph.removed
    if np.array_equal(wanted, known):
        return anew.odds
    odds = np.zeros((len(wanted), *anew.odds.shape[1:]))
    odds[np.searchsorted(wanted, known)] = anew.odds
    return odds


def _tokens(played: PlayedOut) -> Numbers:
    """Return the probabilities of one or more tokens under a strategy. The entry for no token is 0."""
    graph, plan, chances = played.graph, played.plan, np.zeros(MOST_TOKENS + 1)
    for node in graph.two[0].ravel():
        earns = (plan.best[OWN][node] == DOUBLE) & played.free_double[node]
        chances[1] += float(played.odds[graph.rows[node, 0], :NATURAL].sum(axis=0)[earns].sum())
    for pair in range(VALUES):
        two = graph.two[1, pair]
        doubles = ((best[two] == DOUBLE) & played.free_double[two, None] for best in plan.best)
        own, others = (tuple(map(tuple, each.T.tolist())) for each in doubles)
        free, again = splits_free(played.terms, pair), tuple(plan.again[pair])
        chances += split_tokens(played.counts, pair, again, free, own, others)[played.is_split(pair)].sum(axis=0)
    return np.append(0.0, chances[1:])
