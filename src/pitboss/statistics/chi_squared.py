"""The p-value of a chi-squared statistic."""

from __future__ import annotations

from math import exp, lgamma, log

_TINY = 1e-300
_RELATIVE_TOLERANCE = 1e-15
_MAX_STEPS = 100_000


def chi_squared_tail(statistic: float, freedom: int) -> float:
    """
    Return the p-value of a chi-squared statistic with these degrees of freedom.

    This is the regularised incomplete gamma function: its series for small statistics, its continued fraction for
    large ones, both to about 12 digits.

    >>> round(chi_squared_tail(3.841458820694124, 1), 12), round(chi_squared_tail(16.91897760462045, 9), 12)
    (0.05, 0.05)
    >>> chi_squared_tail(0, 3), chi_squared_tail(2000, 3) < 1e-300
    (1.0, True)
    """
    if freedom < 1 or statistic < 0:
        raise ValueError(
            f"invalid chi-squared statistic {statistic} or {freedom} degrees of freedom: need at least 0 and 1"
        )
    a, x = freedom / 2, statistic / 2
    if x == 0:
        return 1.0
    scale = a * log(x) - x - lgamma(a)
    if x < a + 1:
        return max(0.0, 1 - _series(a, x) * exp(scale))
    return _fraction(a, x) * exp(scale) if scale > -700 else 0.0


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for step in range(1, _MAX_STEPS):
        term *= x / (a + step)
        total += term
        if term < total * _RELATIVE_TOLERANCE:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Evaluate a continued fraction by Lentz's method."""
    below = x + 1 - a
    above, each = 1 / _TINY, 1 / below
    whole = each
    for step in range(1, _MAX_STEPS):
        part = -step * (step - a)
        below += 2
        each = 1 / ((part * each + below) or _TINY)
        above = (below + part / above) or _TINY
        whole *= above * each
        if abs(above * each - 1) < _RELATIVE_TOLERANCE:
            break
    return whole
