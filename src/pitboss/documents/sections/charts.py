"""Charts of the report as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate, pairwise

from pitboss.lab.risk.house_side import BANDS
from pitboss.lab.risk.risk_answer import Risk
from pitboss.lab.svg_charts import WIDE, Plot

_WIDE, _ROW, _FIGURES, _LETTER = 720, 20, 80, 6.3
_BLUE, _RED = "#2f6fb0", "#b3261e"
_MAX_NAME_LENGTH = 62
_LEAST_OF_TWO_DECIMALS = 0.00005


def bars(title: str, named: Sequence[tuple[str, float]], *, signed: bool = False) -> str:
    """
    Draw a bar for each name in order; negative shares go to the left, in red.

    >>> bars("t", [("a", 0.5)]).count("<rect")
    2
    """
    low, high = min(0.0, *(share for _, share in named)), max(0.0, *(share for _, share in named))
    names = [name if len(name) <= _MAX_NAME_LENGTH else f"{name[:_MAX_NAME_LENGTH]}…" for name, _ in named]
    begin = 16 + _LETTER * max(map(len, names), default=0)
    scale = (_WIDE - begin - _FIGURES) / ((high - low) or 1.0)
    zero = begin - low * scale
    high_of = 8 + _ROW * len(named)
    parts = [f'<rect width="{_WIDE}" height="{high_of}" fill="#fff"/>']
    for row, (name, (_, share)) in enumerate(zip(names, named, strict=True)):
        y = 4 + row * _ROW
        left, wide = (zero + share * scale, -share * scale) if share < 0 else (zero, share * scale)
        parts.append(_text(begin - 8, y + 14, name))
        parts.append(
            f'<rect x="{left:.1f}" y="{y}" width="{max(wide, 0.8):.1f}" height="17"'
            f' fill="{_RED if share < 0 else _BLUE}"/>'
        )
        label = _percent(share, signed=signed)
        parts.append(_text(max(zero, zero + share * scale) + 6, y + 14, label, "start"))
    parts.append(f'<path d="M{zero:.1f} 0V{high_of}" stroke="#444"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high_of}" width="{_WIDE}" height="{high_of}"'
        f' role="img" aria-label="{escape(title)}" font-family="sans-serif" font-size="12">{"".join(parts)}</svg>'
    )


def _percent(share: float, *, signed: bool) -> str:
    """Return a share with two decimals, or with two digits if that would be zero."""
    places = ".2f" if not share or abs(share) >= _LEAST_OF_TWO_DECIMALS else ".2g"
    return f"{share * 100:{'+' if signed else ''}{places}}%".replace("-", "−")


def _text(x: float, y: float, words: str, anchor: str = "end") -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}" fill="#222">{escape(words)}</text>'


WINS, LOSES, NEUTRAL, DARK = "#2f6fb0", "#b3261e", "#8a929a", "#17395c"
_TAIL = 0.005
"""The probability that a chart may pool in its outermost bar on each side."""
_RIGHT, _TOP, _STEP = WIDE - 34, 58, 16
"""The position of a legend in a picture."""


def nets_chart(nets: Sequence[tuple[float, float]]) -> tuple[str, str]:
    """
    Draw the distribution of a round's net; rare results at both ends are pooled in the outermost bars.

    Return the drawing and a sentence about the pooled bars, empty if none are.
    """
    low, high = _common(nets)
    inner = [(net, chance) for net, chance in nets if low <= net <= high]
    tails = [sum(chance for net, chance in nets if net < low), sum(chance for net, chance in nets if net > high)]
    wide = min((after - net for (net, _), (after, _) in pairwise(inner)), default=1.0)
    most = max(chance for _, chance in inner)
    ends = (low - wide * (2.5 if tails[0] else 1), high + wide * (2.5 if tails[1] else 1))
    title = "Net result of a round"
    plot = Plot(title, "net result, in bets", "probability", ends, (0, most * 1.05), percent_y=True)
    for net, chance in inner:
        colour = NEUTRAL if net == 0 else WINS if net > 0 else LOSES
        plot.bar(net - wide / 2, net + wide / 2, chance, colour)
    pooled = []
    for at, tail, colour, words in (
        (low - 2 * wide, tails[0], LOSES, f"below {low:+g}"), (high + 2 * wide, tails[1], WINS, f"above {high:+g}"),
    ):  # fmt: skip
        if tail:
            plot.bar(at - wide / 2, at + wide / 2, max(tail, most * 0.004), colour)
            pooled.append(f"{words.replace('-', '−')}: {_percent(tail, signed=False)}")
    keys = ((WINS, "the player wins"), (NEUTRAL, "push"), (LOSES, "the player loses"))
    for place, (colour, words) in enumerate(keys):
        plot.legend(_RIGHT, _TOP + place * _STEP, colour, words)
    return plot.svg(), f"The outermost bars include all rarer results; {'; '.join(pooled)}." if pooled else ""


def _common(nets: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the range of nets that are drawn individually: all but a rare tail on each side."""
    return _end(nets), _end(nets[::-1])


def _end(nets: Sequence[tuple[float, float]]) -> float:
    """Return the first net beyond the tail."""
    sums = accumulate(chance for _, chance in nets)
    return next(net for (net, _), whole in zip(nets, sums, strict=True) if whole > _TAIL)


def session_chart(risk: Risk) -> str:
    """Draw the distribution of a session's net result."""
    bars = risk.curves.bars
    wide = bars[1][0] - bars[0][0] if len(bars) > 1 else 1.0
    most = max(chance for *_, chance in bars)
    title = f"Net result of a session of {risk.rounds:,} rounds"
    plot = Plot(
        title, "net result, in units", "probability", (bars[0][0], bars[-1][0] + wide), (0, most * 1.05), percent_y=True
    )
    for begin, _, chance in bars:
        plot.bar(begin, begin + wide, chance, WINS if begin > 0 else LOSES)
    plot.legend(_RIGHT, _TOP, WINS, f"the player is ahead: {risk.session.ahead:.1%}")
    plot.legend(_RIGHT, _TOP + _STEP, LOSES, "the player is behind or even")
    return plot.svg()


def hold_chart(risk: Risk) -> str:
    """Draw bands of the house's hold by number of rounds; nothing is cut off."""
    bands = risk.house.bands
    shown = [(rounds, row) for rounds, row in bands if rounds >= bands[-1][0] / 1000] or list(bands)
    ends = [row[place] for _, row in shown for place in (0, -1)]
    plot = Plot(
        "Hold of the house by rounds played", "rounds", "hold, of the initial bets",
        (shown[0][0], shown[-1][0] if len(shown) > 1 else shown[0][0] * 10), (min(ends), max(ends)),
        log_x=True, percent_y=True,
    )  # fmt: skip
    lines = [[(float(rounds), row[place]) for rounds, row in shown] for place in range(len(BANDS))]
    for inner, colour in enumerate(_BLUES):
        plot.band(lines[inner], lines[-1 - inner], colour, 1.0)
    plot.line(lines[len(BANDS) // 2], DARK, 2.5)
    for place, (colour, inner) in enumerate(zip(_BLUES, range(3), strict=True)):
        plot.legend(_RIGHT, _TOP + place * _STEP, colour, f"{BANDS[-1 - inner] - BANDS[inner]:.0%} of samples")
    plot.legend(_RIGHT, _TOP + 3 * _STEP, DARK, "median")
    return plot.svg()


_BLUES = ("#dbe8f5", "#b5d0ea", "#86b0da")
"""The colours of the bands, widest first."""
