"""The states of a table, what can happen in each, and where it leads."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pitboss.money import show_money
from pitboss.play.steps import Event, Seat
from pitboss.play.words import Words


class State(StrEnum):
    """What the table is doing."""

    OPEN = "open"
    BETTING = "betting"
    DEALING = "dealing"
    CLOSED = "closed"


class SeatTaken(Event, frozen=True):
    """Somebody sat down."""

    seat: Seat
    nick: str
    bot: bool = False

    def _told(self, words: Words) -> str:
        takes = "You take" if self.seat == words.you else f"{self.nick} takes"
        return f"{takes} seat {self.seat}."


class SeatLeft(Event, frozen=True):
    """A seat is free again."""

    seat: Seat
    nick: str
    why: str = ""

    def _told(self, words: Words) -> str:
        leaves = "You leave" if self.seat == words.you else f"{self.nick} leaves"
        return f"{leaves} seat {self.seat}{': ' * bool(self.why)}{self.why}."


class SeatLeaving(Event, frozen=True):
    """A seat leaves when the round is over; until then it is silent."""

    seat: Seat
    nick: str

    def _told(self, words: Words) -> str:
        if self.seat == words.you:
            return "You get up: your seat is silent until the round is over."
        return f"{self.nick} gets up: seat {self.seat} is silent until the round is over."


class BetsOpened(Event, frozen=True):
    """Wagers are taken; the order of the cards is already sealed."""

    number: int
    commitment: str
    house: str
    """The seal of the house's seed that this pack was shuffled with; it was told with the pack before."""
    seeds: Mapping[str, str]
    """The players' seeds that it was shuffled with, by seat."""
    next: str
    """The seal of the house's seed for the next shuffle."""

    def __str__(self) -> str:
        return f"Place your bets: round {self.number}."


class SeedSet(Event, frozen=True):
    """A player has chosen another part in the next shuffle."""

    seat: Seat
    seed: str

    def _told(self, words: Words) -> str:
        return f"{words.seat(self.seat, 'has', 'have')} a new seed for the next shuffle."


class BetPlaced(Event, frozen=True):
    """A seat's chips before the deal, all of them; what lay there before is replaced."""

    seat: Seat
    bets: Mapping[str, int]

    def _told(self, words: Words) -> str:
        chips = ", ".join(f"{show_money(amount)} on {words.bet(bet)}" for bet, amount in self.bets.items())
        return f"{words.seat(self.seat, 'has', 'have')} {chips or 'no chips'} down."


class BetsReturned(Event, frozen=True):
    """Chips that may not lie there went back when the bets were closed."""

    seat: Seat
    amount: int
    why: str

    def _told(self, words: Words) -> str:
        if self.seat == words.you:
            return f"You get {show_money(self.amount)} back and sit this one out: {self.why}."
        return f"Seat {self.seat} gets {show_money(self.amount)} back and sits this one out."


class SeatReady(Event, frozen=True):
    """A seat has no more chips to place."""

    seat: Seat

    def _told(self, words: Words) -> str:
        return f"{words.seat(self.seat, 'is', 'are')} ready."


class BetsClosed(Event, frozen=True):
    """No more bets: the cards come out."""

    number: int

    def __str__(self) -> str:
        return "No more bets."


class SeatSpoke(Event, frozen=True):
    """A seat has answered; what it said is told when the offer closes."""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} has spoken."


class RoundEnded(Event, frozen=True):
    """Every bet is settled and the chips are in the racks."""

    number: int
    net: Mapping[str, int]

    def __str__(self) -> str:
        return f"Round {self.number} is over."


class ShoeOpened(Event, frozen=True):
    """The seed of a shoe is published before its cut card was out; nothing more is dealt from it."""

    number: int
    why: str
    shoe: Mapping[str, object]
    """The document that `pitboss verify` reads: table, number, game, rules and proof."""

    def __str__(self) -> str:
        return f"The shoe is opened, and its whole order can be checked: {self.why}."


class TableClosed(Event, frozen=True):
    """The table is closed for good."""

    why: str

    def __str__(self) -> str:
        return f"The table is closed: {self.why}."


class TableClosing(Event, frozen=True):
    """The table will be closed when the round is over."""

    why: str

    def __str__(self) -> str:
        return f"The table closes after this round: {self.why}."


TRANSITIONS: dict[State, dict[type[Event], State]] = {
    State.OPEN: {
        SeatTaken: State.OPEN,
        SeatLeft: State.OPEN,
        BetsOpened: State.BETTING,
        ShoeOpened: State.OPEN,
        TableClosed: State.CLOSED,
    },
    State.BETTING: {
        SeatTaken: State.BETTING,
        SeatLeft: State.BETTING,
        SeedSet: State.BETTING,
        BetPlaced: State.BETTING,
        BetsReturned: State.BETTING,
        SeatReady: State.BETTING,
        BetsClosed: State.DEALING,
        ShoeOpened: State.OPEN,
        TableClosed: State.CLOSED,
    },
    State.DEALING: {
        SeatTaken: State.DEALING,
        SeatLeft: State.DEALING,
        SeatLeaving: State.DEALING,
        SeedSet: State.DEALING,
        SeatSpoke: State.DEALING,
        TableClosing: State.DEALING,
        RoundEnded: State.OPEN,
    },
    State.CLOSED: {},
}
"""Where each happening leads; what is not here cannot happen in that state."""


def diagram() -> str:
    """The state machine as Mermaid text, for the docs."""
    arrows = [
        f"    {state} --> {there}: {happening.__name__}"
        for state, happenings in TRANSITIONS.items()
        for happening, there in happenings.items()
        if there is not state
    ]
    return "\n".join(["stateDiagram-v2", "    [*] --> open", *arrows])
