"""Analyses and advice as text tables, 80 columns wide, with or without colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.solving.answers.analysis import Advice, Analysis, BetOdds, Chart, Number, Outcome, Played
from pitboss.solving.answers.figure_text import cell, decimal, exactly, payout, percent, ways
from pitboss.statistics.simulated_figures import Simulated, error_of

NARROWEST = 80
_SIDE_BY_SIDE = 3
_MAX_RESULTS = 60
_MAX_NAMES = 6
_PROSE = 24
"""Cells longer than this are treated as text, not figures."""


def show_analysis(console: Console, title: str, analysis: Analysis, changed: Sequence[str] = ()) -> None:
    """Print the whole analysis."""
    write_parts(console, analysis_parts(title, analysis, changed))


def write_parts(console: Console, parts: Iterable[RenderableType]) -> None:
    """
    Print without Rich's trailing spaces.

    On a narrow screen tables are not narrowed, because a wrapped line is readable and a truncated figure is not.
    """
    width = console.width
    with console.capture() as captured:
        for part in parts:
            console.width = max(width, NARROWEST) if isinstance(part, Table) else width
            console.print(part)
    console.width = width
    console.file.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def analysis_parts(title: str, analysis: Analysis, changed: Sequence[str] = ()) -> Iterator[RenderableType]:
    """Yield the parts of the analysis."""
    yield _title(f"{title}: odds and best play")
    yield Text("House rules: " + ("; ".join(changed) if changed else "default") + ".")
    yield Text()
    yield _title("The bets at a glance")
    yield summary(analysis.bets)
    yield Text()
    if analysis.played:
        yield from _played(analysis.played)
    for chart, after in zip_longest(analysis.strategy, analysis.strategy[1:]):
        yield from chart_parts(chart, with_note=after is None or after.note != chart.note)
    for alike in _grouped(analysis.bets):
        yield from _bet(alike)
    yield _title("Methods and assumptions")
    for sentence in analysis.assumptions:
        yield Text(f"- {sentence}")


def _title(words: str) -> Text:
    return Text(words, style="bold")


def text_table(*columns: str, first: str = "") -> Table:
    """Return an empty table: names on the left, figures on the right."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(first, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right", overflow="fold")
    return table


def summary(bets: Sequence[BetOdds]) -> Table:
    """Return an overview of all bets."""
    simulated = "\nsimulated" if any(bet.rounds for bet in bets) else ""
    names = ("house edge", "wins", "pushes", "sd")
    table = text_table(*(f"{name}{simulated}" for name in names), first="bet")
    for alike in _grouped(bets):
        bet = alike[0]
        figures = (percent(bet.house_edge), percent(bet.hit), percent(bet.push), decimal(bet.sd))
        table.add_row(_names(alike), *figures)
    return table


def _grouped(bets: Sequence[BetOdds]) -> list[list[BetOdds]]:
    """Group bets with identical tables."""
    groups: dict[object, list[BetOdds]] = {}
    for bet in bets:
        groups.setdefault((bet.outcomes, bet.note), []).append(bet)
    return list(groups.values())


def _names(bets: Sequence[BetOdds]) -> str:
    names = [bet.name for bet in bets]
    if len(names) > _MAX_NAMES:
        return f"{names[0]}, {names[1]} … {names[-2]}, {names[-1]}"
    return ", ".join(names)


def _bet(alike: Sequence[BetOdds]) -> Iterator[RenderableType]:
    """Yield one bet's table: each outcome with count or probability, payout and return."""
    bet = alike[0]
    title = f"{bet.title} ({bet.name})" if len(alike) == 1 and bet.title else _names(alike)
    counted = ways(bet)
    simulated = "\nsimulated" if bet.rounds else ""
    columns = ("pays", *(("ways",) if counted else ()), f"probability{simulated}", f"return{simulated}")
    table = text_table(*columns, first="outcome")
    for number, outcome in enumerate(bet.outcomes):
        count = (f"{counted[1][number]:,}",) if counted else ()
        worth = decimal(_worth(outcome))
        table.add_row(outcome.name, payout(outcome.pays), *count, likely(outcome.probability, outcome.error), worth)
    table.add_section()
    table.add_row("all", "", *((f"{counted[0]:,}",) if counted else ()), "100%", decimal(bet.ev))
    yield _title(title)
    yield table
    yield Text(
        f"House edge {_rounds(bet.rounds)}{percent(bet.house_edge)}{exactly(bet.house_edge)}; wins {percent(bet.hit)},"
        f" pushes {percent(bet.push)}; standard deviation {decimal(bet.sd)}."
    )
    if bet.note:
        yield Text(bet.note)
    yield Text()


