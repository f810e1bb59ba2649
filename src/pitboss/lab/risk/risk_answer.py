"""The result of `risk`: all figures for a session and for the house, with their charts."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from msgspec import Struct, structs

from pitboss.games import GAMES
from pitboss.lab.display import FigureTable, ResultView, in_plain_text
from pitboss.lab.risk.house_side import BANDS, HouseRisk
from pitboss.lab.risk.risk_text import risk_lines
from pitboss.lab.risk.session import Curves, RiskSession
from pitboss.lab.svg_charts import ResultChart, Series


class Risk(Struct, ResultView, frozen=True):
    """The risk for a player and the house, in units of the main bet or of the given bets."""

    game: str
    rules: Mapping[str, object]
    """Changes from the default rules."""
    stakes: Mapping[str, int]
    how: str
    """One sentence on the bets made and the source of the distribution."""
    rounds: int
    bankroll: float
    goal: float | None
    hour: int
    """Rounds per hour."""
    initial_bet: float
    round_mean: float
    round_sd: float
    session: RiskSession
    normal: RiskSession
    """The same session by the normal approximation."""
    n0: float
    volatility_index: float
    cost_an_hour: float
    house: HouseRisk
    curves: Curves
    round_error: float
    """The standard error of a round's mean; 0 if exact."""
    uncertainty: float = 0.0
    """The error of any probability of one round, from the stated errors of its distribution."""

    @property
    def found(self) -> str:
        """The column heading for the figures: `exact`, `computed` from probabilities with errors, or `simulated`."""
        if self.round_error:
            return "simulated"
        return "computed" if self.uncertainty else "exact"

    def as_data(self) -> dict[str, Any]:
        """Return the data that `risk --json` prints."""
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
                "uncertainty": self.uncertainty,
            },
            "normal": {name: value for name, value in structs.asdict(self.normal).items() if name != "error"},
            "house": _house_data(self.house),
            "ruin_by_bankroll": [list(point) for point in self.curves.ruin],
        }

    def tables(self) -> tuple[FigureTable, ...]:
        """Return all figures next to their normal approximations, the hold bands, and ruin by bankroll."""
        bands = tuple((rounds, *holds) for rounds, holds in self.house.bands)
        shares = tuple(f"{share * 100:g}%" for share in BANDS)
        return (
            FigureTable(
                f"{self.game}: {self.rounds:,} rounds", ("figure", self.found, "normal"), tuple(self.rows()), self.how
            ),
            FigureTable("Hold by rounds, of the initial bets", ("rounds", *shares), bands),
            FigureTable(f"Ruin within {self.rounds:,} rounds", ("bankroll", "chance"), self.curves.ruin),
        )

    def plot(self) -> ResultChart:
        """Return a bar chart of the session's net result; `charts` has all four charts of risk."""
        bars = tuple((begin, chance) for begin, _, chance in self.curves.bars)
        title = f"{self.game}: net after {self.rounds:,} rounds"
        return ResultChart(title, "net, in units", "chance", (Series(self.game, bars, "bars"),), percent_y=True)

    def charts(self) -> Mapping[str, str]:
        """Return the charts: fan, session, ruin by bankroll, and hold."""
        from pitboss.lab.risk.risk_charts import all_charts  # noqa: PLC0415  (loaded only if charts are shown)

        return all_charts(self)

    def rows(self) -> list[tuple[str, float | None, float | None]]:
        """Return every figure by name, from the convolution and from the normal approximation."""
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

    def __str__(self) -> str:
        return in_plain_text(risk_lines(self, GAMES[self.game].title))

    def __repr__(self) -> str:
        return (
            f"<Risk {self.game}: {self.rounds:,} rounds, ahead {self.session.ahead:.4%},"
            f" ruin {self.session.ruin_within:.4%} of {self.bankroll:g} units>"
        )


def _finite(figure: float) -> float | None:
    """Replace infinity by None, since JSON cannot represent it."""
    return figure if isfinite(figure) else None


def _house_data(house: HouseRisk) -> dict[str, Any]:
    data = structs.asdict(house)
    data["sure_after"] = _finite(house.sure_after)
    data["sure_after_normal"] = _finite(house.sure_after_normal)
    data["bands"] = [{"rounds": rounds, "hold": list(holds)} for rounds, holds in house.bands]
    data["month"] = None if house.month is None else structs.asdict(house.month)
    return data
