"""What a seat of Free Bet may expect of a round, from its wager, its side bets and its toke."""

from __future__ import annotations

from pitboss.counting.outlook import Outlook, Placed
from pitboss.games.free_bet.deal.player import SIDE_BETS
from pitboss.money import FREE


def expect(placed: Placed) -> Outlook:
    """
    The mean of best play of the main bet; what comes back on a toke is the dealers', so it is spent (FB-9).

    The variance is exact, but with a Pot of Gold, whose tokens hang together with the hands: then it is counted over
    simulated rounds.
    """
    rules, bets, analysis = placed.rules, placed.bets, placed.analysis()
    aside = [bet for bet in SIDE_BETS if bet in bets]
    mean = sum(float(analysis.bet(bet).ev) * bets[bet] for bet in ("main", *aside)) - bets.get("toke", FREE)
    if "pot-of-gold" not in aside and analysis.covariances:
        return Outlook(mean, float(analysis.covariances.variance({bet: bets[bet] for bet in ("main", *aside)})))
    units = {bet: bets.get(bet, FREE) // rules.chip for bet in ("main", *SIDE_BETS)}
    return Outlook(mean, placed.variance(units))
