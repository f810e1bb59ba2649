"""Dimension lines for technical drawings."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from pitboss.layout.scale.sizes import measured
from pitboss.layout.spots import SERIF

INK = "#26323d"


class Box(NamedTuple):
    """The bounds of a drawing, in millimetres."""

    left: float
    top: float
    width: float
    height: float


def ink_words(text: str, x: float, y: float, size: float, turn: float = 0) -> str:
    """Draw text outside the felt, in ink."""
    turned = f' transform="rotate({turn:g} {x:.1f} {y:.1f})"' if turn else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{SERIF}" font-size="{size:.1f}" fill="{INK}"'
        f' text-anchor="middle"{turned}>{escape(text)}</text>'
    )


def across(start: float, end: float, y: float, edge: float, inches: float, size: float) -> str:
    """Draw a horizontal dimension at this height, with extension lines from the measured edge."""
    arrow = size * 0.35
    lines = f"M{start:.1f} {y:.1f}H{end:.1f}M{start:.1f} {edge:.1f}V{y:.1f}M{end:.1f} {edge:.1f}V{y:.1f}"
    heads = (
        f"M{start + 2 * arrow:.1f} {y - arrow:.1f}L{start:.1f} {y:.1f}L{start + 2 * arrow:.1f} {y + arrow:.1f}"
        f"M{end - 2 * arrow:.1f} {y - arrow:.1f}L{end:.1f} {y:.1f}L{end - 2 * arrow:.1f} {y + arrow:.1f}"
    )
    words = ink_words(measured(inches), (start + end) / 2, y - size * 0.35, size)
    return f'<path d="{lines}{heads}" fill="none" stroke="{INK}" stroke-width="{size * 0.06:.2f}"/>{words}'


def down(start: float, end: float, x: float, edge: float, inches: float, size: float, left_of: float = 1) -> str:
    """Draw a vertical dimension with its text along the line."""
    arrow = size * 0.35
    lines = f"M{x:.1f} {start:.1f}V{end:.1f}M{edge:.1f} {start:.1f}H{x:.1f}M{edge:.1f} {end:.1f}H{x:.1f}"
    if not left_of:  # the end is at the middle of an arc, not at its side
        lines = f"M{x:.1f} {start:.1f}V{end:.1f}M{edge:.1f} {start:.1f}H{x:.1f}M0 {end:.1f}H{x:.1f}"
    heads = (
        f"M{x - arrow:.1f} {start + 2 * arrow:.1f}L{x:.1f} {start:.1f}L{x + arrow:.1f} {start + 2 * arrow:.1f}"
        f"M{x - arrow:.1f} {end - 2 * arrow:.1f}L{x:.1f} {end:.1f}L{x + arrow:.1f} {end - 2 * arrow:.1f}"
    )
    words = ink_words(measured(inches), x - size * 0.35, (start + end) / 2, size, -90)
    return f'<path d="{lines}{heads}" fill="none" stroke="{INK}" stroke-width="{size * 0.06:.2f}"/>{words}'
