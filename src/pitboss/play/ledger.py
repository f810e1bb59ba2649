"""Where the money went, told by the events alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

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


def purses(events: Sequence[Event], tokes: Collection[str]) -> tuple[dict[Seat, int], int]:
    """What each seat's own chips gained, and what the dealers got: what comes back on a toke is theirs (FB-9)."""
    gained = {seat: sum(bets.values()) for seat, bets in net(events).items()}
    dealers = 0
    if tokes and not any(isinstance(event, Voided) for event in events):
        for event in events:
            if isinstance(event, Settled) and event.bet in tokes:
                gained[event.seat] -= event.back
                dealers += event.back
    return gained, dealers


def _add(result: Net, seat: Seat, bet: str, amount: int) -> None:
    bets = result.setdefault(seat, {})
    bets[bet] = bets.get(bet, 0) + amount
