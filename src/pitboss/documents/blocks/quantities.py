"""Figures in documents: the number, its exact fraction if known, and its printed form."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

from msgspec import Struct

from pitboss.money import show_money
from pitboss.solving.answers import figure_text
from pitboss.statistics.exactness import Number, as_fraction, plain
from pitboss.statistics.simulated_figures import error_of

_LARGEST = 2**53
"""Integers beyond this are not exact in every JSON reader."""


class Quantity(Struct, frozen=True, tag="quantity", tag_field="is", omit_defaults=True):
    """One figure."""

    number: int | float
    shown: str
    exact: str | None = None
    """ "n/d", if known."""
    error: float | None = None
    """The standard error, if it was simulated."""


def _made(value: Number, shown: str) -> Quantity:
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"no figure of a document is {value}")
    held = plain(value)
    number = float(held) if isinstance(held, int) and abs(held) > _LARGEST else held
    return Quantity(number, shown.replace("-", "−"), as_fraction(value), error_of(value))


def share(value: Number, *, signed: bool = False, digits: int | None = None) -> Quantity:
    """
    Return a share as a percentage, to `digits` decimals if given.

    >>> share(Fraction(1, 3)).shown, share(Fraction(1, 3)).exact, share(0.0123, digits=1).shown
    ('33.3333%', '1/3', '1.2%')
    """
    told = figure_text.percent(value) if digits is None else f"{float(100 * value):.{digits}f}%"
    return _made(value, _sign(value, signed) + told)


def bound(value: Fraction) -> Quantity:
    """
    Return a given threshold as a percentage, with no more decimals than needed.

    >>> bound(Fraction(1, 5)).shown, bound(Fraction(1, 8)).shown
    ('20%', '12.5%')
    """
    return _made(value, f"{float(100 * value):g}%")


def number(value: Number, *, signed: bool = False, digits: int | None = None) -> Quantity:
    """
    Return a number to six decimals, or to `digits` decimals if given.

    >>> number(Fraction(-1, 3)).shown, number(2.5, digits=2, signed=True).shown
    ('−0.333333', '+2.50')
    """
    told = figure_text.decimal(value) if digits is None else f"{float(value):,.{digits}f}"
    return _made(value, _sign(value, signed) + told)


def count(value: int) -> Quantity:
    """
    Return an integer with thousands separators.

    >>> count(2598960).shown
    '2,598,960'
    """
    return _made(value, f"{value:,}")


def money(cents: int | float | Fraction) -> Quantity:
    """
    Return an amount in dollars, given in cents.

    >>> money(134000).shown, money(134000).number, money(-50).shown
    ('$1,340', 1340, '−$0.50')
    """
    whole = round(cents)
    told = show_money(abs(whole))
    head, dot, tail = told.removeprefix("$").partition(".")
    shown = f"{'−' * (whole < 0)}${int(head.replace(',', '')):,}{dot}{tail}"
    dollars = Fraction(cents) / 100 if not isinstance(cents, float) else cents / 100
    return _made(dollars, shown)


def odds_to(against: Number) -> Quantity:
    """
    Return odds in the form required by regulations, always with "to".

    >>> odds_to(Fraction(3, 2)).shown, odds_to(12).shown, odds_to(5.25).shown
    ('3 to 2', '12 to 1', '5.2500 to 1')
    """
    if isinstance(against, float):
        return _made(against, f"{against:,.4f} to 1")
    exact = Fraction(against)
    is_short = exact.denominator <= 100
    return _made(exact, f"{exact.numerator:,} to {exact.denominator}" if is_short else f"{float(exact):,.4f} to 1")


def _sign(value: Number, signed: bool) -> str:
    return "+" if signed and value > 0 else ""
