"""Charts of the report: what a round wins or loses, where a session ends, and the house's hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pitboss.lab.risk.house_side import BANDS
from pitboss.lab.risk.risk_answer import Risk
from pitboss.lab.svg_charts import WIDE, Plot

WINS, LOSES, NEUTRAL, DARK = "#2f6fb0", "#b3261e", "#8a929a", "#17395c"
_RARE = 1e-4
_MOST_BARS = 60
_RIGHT, _TOP, _STEP = WIDE - 34, 58, 16
"""Where a legend stands in a picture."""


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
    title = "What a round wins or loses"
    plot = Plot(title, "net of a round, in bets", "chance", ends, (0, most * 1.05), percent_y=True)
    for net, chance in inner:
        colour = NEUTRAL if net == 0 else WINS if net > 0 else LOSES
        plot.bar(net - wide / 2, net + wide / 2, chance, colour)
    pooled = []
    for at, tail, colour, words in (
        (low - 2 * wide, tails[0], LOSES, f"below {low:+g}"), (high + 2 * wide, tails[1], WINS, f"above {high:+g}"),
    ):  # fmt: skip
        if tail:
            plot.bar(at - wide / 2, at + wide / 2, max(tail, most * 0.004), colour)
            pooled.append(f"{words.replace('-', '−')}: {tail:.2g}".replace("e-0", "e−"))
    keys = ((WINS, "the player wins"), (NEUTRAL, "push"), (LOSES, "the player loses"))
    for place, (colour, words) in enumerate(keys):
        plot.legend(_RIGHT, _TOP + place * _STEP, colour, words)
    return plot.svg(), f"The outermost bars hold all rarer results; {'; '.join(pooled)}." if pooled else ""


def _common(nets: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the ends of the nets that are drawn one by one: the likely ones, not too many."""
    often = [net for net, chance in nets if chance >= _RARE]
    if len(often) > _MOST_BARS:
        often = sorted(net for net, _ in sorted(nets, key=lambda one: -one[1])[:_MOST_BARS])
    return often[0], often[-1]


def session_chart(risk: Risk) -> str:
    """Draw where a session ends."""
    bars = risk.curves.bars
    wide = bars[1][0] - bars[0][0] if len(bars) > 1 else 1.0
    most = max(chance for *_, chance in bars)
    title = f"Where a session of {risk.rounds:,} rounds ends"
    plot = Plot(title, "net, units", "chance", (bars[0][0], bars[-1][0] + wide), (0, most * 1.05), percent_y=True)
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
"""The bands, the widest first."""
