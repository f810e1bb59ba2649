"""Money in whole cents, and payouts (C-1, C-2)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NewType

from msgspec import Struct

Cents = NewType("Cents", int)
FREE = Cents(0)
"""The player's stake on a free bet, which the house puts up."""

_AMOUNT = re.compile(r"\$?([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12})(?:\.([0-9]{1,2}))?")
_PAYS = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)(?:\s*(?::|/|-|to)\s*([0-9]{1,6}))?")


class MoneyError(ValueError):
    """An error for text that is not a valid amount or payout; the message gives a valid example."""


def dollars(amount: int) -> Cents:
    """Convert whole dollars to cents."""
    return Cents(amount * 100)


def show_money(cents: int) -> str:
    """
    Format an amount in dollars.

    >>> show_money(1000), show_money(-250), show_money(190000)
    ('$10', '-$2.50', '$1,900')
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{rest:02}" if rest else "")


def parse_money(value: object) -> Cents:
    """
    Parse dollars: 10, "$10", "2.50" or "$1,900".

    >>> parse_money("$2.50"), parse_money(10), parse_money("1,900")
    (250, 1000, 190000)
    """
    text = str(value).strip() if isinstance(value, (int, float, str)) else ""
    match = None if isinstance(value, bool) else _AMOUNT.fullmatch(text)
    if match is None:
        raise MoneyError(f"{value!r} is not an amount: write dollars, as in $10 or 2.50")
    return Cents(int(match[1].replace(",", "")) * 100 + int((match[2] or "0").ljust(2, "0")))


class Pays(Struct, frozen=True):
    """A payout: `won` units for every `per` units staked; the stake is returned as well (C-2)."""

    won: int
    per: int = 1

    @classmethod
    def parse(cls, value: object) -> Pays:
        """
        Parse a payout: 10, "10:1", "3 to 2", "push" or "loss".

        >>> str(Pays.parse("15 to 1")), str(Pays.parse(12)), str(Pays.parse(1.5)), str(Pays.parse("Push"))
        ('15:1', '12:1', '3:2', 'push')
        """
        if isinstance(value, Pays):
            return value
        text = str(value).strip().lower() if isinstance(value, (int, float, str, Fraction)) else ""
        if text in ("push", "loss"):
            return PUSH if text == "push" else LOSS
        match = None if isinstance(value, bool) else _PAYS.fullmatch(text)
        if match is None or int(match[2] or 1) == 0:
            raise MoneyError(
                f'{value!r} is not a payout: write N (meaning N to 1, up to 999999), "N:1", "3:2", "push" or "loss"'
            )
        ratio = Fraction(match[1]) / int(match[2] or 1)
        return cls(ratio.numerator, ratio.denominator) if ratio else PUSH

    @property
    def ratio(self) -> Fraction:
        """The win per unit staked; −1 for a loss."""
        return Fraction(self.won, self.per)

    def is_whole_for(self, chip: int) -> bool:
        """Whether every stake in chips of this size wins a whole number of cents."""
        return chip * self.won % self.per == 0

    def back(self, stake: Cents) -> Cents:
        """Return the amount given back on this stake: stake and winnings, the stake alone, or 0."""
        if stake * self.won % self.per:
            raise MoneyError(f"{self} on {show_money(stake)} is not a whole number of cents")
        return Cents(stake + stake * self.won // self.per)

    @property
    def spoken(self) -> str:
        """The payout as a dealer says it: 3 to 2, push, loses."""
        if self.won <= 0:
            return "loses" if self.won else "push"
        return f"{self.won} to {self.per}"

    def __str__(self) -> str:
        if self.won <= 0:
            return "loss" if self.won else "push"
        return f"{self.won}:{self.per}"


class Commission(Struct, frozen=True):
    """
    The house's commission on a winning bet: a percentage of the winnings, rounded up to a multiple of `chip`.

    >>> Commission(5).of(Cents(2000)), Commission(5, dollars(1)).of(Cents(2500))
    (100, 200)
    """

    percent: int
    chip: Cents = Cents(1)

    def of(self, won: Cents) -> Cents:
        """Return the commission on these winnings, which is never more than the winnings themselves."""
        per_chip = 100 * self.chip
        return Cents(min(won, -(-won * self.percent // per_chip) * self.chip))

    @property
    def spoken(self) -> str:
        """The commission as a dealer says it."""
        rounded = f", rounded up to {show_money(self.chip)}" if self.chip > 1 else ""
        return f"less a commission of {self.percent}%{rounded}"


PUSH = Pays(0)
LOSS = Pays(-1)
EVEN_MONEY = Pays(1)
