"""The mean and variance of a blackjack seat's round, given its wager and side bets."""

from __future__ import annotations

from pitboss.games.blackjack.deal.rules import SIDE_BETS
from pitboss.solving.answers.outlook import Outlook, Placed


def expect(placed: Placed) -> Outlook:
    """Return the mean and variance at best play of the main wager."""
    bets, analysis = placed.bets, placed.analysis()
    made = ["main", *(bet for bet in SIDE_BETS if bet in bets)]
    mean = sum(float(analysis.bet(bet).ev) * bets[bet] for bet in made)
    if len(made) == 1:
        return Outlook(mean, float(analysis.bet("main").variance) * bets["main"] ** 2)
    known = placed.covariances()
    assert known is not None
    return Outlook(mean, float(known.variance({bet: bets[bet] for bet in made})))
