"""
Report section on strategy: optimal play in full, the value of decisions, the cost of errors, and a simple strategy.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from pitboss.documents.blocks import Block, Grid, Paragraph, Points, Section, count, number, share, words
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.data.play import play_of
from pitboss.documents.inputs.material import Material
from pitboss.documents.inputs.pricing import SEED, PricedPlay, price
from pitboss.lab.api import advise
from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import Cell, Chart
from pitboss.solving.answers.figure_text import SHARES
from pitboss.statistics.exactness import Number
from pitboss.statistics.simulated_figures import Simulated

_PROSE, _LONG = 24, 60
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
        chart.title,
        (chart.corner or " ", *chart.columns),
        rows,
        chart.note,
        wide=wide,
        fold=2 if len(rows) > _LONG and not wide else 1,
        key=f"chart {chart.name}",
    )


def _cell(value: Cell, column: str) -> GridCell:
    if value is None or isinstance(value, str):
        return value
    return share(value) if column in SHARES else number(value)


def _decisions(material: Material) -> Iterator[Block]:
    """Tabulate the value of each answer in common situations, as given by `advise`."""
    tables = []
    for said in play_of(material.game.name).decide:
        rows = [
            row
            for values in product(*said.values())
            if (row := _decision(material, dict(zip(said, values, strict=True))))
        ]
        if rows:
            tables.append(Grid(
                "What each answer is worth in common"
                    " situations", (*said, "best", "worth", "next best", "worth of it", "cost"),
                tuple(rows), "In the units that pitboss advise says; cost is what the next best answer loses.",
                key="decisions",
            ))  # fmt: skip
    if tables:
        yield Section("decisions", "The value of each decision", tuple(tables))


def _decision(material: Material, situation: dict[str, str]) -> tuple[GridCell, ...] | None:
    try:
        found = advise(material.rules, **situation)
    except Refused:
        return None
    ranked = sorted(found.options.items(), key=lambda option: -float(option[1]))
    if len(ranked) < 2:
        return None
    (best, worth), (second, less) = ranked[:2]
    signs = (_signs(value) for value in situation.values())
    return (*signs, best, number(worth), second, number(less), number(worth - less))


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
