"""The exact figure beside a simulated one, where there is one for the same rules and play."""

from __future__ import annotations

from pitboss.games import GAMES
from pitboss.games.odds import analysis_of
from pitboss.simulation.plan import Plan
from pitboss.simulation.tally import Figures

BEST = "best"


def exact_means(plan: Plan, figures: dict[str, Figures]) -> dict[str, float]:
    """Each bet's exact mean, for best play from a fresh pack; a bet that the odds do not know is left out."""
    if plan.strategy != BEST or plan.shoe:
        return {}
    game = GAMES[plan.game]
    bets = analysis_of(game, game.rules.read(plan.rules)).bets
    known = {bet.name: float(bet.ev) for bet in bets}
    return {name: known[family(name, known)] for name in figures if family(name, known) in known}


def family(name: str, known: dict[str, float]) -> str:
    """The name under which the odds know a bet: call-7 is one of flip~it's Call It bets."""
    return name if name in known else name.split("-")[0]
