"""The bets of a game as data, and the check that every wager passes before a card is dealt (C-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from pitboss.money import Cents, show_money
from pitboss.play.refused import Refused, rather
from pitboss.play.steps import Seat

SeatBets: TypeAlias = Mapping[str, Cents]
Wagers: TypeAlias = Mapping[Seat, SeatBets]


class Bet(Struct, frozen=True):
    """One spot on the layout: what may lie on it, when, and what it is for."""

    name: str
    title: str
    least: Cents
    most: Cents
    meaning: str
    needs: tuple[str, ...] = ()
    equals: str | None = None
    compulsory: bool = False
    in_play: bool = False
    """Made when the dealer offers it, not before the deal."""
    for_dealers: bool = False
    """What comes back on it is the dealers', not the player's (FB-9)."""

    def lacks(self, placed: Mapping[str, int]) -> str | None:
        """A bet that is not there and without which this one cannot be made."""
        return next((needed for needed in self.needs if needed not in placed), None)

    def differs(self, placed: Mapping[str, int]) -> bool:
        """Whether it must equal a bet that it does not equal."""
        return self.equals is not None and placed.get(self.equals) != placed[self.name]


def check_seat_bets(bets: Sequence[Bet], chip: Cents, seat: Seat, placed: SeatBets) -> None:
    """Refuse what one seat has put down unless every chip of it may lie there."""
    by_name = {bet.name: bet for bet in bets if not bet.in_play}
    for name, amount in placed.items():
        if name not in by_name:
            _refuse_bet(bets, seat, name, by_name)
        _check_amount(by_name[name], chip, seat, amount)
    for bet in by_name.values():
        if bet.name in placed:
            _check_company(bet, seat, placed)
        elif bet.compulsory and placed:
            raise Refused("bet-missing", f"seat {seat} must bet on {bet.name}: it is compulsory")


def _refuse_bet(bets: Sequence[Bet], seat: Seat, name: str, by_name: Mapping[str, Bet]) -> None:
    if any(bet.name == name for bet in bets):
        raise Refused("not-yet", f"seat {seat} cannot bet on {name} before the deal: the dealer will offer it")
    raise Refused("no-such-bet", f"there is no bet {name!r}: {rather(name, by_name)}")


def _check_amount(bet: Bet, chip: Cents, seat: Seat, amount: object) -> None:
    if isinstance(amount, bool) or not isinstance(amount, int):
        raise Refused("not-an-amount", f"seat {seat}'s {bet.name} must be cents, as in 1000 for $10, not {amount!r}")
    if amount <= 0:
        raise Refused("not-an-amount", f"seat {seat}'s {bet.name} must be more than $0, not {show_money(amount)}")
    if amount % chip:
        raise Refused(
            "not-in-chips",
            f"seat {seat}'s {bet.name} of {show_money(amount)} is not a whole number of {show_money(chip)} chips",
        )
    if not bet.least <= amount <= bet.most:
        raise Refused(
            "over-limit" if amount > bet.most else "under-limit",
            f"seat {seat}'s {bet.name} of {show_money(amount)} is outside its limits:"
            f" {show_money(bet.least)} to {show_money(bet.most)}",
        )


def _check_company(bet: Bet, seat: Seat, placed: SeatBets) -> None:
    if needed := bet.lacks(placed):
        raise Refused("bet-needs", f"seat {seat} cannot bet on {bet.name} without a bet on {needed}")
    if bet.equals and bet.differs(placed):
        other = show_money(placed.get(bet.equals, 0))
        raise Refused("not-equal", f"seat {seat}'s {bet.name} must equal {bet.equals}: {other}")
