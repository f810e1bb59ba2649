"""Parsing of round counts and stakes, without loading the simulation itself."""

from __future__ import annotations

import re

from pitboss.play.options.whole_numbers import whole_number
from pitboss.play.records.text_file import read_text, read_toml
from pitboss.play.refused import Refused

MAX_ROUNDS = 10**15


def read_rounds(text: str, most: int = MAX_ROUNDS) -> int:
    """Parse a number of rounds: 1000000, 1e9 or 1_000_000."""
    rounds = whole_number(text)
    if rounds is not None and 0 < rounds <= most:
        return rounds
    limit = f"1000000 or 1e9, at most {MAX_ROUNDS:.0e}".replace("e+", "e") if most == MAX_ROUNDS else f"1 to {most:,}"
    raise Refused("no-rounds", f"{text!r} is not a number of rounds: write {limit}")


def read_stake(text: str) -> tuple[str, int]:
    """Parse the units on a bet from name=units."""
    name, equals, units = text.partition("=")
    if not equals or not re.fullmatch(r"[0-9]{1,6}", units.strip()):
        raise Refused("bad-stake", f"{text!r} is not a bet: write name=units, as in field=0, and 999999 at most")
    return name.strip(), int(units)


def read_stakes(path: str) -> dict[str, int]:
    """Parse the units on each bet from a TOML file of `name = units`."""
    text = read_text(path, "file of bets")
    try:
        return dict(read_stake(f"{name}={units}") for name, units in read_toml(text).items())
    except Refused as refused:
        raise Refused(refused.code, f"{path}: {refused.reason}") from None
