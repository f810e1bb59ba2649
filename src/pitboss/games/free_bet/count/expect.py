"""What a seat of Free Bet may expect of a round, from its wager, its side bets and its toke."""

from __future__ import annotations

from pitboss.counting.outlook import Outlook, Placed
from pitboss.games.free_bet.deal.player import SIDE_BETS
from pitboss.money import FREE


def expect(placed: Placed) -> Outlook:
    """
    The mean of best play of the main bet; what comes back on a toke is the dealers', so it is spent (FB-9).

    Side bets hang together with the hand, so that their variance is counted over simulated rounds.
    """
    rules, bets, analysis = placed.rules, placed.bets, placed.analysis()
    aside = [bet for bet in SIDE_BETS if bet in bets]
    mean = sum(float(analysis.bet(bet).ev) * bets[bet] for bet in ("main", *aside)) - bets.get("toke", FREE)
    if not aside:
        return Outlook(mean, (analysis.bet("main").sd * bets["main"]) ** 2)
    units = {bet: bets.get(bet, FREE) // rules.chip for bet in ("main", *SIDE_BETS)}
    return Outlook(mean, placed.variance(units))
