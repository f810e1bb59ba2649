"""Units on the bets before the deal: one on each if nothing is said, and only such as the dealer would take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.play.bets import Bet
from pitboss.play.refused import Refused, rather


def units_on(bet: Bet, stakes: Mapping[str, int]) -> int:
    """Units that ride on a bet; tokes are the dealers' and are bet only if said so (FB-9)."""
    return stakes.get(bet.name, 0 if bet.for_dealers else 1)


def check_units(bets: Sequence[Bet], stakes: Mapping[str, int]) -> None:
    """Refuse a bet that there is not before the deal, and units that are no whole number."""
    names = [bet.name for bet in bets]
    for name, units in stakes.items():
        if name not in names:
            raise Refused("no-such-bet", f"there is no bet {name!r} before the deal: {rather(name, names)}")
        if isinstance(units, bool) or not isinstance(units, int) or units < 0:
            raise Refused("bad-stake", f"units on {name} must be a whole number, 0 for no bet, not {units!r}")


def check_company(bets: Sequence[Bet], stakes: Mapping[str, int]) -> None:
    """Refuse a bet that cannot be made without another one or must equal it, as at the table, and no bets at all."""
    laid = {bet.name: units for bet in bets if (units := units_on(bet, stakes))}
    if not laid:
        raise Refused("no-wager", "nothing is bet: put units on one bet at least")
    for bet in bets:
        if bet.name not in laid:
            continue
        if needed := bet.lacks(laid):
            reason = f"{bet.name} cannot be bet without {needed}: put units on {needed}, or set {bet.name}=0 too"
            raise Refused("bet-needs", reason)
        if bet.equals and bet.differs(laid):
            raise Refused("not-equal", f"units on {bet.name} must equal those on {bet.equals}: {laid.get(bet.equals)}")
