"""Simulated figures, each with its standard error."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import fsum, hypot, sqrt

from pitboss.statistics.exactness import Number


class Simulated(float):
    """A simulated figure with its standard error."""

    error: float

    def __new__(cls, value: float, error: float) -> Simulated:
        """Return the figure with its error."""
        made = super().__new__(cls, value)
        made.error = error
        return made

    def __neg__(self) -> Simulated:
        return Simulated(-float(self), self.error)

    def __sub__(self, other: float | Fraction) -> Simulated:  # the errors are assumed independent
        return Simulated(float(self) - float(other), hypot(self.error, getattr(other, "error", 0.0)))

    def __rsub__(self, other: float | Fraction) -> Simulated:
        return Simulated(float(other) - float(self), self.error)

    def __truediv__(self, other: float | Fraction) -> Simulated:
        by = float(other)
        error = hypot(self.error / by, float(self) * getattr(other, "error", 0.0) / by**2)
        return Simulated(float(self) / by, error)

    def __reduce__(self) -> tuple[type[Simulated], tuple[float, float]]:
        return Simulated, (float(self), self.error)


def share(times: int, rounds: int) -> Simulated:
    """Return a relative frequency, with its standard error for this number of rounds."""
    chance = times / rounds
    return Simulated(chance, sqrt(chance * (1 - chance) / rounds))


def mean_of(results: Iterable[tuple[Number, Number]], rounds: int) -> Simulated:
    """Return the mean of results with these relative frequencies."""
    listed = [(float(result), float(chance)) for result, chance in results]
    mean = fsum(result * chance for result, chance in listed)
    squares = fsum((result - mean) ** 2 * chance for result, chance in listed)
    return Simulated(mean, sqrt(squares / rounds))


def sd_of(results: Iterable[tuple[Number, Number]], rounds: int) -> Simulated:
    """Return the standard deviation of results with these relative frequencies."""
    listed = [(float(result), float(chance)) for result, chance in results]
    mean = fsum(result * chance for result, chance in listed)
    variance, fourth = (fsum((result - mean) ** power * chance for result, chance in listed) for power in (2, 4))
    sd = sqrt(variance)
    return Simulated(sd, sqrt(max(fourth - variance**2, 0) / rounds) / (2 * sd) if sd else 0.0)


def error_of(number: Number) -> float | None:
    """Return the standard error of a simulated figure; None for any other number."""
    return number.error if isinstance(number, Simulated) else None


def errors_as_data(**figures: Number) -> dict[str, object]:
    """Return the errors of simulated figures for JSON; empty if none is simulated."""
    errors = {name: error for name, number in figures.items() if (error := error_of(number)) is not None}
    return {"simulated": True, "errors": errors} if errors else {}
