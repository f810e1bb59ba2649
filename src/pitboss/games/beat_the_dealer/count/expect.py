"""The mean and variance of a Beat the Dealer seat's round, given its bonus bets."""

from __future__ import annotations

from fractions import Fraction

from pitboss.games.beat_the_dealer.count.solve import Stakes
from pitboss.games.beat_the_dealer.count.solved import solution_of
from pitboss.money import FREE
from pitboss.solving.answers.outlook import Outlook, Placed, outlook


def expect(placed: Placed) -> Outlook:
    """Return the exact mean and variance if all bets are played best together: a fold can forfeit a bonus (BD-5)."""
    bets, ante = placed.bets, placed.bets["ante"]
    held = Stakes(*(Fraction(bets.get(bonus, FREE), ante) for bonus in ("two-card", "five-card")))
    solution = solution_of(placed.rules, held)
    return outlook(((net, Fraction(ways, solution.deals)) for net, ways in solution.distribution.items()), ante)
