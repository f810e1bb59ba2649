"""Report sections on other rules: the effect of each change, and the edges of pay tables and combinations."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.documents.blocks import Block, Grid, GridCell, Paragraph, Picture, Section, See, share, words
from pitboss.documents.inputs.material import Material
from pitboss.documents.inputs.other_rules import HouseRow
from pitboss.documents.sections.charts import bars
from pitboss.documents.sections.option_words import option_title, value_words
from pitboss.lab.whatif.slopes import Slope
from pitboss.play.options.rules import Money, kinds
from pitboss.solving.answers.analysis import PLAYED
from pitboss.statistics.exactness import Number

_MAX_BARS = 18


def sensitivity_part(material: Material) -> Section:
    """Build the section: the effect of each change on each edge, with optimal play re-computed."""
    found = material.slopes
    largest = sorted(found.slopes, key=lambda slope: -max(abs(float(by)) for by in slope.changes.values()))
    rows = tuple(_row(material, slope) for slope in largest)
    heads = ("change", "from", "to", "as played", "wager most affected", "its edge")
    blocks: list[Block] = [
        Paragraph(
            words(
                "Each row changes one option to its other or next value, or one line of a pay table by one unit."
                " It shows the change of the house edge of the game as played, with best play for the changed rules,"
                " and of the wager most affected, as in its table of outcomes. A negative change favours the player."
                " The largest effects come first. The changes of all wagers are attached (slopes.json)."
            )
        ),
        Grid("Effect of each option and pay table line", heads, rows, _idle(material, found.without_effect),
             wide=("change", "wager most affected"), key="slopes"),
    ]  # fmt: skip
    blocks += _amounts(material)
    named = [
        (
            f"{option_title(material.rules, slope.option)} → {value_words(slope.after)}",
            max(map(float, slope.changes.values()), key=abs),
        )
        for slope in largest[:_MAX_BARS]
    ]
    if named:
        alt = "Bars: the largest changes of a house edge from one change of the rules. "
        alt += "; ".join(f"{name} {change:+.3%}" for name, change in named)
        title = "Largest change of any wager's edge"
        blocks.append(Picture(bars(title, named, signed=True), alt, f"{title}, from one change of the rules", 160.0))
    blocks += _other_houses(material)
    return Section("sensitivity", "Sensitivity", tuple(blocks))


def _row(material: Material, slope: Slope) -> tuple[GridCell, ...]:
    """Return the row for one change: its effect on the game as played, and on the wager that it affects most."""
    played = slope.changes.get(PLAYED)
    alike: dict[Number, list[str]] = {}
    for bet, change in slope.changes.items():
        if bet != PLAYED:
            alike.setdefault(change, []).append(bet)
    most = max(alike, key=lambda change: abs(float(change)), default=None)
    return (
        option_title(material.rules, slope.option), value_words(slope.before), value_words(slope.after),
        share(played, signed=True) if played else None, _bets(material, alike[most]) if most else "",
        share(most, signed=True) if most else None,
    )  # fmt: skip


def _bets(material: Material, bets: list[str]) -> str:
    titles = ["the game as played" if bet == "played" else material.title([bet]) for bet in bets]
    return ", ".join(titles) if len(titles) <= 4 else f"{titles[0]} … {titles[-1]}"


def _idle(material: Material, options: tuple[str, ...]) -> str:
    named = (option_title(material.rules, option) for option in options)
    return f"No effect on any edge: {'; '.join(named)}." if options else ""


def _amounts(material: Material) -> list[Block]:
    """List the amounts, such as chips and limits, which have no next value, with links to where they matter."""
    amounts = [name for name, kind in kinds(type(material.rules)).items() if kind == Money]
    if not amounts:
        return []
    text = words(
        "Amounts do not affect edges per unit: "
        f"{'; '.join(option_title(material.rules, name) for name in amounts)}."
        " For combinations of bets within the limits see ", See("must-know"), ", for the largest cost of a round ",
        See("liability"), ".",
    )  # fmt: skip
    return [Paragraph(text)]


def _other_houses(material: Material) -> list[Block]:
    tables = [other for other in material.others if not other.what.startswith("decks")]
    blocks: list[Block] = []
    if tables:
        rows_of = tuple(
            (_named(material, other.what), material.title([other.bet]), share(other.edge), other.source)
            for other in tables
        )
        heads = ("pay table", "wager", "house edge", "source")
        blocks.append(Grid("Named pay tables", heads, rows_of, wide=("source",), key="named tables"))
    return blocks


def _named(material: Material, what: str) -> str:
    """Return a named pay table in words: "Pot of gold table: wizard"."""
    option, _, name = what.partition(" = ")
    return f"{option_title(material.rules, option)}: {name}"


def matrix_part(material: Material) -> Section:
    """Build the section with the edge of every pay table, and of every combination of the main options."""
    blocks: list[Block] = [
        Paragraph(words("This filing covers all pay tables and options of the game. Each pay table has a number."))
    ]
    tables = [other for other in material.others if not other.what.startswith("decks")]
    if tables:
        rows = tuple(
            (f"PT-{at:02d}", _named(material, other.what), material.title([other.bet]), share(other.edge))
            for at, other in enumerate(tables, 1)
        )
        heads = ("number", "pay table", "wager", "house edge")
        blocks.append(Grid("Pay tables on file", heads, rows, key="pay tables on file"))
    blocks += _combinations(material)
    return Section("matrix", "Pay tables and options: edges", tuple(blocks))


def _combinations(material: Material) -> Iterator[Block]:
    rows = material.matrix
    if not rows:
        return
    options = list(rows[0].values)
    bets = [bet for bet in rows[0].edges if len({row.edges.get(bet) for row in rows}) > 1]
    same = [bet for bet in rows[0].edges if bet not in bets]
    distinct = _distinct(rows, bets)
    heads = (
        *(option_title(material.rules, name) for name in options),
        *(_title(material, distinct, bet) for bet in distinct),
    )
    cells: list[tuple[GridCell, ...]] = [
        (*(value_words(row.values[name]) for name in options), *(share(row.edges[bet]) for bet in distinct))
        for row in rows
    ]
    note = (
        "As played: the house edge of the initial bet at best play for each combination. Wagers: as in their tables of"
        " outcomes. All other options as analysed."
    )
    if same:
        note += f" Unchanged by these options: {', '.join(_bet(material, bet) for bet in same)}."
    yield Grid("Combinations of the options with the largest effects", heads, tuple(cells), note, key="matrix")


def _distinct(rows: list[HouseRow], bets: list[str]) -> dict[str, list[str]]:
    """Return one bet for each set of edges, with the bets that share it; the game as played comes first."""
    seen: dict[tuple[object, ...], str] = {}
    alike: dict[str, list[str]] = {}
    for bet in sorted(bets, key=lambda bet: bet != PLAYED):
        first = seen.setdefault(tuple(row.edges[bet] for row in rows), bet)
        alike.setdefault(first, []).append(bet)
    return alike


def _title(material: Material, alike: dict[str, list[str]], bet: str) -> str:
    names = [_bet(material, each) for each in alike[bet]]
    return ", ".join(names) if len(names) <= 2 else f"{names[0]} … {names[-1]}"


def _bet(material: Material, bet: str) -> str:
    return "as played" if bet == PLAYED else material.title([bet])
