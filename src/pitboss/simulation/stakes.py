"""Units on the bets made before the deal: one on each by default, validated as a dealer would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pitboss.play.bets import Bet
from pitboss.play.refused import Refused, rather


class BetAlone(NamedTuple):
    """One bet considered on its own, as a mathematical question: the rules allow it only together with others."""

    bet: Bet
    units: int
    needed: tuple[str, ...]
    """The bets that it requires, on which the caller asked for 0 units."""

    @property
    def note(self) -> str:
        """A sentence that says which bet this is, and which bets the rules require with it."""
        together = " and ".join(self.needed)
        return f"Units on {self.bet.name} {self.units}, alone: the rules deal it only together with {together}."

    def stakes(self, bets: Sequence[Bet]) -> dict[str, int]:
        """Return stakes with which a round can be dealt: this bet and the bets it requires, and no others."""
        by_name = {bet.name: bet for bet in bets}
        wanted = [*self.needed, *(bet.name for bet in bets if bet.compulsory and bet.name != self.bet.name)]
        laid = dict.fromkeys(by_name, 0) | {self.bet.name: self.units}
        while wanted:
            name = wanted.pop()
            laid[name] = self.units if name == self.bet.equals else 1
            wanted += [other for other in _required(by_name[name]) if not laid[other]]
        return laid


def bet_alone(bets: Sequence[Bet], stakes: Mapping[str, int]) -> BetAlone | None:
    """Return the only bet with units if a bet that it requires is set to 0, otherwise None."""
    check_units(bets, stakes)
    made = [bet for bet in bets if stakes.get(bet.name)]
    if len(made) != 1:
        return None
    needed = tuple(name for name in _required(made[0]) if stakes.get(name) == 0)
    return BetAlone(made[0], stakes[made[0].name], needed) if needed else None


def _required(bet: Bet) -> list[str]:
    """Return the bets that this one requires."""
    return [name for name in dict.fromkeys((*bet.needs, bet.equals)) if name]


def units_on(bet: Bet, stakes: Mapping[str, int]) -> int:
    """Return the units on a bet. Toke bets are made only on request (FB-9)."""
    return stakes.get(bet.name, 0 if bet.for_dealers else 1)


def stakes_together(bets: Sequence[Bet]) -> Iterator[dict[str, int]]:
    """Yield default stakes that the rules allow together, until each bet has been made at least once."""
    waiting = [bet for bet in bets if units_on(bet, {})]
    while waiting:
        made: list[Bet] = []
        for bet in [*waiting, *(bet for bet in bets if units_on(bet, {}) and bet not in waiting)]:
            if not any(bet.excluded_by({other.name: 1}) or other.excluded_by({bet.name: 1}) for other in made):
                made.append(bet)
        waiting = [bet for bet in waiting if bet not in made]
        yield {bet.name: int(bet in made) for bet in bets}


def check_units(bets: Sequence[Bet], stakes: Mapping[str, int]) -> None:
    """Reject unknown pre-deal bets and non-integer units."""
    names = [bet.name for bet in bets]
    for name, units in stakes.items():
        if name not in names:
            raise Refused("no-such-bet", f"unknown bet {name!r} before the deal: {rather(name, names)}")
        if isinstance(units, bool) or not isinstance(units, int) or units < 0:
            raise Refused("bad-stake", f"units on {name} must be a whole number, 0 for no bet, not {units!r}")


def check_required_bets(bets: Sequence[Bet], stakes: Mapping[str, int]) -> None:
    """Reject bets without the bets they require, unequal bets that must be equal, and a round without bets."""
    laid = {bet.name: units for bet in bets if (units := units_on(bet, stakes))}
    if not laid:
        raise Refused("no-wager", "there is no bet: put at least 1 unit on a bet")
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
            raise Refused(
                "not-equal", f"units on {bet.name} must equal those on {bet.equals}: {laid.get(bet.equals, 0)}"
            )
