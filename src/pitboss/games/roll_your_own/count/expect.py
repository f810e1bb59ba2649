"""The mean and variance of a Roll Your Own round. All three bets are always equal, as in the round as played."""

from __future__ import annotations

from pitboss.solving.answers.outlook import Outlook, Placed


def expect(placed: Placed) -> Outlook:
    """Return the exact mean and variance of the round at best play."""
    played, unit = placed.analysis().played, placed.bets["two-card"]
    assert played is not None
    return Outlook(float(played.ev) * unit, float(played.variance) * unit**2)
