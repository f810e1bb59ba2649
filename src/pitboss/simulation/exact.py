"""The exact figure beside a simulated one, where there is one for the same rules and play."""

from __future__ import annotations

from pitboss.counting.simulator import KnowsExact
from pitboss.games import GAMES
from pitboss.games.odds import analysis_of
from pitboss.simulation.plan import Plan, simulator
from pitboss.simulation.tally import Figures

BEST = "best"


def exact_means(plan: Plan, figures: dict[str, Figures]) -> dict[str, float]:
    """Each bet's exact mean, for best play from a fresh pack; a bet made only now and then in the round has none."""
    made = simulator(plan)
    if isinstance(made, KnowsExact):
        return dict(made.exact_means())
    if plan.strategy != BEST or plan.shoe:
        return {}
    game = GAMES[plan.game]
    rules = game.rules.read(plan.rules)
    bets = analysis_of(game, rules).bets
    known = {bet.name: float(bet.ev) for bet in bets}
    offered = {bet.name for bet in game.bets(rules) if bet.in_play}
    named = {name: family(name, known) for name in figures if name not in offered}
    return {name: known[other] for name, other in named.items() if other in known}


def family(name: str, known: dict[str, float]) -> str:
    """The name under which the odds know a bet: call-7 is one of flip~it's Call It bets."""
    return name if name in known else name.split("-", maxsplit=1)[0]