def _rounds(rounds: int) -> str:
    return f"simulated over {rounds:,} rounds: " if rounds else ""


def _worth(outcome: Outcome) -> Number:
    """Return the contribution of an outcome to the expected value."""
    error = error_of(outcome.probability)
    worth = outcome.pays * outcome.probability
    return worth if error is None else Simulated(float(worth), abs(float(outcome.pays)) * error)


def _played(played: Played) -> Iterator[RenderableType]:
    yield _title("The game as played")
    yield Text(played.note)
    table = text_table("")
    table.show_header = False
    for name, figure in (
        ("strategy", played.strategy),
        ("ev of a round", decimal(played.ev) + exactly(played.ev)),
        ("initial bet", decimal(played.initial_bet)),
        ("average bet", decimal(played.average_bet) + exactly(played.average_bet)),
        ("house edge, of the initial bet", percent(played.house_edge)),
        ("element of risk, of all money bet", percent(played.element_of_risk)),
        ("standard deviation", decimal(played.sd)),
    ):
        table.add_row(f"{name}, simulated" if played.rounds and "±" in figure else name, figure)
    yield table
    yield Text()
    yield from _distribution(played)
    yield Text()


def likely(chance: Number, error: float) -> str:
    """Format a probability, with its error if that changes a digit that is shown."""
    shown = percent(chance)
    if error_of(chance) is not None:
        return shown
    hidden = not error or shown == percent(float(chance) - error) == percent(float(chance) + error)
    return shown if hidden else f"{shown} ± {percent(error)}"


def _distribution(played: Played) -> Iterator[RenderableType]:
    """Yield the distribution of a round's result, limited to the most likely if there are very many."""
    results = sorted(played.distribution, key=lambda result: -result[1])[:_MAX_RESULTS]
    shown = sorted(results, key=lambda result: result[0])
    errors = {net: error for (net, _), error in zip(played.distribution, played.errors, strict=False)}
    left_out = len(played.distribution) - len(shown)
    more = f" (the {len(shown)} most likely; {left_out} more with --json)" if left_out else ""
    side = _SIDE_BY_SIDE - any("±" in likely(chance, errors.get(net, 0)) for net, chance in shown)
    how = ", simulated" if played.rounds else ""
    yield _title(f"Net result of a round{how}{more}")
    table = text_table(*(["chance", "net"] * side)[:-1], first="net")
    table.columns[0].justify = "right"
    rows = -(-len(shown) // side)
    for row in zip_longest(*(shown[start : start + rows] for start in range(0, len(shown), rows))):
        cells = [(decimal(net), likely(chance, errors.get(net, 0))) for net, chance in filter(None, row)]
        table.add_row(*chain.from_iterable(cells))
    yield table


def chart_parts(chart: Chart, with_note: bool = True) -> Iterator[RenderableType]:
    """Yield a chart and its note; similar charts share a note after the last of them."""
    yield _title(chart.title)
    table = text_table(*chart.columns, first=chart.corner)
    for number, column in enumerate(table.columns[1:]):
        if any(isinstance(cells[number], str) and len(str(cells[number])) > _PROSE for _, cells in chart.rows):
            column.justify = "left"
    for name, cells in chart.rows:
        table.add_row(name, *(cell(each, column) for each, column in zip(cells, chart.columns, strict=True)))
    yield table
    if chart.note and with_note:
        yield Text(chart.note)
    yield Text()


def show_advice(console: Console, advice: Advice) -> None:
    """Print the value of each option and the best one."""
    write_parts(console, advice_parts(advice))


def advice_parts(advice: Advice) -> Iterator[RenderableType]:
    """Yield the parts of the advice."""
    yield _title(f"Value of each option, in {advice.unit}")
    table = text_table("worth", "", first="option")
    for name, worth in advice.options.items():
        is_best = name == advice.best
        how = ", simulated" if error_of(worth) is not None else ""
        figures = (decimal(worth) + exactly(worth) + how, "best" if is_best else "")
        table.add_row(name, *figures, style="bold green" if is_best else "")
    yield table
    yield from map(Text, advice.notes)
