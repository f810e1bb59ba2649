"""The answer to "can it be beaten?"."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pitboss.counting.threats import Removal, Threat
from pitboss.play.refused import Refused

if TYPE_CHECKING:
    import pandas


class Protection(Struct, frozen=True):
    """Effects of removal, and every way to know more with what it is worth and what closes it."""

    game: str
    rules: Mapping[str, object]
    removal: Removal
    threats: tuple[Threat, ...]
    limits: tuple[float, ...]
    """In dollars, by threat: the most that may lie on its bet."""
    hour: int
    """Rounds an hour."""
    stopped: bool = False
    """Whether it was ended before all rows were found."""

    def as_data(self) -> dict[str, Any]:
        """What `protect --json` prints."""
        return {
            "game": self.game,
            "rules": dict(self.rules),
            "hour": self.hour,
            "stopped": self.stopped,
            "removal": self.removal.as_data(),
            "removal_with_the_play_kept": {
                bet: {rank: float(change) for rank, change in ranks.items()} for bet, ranks in self.removal.kept.items()
            },
            "start": {bet: float(edge) for bet, edge in self.removal.start.items()},
            "threats": [
                row.as_data(self.hour, limit) for row, limit in zip(self.threats, self.limits, strict=True)
            ],
        }  # fmt: skip

    def to_json(self) -> str:
        """The answer as `protect --json` prints it."""
        return json.dumps(self.as_data(), ensure_ascii=False)

    def to_frame(self) -> pandas.DataFrame:
        """The threats as a table."""
        try:
            import pandas  # noqa: PLC0415  (an extra, and slow to load)
        except ImportError:
            raise Refused("no-frames", "a table needs pandas: pip install 'pitboss[frames]'") from None
        return pandas.DataFrame(self.as_data()["threats"])

    def worst(self) -> Threat | None:
        """The row that wins most a round."""
        return max(self.threats, key=lambda row: row.per_round, default=None)

    def __repr__(self) -> str:
        worst = self.worst()
        told = f", worst {worst.name} ({worst.per_100:+.2f} per 100)" if worst else ""
        return f"<Protection {self.game}: {len(self.threats)} threats{told}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("threat", "bet", "edge", "share", "per 100", "closed by"))
        rows = "".join(
            f"<tr><td>{escape(row.name)}</td><td>{escape(row.bet)}</td><td>{float(row.edge):+.3%}</td>"
            f"<td>{float(row.share):.2%}</td><td>{row.per_100:+.2f}</td><td>{escape(row.closing.procedure)}</td></tr>"
            for row in self.threats
        )
        return f"<table><tr>{head}</tr>{rows}</table>"
