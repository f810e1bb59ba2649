"""Money: whole cents, and what a bet pays (C-1, C-2)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NewType

from msgspec import Struct

Cents = NewType("Cents", int)
FREE = Cents(0)

_AMOUNT = re.compile(r"\$?([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12})(?:\.([0-9]{1,2}))?")
_PAYS = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)(?:\s*(?::|/|-|to)\s*([0-9]{1,6}))?")


class MoneyError(ValueError):
    """A text that is no amount or no payout, with a sentence that says what would be."""


def dollars(amount: int) -> Cents:
    """That many whole dollars."""
    return Cents(amount * 100)


def show_money(cents: int) -> str:
    """
    The amount as it is said at the table.

    >>> show_money(1000), show_money(-250), show_money(190000)
    ('$10', '-$2.50', '$1,900')
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{rest:02}" if rest else "")


def parse_money(value: object) -> Cents:
    """
    Read dollars: 10, "$10", "2.50" or "$1,900".

    >>> parse_money("$2.50"), parse_money(10), parse_money("1,900")
    (250, 1000, 190000)
    """
    text = str(value).strip() if isinstance(value, (int, float, str)) else ""
    match = None if isinstance(value, bool) else _AMOUNT.fullmatch(text)
    if match is None:
        raise MoneyError(f"{value!r} is not an amount: write dollars, as in $10 or 2.50")
    return Cents(int(match[1].replace(",", "")) * 100 + int((match[2] or "0").ljust(2, "0")))


class Pays(Struct, frozen=True):
    """What a bet pays: `won` for every `per` staked; the stake comes back as well (C-2)."""

    won: int
    per: int = 1

    @classmethod
    def parse(cls, value: object) -> Pays:
        """
        Read a payout: 10, "10:1", "3 to 2", "push" or "loss".

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
                f'{value!r} is not a payout: write N (to 1, 999999 at most), "N:1", "3:2", "push" or "loss"'
            )
        ratio = Fraction(match[1]) / int(match[2] or 1)
        return cls(ratio.numerator, ratio.denominator) if ratio else PUSH

    @property
    def ratio(self) -> Fraction:
        """What one unit staked wins; a loss is −1."""
        return Fraction(self.won, self.per)

    def is_whole_for(self, chip: int) -> bool:
        """Whether every stake in these chips is paid in whole cents."""
        return chip * self.won % self.per == 0

    def back(self, stake: Cents) -> Cents:
        """What the dealer hands back for this stake: stake and winnings, the stake, or nothing."""
        if stake * self.won % self.per:
            raise MoneyError(f"{self} on {show_money(stake)} is not a whole number of cents")
        return Cents(stake + stake * self.won // self.per)

    @property
    def spoken(self) -> str:
        """As a dealer says it: 3 to 2, push, loses."""
        if self.won <= 0:
            return "loses" if self.won else "push"
        return f"{self.won} to {self.per}"

    def __str__(self) -> str:
        if self.won <= 0:
            return "loss" if self.won else "push"
        return f"{self.won}:{self.per}"


PUSH = Pays(0)
LOSS = Pays(-1)
EVEN_MONEY = Pays(1)
