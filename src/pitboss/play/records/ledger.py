"""Where the money went, told by the events alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from pitboss.play.steps import Event, Returned, Seat, Settled, Voided, Wagered

Net = dict[Seat, dict[str, int]]


def net(events: Iterable[Event]) -> Net:
    """What each seat won or lost on each bet, in cents, the stake not counted."""
    result: Net = {}
    for event in events:
        match event:
            case Wagered(seat=seat, bet=bet, amount=amount):
                _add(result, seat, bet, -amount)
            case Settled(seat=seat, bet=bet, back=amount) | Returned(seat=seat, bet=bet, amount=amount):
                _add(result, seat, bet, amount)
    return result


def at_stake(events: Iterable[Event]) -> dict[tuple[Seat, str], int]:
    """The chips that lie on each spot and are not yet settled."""
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
    """What the house won: minus what all seats won."""
    return -sum(amount for bets in result.values() for amount in bets.values())


class SeatWinnings:
    """What each seat has won in a round so far, kept up as the events come; chips that lie on spots count as lost."""

    def __init__(self, tokes: Collection[str] = ()) -> None:
        self._tokes = tokes
        self._events: Sequence[Event] = ()
        self._counted, self._is_void = 0, False
        self.won: dict[Seat, int] = {}
        """Over all its bets, tokes too."""
        self._back: dict[Seat, int] = {}

    def follow(self, events: Sequence[Event]) -> SeatWinnings:
        """Count the events of the round that are new; from the start if answers were taken back."""
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
        """What each seat gave the dealers: what comes back on a toke is theirs (FB-9); a void gives it back (C-4)."""
        return {} if self._is_void else self._back

    def gained(self, seat: Seat) -> int:
        """What the seat's own chips gained."""
        return self.won.get(seat, 0) - self.given.get(seat, 0)


def purses(events: Sequence[Event], tokes: Collection[str]) -> tuple[dict[Seat, int], int]:
    """What each seat's own chips gained in a round, and what the dealers got (FB-9)."""
    found = SeatWinnings(tokes).follow(events)
    return {seat: found.gained(seat) for seat in found.won}, sum(found.given.values())


def _add(result: Net, seat: Seat, bet: str, amount: int) -> None:
    bets = result.setdefault(seat, {})
    bets[bet] = bets.get(bet, 0) + amount
