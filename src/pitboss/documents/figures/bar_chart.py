"""Horizontal bar charts as SVG: name, bar and percentage."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

_WIDE, _ROW, _NAMES, _FIGURES = 720, 20, 330, 80
_BLUE, _RED = "#2f6fb0", "#b3261e"
_LONGEST = 52


def bars(title: str, named: Sequence[tuple[str, float]], *, signed: bool = False) -> str:
    """
    Draw a bar for each name in order; negative shares go to the left, in red.

    >>> bars("t", [("a", 0.5)]).count("<rect")
    2
    """
    low, high = min(0.0, *(share for _, share in named)), max(0.0, *(share for _, share in named))
    room = _WIDE - _NAMES - _FIGURES - 20
    scale = room / ((high - low) or 1.0)
    zero = _NAMES - low * scale
    high_of = 40 + _ROW * len(named)
    parts = [f'<rect width="{_WIDE}" height="{high_of}" fill="#fff"/>', _text(0, 22, title, "start", bold=True)]
    for row, (name, share) in enumerate(named):
        y = 36 + row * _ROW
        left, wide = (zero + share * scale, -share * scale) if share < 0 else (zero, share * scale)
        parts.append(_text(_NAMES - 8, y + 14, name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…", "end"))
        parts.append(
            f'<rect x="{left:.1f}" y="{y}" width="{max(wide, 0.8):.1f}" height="17"'
            f' fill="{_RED if share < 0 else _BLUE}"/>'
        )
        told = f"{share * 100:{'+' if signed else ''}.4g}%"
        parts.append(_text(max(zero, zero + share * scale) + 6, y + 14, told.replace("-", "−"), "start"))
    parts.append(f'<path d="M{zero:.1f} 30V{high_of - 4}" stroke="#444"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high_of}" width="{_WIDE}" height="{high_of}"'
        f' role="img" aria-label="{escape(title)}" font-family="sans-serif" font-size="12">{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, words: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold" font-size="14"' if bold else ""
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}" fill="#222"{weight}>{escape(words)}</text>'
