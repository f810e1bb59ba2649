"""
Report section on strategy: optimal play in full, the value of decisions, the cost of errors, and a simple strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from pitboss.documents.blocks import (
    Block,
    Grid,
    GridCell,
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
from pitboss.documents.inputs.input_cache import unpacked
from pitboss.documents.inputs.material import Material
from pitboss.documents.inputs.values import SEED, AnswerValue, DecisionTable, PricedPlay, price
from pitboss.lab.simple_price import SimpleStrategy
from pitboss.solving.answers.analysis import Cell, Chart
from pitboss.solving.answers.figure_text import SHARES
from pitboss.statistics.exactness import Number
from pitboss.statistics.simulated_figures import Simulated

_PROSE = 24
_LEGEND_FIRST = 20
"""A chart with more rows has its note before it, so that no page break separates them."""
_SURE = 1.96
"""Standard errors on each side of a 95% confidence interval."""


def strategy_part(material: Material) -> Section:
    """Build the section: every strategy chart, then the costs."""
    charts = material.analysis.strategy
    blocks: list[Block] = []
    if charts:
        titles = {bet.name: bet.title for bet in material.bets}
        best = tuple(block for chart in charts for block in _chart(chart, titles))
        blocks.append(Section("best-strategy", "Best play", best))
    else:
        blocks.append(Paragraph(words("No strategy chart is available for this game.")))
    blocks += [*_decisions(material), *_prices(material)]
    return Section("strategy", "Strategy", tuple(blocks))


def _chart(chart: Chart, titles: Mapping[str, str]) -> Iterator[Block]:
    if _is_all_hands(chart):
        yield _all_hands(chart)
        return
    wide = tuple(
        head
        for at, head in enumerate(chart.columns)
        if any(isinstance(cells[at], str) and len(str(cells[at])) > _PROSE for _, cells in chart.rows)
    )
    rows = tuple(
        (titles.get(name, name), *(_cell(each, head) for each, head in zip(cells, chart.columns, strict=True)))
        for name, cells in chart.rows
    )
    heads, note = (chart.corner or " ", *chart.columns), chart.note
    if len(rows) > _LEGEND_FIRST and note:
        yield Paragraph(words(note))
        note = ""
    yield Grid(chart.title, heads, rows, note, wide=wide, key=f"chart {chart.name}")


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
    """Return whether the rows are the 169 starting hands of two cards."""
    return {name for name, _ in chart.rows} >= {f"{_RANKS[0]}{_RANKS[0]}", "AKs", "AKo", "32o"}


def _all_hands(chart: Chart) -> Grid:
    """Arrange the starting hands in a square: suited hands above the diagonal of pairs, the others below it."""
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
        f"{chart.note} Suited hands are above the diagonal, others below. Round and green: the hand wins on average;"
        " framed and yellow: it loses less than a fold; square and grey: fold."
    )
    return Grid(
        chart.title, (" ", *(rank.replace("T", "10") for rank in _RANKS)), tuple(rows), note, key=f"chart {chart.name}"
    )


def _decisions(material: Material) -> Iterator[Block]:
    """Tabulate the value of each answer in common situations."""
    tables = tuple(grid for table in material.decisions if table.rows for grid in _decision_grids(table))
    if tables:
        yield Section("decisions", "Value of decisions", tables)


def _decision_grids(table: DecisionTable) -> Iterator[Grid]:
    """Yield a grid of best answers and one of costs if situations have two parts; otherwise a list."""
    note = "In units of one main bet or ante (pitboss advise)."
    if len(table.kinds) != _BOTH:
        heads = (*table.kinds, "best", "worth", "next best", "cost")
        rows: tuple[tuple[GridCell, ...], ...] = tuple(
            (*map(_signs, row.cards), row.best, number(unpacked(row.worth)), row.second, _cost(row))
            for row in table.rows
        )
        yield Grid("Value of each decision", heads, rows, note, key="decisions")
        return
    by = {row.cards: row for row in table.rows}
    down, across = (list(dict.fromkeys(row.cards[at] for row in table.rows)) for at in (0, 1))
    heads = (f"{table.kinds[0]} against", *map(_signs, across))
    yield _square("Best decision and its value", heads, down, across, _best, by, note)
    yield _square("Second-best decision and its cost", heads, down, across, _second, by, note)


def _square(
    title: str, heads: tuple[str, ...], down: list[str], across: list[str],
    cell: Callable[[AnswerValue | None], GridCell], by: dict[tuple[str, ...], AnswerValue], note: str,
) -> Grid:  # fmt: skip
    rows: list[tuple[GridCell, ...]] = [
        (_signs(one), *(cell(by.get((one, other))) for other in across)) for one in down
    ]
    return Grid(title, heads, tuple(rows), note, key=title.lower())


def _best(row: AnswerValue | None) -> GridCell:
    return None if row is None else (_answer(row.best, row), " ", number(unpacked(row.worth), digits=3, signed=True))


def _second(row: AnswerValue | None) -> GridCell:
    return None if row is None else (_answer(row.second, row), " ", _cost(row))


def _cost(row: AnswerValue) -> Quantity:
    return number(unpacked(row.worth) - unpacked(row.less), digits=3)


def _answer(name: str, row: AnswerValue) -> Mark:
    """Return an answer as the charts print it; a card that is set alone is named by its sign."""
    if name.startswith(_ALONE):
        return Mark(f"{_signs(row.cards[0]).split()[int(name.removeprefix(_ALONE)) - 1]} alone", "fair")
    return Mark(*_ANSWERS.get(name, (name, "fair")))


_ALONE = "alone-"


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
    rows: tuple[tuple[GridCell, ...], ...] = (
        ("house edge, of the initial bet", share(_with_error(found, found.house_edge))),
        ("house edge at best play", share(found.best_edge)),
        ("cost of the simplification, of the initial bet", share(_with_error(found, found.price))),
    )
    how = f"Simulated: {found.rounds:,} rounds, seed {found.seed}; ± is one standard error." if found.rounds else ""
    points = Points(tuple(words(sentence) for sentence in found.sentences))
    table = Grid("Cost of the simple strategy", ("figure", "value"), rows, how, key="simple")
    yield Section("simple", "A simple strategy", (points, table))


def _with_error(found: SimpleStrategy, value: Number) -> Number:
    """Return a figure with its standard error if it was simulated."""
    return Simulated(float(value), found.price_error / _SURE) if found.rounds else value


def _prices(material: Material) -> Iterator[Block]:
    yield from _simple(material)
    plays, played = material.plays, material.analysis.played
    if played is None or not plays:
        none = "No decision is made after the deal; the charts above compare the bets."
        yield Section("prices", "Errors and random play", (Paragraph(words(none)),))
        return
    rows = tuple(_priced(material, play) for play in plays)
    heads = ("strategy", "kind", "expected value", "cost", "house edge", "rounds")
    note = (
        "Per round, in units of one ante or main bet, without side bets. Best play has an expected value of"
        f" {number(played.ev).shown}."
    )
    if any(play.rounds for play in plays):
        note += (
            f" Rows with rounds were simulated with seed {SEED} and show one standard error: these strategies choose by"
            " cards outside the hand, so their value is not a sum over single hands."
        )
    table = Grid("Common errors and random play", heads, rows, note, wide=("strategy",), key="plays")
    yield Section("prices", "Errors and random play", (table,))


def _priced(material: Material, play: PricedPlay) -> tuple[GridCell, ...]:
    played = material.analysis.played
    assert played is not None
    cost = price(played.ev, play)
    edge = -play.mean / played.initial_bet
    return (
        play.words, play.kind, number(play.mean), number(cost), share(edge),
        count(play.rounds) if play.rounds else "exact",
    )  # fmt: skip
