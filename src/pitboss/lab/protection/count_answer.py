"""A card counter's results as `protect --count` prints them."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from msgspec import Struct

from pitboss.lab.display import FigureTable, ResultView, StyledLine
from pitboss.solving.answers.card_counts import CountResult

RUIN = 0.135
"""The risk of ruin for which the required bank is printed: exp(-2), the risk at full Kelly."""


class CounterFigures(Struct, ResultView, frozen=True):
    """The edge by count, and the figures of a bet spread with a given bank."""

    game: str
    found: CountResult
    bank: float
    """The bank whose risk of ruin is printed, in units."""

    def as_data(self) -> dict[str, Any]:
        """Return the data that `protect --count … --json` prints."""
        found = self.found
        bank_for = found.bank_for(RUIN)
        return {
            "game": self.game, **found.as_data(), "bank": self.bank, "ruin": found.ruin(self.bank),
            "bank_for_ruin_0.135": None if bank_for == inf else bank_for,
        }  # fmt: skip

    def tables(self) -> tuple[FigureTable, ...]:
        """Return the edge by count, then the figures of the spread."""
        found = self.found
        rows = tuple(
            (row.count, row.rounds / found.rounds, row.edge, row.se, bet)
            for row, bet in zip(found.rows, found.bets, strict=True)
        )
        figures = tuple(
            (name, value) for name, value in self.as_data().items() if value is None or isinstance(value, float)
        )
        title = f"{self.game}: the player's edge by count"
        return (
            FigureTable(title, ("count", "share", "player's edge", "standard error", "units bet"), rows),
            FigureTable("The bet spread, in units", ("figure", "value"), figures),
        )


def counter_lines(figures: CounterFigures, title: str) -> Iterator[StyledLine]:
    """Yield the lines of the text output: edge by count, then the figures that analysts quote."""
    found = figures.found
    tags = " ".join(f"{tag:+g}" if tag else "0" for tag in found.tags)
    yield (f"{title}: a card counter", "bold")
    yield f"Tags of A, 2 … 9, 10: {tags}. {found.dealt} of {found.cards} cards dealt, {found.rounds:,} rounds."
    yield ""
    yield "  count    share    player's edge    bet"
    for row, bet in zip(found.rows, found.bets, strict=True):
        share = row.rounds / found.rounds
        if share >= SHOWN:
            yield f"  {row.count:+5d}  {share:7.3%}  {row.edge:+8.3%} ± {row.se:.3%}  {bet:5g}"
    yield ""
    yield f"Win rate      {100 * found.win_rate:+.3f} ± {100 * found.se:.3f} units per 100 rounds"
    yield f"Std deviation {found.sd:.3f} units per round; average bet {found.average_bet:.3f}"
    yield f"Advantage     {found.advantage:+.3%} of the initial bets"
    if found.win_rate <= 0:
        yield "This spread does not win: no bank is safe, N0 and SCORE are not defined."
        return
    yield f"N0            {found.n0:,.0f} rounds; desirability {found.desirability:.3f}; SCORE {found.score:.3f}"
    yield f"Risk of ruin  {found.ruin(figures.bank):.3%} with {figures.bank:,g} units"
    yield f"Bank          {found.bank_for(RUIN):,.0f} units for a risk of ruin of {RUIN:.1%}"


SHOWN = 1e-4
"""Counts with a smaller share of rounds are left out of the text; `--json` and `--csv` include all of them."""
