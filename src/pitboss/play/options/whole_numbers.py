"""Parsing of integers in common notations: 1000000, 1,000,000, 1_000_000, 1e6."""

from __future__ import annotations

import re

_WRITTEN = re.compile(r"([0-9]{1,15})(?:\.([0-9]{1,15}))?(?:[eE]\+?([0-9]{1,2}))?")


def whole_number(text: str) -> int | None:
    """
    Return the integer, or None if the text is not one.

    >>> whole_number("1e3"), whole_number("2.5e2"), whole_number("1_000"), whole_number("2.5"), whole_number("many")
    (1000, 250, 1000, None, None)
    """
    match = _WRITTEN.fullmatch(text.replace("_", "").replace(",", "").strip())
    if match is None:
        return None
    digits, power = match[1] + (match[2] or ""), int(match[3] or 0) - len(match[2] or "")
    number, rest = (int(digits) * 10**power, 0) if power >= 0 else divmod(int(digits), 10**-power)
    return None if rest else number
