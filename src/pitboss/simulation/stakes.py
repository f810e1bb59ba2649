"""Units on the bets before the deal: one on each by default, validated as the dealer would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.play.bets import Bet
from pitboss.play.refused import Refused, rather


def units_on(bet: Bet, stakes: Mapping[str, int]) -> int:
    """Return the units on a bet. Tokes are bet only on request (FB-9)."""
    return stakes.get(bet.name, 0 if bet.for_dealers else 1)


def check_units(bets: Sequence[Bet], stakes: Mapping[str, int]) -> None:
    """Reject unknown pre-deal bets and non-integer units."""
    names = [bet.name for bet in bets]
    for name, units in stakes.items():
        if name not in names:
            raise Refused("no-such-bet", f"unknown bet {name!r} before the deal: {rather(name, names)}")
        if isinstance(units, bool) or not isinstance(units, int) or units < 0:
            raise Refused("bad-stake", f"units on {name} must be a whole number, 0 for no bet, not {units!r}")


def check_company(bets: Sequence[Bet], stakes: Mapping[str, int]) -> None:
    """Reject a bet without the bet it needs, unequal bets that must be equal, and a round without bets."""
    laid = {bet.name: units for bet in bets if (units := units_on(bet, stakes))}
    if not laid:
        raise Refused("no-wager", "nothing is bet: put units on one bet at least")
    for bet in bets:
        if bet.name not in laid:
            continue
        if needed := bet.lacks(laid):
            reason = f"{bet.name} cannot be bet without {needed}: put units on {needed}, or set {bet.name}=0 too"
            raise Refused("bet-needs", reason)
        if other := bet.excluded_by(laid):
            raise Refused(
                "bet-excludes", f"{bet.name} cannot be bet together with {other}: set {other}=0, or simulate each"
            )
        if bet.equals and bet.differs(laid):
            raise Refused("not-equal", f"units on {bet.name} must equal those on {bet.equals}: {laid.get(bet.equals)}")
