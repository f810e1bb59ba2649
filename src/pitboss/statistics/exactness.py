"""Numbers that know whether they are exact: a `Fraction` or a whole number is, a `float` is not."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import fsum
from typing import TypeAlias

Number: TypeAlias = Fraction | int | float
SLACK = 1e-9
"""How far float probabilities may be from 1: rounding of some millions of additions, no missing outcome."""


class NotWhole(ValueError):
    """A table of probabilities that does not sum to 1: a defect of the solver that made it."""


class Nearly(float):
    """A number that is known only to within an error."""

    error: float

    def __new__(cls, number: float, error: float) -> Nearly:
        """The number, and how far it may be off."""
        made = super().__new__(cls, number)
        made.error = error
        return made


def is_exact(*numbers: Number) -> bool:
    """Whether not one of them is a float."""
    return not any(isinstance(number, float) for number in numbers)


def total(numbers: Iterable[Number]) -> Number:
    """The sum, exact where all are exact."""
    listed = list(numbers)
    return sum((Fraction(number) for number in listed), Fraction(0)) if is_exact(*listed) else fsum(listed)


def plain(number: Number) -> int | float:
    """The number as JSON holds it."""
    return int(number) if isinstance(number, (int, Fraction)) and number == int(number) else float(number)


def as_fraction(number: Number) -> str | None:
    """ "n/d" where the number is exact."""
    exact = None if isinstance(number, float) else Fraction(number)
    return None if exact is None else f"{exact.numerator}/{exact.denominator}"


def net_in_words(net: Fraction) -> str:
    """What a bet came to, in bets: wins 2 bets, push, loses 1 bet."""
    if net == 0:
        return "push"
    size = f"{abs(net)} bet{'s' * (abs(net) != 1)}"
    return f"wins {size}" if net > 0 else f"loses {size}"


def check_whole(what: str, probabilities: Iterable[Number]) -> None:
    """Refuse probabilities that do not sum to 1."""
    listed = list(probabilities)
    whole = total(listed)
    is_whole = whole == 1 if is_exact(whole) else abs(float(whole) - 1) <= SLACK
    if not is_whole or min(listed) < 0:
        raise NotWhole(f"the probabilities of {what} sum to {whole}, not to 1")
