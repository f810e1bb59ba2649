"""SVG charts: a `Plot` to draw on, and the `ResultChart` of `result.plot()`, which programs can overlay and save."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from math import floor, log10
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused

Points = Sequence[tuple[float, float]]
Scale = Callable[[float], float]

WIDE, HIGH = 640, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 30, 40, 48
_TICKS = 6
COLOURS = ("#2f6fb0", "#b3261e", "#2e7d32", "#8e6a00", "#6a3fa0", "#17395c")
_LEGEND_AT, _LEGEND_STEP = 58, 16


class Plot:
    """One chart. Everything is drawn in axis units."""

    def __init__(
        self, title: str, across: str, up: str, x: tuple[float, float], y: tuple[float, float], *,
        log_x: bool = False, percent_y: bool = False,
    ) -> None:  # fmt: skip
        self.title, self.across, self.up = title, across, up
        self.log_x, self.percent_y = log_x, percent_y
        self.x, self.y = _opened(x), _opened(y)
        self.parts: list[str] = []

    def at_x(self, x: float) -> float:
        """Convert an x value to a picture coordinate."""
        low, high = self.x
        share = (log10(x / low) / log10(high / low)) if self.log_x else (x - low) / (high - low)
        return round(_LEFT + share * (WIDE - _LEFT - _RIGHT), 1)

    def at_y(self, y: float) -> float:
        """Convert a y value to a picture coordinate, clamped to the plot area."""
        low, high = self.y
        share = (min(max(y, low), high) - low) / (high - low)
        return round(HIGH - _BOTTOM - share * (HIGH - _TOP - _BOTTOM), 1)

    def _path(self, points: Points) -> str:
        return "M" + "L".join(f"{self.at_x(x)} {self.at_y(y)}" for x, y in points)

    def line(self, points: Points, colour: str, wide: float = 2, dash: str = "") -> None:
        """Draw a line through these points."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<path d="{self._path(points)}" fill="none" stroke="{colour}" stroke-width="{wide}"{dashed}/>'
        )

    def band(self, low: Points, high: Points, colour: str, strength: float) -> None:
        """Fill the area between two lines."""
        edge = self._path([*low, *reversed(high)])
        self.parts.append(f'<path d="{edge}Z" fill="{colour}" fill-opacity="{strength}"/>')

    def bar(self, begin: float, end: float, height: float, colour: str) -> None:
        """Draw a bar that starts at zero."""
        left, right, top, foot = self.at_x(begin), self.at_x(end), self.at_y(height), self.at_y(0)
        self.parts.append(
            f'<rect x="{left}" y="{top}" width="{max(right - left - 1, 1):.1f}" height="{max(foot - top, 0):.1f}"'
            f' fill="{colour}"/>'
        )

    def dot(self, x: float, y: float, colour: str, words: str) -> None:
        """Draw a dot with a label."""
        at_x, at_y = self.at_x(x), self.at_y(y)
        anchor, shift = ("end", -8) if at_x > WIDE * 0.6 else ("start", 8)
        self.parts.append(f'<circle cx="{at_x}" cy="{at_y}" r="5" fill="{colour}"/>')
        self.parts.append(_text(at_x + shift, at_y - 8, words, anchor, bold=True))

    def legend(self, right: float, at_y: float, colour: str, words: str) -> None:
        """Write a line of the legend: a swatch and its name, ending at `right`, in picture coordinates."""
        wide = 7 * len(words) + 18
        self.parts.append(f'<rect x="{right - wide:g}" y="{at_y - 11:g}" width="{wide}" height="15" fill="#fff"/>')
        self.parts.append(f'<rect x="{right - 10:g}" y="{at_y - 9:g}" width="10" height="10" fill="{colour}"/>')
        self.parts.append(_text(right - 16, at_y, words, "end"))

    def svg(self) -> str:
        """Return the complete picture."""
        inside = "".join([self._grid(), *self.parts, self._frame()])
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}"'
            f' role="img" aria-label="{escape(self.title)}" font-family="sans-serif" font-size="12">'
            f'<title>{escape(self.title)}</title><rect width="100%" height="100%" fill="#fff"/>{inside}</svg>'
        )

    def _grid(self) -> str:
        lines = []
        for y in ticks(*self.y):
            at, words = self.at_y(y), f"{y:.4g}" if not self.percent_y else f"{y * 100:.4g}%"
            lines.append(f'<path d="M{_LEFT} {at}H{WIDE - _RIGHT}" stroke="{"#888" if y == 0 else "#e4e4e4"}"/>')
            lines.append(_text(_LEFT - 6, at + 4, words, "end"))
        for x in powers(*self.x) if self.log_x else ticks(*self.x):
            lines.append(f'<path d="M{self.at_x(x)} {_TOP}V{HIGH - _BOTTOM}" stroke="#e4e4e4"/>')
            lines.append(_text(self.at_x(x), HIGH - _BOTTOM + 16, f"{x:,.10g}", "middle"))
        return "".join(lines)

    def _frame(self) -> str:
        up = _text(0, 0, self.up, "middle")
        turned = f'<g transform="translate(14 {(HIGH + _TOP - _BOTTOM) / 2}) rotate(-90)">{up}</g>'
        across = _text((WIDE + _LEFT - _RIGHT) / 2, HIGH - 10, self.across, "middle")
        return across + turned + _text(_LEFT, 22, self.title, "start", bold=True)


