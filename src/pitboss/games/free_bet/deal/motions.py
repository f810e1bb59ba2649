"""The dealer motions found only in Free Bet: tokens, tucked hands, hands turned sideways."""

from __future__ import annotations

from typing import ClassVar

from pitboss.money import Cents, show_money
from pitboss.play.steps import Event, Seat
from pitboss.play.words import Words, capital


class TokenPlaced(Event, frozen=True):
    """A Free Bet token was placed to the right of the bet. `hand` is the hand it plays for."""

    seat: Seat
    hand: int
    free: str
    """`split` or `double`: the kind of free bet."""
    bet: str = "main"
    """The bet next to which it is placed."""

    def _describe(self, words: Words) -> str:
        return (
            f"The dealer places a Free Bet token to the right of {words.possessive(self.seat)} bet:"
            f" a free {self.free} for hand {self.hand}."
        )


class TokensPickedUp(Event, frozen=True):
    """The tokens of a settled hand were moved in front of the Pot of Gold, or to the tray if that bet was not made."""

    is_routine: ClassVar[bool] = True
    seat: Seat
    hand: int
    tokens: int
    to: str

    def _describe(self, words: Words) -> str:
        what = "token" if self.tokens == 1 else f"{self.tokens} tokens"
        where = "in front of the Pot of Gold" if self.to == "pot-of-gold" else "into the tray"
        go = "go" if self.tokens > 1 else "goes"
        return f"The {what} of {words.possessive(self.seat)} hand {self.hand} {go} {where}."


class TokensLockedUp(Event, frozen=True):
    """The Pot of Gold was paid, and its tokens went to the tray."""

    is_routine: ClassVar[bool] = True
    seat: Seat
    tokens: int

    def _describe(self, words: Words) -> str:
        what = "token" if self.tokens == 1 else f"{self.tokens} tokens"
        return f"The dealer locks up {words.possessive(self.seat)} {what}."


class Tucked(Event, frozen=True):
    """A settled hand was tucked under an unsettled Push 22 bet."""

    is_routine: ClassVar[bool] = True
    seat: Seat
    hand: int
    bet: str = "push-22"
    """The bet under which it is tucked."""

    def _describe(self, words: Words) -> str:
        return f"The dealer tucks {words.possessive(self.seat)} hand {self.hand} under the Push 22 bet."


class LaidSideways(Event, frozen=True):
    """The original hand bust with a free hand in play, so it was turned sideways on the insurance line (FB-13)."""

    is_routine: ClassVar[bool] = True
    seat: Seat
    hand: int
    total: int

    def _describe(self, words: Words) -> str:
        return (
            f"{capital(words.possessive(self.seat))} hand {self.hand} busts with {self.total}: the dealer squares it"
            " up, turns it sideways on the insurance line and puts the losing wager on top."
        )


class WagerLockedUp(Event, frozen=True):
    """The losing wager of a bust hand went to the tray (procedures 8 and 9)."""

    is_routine: ClassVar[bool] = True
    seat: Seat
    hand: int
    amount: Cents
    toke: Cents | None = None
    """The toke on that wager, which is collected separately (FB-9)."""

    def _describe(self, words: Words) -> str:
        hand = f"{words.possessive(self.seat)} hand {self.hand}"
        toke = f", and its toke, {show_money(self.toke)}" if self.toke else ""
        return f"The dealer locks up the losing wager of {hand}: {show_money(self.amount)}{toke}."


class FreeBetEnded(Event, frozen=True):
    """A free bet that did not win. It costs nothing and nothing is returned (FB-4)."""

    seat: Seat
    bet: str
    hand: int
    line: str
    result: str
    """`loses` or `pushes`."""

    def _describe(self, words: Words) -> str:
        what = "loses nothing" if self.result == "loses" else "pushes"
        bet = words.bet_of(self.seat, self.bet)
        return f"{bet}, free bet on hand {self.hand}: {self.line}, {what}{words.clause('FB-4')}."
