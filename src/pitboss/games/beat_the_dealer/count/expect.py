"""What a seat of Beat the Dealer may expect of a round, its bonus bets held in mind."""

from __future__ import annotations

from fractions import Fraction

from pitboss.games.beat_the_dealer.count.solve import Stakes
from pitboss.games.beat_the_dealer.count.solved import solution_of
from pitboss.money import FREE
from pitboss.solving.answers.outlook import Outlook, Placed, outlook


def expect(placed: Placed) -> Outlook:
    """Exact, over all deals: best play of all bets together, as a fold may forfeit a bonus (BD-5)."""
    bets, ante = placed.bets, placed.bets["ante"]
    held = Stakes(*(Fraction(bets.get(bonus, FREE), ante) for bonus in ("two-card", "five-card")))
    solution = solution_of(placed.rules, held)
    return outlook(((net, Fraction(ways, solution.deals)) for net, ways in solution.distribution.items()), ante)
