"""The dealer motion found only in Flop 22: cutting payouts to the aggregate."""

from __future__ import annotations

from typing import ClassVar

from pitboss.money import Cents, show_money
from pitboss.play.steps import Event, Seat
from pitboss.play.words import Words


class Cut(Event, frozen=True):
    """A payout was cut to the game's aggregate (F22-8)."""

    stands_out: ClassVar[bool] = True
    seat: Seat
    bet: str
    cut: Cents
    aggregate: Cents

    def _describe(self, words: Words) -> str:
        return (
            f"{words.bet_of(self.seat, self.bet)}: {show_money(self.cut)} is cut, the game pays at most"
            f" {show_money(self.aggregate)}{words.clause('F22-8')}."
        )
