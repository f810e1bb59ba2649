"""The mean and variance of a Free Bet seat's round, given its wager, side bets and toke."""

from __future__ import annotations

from pitboss.games.free_bet.deal.player import SIDE_BETS
from pitboss.money import FREE
from pitboss.solving.answers.outlook import Outlook, Placed


def expect(placed: Placed) -> Outlook:
    """Return the mean and variance at best play of the main bet. A toke counts as spent (FB-9)."""
    bets, analysis = placed.bets, placed.analysis()
    made = ["main", *(bet for bet in SIDE_BETS if bet in bets)]
    mean = sum(float(analysis.bet(bet).ev) * bets[bet] for bet in made) - bets.get("toke", FREE)
    known = placed.covariances() if "pot-of-gold" in made else analysis.covariances
    assert known is not None
    return Outlook(mean, float(known.variance({bet: bets[bet] for bet in made})))
