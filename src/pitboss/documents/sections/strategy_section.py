"""
Report section on strategy: optimal play in full, the value of decisions, the cost of errors, and a simple strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from pitboss.documents.blocks import (
    Block,
    Grid,
    Mark,
    Paragraph,
    Points,
    Quantity,
    Section,
    count,
    number,
    share,
    words,
)
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.inputs.decisions import AnswerValue, DecisionTable
from pitboss.documents.inputs.input_cache import unpacked
from pitboss.documents.inputs.material import Material
from pitboss.documents.inputs.pricing import SEED, PricedPlay, price
from pitboss.solving.answers.analysis import Cell, Chart
from pitboss.solving.answers.figure_text import SHARES
from pitboss.statistics.exactness import Number
from pitboss.statistics.simulated_figures import Simulated

_PROSE = 24
_SURE = 1.96
"""Standard errors on each side of a 95% confidence interval."""


def strategy_part(material: Material) -> Section:
    """Build the section: every strategy chart, then the costs."""
    charts = material.analysis.strategy
    blocks: list[Block] = []
    if charts:
        best = tuple(block for chart in charts for block in _chart(chart))
        blocks.append(Section("best-strategy", "Best strategy in full", best))
    else:
        blocks.append(Paragraph(words("The software has no chart of best play for this game.")))
    blocks += [*_decisions(material), *_prices(material)]
    return Section("strategy", "Strategy", tuple(blocks))


def _chart(chart: Chart) -> Iterator[Block]:
    if _is_all_hands(chart):
        yield _all_hands(chart)
        return
    wide = tuple(
        head
        for at, head in enumerate(chart.columns)
        if any(isinstance(cells[at], str) and len(str(cells[at])) > _PROSE for _, cells in chart.rows)
    )
    rows = tuple(
        (name, *(_cell(each, head) for each, head in zip(cells, chart.columns, strict=True)))
        for name, cells in chart.rows
    )
    yield Grid(
        chart.title, (chart.corner or " ", *chart.columns), rows, chart.note, wide=wide, key=f"chart {chart.name}"
    )


def _cell(value: Cell, column: str) -> GridCell:
    if value in (None, "-"):
        return "·" if value else None
    if isinstance(value, str):
        tone = TONES_OF.get(value.rstrip("*"))
        return Mark(value, tone) if tone else value
    assert value is not None
    return share(value) if column in SHARES else _whole(value) if float(value).is_integer() else number(value)


TONES_OF = {
    "H": "hit", "S": "stand", "D": "double", "Ds": "double", "P": "split", "R": "give-up", "Rs": "give-up", "F": "free",
    "free": "free", "split": "split", "fold": "give-up", "always": "stand", "never": "hit", "count": "double",
}  # fmt: skip
"""The colour and shape of each decision in a chart."""
_RANKS = "AKQJT98765432"


def _whole(value: Number) -> Quantity:
    return number(value, digits=0, signed=False)


def _is_all_hands(chart: Chart) -> bool:
    """Whether the rows are the 169 starting hands of two cards."""
    return {name for name, _ in chart.rows} >= {f"{_RANKS[0]}{_RANKS[0]}", "AKs", "AKo", "32o"}


def _all_hands(chart: Chart) -> Grid:
    """Set the starting hands as a square: suited hands above the diagonal of pairs, the others below it."""
    worth = next(at for at, column in enumerate(chart.columns) if column not in ("ways", "best", "fold"))
    cells = dict(chart.rows)
    rows = []
    for at, high in enumerate(_RANKS):
        row: list[GridCell] = [high.replace("T", "10")]
        for across, low in enumerate(_RANKS):
            name = high + low if at == across else f"{high}{low}s" if across > at else f"{low}{high}o"
            value, best = cells[name][worth], cells[name][chart.columns.index("best")]
            assert isinstance(value, (int, float, Fraction))
            tone = "give-up" if best == "fold" else "stand" if value >= 0 else "free"
            row.append((Mark(name.replace("T", "10"), tone), " ", number(value, digits=1)))
        rows.append(tuple(row))
    note = (
        f"{chart.note} Suited hands above the diagonal, others below. Round and green: the hand wins on average;"
        " framed and yellow: it loses less than a fold; square and grey: fold."
    )
    return Grid(
        chart.title, (" ", *(rank.replace("T", "10") for rank in _RANKS)), tuple(rows), note, key=f"chart {chart.name}"
    )


def _decisions(material: Material) -> Iterator[Block]:
    """Tabulate the value of each answer in common situations."""
    tables = tuple(grid for table in material.decisions if table.rows for grid in _decision_grids(table))
    if tables:
        yield Section("decisions", "The value of each decision", tables)


def _decision_grids(table: DecisionTable) -> Iterator[Grid]:
    """Yield a square of best answers and one of costs if two things decide; otherwise a list."""
    note = "In units of one main bet or ante, as pitboss advise prints them."
    if len(table.kinds) != _BOTH:
        heads = (*table.kinds, "best", "worth", "next best", "cost")
        rows: tuple[tuple[GridCell, ...], ...] = tuple(
            (*map(_signs, row.cards), row.best, number(unpacked(row.worth)), row.second, _cost(row))
            for row in table.rows
        )
        yield Grid("What each answer is worth", heads, rows, note, key="decisions")
        return
    by = {row.cards: row for row in table.rows}
    down, across = (list(dict.fromkeys(row.cards[at] for row in table.rows)) for at in (0, 1))
    heads = (f"{table.kinds[0]} against", *map(_signs, across))
    yield _square("The best answer and what it is worth", heads, down, across, _best, by, note)
    yield _square("The next best answer and what it costs", heads, down, across, _second, by, note)


def _square(
    title: str, heads: tuple[str, ...], down: list[str], across: list[str],
    cell: Callable[[AnswerValue | None], GridCell], by: dict[tuple[str, ...], AnswerValue], note: str,
) -> Grid:  # fmt: skip
    rows: list[tuple[GridCell, ...]] = [
        (_signs(one), *(cell(by.get((one, other))) for other in across)) for one in down
    ]
    return Grid(title, heads, tuple(rows), note, key=title.lower())


def _best(row: AnswerValue | None) -> GridCell:
    return None if row is None else (_answer(row.best), " ", number(unpacked(row.worth), digits=3, signed=True))


def _second(row: AnswerValue | None) -> GridCell:
    return None if row is None else (_answer(row.second), " ", _cost(row))


def _cost(row: AnswerValue) -> Quantity:
    return number(unpacked(row.worth) - unpacked(row.less), digits=3)


def _answer(name: str) -> Mark:
    return Mark(*_ANSWERS.get(name, (name, "fair")))


_ANSWERS = {
    "hit": ("H", "hit"), "stand": ("S", "stand"), "double": ("D", "double"), "split": ("P", "split"),
    "free-double": ("F", "free"), "free-split": ("free", "free"), "surrender": ("R", "give-up"),
}  # fmt: skip
"""Answers as the charts print them."""
_BOTH = 2


def _signs(cards: str) -> str:
    """Format cards with suit symbols: A♠."""
    pairs = [(card[0].replace("T", "10"), card[1]) for card in cards.split()]
    return " ".join(rank + {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[suit] for rank, suit in pairs)


def _simple(material: Material) -> Iterator[Block]:
    """Yield the simple strategy and its cost."""
    found = material.simple
    if found is None:
        return
    exact = not found["rounds"]
    price = _held(found, "price")
    rows: tuple[tuple[GridCell, ...], ...] = (
        ("house edge, of the initial bet", share(_held(found, "house_edge"))),
        ("house edge at best play", share(_held(found, "best_edge"))),
        ("price of its simplicity, of the initial bet", share(price)),
    )
    how = (
        "Counted."
        if exact
        else f"Simulated over {found['rounds']:,} rounds with seed {found['seed']}; ± is a standard error."
    )
    points = Points(tuple(words(sentence) for sentence in found["sentences"]))
    table = Grid("Its price", ("figure", "value"), rows, how, key="simple")
    yield Section("simple", "A simple strategy a person can keep", (points, table))


def _held(found: dict[str, Any], name: str) -> Number:
    """Return a figure of the simple strategy: exact if counted, otherwise with its standard error."""
    exact = found[f"{name}_exact"]
    if exact is not None:
        return Fraction(exact)
    value = float(found[name])
    return Simulated(value, found["price_error"] / _SURE) if found["rounds"] and name != "best_edge" else value


def _prices(material: Material) -> Iterator[Block]:
    yield from _simple(material)
    plays, played = material.plays, material.analysis.played
    if played is None or not plays:
        none = "This game asks a player nothing after the bets are made: which bets are best is in the charts above."
        yield Section("prices", "Errors and random play", (Paragraph(words(none)),))
        return
    rows = tuple(_priced(material, play) for play in plays)
    heads = ("way to play", "kind", "wins a round", "price a round", "house edge", "rounds")
    note = (
        "In units of one ante or main bet, side bets left out. Where rounds are told, the way was simulated with seed"
        f" {SEED} and the standard error stands beside it; else it was counted. Best play wins"
        f" {number(played.ev).shown} a round."
    )
    table = Grid("Common errors, and play by chance", heads, rows, note, wide=("way to play",), key="plays")
    yield Section("prices", "Errors and random play", (table,))


def _priced(material: Material, play: PricedPlay) -> tuple[GridCell, ...]:
    played = material.analysis.played
    assert played is not None
    cost = price(played.ev, play)
    edge = -play.mean / played.initial_bet
    return (
        play.words, play.kind, number(play.mean), number(cost), share(edge),
        count(play.rounds) if play.rounds else "counted",
    )  # fmt: skip
