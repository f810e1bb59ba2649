"""Report section on sensitivity: options, pay table lines, decks, and pay tables of other casinos."""

from __future__ import annotations

from pitboss.documents.blocks import Block, Grid, Paragraph, Picture, Section, See, share, words
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.figures.bar_chart import bars
from pitboss.documents.figures.option_words import option_title, value_words
from pitboss.documents.inputs.material import Material
from pitboss.lab.whatif.slopes import Slope
from pitboss.play.options.rules import Money, kinds
from pitboss.solving.answers.analysis import PLAYED
from pitboss.statistics.exactness import Number

_MOST_BARS = 18


def sensitivity_part(material: Material) -> Section:
    """Build the section: the effect of each change on each edge, with optimal play re-computed."""
    found = material.slopes
    largest = sorted(found.slopes, key=lambda slope: -max(abs(float(by)) for by in slope.changes.values()))
    rows = tuple(_row(material, slope) for slope in largest)
    heads = ("change", "from", "to", "as played", "wager most affected", "its edge")
    blocks: list[Block] = [
        Paragraph(
            words(
                "Each row changes one thing: an option to its other value or one step on, a line of a pay table by one"
                " unit. It shows the change of the house edge, as played and of the wager most affected, with the best"
                " play for the changed rules; a minus is the player's gain. The largest effects come first."
                " All wagers: pitboss odds --slopes --json."
            )
        ),
        Grid("Every option and every line", heads, rows, _idle(material, found.without_effect),
             wide=("change", "wager most affected"), key="slopes"),
    ]  # fmt: skip
    blocks += _amounts(material)
    named = [
        (
            f"{option_title(material.rules, slope.option)} → {value_words(slope.after)}",
            max(map(float, slope.changes.values()), key=abs),
        )
        for slope in largest[:_MOST_BARS]
    ]
    if named:
        alt = "Bars: the largest changes of a house edge by one change of the rules. "
        alt += "; ".join(f"{name} {change:+.3%}" for name, change in named)
        title = "Largest change of any wager's edge"
        blocks.append(Picture(bars(title, named, signed=True), alt, f"{title}, by one change of the rules", 160.0))
    blocks += _other_houses(material)
    return Section("sensitivity", "Sensitivity", tuple(blocks))


def _row(material: Material, slope: Slope) -> tuple[GridCell, ...]:
    """Return one change: its effect on the game as played, and on the wager that it affects most."""
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
    return f"No edge changes with: {'; '.join(named)}." if options else ""


def _amounts(material: Material) -> list[Block]:
    """Name the amounts, which have no next value: chips, limits and an aggregate, with links to their effects."""
    amounts = [name for name, kind in kinds(type(material.rules)).items() if kind == Money]
    if not amounts:
        return []
    told = words(
        "Amounts have no next value, and edges are per unit: "
        f"{'; '.join(option_title(material.rules, name) for name in amounts)}."
        " For the mix of bets that they allow see ", See("must-know"), ", for the most that they let a round cost ",
        See("liability"), ".",
    )  # fmt: skip
    return [Paragraph(told)]


def _other_houses(material: Material) -> list[Block]:
    tables = [other for other in material.others if not other.what.startswith("decks")]
    blocks: list[Block] = []
    if tables:
        rows_of = tuple(
            (_table_words(material, other.what), material.title([other.bet]), share(other.edge), other.source)
            for other in tables
        )
        heads = ("pay table", "wager", "house edge", "source")
        blocks.append(Grid("Pay tables that have a name", heads, rows_of, wide=("source",), key="named tables"))
    return blocks


def _table_words(material: Material, what: str) -> str:
    """Return a named pay table in words: "Pot of gold table: wizard"."""
    option, _, name = what.partition(" = ")
    return f"{option_title(material.rules, option)}: {name}"
