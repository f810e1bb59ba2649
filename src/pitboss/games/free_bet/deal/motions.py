"""The dealer's motions that only Free Bet has: tokens, tucked hands, hands laid sideways."""

from __future__ import annotations

from pitboss.money import Cents, show_money
from pitboss.play.steps import Event, Seat
from pitboss.play.words import Words, capital


class TokenPlaced(Event, frozen=True):
    """A Free Bet token went down to the right of the bet; `hand` is the hand it plays for."""

    seat: Seat
    hand: int
    free: str
    """A free `split` or a free `double`."""
    bet: str = "main"
    """The bet beside which it lies."""

    def _told(self, words: Words) -> str:
        return (
            f"The dealer places a Free Bet token to the right of {words.whose(self.seat)} bet:"
            f" a free {self.free} for hand {self.hand}."
        )


class TokensPickedUp(Event, frozen=True):
    """The tokens of a hand that is decided went in front of the Pot of Gold, or into the tray without that bet."""

    seat: Seat
    hand: int
    tokens: int
    to: str

    def _told(self, words: Words) -> str:
        what = "token" if self.tokens == 1 else f"{self.tokens} tokens"
        where = "in front of the Pot of Gold" if self.to == "pot-of-gold" else "into the tray"
        go = "go" if self.tokens > 1 else "goes"
        return f"The {what} of {words.whose(self.seat)} hand {self.hand} {go} {where}."


class TokensLockedUp(Event, frozen=True):
    """The Pot of Gold is paid, and the tokens in front of it went into the tray."""

    seat: Seat
    tokens: int

    def _told(self, words: Words) -> str:
        what = "token" if self.tokens == 1 else f"{self.tokens} tokens"
        return f"The dealer locks up {words.whose(self.seat)} {what}."


class Tucked(Event, frozen=True):
    """A hand that is settled stayed on the table under the Push 22 bet that is not."""

    seat: Seat
    hand: int
    bet: str = "push-22"
    """The bet under which it lies."""

    def _told(self, words: Words) -> str:
        return f"The dealer tucks {words.whose(self.seat)} hand {self.hand} under the Push 22 bet."


class LaidSideways(Event, frozen=True):
    """The original hand bust while a free hand is in play: squared up, sideways on the insurance line (FB-13)."""

    seat: Seat
    hand: int
    total: int

    def _told(self, words: Words) -> str:
        return (
            f"{capital(words.whose(self.seat))} hand {self.hand} busts with {self.total}: the dealer squares it up,"
            " turns it sideways on the insurance line and puts the losing wager on top."
        )


class WagerLockedUp(Event, frozen=True):
    """The losing wager of a bust hand went into the tray (procedures 8 and 9)."""

    seat: Seat
    hand: int
    amount: Cents
    toke: Cents | None = None
    """What rode on it for the dealers, kept apart (FB-9)."""

    def _told(self, words: Words) -> str:
        hand = f"{words.whose(self.seat)} hand {self.hand}"
        toke = f", and its toke, {show_money(self.toke)}" if self.toke else ""
        return f"The dealer locks up the losing wager of {hand}: {show_money(self.amount)}{toke}."


class FreeBetEnded(Event, frozen=True):
    """Free money did not win: it costs nothing and comes back to nobody (FB-4)."""

    seat: Seat
    bet: str
    hand: int
    line: str
    result: str
    """It `loses` or it `pushes`."""

    def _told(self, words: Words) -> str:
        what = "loses nothing" if self.result == "loses" else "pushes"
        bet = words.bet_of(self.seat, self.bet)
        return f"{bet}, free bet on hand {self.hand}: {self.line}, {what}{words.clause('FB-4')}."