def _text(x: float, y: float, words: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold" font-size="14"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="#222"{weight}>{escape(words)}</text>'


def _opened(ends: tuple[float, float]) -> tuple[float, float]:
    low, high = ends
    return (low, high) if high > low else (low - 1, high + 1)


def ticks(low: float, high: float) -> list[float]:
    """
    Return round numbers between two ends.

    >>> ticks(-7, 23)
    [-5, 0, 5, 10, 15, 20]
    """
    rough = (high - low) / _TICKS
    size = 10 ** floor(log10(rough))
    step = next(size * by for by in (1, 2, 5, 10) if size * by >= rough)
    first = -floor(-low / step)
    return [round(number * step, 12) for number in range(first, floor(high / step + 1e-9) + 1)]


def powers(low: float, high: float) -> list[float]:
    """Return the powers of ten between two ends."""
    return [10.0**power for power in range(20) if low <= 10.0**power <= high]


class Series(Struct, frozen=True):
    """Points with a name, drawn as a line with dots, as bars, or as dots."""

    name: str
    points: tuple[tuple[float, float], ...]
    kind: Literal["line", "bars", "dots"] = "line"


class ResultChart(Struct, frozen=True):
    """
    A chart: series over common axes. `a + b` overlays two charts; a notebook shows it as SVG.

    >>> import pitboss as pb
    >>> two = pb.sweep("flip-it", jokers=[0, 24], workers=1).plot(bets=["red"])
    >>> two
    <chart 'flip-it: house edge': red>
    >>> [series.points for series in two.series]
    [((0.0, 0.0), (24.0, 0.05454545454545454))]
    """

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    percent_y: bool = False

    def __add__(self, other: ResultChart) -> ResultChart:
        """Return a chart with the series of both, with the title and labels of this one."""
        if not isinstance(other, ResultChart):
            return NotImplemented
        if (self._measured(), self.percent_y) != (other._measured(), other.percent_y):
            both = f"{self.y_label} by {self.x_label} and {other.y_label} by {other.x_label}"
            raise Refused("bad-chart", f"these charts have different axes: {both}")
        return ResultChart(self.title, self.x_label, self.y_label, self.series + other.series, self.percent_y)

    def _measured(self) -> str:
        """Return the x label without its unit: "net" for "net, in bets"."""
        return self.x_label.partition(",")[0]

    def label(self, *names: str) -> ResultChart:
        """Return this chart with other names for its series, in their order."""
        if len(names) != len(self.series):
            raise Refused("bad-chart", f"this chart has {len(self.series)} series, not {len(names)}")
        named = tuple(Series(name, one.points, one.kind) for name, one in zip(names, self.series, strict=True))
        return ResultChart(self.title, self.x_label, self.y_label, named, self.percent_y)

    def svg(self) -> str:
        """Return the chart as an SVG picture."""
        xs, ys = zip(*(point for one in self.series for point in one.points), strict=True)
        wide = max((_bar_width(one.points) for one in self.series if one.kind == "bars"), default=0.0)
        across = (min(xs) - wide, max(xs) + wide)
        plot = Plot(self.title, self.x_label, self.y_label, across, (min(0, *ys), max(ys)), percent_y=self.percent_y)
        for number, one in enumerate(self.series):
            _draw(plot, one, COLOURS[number % len(COLOURS)])
        if len(self.series) > 1:
            for number, one in enumerate(self.series):
                at = _LEGEND_AT + number * _LEGEND_STEP
                plot.legend(WIDE - 40, at, COLOURS[number % len(COLOURS)], one.name)
        return plot.svg()

    def save(self, path: str) -> None:
        """Write the chart as an SVG file."""
        if Path(path).suffix.lower() != ".svg":
            raise Refused("bad-chart", f"charts are saved as .svg, not {path!r}; matplotlib() can save other formats")
        try:
            Path(path).write_text(self.svg(), encoding="utf-8")
        except OSError as error:
            raise Refused("no-file", f"{path!r} cannot be written: {in_words(error)}") from None

    def matplotlib(self, axes: Any = None) -> Any:
        """Draw the chart on these Matplotlib axes, or on new ones; return the axes."""
        try:
            from matplotlib import pyplot  # noqa: PLC0415  (optional and slow to load)
            from matplotlib.ticker import PercentFormatter  # noqa: PLC0415
        except ImportError:
            raise Refused("no-matplotlib", "this needs Matplotlib: pip install matplotlib") from None
        axes = pyplot.subplots()[1] if axes is None else axes
        for number, one in enumerate(self.series):
            xs, ys = zip(*one.points, strict=True)
            colour = COLOURS[number % len(COLOURS)]
            if one.kind == "bars":
                axes.bar(xs, ys, width=_bar_width(one.points) * 0.9, color=colour, label=one.name)
            else:
                axes.plot(xs, ys, "o-" if one.kind == "line" else "o", color=colour, label=one.name)
        axes.set(title=self.title, xlabel=self.x_label, ylabel=self.y_label)
        if self.percent_y:
            axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        if len(self.series) > 1:
            axes.legend()
        return axes

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<chart {self.title!r}: {', '.join(one.name for one in self.series)}>"


def _draw(plot: Plot, one: Series, colour: str) -> None:
    if one.kind == "bars":
        half = _bar_width(one.points) / 2
        for x, y in one.points:
            plot.bar(x - half, x + half, y, colour)
        return
    if one.kind == "line":
        plot.line(one.points, colour)
    for x, y in one.points:
        plot.dot(x, y, colour, "")


def _bar_width(points: Sequence[tuple[float, float]]) -> float:
    xs = sorted(x for x, _ in points)
    return min((after - x for x, after in pairwise(xs)), default=1.0)
