"""The dealer's motions that only Free Bet has: tokens, tucked hands, hands laid sideways."""

from __future__ import annotations

from pitboss.money import Cents, show_money
from pitboss.play.steps import Event, Seat


class TokenPlaced(Event, frozen=True):
    """A Free Bet token went down to the right of the bet; `hand` is the hand it plays for."""

    seat: Seat
    hand: int
    free: str
    """A free `split` or a free `double`."""

    def __str__(self) -> str:
        return (
            f"The dealer places a Free Bet token to the right of seat {self.seat}'s bet:"
            f" a free {self.free} for hand {self.hand}."
        )


class TokensPickedUp(Event, frozen=True):
    """The tokens of a hand that is decided went in front of the Pot of Gold, or into the tray without that bet."""

    seat: Seat
    hand: int
    tokens: int
    to: str

    def __str__(self) -> str:
        what = "token" if self.tokens == 1 else f"{self.tokens} tokens"
        where = "in front of the Pot of Gold" if self.to == "pot-of-gold" else "into the tray"
        return f"The {what} of seat {self.seat}'s hand {self.hand} {'go' if self.tokens > 1 else 'goes'} {where}."


class TokensLockedUp(Event, frozen=True):
    """The Pot of Gold is paid, and the tokens in front of it went into the tray."""

    seat: Seat
    tokens: int

    def __str__(self) -> str:
        what = "token" if self.tokens == 1 else f"{self.tokens} tokens"
        return f"The dealer locks up seat {self.seat}'s {what}."


class Tucked(Event, frozen=True):
    """A hand that is settled stayed on the table under the Push 22 bet that is not."""

    seat: Seat
    hand: int

    def __str__(self) -> str:
        return f"The dealer tucks seat {self.seat}'s hand {self.hand} under the Push 22 bet."


class LaidSideways(Event, frozen=True):
    """The original hand bust while a free hand is in play: squared up, turned sideways, its wager on top."""

    seat: Seat
    hand: int
    total: int

    def __str__(self) -> str:
        return (
            f"Seat {self.seat}'s hand {self.hand} busts with {self.total}: the dealer squares it up, turns it"
            " sideways and puts the losing wager on top."
        )


class WagerLockedUp(Event, frozen=True):
    """The losing wager of a bust hand went into the tray (procedures 8 and 9)."""

    seat: Seat
    hand: int
    amount: Cents

    def __str__(self) -> str:
        return (
            f"The dealer locks up the losing wager of seat {self.seat}'s hand {self.hand}: {show_money(self.amount)}."
        )


class FreeBetEnded(Event, frozen=True):
    """Free money did not win: it costs nothing and comes back to nobody (FB-4)."""

    seat: Seat
    bet: str
    hand: int
    line: str
    result: str
    """It `loses` or it `pushes`."""

    def __str__(self) -> str:
        what = "loses nothing" if self.result == "loses" else "pushes"
        return f"Seat {self.seat} {self.bet}, free bet on hand {self.hand}: {self.line}, {what} (FB-4)."
