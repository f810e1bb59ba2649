"""Report section on sensitivity: options, pay table lines, decks, and pay tables of other casinos."""

from __future__ import annotations

from pitboss.documents.blocks import Block, Grid, Paragraph, Picture, Section, See, share, words
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.inputs.material import Material
from pitboss.documents.sections.bar_chart import bars
from pitboss.play.options.rules import Money, kinds
from pitboss.statistics.exactness import Number

_MOST_BARS = 18


def sensitivity_part(material: Material) -> Section:
    """Build the section: the effect of each change on each edge, with optimal play re-computed."""
    found = material.slopes
    rows: list[tuple[GridCell, ...]] = []
    for slope in found.slopes:
        alike: dict[Number, list[str]] = {}
        for bet, change in slope.changes.items():
            alike.setdefault(change, []).append(bet)
        for change, bets in alike.items():
            rows.append((slope.option, slope.before, slope.after, _bets(material, bets), share(change, signed=True)))
    heads = ("option", "from", "to", "wager", "house edge changes by")
    blocks: list[Block] = [
        Paragraph(
            words(
                "Each row changes one thing: an option to its other value or one step on, a line of a pay"
                " table by one unit."
                " Everything is counted anew with the best play for the changed rules; a minus is the player's gain."
            )
        ),
        Grid(
            "Every option and every line",
            heads,
            tuple(rows),
            _idle(found.without_effect),
            wide=("wager",),
            key="slopes",
        ),
    ]
    blocks += _amounts(material)
    named = [
        (f"{slope.option} → {slope.after}", max(map(float, slope.changes.values()), key=abs)) for slope in found.slopes
    ]
    largest = sorted(named, key=lambda one: -abs(one[1]))[:_MOST_BARS]
    if largest:
        alt = "Bars: the largest changes of a house edge by one change of the rules. "
        alt += "; ".join(f"{name} {change:+.3%}" for name, change in largest)
        blocks.append(Picture(bars("Largest change of any wager's edge", largest, signed=True), alt))
    blocks += _other_houses(material)
    return Section("sensitivity", "Sensitivity", tuple(blocks))


def _bets(material: Material, bets: list[str]) -> str:
    titles = ["the game as played" if bet == "played" else material.title([bet]) for bet in bets]
    return ", ".join(titles) if len(titles) <= 4 else f"{titles[0]} … {titles[-1]}"


def _idle(options: tuple[str, ...]) -> str:
    return f"No edge changes with {', '.join(options)}." if options else ""


def _amounts(material: Material) -> list[Block]:
    """Name the amounts, which have no next value: chips, limits and an aggregate, with links to their effects."""
    amounts = [name for name, kind in kinds(type(material.rules)).items() if kind == Money]
    if not amounts:
        return []
    told = words(
        f"Amounts have no next value, and edges are told for one unit: {', '.join(amounts)}."
        " For the mix of bets that they allow see ", See("must-know"), ", for the most that they let a round cost ",
        See("liability"), ".",
    )  # fmt: skip
    return [Paragraph(told)]


def _other_houses(material: Material) -> list[Block]:
    decks = [other for other in material.others if other.what.startswith("decks")]
    tables = [other for other in material.others if not other.what.startswith("decks")]
    blocks: list[Block] = []
    if decks:
        rows = tuple((other.what, material.title([other.bet]), share(other.edge)) for other in decks)
        note = "Wagers with the same edge stand once."
        blocks.append(Grid("By number of decks", ("decks", "wager", "house edge"), rows, note, key="decks"))
    if tables:
        rows_of = tuple((other.what, material.title([other.bet]), share(other.edge), other.source) for other in tables)
        heads = ("pay table", "wager", "house edge", "source")
        blocks.append(Grid("Pay tables that have a name", heads, rows_of, wide=("source",), key="named tables"))
    return blocks
