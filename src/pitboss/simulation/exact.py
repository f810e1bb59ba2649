"""Exact figures for comparison with simulated ones, under the same rules and strategy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.games import GAMES
from pitboss.games.odds import analysis_of
from pitboss.simulation.plan import Plan, simulator
from pitboss.simulation.stakes import units_on
from pitboss.simulation.tally import PLAYED, Figures
from pitboss.solving.answers.analysis import BetOdds
from pitboss.solving.answers.simulator import Chances, KnowsExact, KnowsLines, by_net

BEST = "best"
SAME = 1e-9
"""The largest accepted difference between two means computed in different ways."""


def exact_means(plan: Plan, names: Iterable[str]) -> dict[str, float]:
    """Return each bet's exact mean, for best play from a fresh pack. Bets that are not always made may have none."""
    made = simulator(plan)
    if isinstance(made, KnowsExact):
        return dict(made.exact_means())
    return {name: float(bet.ev) for name, bet in _odds(plan, names).items()}


def exact_figures(plan: Plan, figures: Mapping[str, Figures]) -> dict[str, float]:
    """Return the exact means of these bets, and of all bets together if each is known and made in every round."""
    means = exact_means(plan, figures)
    bets = {bet.name: bet for bet in GAMES[plan.game].bets(GAMES[plan.game].rules.read(plan.rules))}
    made = {name: found for name, found in figures.items() if name != PLAYED and not bets[name].for_dealers}
    times = figures[PLAYED].times if PLAYED in figures else None
    is_known = all(name in means and found.times == times for name, found in made.items())
    if PLAYED not in means and made and is_known:
        means[PLAYED] = sum(units_on(bets[name], plan.stakes) * means[name] for name in made)
    return means


def exact_lines(plan: Plan, means: Mapping[str, float]) -> dict[str, Chances]:
    """Return each bet's probability by net result, for bets whose mean is the one that `pitboss odds` gives."""
    made = simulator(plan)
    if isinstance(made, KnowsLines):
        return dict(made.exact_lines())
    known = _odds(plan, means)
    return {name: by_net(bet) for name, bet in known.items() if abs(float(bet.ev) - means[name]) < SAME}


def _odds(plan: Plan, names: Iterable[str]) -> dict[str, BetOdds]:
    """Return the exact odds of the bets made before the deal, with best play from fresh packs."""
    if plan.strategy != BEST or plan.changes or plan.shoe:
        return {}
    game = GAMES[plan.game]
    rules = game.rules.read(plan.rules)
    known = {bet.name: bet for bet in analysis_of(game, rules).bets}
    offered = {bet.name for bet in game.bets(rules) if bet.in_play}
    named = {name: family(name, known) for name in names if name not in offered}
    return {name: known[other] for name, other in named.items() if other in known}


def family(name: str, known: Mapping[str, object]) -> str:
    """Return the name under which the odds list a bet: call-7 is one of the Call It bets."""
    return name if name in known else name.split("-", maxsplit=1)[0]
