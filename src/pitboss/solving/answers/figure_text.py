"""Formatting of figures for people."""

from __future__ import annotations

from fractions import Fraction
from math import floor, lcm, log10

from pitboss.money import LOSS, PUSH, Pays
from pitboss.solving.answers.analysis import BetOdds, Cell, Number
from pitboss.statistics.exactness import is_exact
from pitboss.statistics.simulated_figures import error_of

SHARES = {
    "how often", "how often bet", "how often best", "probability", "house edge", "element of risk", "hit", "push",
}  # fmt: skip
"""Chart columns that contain shares, shown as percentages."""

_MAX_WAYS = 10**12
_MAX_DIGITS = 24
_SHOWN = 0.005
"""The smallest number that does not round to 0.00."""
_MAX_DECIMALS = 8


def percent(share: Number) -> str:
    """
    Format a share with as many decimals as are meaningful.

    >>> percent(Fraction(1, 3)), percent(0.00001234), percent(0), percent(1)
    ('33.3333%', '0.00123%', '0%', '100%')
    """
    error = error_of(share)
    if error is not None:
        digits = _digits(100 * error)
        return f"{100 * float(share):.{digits}f}% ± {100 * error:.{digits}f}%"
    if share in (0, 1):
        return f"{int(share) * 100}%"
    value = float(share) * 100
    return f"{value:.4f}%" if abs(value) >= 0.01 else f"{value:.3g}%"


def _digits(error: float) -> int:
    """Return the number of decimals that shows two digits of an error."""
    return min(max(1 - floor(log10(error)), 0), 6) if error > 0 else 2


def decimal(number: Number) -> str:
    """
    Format a number with six decimals, or fewer if it is exact and needs no more.

    >>> decimal(Fraction(-1, 3)), decimal(4), decimal(Fraction(6, 2)), decimal(Fraction(3, 2)), decimal(0.5)
    ('-0.333333', '4', '3', '1.5', '0.500000')
    """
    error = error_of(number)
    if error is not None:
        return f"{float(number):.{_digits(error)}f} ± {error:.{_digits(error)}f}"
    if is_exact(number) and Fraction(number).denominator == 1:
        return f"{int(number):,}"
    shown = f"{float(number):.6f}"
    ends_soon = is_exact(number) and 1000 % Fraction(number).denominator == 0
    return shown.rstrip("0") if ends_soon else shown


def payout(pays: Number) -> str:
    """
    Format the net result of one unit as a pay table does.

    >>> payout(15), payout(Fraction(3, 2)), payout(0), payout(-1), payout(-2), payout(0.25)
    ('15:1', '3:2', 'push', 'loss', '-2', '+0.250000')
    """
    if is_exact(pays) and (pays >= 0 or pays == -1):
        exact = Fraction(pays)
        return str(PUSH if exact == 0 else LOSS if exact == -1 else Pays(exact.numerator, exact.denominator))
    return f"+{decimal(pays)}" if pays > 0 else decimal(pays)


def exactly(number: Number) -> str:
    """Return " = " and the fraction, if the number is exact and the fraction is short enough to read."""
    if not is_exact(number):
        return ""
    shown = str(Fraction(number))
    return f" = {shown}" if "/" in shown and len(shown) <= _MAX_DIGITS else ""


def ways(bet: BetOdds) -> tuple[int, list[int]] | None:
    """Return the number of equally likely ways and how many of them lead to each outcome, if they can be counted."""
    chances = [outcome.probability for outcome in bet.outcomes]
    if not is_exact(*chances):
        return None
    every = lcm(bet.ways or 1, *(Fraction(chance).denominator for chance in chances))
    return (every, [int(chance * every) for chance in chances]) if every <= _MAX_WAYS else None


def cell(value: Cell, column: str) -> str:
    """Format a cell of a chart."""
    if value is None or isinstance(value, str):
        return value or ""
    return percent(value) if column in SHARES else decimal(value)


def short_cell(value: Cell, column: str) -> str:
    """
    Format a cell for a page: two decimals, but never 0.00 for a figure that is not 0.

    >>> short_cell(Fraction(1, 3), "ev"), short_cell(0.0123456, "house edge"), short_cell(-0.000616, "ev")
    ('0.33', '1.23%', '−0.00062')
    >>> short_cell(1326, "ways"), short_cell(Fraction(3, 2), "pays"), short_cell("hit", "best")
    ('1,326', '1.50', 'hit')
    """
    if value is None or isinstance(value, str):
        return value or ""
    if error_of(value) is not None:
        return cell(value, column).replace("-", "−")
    if is_exact(value) and Fraction(value).denominator == 1 and column not in SHARES:
        return f"{int(value):,}".replace("-", "−")
    shown = float(value) * (100 if column in SHARES else 1)
    digits = 2 if abs(shown) >= _SHOWN or not shown else min(1 - floor(log10(abs(shown))), _MAX_DECIMALS)
    return f"{shown:,.{digits}f}{'%' * (column in SHARES)}".replace("-", "−")
