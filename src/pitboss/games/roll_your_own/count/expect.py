"""What a seat of Roll Your Own may expect of a round: its three bets are always equal, so it is the round as played."""

from __future__ import annotations

from pitboss.counting.outlook import Outlook, Placed, outlook


def expect(placed: Placed) -> Outlook:
    """The mean is exact; the variance takes hands as independent once the dealer's total is known."""
    played = placed.analysis().played
    assert played is not None
    return outlook(played.distribution, placed.bets["two-card"])
