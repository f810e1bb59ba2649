"""Result objects of `odds` and `advise`, with tables and charts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pitboss.lab.display import ByName, FigureTable, ResultView
from pitboss.lab.svg_charts import Plot, ResultChart, Series
from pitboss.solving.answers import analysis
from pitboss.solving.answers.figure_text import decimal, percent

_BLUE, _RED = "#2f6fb0", "#b3261e"
_MIN_BARS = 3


def _fields(struct: Any) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


class BetResult(analysis.BetOdds, ResultView, frozen=True):
    """Odds of one bet per unit staked: outcomes, house edge, hit rate, push rate and standard deviation."""

    def tables(self) -> tuple[FigureTable, ...]:
        """Return one table of outcomes with payout, probability and contribution to the return."""
        rows = tuple((each.name, each.pays, each.probability, each.pays * each.probability) for each in self.outcomes)
        figures = f"House edge {percent(self.house_edge)}, standard deviation {decimal(self.sd)}."
        title = self.title or self.name
        note = f"{figures} {self.note}".strip()
        return (FigureTable(title, ("outcome", "pays", "probability", "return"), rows, note),)

    def __repr__(self) -> str:
        return f"<{self.name}: house edge {percent(self.house_edge)}, hit {percent(self.hit)}, sd {decimal(self.sd)}>"


class PlayedResult(analysis.Played, ResultView, frozen=True):
    """The game as played, in units of one ante or main bet."""

    def tables(self) -> tuple[FigureTable, ...]:
        """Return the distribution of a round's net result."""
        rows = tuple((net, chance) for net, chance in self.distribution)
        return (FigureTable("Net result of a round", ("net", "probability"), rows, self.note),)

    def plot(self) -> ResultChart:
        """Return a bar chart of the distribution of a round's net result."""
        nets = tuple(sorted((float(net), float(chance)) for net, chance in self.distribution))
        return ResultChart("Net result of a round", "net, in bets", "chance", (Series("a round", nets, "bars"),), True)

    def charts(self) -> dict[str, str]:
        """Return a bar chart of the distribution, unless it has too few outcomes."""
        nets = sorted((float(net), float(chance)) for net, chance in self.distribution)
        if len(nets) < _MIN_BARS:
            return {}
        wide = min(after - net for (net, _), (after, _) in pairwise(nets))
        often = [net for net, chance in nets if chance >= 1e-4]
        shown = [(net, chance) for net, chance in nets if often[0] <= net <= often[-1]]
        most = max(chance for _, chance in nets)
        ends = (shown[0][0] - wide, shown[-1][0] + wide)
        plot = Plot("Net result of a round", "net, in bets", "chance", ends, (0, most * 1.05), percent_y=True)
        for net, chance in shown:
            plot.bar(net - wide / 2, net + wide / 2, chance, _BLUE if net > 0 else _RED)
        return {"distribution": plot.svg()}

    def __repr__(self) -> str:
        return f"<a round: house edge {percent(self.house_edge)} of the initial bet, sd {decimal(self.sd)}>"


class ChartResult(analysis.Chart, ResultView, frozen=True):
    """A strategy chart, or a chart of values."""

    def tables(self) -> tuple[FigureTable, ...]:
        """Return the chart as printed."""
        rows = tuple((name, *cells) for name, cells in self.rows)
        return (FigureTable(self.title, (self.corner, *self.columns), rows, self.note),)

    def __repr__(self) -> str:
        return f"<{self.name}: {self.title}>"


class OddsResult(analysis.Analysis, ResultView, frozen=True):
    """
    The odds of every bet and the optimal strategy for one set of rules.

    Items of `bets` and `strategy` can be looked up by name or index; `played` is the game as played.
    """

    bets: ByName[BetResult]
    played: PlayedResult | None = None
    strategy: ByName[ChartResult] = ByName()

    @classmethod
    def of(cls, found: analysis.Analysis) -> OddsResult:
        """Wrap an analysis for use in programs and notebooks."""
        fields = _fields(found)
        fields["bets"] = ByName(BetResult(**_fields(bet)) for bet in found.bets)
        fields["strategy"] = ByName(ChartResult(**_fields(chart)) for chart in found.strategy)
        fields["played"] = None if found.played is None else PlayedResult(**_fields(found.played))
        return cls(**fields)

    def tables(self) -> tuple[FigureTable, ...]:
        """Return an overview of all bets, followed by the strategy charts."""
        rows = tuple((bet.name, bet.house_edge, bet.hit, bet.push, bet.sd) for bet in self.bets)
        glance = FigureTable(f"{self.game}: the bets at a glance", ("bet", "house edge", "hit", "push", "sd"), rows)
        return (glance, *(table for chart in self.strategy for table in chart.tables()))

    def plot(self) -> ResultChart:
        """Return a bar chart of a round's net result, or of the house edges if no round is defined."""
        if self.played:
            return self.played.plot()
        edges = tuple((float(number), float(bet.house_edge)) for number, bet in enumerate(self.bets, 1))
        return ResultChart(f"{self.game}: house edge", "bet", "house edge", (Series("bets", edges, "bars"),), True)

    def charts(self) -> dict[str, str]:
        """Return the chart of a round's net result, if available."""
        return self.played.charts() if self.played else {}

    def __repr__(self) -> str:
        bets = ", ".join(f"{bet.name} {percent(bet.house_edge)}" for bet in self.bets[:4])
        return f"<odds of {self.game}: house edge {bets}{', …' * (len(self.bets) > 4)}>"


class AdviceResult(analysis.Advice, ResultView, frozen=True):
    """The value of each option in a situation, and the best one."""

    @classmethod
    def of(cls, found: analysis.Advice) -> AdviceResult:
        """Wrap advice for use in programs and notebooks."""
        return cls(**_fields(found))

    def tables(self) -> tuple[FigureTable, ...]:
        """Return one table of options and their values."""
        rows = tuple((name, worth, "best" if name == self.best else "") for name, worth in self.options.items())
        title = f"Value of each option, in {self.unit}"
        return (FigureTable(title, ("option", "worth", ""), rows, " ".join(self.notes)),)

    def __repr__(self) -> str:
        worths = ", ".join(f"{name} {decimal(worth)}" for name, worth in self.options.items())
        return f"<best {self.best}: {worths}>"
