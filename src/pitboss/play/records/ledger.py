"""Accounting for a round, based on its events."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from pitboss.play.steps import Event, Returned, Seat, Settled, Voided, Wagered

Net = dict[Seat, dict[str, int]]


def net(events: Iterable[Event]) -> Net:
    """Return each seat's net result on each bet, in cents, excluding the stake."""
    result: Net = {}
    for event in events:
        match event:
            case Wagered(seat=seat, bet=bet, amount=amount):
                _add(result, seat, bet, -amount)
            case Settled(seat=seat, bet=bet, back=amount) | Returned(seat=seat, bet=bet, amount=amount):
                _add(result, seat, bet, amount)
    return result


def at_stake(events: Iterable[Event]) -> dict[tuple[Seat, str], int]:
    """Return the unsettled chips on each spot."""
    chips: dict[tuple[Seat, str], int] = {}
    for event in events:
        match event:
            case Wagered(seat=seat, bet=bet, amount=amount):
                chips[seat, bet] = chips.get((seat, bet), 0) + amount
            case Settled(seat=seat, bet=bet, stake=stake):
                chips[seat, bet] = chips.get((seat, bet), 0) - stake
            case Returned(seat=seat, bet=bet):
                chips[seat, bet] = 0
    return {spot: amount for spot, amount in chips.items() if amount}


def bank(result: Net) -> int:
    """Return the house's net result: the negative of the total for all seats."""
    return -sum(amount for bets in result.values() for amount in bets.values())


class SeatWinnings:
    """Running totals of each seat's winnings in a round; unsettled chips count as lost."""

    def __init__(self, tokes: Collection[str] = ()) -> None:
        self._tokes = tokes
        self._events: Sequence[Event] = ()
        self._counted, self._is_void = 0, False
        self.won: dict[Seat, int] = {}
        """Winnings by seat over all bets, including tokes."""
        self._back: dict[Seat, int] = {}

    def follow(self, events: Sequence[Event]) -> SeatWinnings:
        """Process the new events of a round; start over if answers were undone."""
        if events is not self._events:
            self._events = events
            self._counted, self._is_void, self.won, self._back = 0, False, {}, {}
        fresh, self._counted = events[self._counted :], len(events)
        for seat, bets in net(fresh).items():
            self.won[seat] = self.won.get(seat, 0) + sum(bets.values())
        for event in fresh if self._tokes else ():
            if isinstance(event, Settled) and event.bet in self._tokes and event.back:
                self._back[event.seat] = self._back.get(event.seat, 0) + event.back
            self._is_void = self._is_void or isinstance(event, Voided)
        return self

    @property
    def given(self) -> Mapping[Seat, int]:
        """The amount each seat gave the dealers: returns on tokes are theirs (FB-9), except in a void round (C-4)."""
        return {} if self._is_void else self._back

    def gained(self, seat: Seat) -> int:
        """Return the seat's net gain after tokes to the dealers."""
        return self.won.get(seat, 0) - self.given.get(seat, 0)


def purses(events: Sequence[Event], tokes: Collection[str]) -> tuple[dict[Seat, int], int]:
    """Return each seat's gain in a round, after tokes, and the dealers' total tokes (FB-9)."""
    found = SeatWinnings(tokes).follow(events)
    return {seat: found.gained(seat) for seat in found.won}, sum(found.given.values())


def _add(result: Net, seat: Seat, bet: str, amount: int) -> None:
    bets = result.setdefault(seat, {})
    bets[bet] = bets.get(bet, 0) + amount
