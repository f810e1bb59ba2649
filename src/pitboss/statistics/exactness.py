"""Numbers that are either exact (`Fraction`, `int`) or not (`float`)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import fsum
from typing import TypeAlias

Number: TypeAlias = Fraction | int | float
TOLERANCE = 1e-9
"""The largest accepted deviation of a sum of float probabilities from 1."""


ROUNDING_ERROR = 1e-12
"""Floats of order 1 that differ by less count as equal: processors may round the same sums differently."""


class NotWhole(ValueError):
    """Probabilities that do not sum to 1: a bug in the solver that produced them."""


class Nearly(float):
    """A number known only to within an error."""

    error: float

    def __new__(cls, number: float, error: float) -> Nearly:
        """Return the number with its error."""
        made = super().__new__(cls, number)
        made.error = error
        return made


def is_exact(*numbers: Number) -> bool:
    """Whether none of these numbers is a float."""
    return not any(isinstance(number, float) for number in numbers)


def total(numbers: Iterable[Number]) -> Number:
    """Return the sum, exact if all numbers are."""
    listed = list(numbers)
    return sum((Fraction(number) for number in listed), Fraction(0)) if is_exact(*listed) else fsum(listed)


def difference(after: Number, before: Number) -> Number:
    """
    Return `after - before`, and 0 if two floats differ by rounding alone.

    >>> difference(0.3, 0.1 + 0.2), difference(Fraction(1, 2), Fraction(1, 3)), difference(0.25, 0.125)
    (0, Fraction(1, 6), 0.125)
    """
    change = after - before
    return 0 if isinstance(change, float) and abs(change) < ROUNDING_ERROR else change


def plain(number: Number) -> int | float:
    """Return the number in the form used in JSON."""
    return int(number) if isinstance(number, (int, Fraction)) and number == int(number) else float(number)


def as_fraction(number: Number) -> str | None:
    """Return "n/d" for an exact number."""
    exact = None if isinstance(number, float) else Fraction(number)
    return None if exact is None else f"{exact.numerator}/{exact.denominator}"


def net_in_words(net: Fraction) -> str:
    """Return a bet's net result in words: wins 2 bets, push, loses 1 bet."""
    if net == 0:
        return "push"
    size = f"{abs(net)} bet{'s' * (abs(net) != 1)}"
    return f"wins {size}" if net > 0 else f"loses {size}"


def check_whole(what: str, probabilities: Iterable[Number]) -> None:
    """Raise unless the probabilities sum to 1."""
    listed = list(probabilities)
    whole = total(listed)
    is_whole = whole == 1 if is_exact(whole) else abs(float(whole) - 1) <= TOLERANCE
    if not is_whole or min(listed) < 0:
        raise NotWhole(f"the probabilities of {what} sum to {whole}, not to 1")
