"""The answer to "what may happen?": all figures of a session and of the house, with their charts."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from msgspec import Struct, structs

from pitboss.lab.display import FigureTable, Shown
from pitboss.lab.risk.house_side import BANDS, HouseRisk
from pitboss.lab.risk.session import Curves, RiskSession


class Risk(Struct, Shown, frozen=True):
    """What this many rounds may bring a player and the house; amounts in units of the main bet, or of the bets said."""

    game: str
    rules: Mapping[str, object]
    """What differs from the sheet as it is read here."""
    stakes: Mapping[str, int]
    how: str
    """In a sentence: what is played, and how the law of a round was found."""
    rounds: int
    bankroll: float
    goal: float | None
    hour: int
    """Rounds an hour."""
    initial_bet: float
    round_mean: float
    round_sd: float
    session: RiskSession
    normal: RiskSession
    """The same by the normal curve."""
    n0: float
    volatility_index: float
    cost_an_hour: float
    house: HouseRisk
    curves: Curves
    round_error: float
    """The standard error of a round's mean; nothing where it was counted."""

    @property
    def found(self) -> str:
        """How the figures were found, in a word for the head of their column: by an exact law, or by one simulated."""
        return "simulated" if self.round_error else "exact"

    def as_data(self) -> dict[str, Any]:
        """What `risk --json` prints."""
        session = structs.asdict(self.session)
        return {
            "game": self.game,
            "rules": dict(self.rules),
            "stakes": dict(self.stakes),
            "how": self.how,
            "rounds": self.rounds,
            "bankroll": self.bankroll,
            "goal": self.goal,
            **session,
            "n0": _finite(self.n0),
            "volatility_index": self.volatility_index,
            "cost_an_hour": self.cost_an_hour,
            "round": {
                "mean": self.round_mean,
                "sd": self.round_sd,
                "initial_bet": self.initial_bet,
                "se": self.round_error,
            },
            "normal": {name: value for name, value in structs.asdict(self.normal).items() if name != "error"},
            "house": _house_data(self.house),
            "ruin_by_bankroll": [list(point) for point in self.curves.ruin],
        }

    def tables(self) -> tuple[FigureTable, ...]:
        """Every figure beside its normal value; the bands of hold; ruin by bankroll."""
        bands = tuple((rounds, *holds) for rounds, holds in self.house.bands)
        shares = tuple(f"{share * 100:g}%" for share in BANDS)
        return (
            FigureTable(
                f"{self.game}: {self.rounds:,} rounds", ("figure", self.found, "normal"), tuple(self.rows()), self.how
            ),
            FigureTable("Hold by rounds, of the initial bets", ("rounds", *shares), bands),
            FigureTable(f"Ruin within {self.rounds:,} rounds", ("bankroll", "chance"), self.curves.ruin),
        )

    def charts(self) -> Mapping[str, str]:
        """The fan, the session, ruin against bankroll, and the trumpet of hold."""
        from pitboss.lab.risk.risk_charts import all_charts  # noqa: PLC0415  (drawn only where somebody looks)

        return all_charts(self)

    def rows(self) -> list[tuple[str, float | None, float | None]]:
        """Every figure by its name: as convolved, and by the normal curve."""
        exact, curve = self.session, self.normal
        rows: list[tuple[str, float | None, float | None]] = [
            ("mean", exact.mean, curve.mean),
            ("sd", exact.sd, curve.sd),
            ("ahead", exact.ahead, curve.ahead),
            *((f"quantile {share}", net, curve.quantiles[share]) for share, net in exact.quantiles.items()),
            ("ruin_within", exact.ruin_within, curve.ruin_within),
            ("ruin_ever", exact.ruin_ever, curve.ruin_ever),
        ]
        if exact.goal_first is not None:
            rows.append(("goal_first", exact.goal_first, curve.goal_first))
        rows += [
            ("n0", self.n0, self.n0),
            ("volatility_index", self.volatility_index, self.volatility_index),
            ("cost_an_hour", self.cost_an_hour, self.cost_an_hour),
            ("house_sure_after", self.house.sure_after, self.house.sure_after_normal),
        ]
        return rows

    def __repr__(self) -> str:
        return (
            f"<Risk {self.game}: {self.rounds:,} rounds, ahead {self.session.ahead:.4%},"
            f" ruin {self.session.ruin_within:.4%} of {self.bankroll:g} units>"
        )


def _finite(figure: float) -> float | None:
    """JSON cannot write infinity."""
    return figure if isfinite(figure) else None


def _house_data(house: HouseRisk) -> dict[str, Any]:
    data = structs.asdict(house)
    data["sure_after"] = _finite(house.sure_after)
    data["sure_after_normal"] = _finite(house.sure_after_normal)
    data["bands"] = [{"rounds": rounds, "hold": list(holds)} for rounds, holds in house.bands]
    data["month"] = None if house.month is None else structs.asdict(house.month)
    return data
