"""Simple SVG charts with axes, bands, lines, bars and dots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import floor, log10

Points = Sequence[tuple[float, float]]
Scale = Callable[[float], float]

WIDE, HIGH = 640, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 30, 40, 48
_TICKS = 6


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
