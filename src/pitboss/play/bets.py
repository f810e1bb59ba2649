"""A game's bets as data, and the validation of wagers before the deal (C-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from pitboss.money import Cents, Commission, show_money
from pitboss.play.refused import Refused, rather
from pitboss.play.steps import Seat
from pitboss.play.words import PLAIN, Words

SeatBets: TypeAlias = Mapping[str, Cents]
Wagers: TypeAlias = Mapping[Seat, SeatBets]


class Bet(Struct, frozen=True):
    """One betting spot: its limits, when it may be used, and what it pays."""

    name: str
    title: str
    least: Cents
    most: Cents
    meaning: str
    needs: tuple[str, ...] = ()
    equals: str | None = None
    compulsory: bool = False
    in_play: bool = False
    """Whether it is made when the dealer offers it, instead of before the deal."""
    for_dealers: bool = False
    """Whether its winnings go to the dealers, not the player (FB-9)."""
    pays: str = "1 to 1"
    """The payout under these rules, as a dealer would say it."""
    bonus: str = ""
    """A bonus paid on top of it, win or lose, as a dealer would say it."""
    commission: Commission | None = None
    """The house's commission on its winnings, if any; the edge may then depend on the stake."""
    grows: int = 1
    """The largest multiple of its original amount that can win, after splits and doubles."""
    sees: tuple[str, ...] = ()
    """The places of the dealer's cards that its pay table depends on, besides the seat's own cards."""
    excludes: tuple[str, ...] = ()
    """Bets that a seat may not make together with this one; it is enough if one of the two names the other."""

    @property
    def payout(self) -> str:
        """The payout with its bonus, as a dealer would say it."""
        return f"{self._paid}, and a bonus: {self.bonus}" if self.bonus else self._paid

    @property
    def short_payout(self) -> str:
        """The payout; a bonus is only mentioned, because its table is printed elsewhere."""
        return f"{self._paid} and a bonus" if self.bonus else self._paid

    @property
    def _paid(self) -> str:
        return f"{self.pays} {self.commission.spoken}" if self.commission else self.pays

    def lacks(self, placed: Mapping[str, int]) -> str | None:
        """Return the first required bet that is missing, if any."""
        return next((needed for needed in self.needs if needed not in placed), None)

    def excluded_by(self, placed: Mapping[str, int]) -> str | None:
        """Return the first bet that may not be made together with this one, if any."""
        return next((other for other in self.excludes if other in placed), None)

    def differs(self, placed: Mapping[str, int]) -> bool:
        """Whether it must equal another bet and does not."""
        return self.equals is not None and placed.get(self.equals) != placed[self.name]


def check_chips(bets: Sequence[Bet], chip: Cents, seat: Seat, placed: SeatBets, words: Words = PLAIN) -> None:
    """Raise if any chips are invalid no matter what else is bet."""
    by_name = {bet.name: bet for bet in bets if not bet.in_play}
    for name, amount in placed.items():
        if name not in by_name:
            _refuse_bet(bets, seat, name, by_name, words)
        _check_amount(by_name[name], chip, seat, amount, words)


def check_seat_bets(
    bets: Sequence[Bet], chip: Cents, seat: Seat, placed: SeatBets, words: Words = PLAIN
) -> None:  # fmt: skip
    """Raise unless all bets of a seat are valid; messages use `words`."""
    check_chips(bets, chip, seat, placed, words)
    for bet in bets:
        if bet.name in placed:
            if placed[bet.name] < bet.least:
                raise _outside(bet, seat, placed[bet.name], "under-limit", words)
            _check_required_bets(bet, seat, placed, words)
        elif bet.compulsory and placed and not bet.in_play:
            raise Refused("bet-missing", f"{words.to(seat)} must bet on {words.bet(bet.name)}: it is compulsory")


def _refuse_bet(bets: Sequence[Bet], seat: Seat, name: str, by_name: Mapping[str, Bet], words: Words) -> None:
    if any(bet.name == name for bet in bets):
        bet = words.bet(name)
        raise Refused("not-yet", f"{words.to(seat)} cannot bet on {bet} before the deal: the dealer will offer it")
    raise Refused("no-such-bet", f"unknown bet {name!r}: {rather(name, by_name)}")


def _check_amount(bet: Bet, chip: Cents, seat: Seat, amount: object, words: Words) -> None:
    what = f"{words.possessive(seat)} {words.bet(bet.name)}"
    if isinstance(amount, bool) or not isinstance(amount, int):
        raise Refused("not-an-amount", f"{what} must be in cents, as in 1000 for $10, not {amount!r}")
    if amount <= 0:
        raise Refused("not-an-amount", f"{what} must be more than $0, not {show_money(amount)}")
    if amount % chip:
        size = f"{what} of {show_money(amount)}"
        raise Refused("not-in-chips", f"{size} is not a whole number of {show_money(chip)} chips")
    if amount > bet.most:
        raise _outside(bet, seat, amount, "over-limit", words)


def _outside(bet: Bet, seat: Seat, amount: int, code: str, words: Words) -> Refused:
    limits = f"{show_money(bet.least)} to {show_money(bet.most)}"
    what = f"{words.possessive(seat)} {words.bet(bet.name)} of {show_money(amount)}"
    return Refused(code, f"{what} is outside its limits: {limits}")


def _check_required_bets(bet: Bet, seat: Seat, placed: SeatBets, words: Words) -> None:
    if needed := bet.lacks(placed):
        raise Refused(
            "bet-needs", f"{words.to(seat)} cannot bet on {words.bet(bet.name)} without a bet on {words.bet(needed)}"
        )
    if other := bet.excluded_by(placed):
        raise Refused(
            "bet-excludes", f"{words.to(seat)} may bet on {words.bet(bet.name)} or on {words.bet(other)}, not on both"
        )
    if bet.equals and bet.differs(placed):
        other = show_money(placed.get(bet.equals, 0))
        raise Refused(
            "not-equal", f"{words.possessive(seat)} {words.bet(bet.name)} must equal {words.bet(bet.equals)}: {other}"
        )
