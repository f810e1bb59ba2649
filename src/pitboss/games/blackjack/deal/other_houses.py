"""Pay tables of the side bets at other casinos, from public sources."""

from __future__ import annotations

from pitboss.paytable import Named, Paytable

_WIZARD = "Wizard of Odds"


def _named(table: Paytable, *pays: str, source: str) -> Named:
    """Return the lines of a table with other payouts, given from the top line down."""
    return Named({name: paid for (name, _), paid in zip(table.lines, pays, strict=True)}, source)


def perfect_pairs(table: Paytable) -> dict[str, Named]:
    """Return pay tables for Perfect Pairs."""
    return {
        "30-10-5": _named(table, "30:1", "10:1", "5:1", source=f"{_WIZARD}, Perfect Pairs"),
        "25-15-5": _named(table, "25:1", "15:1", "5:1", source=f"{_WIZARD}, Perfect Pairs"),
    }


def twenty_one_plus_three(table: Paytable) -> dict[str, Named]:
    """Return pay tables for 21+3."""
    return {
        "nine": _named(table, *["9:1"] * 5, source=f"{_WIZARD}, 21+3: the first table, 9 to 1 for every line"),
        "30-20-10-5": _named(table, "30:1", "30:1", "20:1", "10:1", "5:1", source=f"{_WIZARD}, 21+3"),
    }


def lucky_ladies(table: Paytable) -> dict[str, Named]:
    """Return pay tables for Lucky Ladies."""
    pays = ("1000:1", "200:1", "25:1", "10:1", "4:1")
    return {"b": _named(table, *pays, source=f"{_WIZARD}, Lucky Ladies, pay table B")}


def royal_match(table: Paytable) -> dict[str, Named]:
    """Return pay tables for Royal Match."""
    return {"10-3": _named(table, "10:1", "3:1", source=f"{_WIZARD}, Royal Match: for one deck")}
