"""Pot of Gold pay tables at other casinos, from public sources."""

from __future__ import annotations

from pitboss.paytable import Named

_WIZARD = "Wizard of Odds, as quoted by github.com/mrwatts88/ride-free-sim"


def _tokens(*pays: int, source: str) -> Named:
    """Build a table from the payouts to 1, for one token and up. Equal payouts at the end become one line."""
    flat = next(many for many in range(5, len(pays) + 1) if len(set(pays[many - 1 :])) == 1)
    return Named({f"{many}+ tokens": f"{pays[many - 1]}:1" for many in range(flat, 0, -1)}, source)


POTS = {
    "woo-1": _tokens(3, 10, 30, 60, 100, 300, 1000, source=f"table 1 of the {_WIZARD}; on Potawatomi's felt"),
    "woo-2": _tokens(3, 12, 30, 50, 100, 100, 100, source=f"table 2 of the {_WIZARD}; the sheet's own"),
    "nevada-pog-04": _tokens(
        3,
        10,
        30,
        60,
        100,
        299,
        1000,
        source="the Nevada filing POG-04, as quoted by github.com/mrwatts88/ride-free-sim",
    ),
    "marina-bay-sands-4": _tokens(
        3, 10, 25, 50, 100, 100, 100, source="Marina Bay Sands, game rules version 4, as quoted by an open simulator"
    ),
    "weibes": _tokens(1, 10, 30, 60, 100, 300, 1000, source="github.com/weibes/blackjack-engine, which names no house"),
}
