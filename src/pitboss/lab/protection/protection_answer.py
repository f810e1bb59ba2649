"""The result of `protect`."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from msgspec import Struct

from pitboss.games import GAMES
from pitboss.lab.display import FigureTable, ResultView, in_plain_text
from pitboss.lab.protection.protection_text import protection_lines
from pitboss.solving.answers.threats import Removal, Threat


class Protection(Struct, ResultView, frozen=True):
    """The effects of removal, and every threat with its value and the procedure that prevents it."""

    game: str
    rules: Mapping[str, object]
    removal: Removal
    threats: tuple[Threat, ...]
    limits: tuple[float, ...]
    """The table maximum of each threat's bet, in dollars."""
    hour: int
    """Rounds per hour."""
    stopped: bool = False
    """Whether it was stopped before all threats were evaluated."""

    def as_data(self) -> dict[str, Any]:
        """Return the data that `protect --json` prints."""
        return {
            "game": self.game,
            "rules": dict(self.rules),
            "hour": self.hour,
            "stopped": self.stopped,
            "removal": self.removal.as_data(),
            "removal_with_the_play_kept": {
                bet: {rank: float(change) for rank, change in ranks.items()}
                for bet, ranks in self.removal.with_fixed_play().items()
            },
            "start": {bet: float(edge) for bet, edge in self.removal.start.items()},
            "threats": [
                row.as_data(self.hour, limit) for row, limit in zip(self.threats, self.limits, strict=True)
            ],
        }  # fmt: skip

    def tables(self) -> tuple[FigureTable, ...]:
        """Return the threats, then the effects of removal."""
        columns = (
            "threat", "bet", "knows", "who", "edge", "exact", "se", "share", "per 100", "$ an hour", "N0",
            "desirability", "closed by", "clause", "rounds lost an hour",
        )  # fmt: skip
        rows = tuple(
            (row.name, row.bet, row.knows, row.who, row.edge, "yes" if row.exact else "no", row.se, row.share,
             row.per_100, row.an_hour(self.hour, limit), row.n0 if isfinite(row.n0) else None, row.desirability,
             row.closing.procedure, row.closing.clause, row.closing.rounds_lost(self.hour))
            for row, limit in zip(self.threats, self.limits, strict=True)
        )  # fmt: skip
        ranks = tuple(dict.fromkeys(rank for effects in self.removal.best.values() for rank in effects))
        removal, fixed_play = (
            tuple((bet, *(effects.get(rank) for rank in ranks)) for bet, effects in table.items())
            for table in (self.removal.best, self.removal.with_fixed_play())
        )
        return (
            FigureTable(
                f"{self.game}: extra information", columns, rows, "Edges are the player's, in units of the bet."
            ),
            FigureTable("Effect of one missing card on the player's edge", ("bet", *ranks), removal, self.removal.note),
            FigureTable("The same with the full-deck strategy", ("bet", *ranks), fixed_play),
        )

    def worst(self) -> Threat | None:
        """Return the threat that wins most per round."""
        return max(self.threats, key=lambda row: row.per_round, default=None)

    def __str__(self) -> str:
        return in_plain_text(protection_lines(self, GAMES[self.game].title))

    def __repr__(self) -> str:
        worst = self.worst()
        summary = f", worst {worst.name} ({worst.per_100:+.2f} per 100)" if worst else ""
        return f"<Protection {self.game}: {len(self.threats)} threats{summary}>"
