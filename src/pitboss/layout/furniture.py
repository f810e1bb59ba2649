"""Table parts that are not printed: rail, felt, shoe, discard rack and chip tray."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.layout.frames import SHEET, Frame
from pitboss.layout.plan import FeltPlan

_CHIPS = ("#f2efe6", "#b3202a", "#176b3a", "#1b1b1f", "#5b2a86", "#c98a1b", "#f2efe6", "#b3202a")


def ground(plan: FeltPlan, frame: Frame) -> str:
    """Draw the rail, the felt and the lighting."""
    return f"""<defs>
<radialGradient id="light" cx="50%" cy="30%" r="85%">
<stop offset="0" stop-color="#ffffff" stop-opacity=".13"/><stop offset=".5" stop-color="#ffffff" stop-opacity="0"/>
<stop offset=".5" stop-color="#000000" stop-opacity="0"/>
<stop offset="1" stop-color="#000000" stop-opacity=".42"/></radialGradient>
<linearGradient id="rail" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3b2417"/>
<stop offset=".5" stop-color="#5d3a22"/><stop offset="1" stop-color="#24150c"/></linearGradient>
<pattern id="weave" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<path d="M0 0V6M3 0V6" stroke="#000" stroke-opacity=".07"/>
<path d="M0 0H6" stroke="#fff" stroke-opacity=".035"/></pattern>
</defs>
<g>
<path d="{frame.outline}" fill="url(#rail)" stroke="#170d07" stroke-width="16" stroke-linejoin="round"/>
<path d="{frame.outline}" fill="none" stroke="#6b452b" stroke-width="12" stroke-linejoin="round"/>
<path d="{frame.outline}" fill="{plan.felt}" stroke="{plan.dark}" stroke-width="4"/>
<path d="{frame.outline}" fill="url(#weave)"/><path d="{frame.outline}" fill="url(#light)"/></g>"""


def shoe_rack_and_tray(frame: Frame) -> Iterator[str]:
    """Draw the shoe, the discard rack and the chip tray."""
    middle = SHEET.width / 2
    off = middle - frame.margin + 34
    yield _tray(middle, 15)
    yield _shoe(middle + off, 62)
    yield _rack(middle - off, 62)


def _tray(x: float, y: float) -> str:
    columns = "".join(
        f'<g transform="translate({(n - 3.5) * 26:.0f} 0)"><rect x="-11" y="2" width="22" height="17" rx="4"'
        f' fill="{colour}"/><path d="M-11 6.500H11M-11 11H11M-11 15.500H11" stroke="#0006"/></g>'
        for n, colour in enumerate(_CHIPS)
    )
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><rect x="-112" y="-3" width="224" height="26" rx="6"'
        f' fill="#1c120b" stroke="#6b452b" stroke-width="2"/>{columns}</g>'
    )


def _shoe(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate(14)"><rect x="-30" y="-40" width="60" height="76" rx="7"'
        ' fill="#15110e" stroke="#6b452b"'
        ' stroke-width="2"/><rect x="-22" y="-33" width="44" height="26" rx="3" fill="#7c1f2b" stroke="#fffdf6"'
        ' stroke-width="2"/><path d="M-30 2H30L24 30H-24Z" fill="#2b2019" stroke="#6b452b"/></g>'
    )


def _rack(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate(-14)"><rect x="-28" y="-38" width="56" height="74" rx="6"'
        ' fill="#fff" fill-opacity=".08"'
        ' stroke="#e8cf8f" stroke-opacity=".6" stroke-width="2"/><path d="M-28 -8H28" stroke="#e8cf8f"'
        ' stroke-opacity=".35"/></g>'
    )
