"""What `odds` and `advise` answer, as objects that explain themselves."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pitboss.lab.display import ByName, FigureTable, Shown
from pitboss.lab.svg_charts import Plot
from pitboss.solving.answers import analysis
from pitboss.solving.answers.figure_text import decimal, percent

_BLUE, _RED = "#2f6fb0", "#b3261e"
_FEWEST_BARS = 3


def _fields(struct: Any) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


class BetResult(analysis.BetOdds, Shown, frozen=True):
    """One bet, in units of it: every outcome, house edge, hit, push and standard deviation."""

    def tables(self) -> tuple[FigureTable, ...]:
        """Every outcome with what it pays, how likely it is and what it returns."""
        rows = tuple((each.name, each.pays, each.probability, each.pays * each.probability) for each in self.outcomes)
        figures = f"House edge {percent(self.house_edge)}, standard deviation {decimal(self.sd)}."
        title = self.title or self.name
        note = f"{figures} {self.note}".strip()
        return (FigureTable(title, ("outcome", "pays", "probability", "return"), rows, note),)

    def __repr__(self) -> str:
        return f"<{self.name}: house edge {percent(self.house_edge)}, hit {percent(self.hit)}, sd {decimal(self.sd)}>"


class PlayedResult(analysis.Played, Shown, frozen=True):
    """The game as it is played, in units of one ante or main bet."""

    def tables(self) -> tuple[FigureTable, ...]:
        """Every net of a round with its chance."""
        rows = tuple((net, chance) for net, chance in self.distribution)
        return (FigureTable("What a round wins or loses", ("net", "probability"), rows, self.note),)

    def charts(self) -> dict[str, str]:
        """The distribution as bars."""
        nets = sorted((float(net), float(chance)) for net, chance in self.distribution)
        if len(nets) < _FEWEST_BARS:
            return {}
        wide = min(after - net for (net, _), (after, _) in pairwise(nets))
        often = [net for net, chance in nets if chance >= 1e-4]
        shown = [(net, chance) for net, chance in nets if often[0] <= net <= often[-1]]
        most = max(chance for _, chance in nets)
        ends = (shown[0][0] - wide, shown[-1][0] + wide)
        plot = Plot("What a round wins or loses", "net, in bets", "chance", ends, (0, most * 1.05), percent_y=True)
        for net, chance in shown:
            plot.bar(net - wide / 2, net + wide / 2, chance, _BLUE if net > 0 else _RED)
        return {"distribution": plot.svg()}

    def __repr__(self) -> str:
        return f"<a round: house edge {percent(self.house_edge)} of the initial bet, sd {decimal(self.sd)}>"


class ChartResult(analysis.Chart, Shown, frozen=True):
    """A chart of the best play, or of what something is worth."""

    def tables(self) -> tuple[FigureTable, ...]:
        """The chart as it is printed."""
        rows = tuple((name, *cells) for name, cells in self.rows)
        return (FigureTable(self.title, (self.corner, *self.columns), rows, self.note),)

    def __repr__(self) -> str:
        return f"<{self.name}: {self.title}>"


class OddsResult(analysis.Analysis, Shown, frozen=True):
    """
    Every bet's odds and the best play under one set of rules.

    `bets` and `strategy` are found by name or place; `played` is the game as it is played.
    """

    bets: ByName[BetResult]
    played: PlayedResult | None = None
    strategy: ByName[ChartResult] = ByName()

    @classmethod
    def of(cls, found: analysis.Analysis) -> OddsResult:
        """The analysis, as an object for programs and notebooks."""
        fields = _fields(found)
        fields["bets"] = ByName(BetResult(**_fields(bet)) for bet in found.bets)
        fields["strategy"] = ByName(ChartResult(**_fields(chart)) for chart in found.strategy)
        fields["played"] = None if found.played is None else PlayedResult(**_fields(found.played))
        return cls(**fields)

    def tables(self) -> tuple[FigureTable, ...]:
        """All bets at a glance, then the charts of the best play."""
        rows = tuple((bet.name, bet.house_edge, bet.hit, bet.push, bet.sd) for bet in self.bets)
        glance = FigureTable(f"{self.game}: the bets at a glance", ("bet", "house edge", "hit", "push", "sd"), rows)
        return (glance, *(table for chart in self.strategy for table in chart.tables()))

    def charts(self) -> dict[str, str]:
        """What a round wins or loses."""
        return self.played.charts() if self.played else {}

    def __repr__(self) -> str:
        bets = ", ".join(f"{bet.name} {percent(bet.house_edge)}" for bet in self.bets[:4])
        return f"<odds of {self.game}: house edge {bets}{', …' * (len(self.bets) > 4)}>"


class AdviceResult(analysis.Advice, Shown, frozen=True):
    """What each option is worth now, and which is best."""

    @classmethod
    def of(cls, found: analysis.Advice) -> AdviceResult:
        """The advice, as an object for programs and notebooks."""
        return cls(**_fields(found))

    def tables(self) -> tuple[FigureTable, ...]:
        """Each option with its worth."""
        rows = tuple((name, worth, "best" if name == self.best else "") for name, worth in self.options.items())
        title = f"What each option is worth, in {self.unit}"
        return (FigureTable(title, ("option", "worth", ""), rows, " ".join(self.notes)),)

    def __repr__(self) -> str:
        worths = ", ".join(f"{name} {decimal(worth)}" for name, worth in self.options.items())
        return f"<best {self.best}: {worths}>"
