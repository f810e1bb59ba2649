"""The states of a table, the events possible in each, and the transitions."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pitboss.money import show_money
from pitboss.play.steps import Event, Seat
from pitboss.play.words import Words


class State(StrEnum):
    """The state of the table."""

    OPEN = "open"
    BETTING = "betting"
    DEALING = "dealing"
    CLOSED = "closed"


class SeatTaken(Event, frozen=True):
    """A player or bot took a seat."""

    seat: Seat
    nick: str
    bot: bool = False

    def _describe(self, words: Words) -> str:
        takes = "You take" if self.seat == words.you else f"{self.nick} takes"
        return f"{takes} seat {self.seat}."


class SeatLeft(Event, frozen=True):
    """A seat became free."""

    seat: Seat
    nick: str
    why: str = ""

    def _describe(self, words: Words) -> str:
        leaves = "You leave" if self.seat == words.you else f"{self.nick} leaves"
        return f"{leaves} seat {self.seat}{': ' * bool(self.why)}{self.why}."


class SeatLeaving(Event, frozen=True):
    """A player is leaving after this round. Until then the seat takes the default answers."""

    seat: Seat
    nick: str

    def _describe(self, words: Words) -> str:
        if self.seat == words.you:
            return "You leave your seat: it takes the default answers until the round is over."
        return f"{self.nick} leaves: seat {self.seat} takes the default answers until the round is over."


class BetsOpened(Event, frozen=True):
    """Betting opened, with the order of the cards already sealed."""

    number: int
    commitment: str
    house: str
    """The hash of the house seed for this shuffle, published with the previous deck."""
    seeds: Mapping[str, str]
    """The players' seeds used in this shuffle, by seat."""
    next: str
    """The hash of the house seed for the next shuffle."""

    def __str__(self) -> str:
        return f"Place your bets: round {self.number}."


class SeedSet(Event, frozen=True):
    """A player changed the seed for the next shuffle."""

    seat: Seat
    seed: str

    def _describe(self, words: Words) -> str:
        return f"{words.seat(self.seat, 'has', 'have')} a new seed for the next shuffle."


class BetPlaced(Event, frozen=True):
    """A seat's complete bets before the deal, replacing the previous ones."""

    seat: Seat
    bets: Mapping[str, int]

    def _describe(self, words: Words) -> str:
        chips = ", ".join(f"{show_money(amount)} on {words.bet(bet)}" for bet, amount in self.bets.items())
        return f"{words.seat(self.seat, 'has', 'have')} {chips or 'no chips'} down."


class BetsReturned(Event, frozen=True):
    """Invalid bets were returned when betting closed."""

    seat: Seat
    amount: int
    why: str

    def _describe(self, words: Words) -> str:
        if self.seat == words.you:
            return f"You get {show_money(self.amount)} back and sit this one out: {self.why}."
        return f"Seat {self.seat} gets {show_money(self.amount)} back and sits this one out."


class SeatReady(Event, frozen=True):
    """A seat finished betting, perhaps with a new seed for the next shuffle."""

    seat: Seat
    seed: str | None = None

    def _describe(self, words: Words) -> str:
        return f"{words.seat(self.seat, 'is', 'are')} ready."


class BetsClosed(Event, frozen=True):
    """Betting closed, and the deal begins."""

    number: int

    def __str__(self) -> str:
        return "No more bets."


class SeatSpoke(Event, frozen=True):
    """A seat answered. The answer is revealed when the offer closes."""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} has answered."


class RoundEnded(Event, frozen=True):
    """All bets are settled, and the chips are back with their owners."""

    number: int
    net: Mapping[str, int]

    def __str__(self) -> str:
        return f"Round {self.number} is over."


class ShoeOpened(Event, frozen=True):
    """The seed of a shoe was published before the cut card came out, and the shoe was retired."""

    number: int
    why: str
    shoe: Mapping[str, object]
    """The document for `pitboss verify`: table, number, game, rules and proof."""

    def __str__(self) -> str:
        return f"The shoe is opened, and its whole order can be checked: {self.why}."


class TableClosed(Event, frozen=True):
    """The table closed permanently."""

    why: str

    def __str__(self) -> str:
        return f"The table is closed: {self.why}."


class TableClosing(Event, frozen=True):
    """The table will close after this round."""

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
"""The next state for each event. An event that isn't listed can't happen in that state."""
