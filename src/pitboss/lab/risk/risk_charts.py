"""The four risk charts: fan, session, ruin by bankroll, and hold."""

from __future__ import annotations

from pitboss.lab.risk.house_side import BANDS
from pitboss.lab.risk.risk_answer import Risk
from pitboss.lab.svg_charts import Plot

BLUE, DARK, RED, GREY = "#2f6fb0", "#17395c", "#b3261e", "#9a9a9a"


def all_charts(risk: Risk) -> dict[str, str]:
    """Return every chart by name, as SVG."""
    return {"fan": fan(risk), "session": session(risk), "ruin": ruin(risk), "hold": hold(risk)}


def fan(risk: Risk) -> str:
    """Draw the quantiles of the net over the session, with some random sessions."""
    points = ((0, (0.0,) * 5), *risk.curves.fan)
    paths = [(0.0, *path) for path in risk.curves.paths]
    nets = [net for _, row in points for net in row] + [net for path in paths for net in path]
    plot = Plot(
        f"{risk.game}: the net along {risk.rounds:,} rounds", "rounds", "net, units",
        (0, risk.curves.fan[-1][0]), (min(nets), max(nets)),
    )  # fmt: skip
    lines = [[(float(time), row[place]) for time, row in points] for place in range(5)]
    plot.band(lines[0], lines[4], BLUE, 0.18)
    plot.band(lines[1], lines[3], BLUE, 0.28)
    for path in paths:
        plot.line([(float(time), net) for (time, _), net in zip(points, path, strict=True)], GREY, 1)
    plot.line(lines[2], DARK, 2.5)
    return plot.svg()


def session(risk: Risk) -> str:
    """Draw the distribution of the session's net result."""
    bars = risk.curves.bars
    wide = bars[1][0] - bars[0][0] if len(bars) > 1 else 1.0
    most = max(chance for *_, chance in bars)
    title = f"{risk.game}: where {risk.rounds:,} rounds end (ahead {risk.session.ahead:.2%})"
    plot = Plot(title, "net, units", "chance", (bars[0][0], bars[-1][0] + wide), (0, most * 1.05), percent_y=True)
    for begin, _, chance in bars:
        plot.bar(begin, begin + wide, chance, BLUE if begin > 0 else DARK)
    return plot.svg()


def ruin(risk: Risk) -> str:
    """Draw the probability of ruin within the session by bankroll."""
    points = risk.curves.ruin
    title = f"{risk.game}: ruin within {risk.rounds:,} rounds"
    plot = Plot(title, "bankroll, units", "chance of ruin", (points[0][0], points[-1][0]), (0, 1), percent_y=True)
    plot.line(points, DARK, 2.5)
    if points[0][0] <= risk.bankroll <= points[-1][0]:
        words = f"{risk.bankroll:g} units: {risk.session.ruin_within:.2%}"
        plot.dot(risk.bankroll, risk.session.ruin_within, RED, words)
    return plot.svg()


def hold(risk: Risk) -> str:
    """Draw the house's hold by number of rounds, with its actual month as a dot."""
    bands, month = risk.house.bands, risk.house.month
    widest = next((row for rounds, row in bands if rounds >= 1000), bands[-1][1])
    ends = [widest[0], widest[-1], *([month.hold] if month else [])]
    plot = Plot(
        f"{risk.game}: hold by rounds", "rounds", "hold, of the initial bets",
        (bands[0][0], bands[-1][0] if len(bands) > 1 else bands[0][0] * 10), (min(ends), max(ends)),
        log_x=True, percent_y=True,
    )  # fmt: skip
    lines = [[(float(rounds), row[place]) for rounds, row in bands] for place in range(len(BANDS))]
    for inner, strength in ((0, 0.14), (1, 0.16), (2, 0.24)):
        plot.band(lines[inner], lines[-1 - inner], BLUE, strength)
    plot.line(lines[3], DARK, 2.5)
    if month:
        plot.dot(max(month.rounds, bands[0][0]), month.hold, RED, f"{month.hold:.2%}")
    return plot.svg()
