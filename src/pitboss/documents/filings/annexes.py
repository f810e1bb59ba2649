"""The papers bound into a report: matrix of edges, rule sheet, rack card and layout."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pitboss.documents.blocks import Block, Document, Grid, Paragraph, Section, share, words
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.figures.option_words import option_title, value_words
from pitboss.documents.filings.rack_card import card
from pitboss.documents.filings.rule_sheet import sheet
from pitboss.documents.filings.scale_felt import layout
from pitboss.documents.inputs.house_matrix import HouseRow
from pitboss.documents.inputs.material import Material
from pitboss.solving.answers.analysis import PLAYED

_PORTRAIT = 174.0
"""The width of the text on a portrait page, in millimetres."""


def matrix_part(material: Material) -> Section:
    """Build the section with the edge of every pay table, and of every combination of the main options."""
    blocks: list[Block] = [
        Paragraph(words("One filing for the game with all its pay tables and options. Each pay table has a number."))
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


def _named(material: Material, what: str) -> str:
    option, _, name = what.partition(" = ")
    return f"{option_title(material.rules, option)}: {name}"


def _combinations(material: Material) -> Iterator[Block]:
    rows = material.matrix
    if not rows:
        return
    options = list(rows[0].values)
    bets = [bet for bet in rows[0].edges if len({row.edges.get(bet) for row in rows}) > 1]
    same = [bet for bet in rows[0].edges if bet not in bets]
    kept = _distinct(rows, bets)
    heads = (*(option_title(material.rules, name) for name in options), *(_title(material, kept, bet) for bet in kept))
    cells: list[tuple[GridCell, ...]] = [
        (*(value_words(row.values[name]) for name in options), *(share(row.edges[bet]) for bet in kept)) for row in rows
    ]
    note = "House edge of the initial bet at best play for each combination; all other options as analysed."
    if same:
        note += f" Unchanged by these options: {', '.join(_bet(material, bet) for bet in same)}."
    yield Grid("Every combination of the options that matter most", heads, tuple(cells), note, key="matrix")


def _distinct(rows: list[HouseRow], bets: list[str]) -> dict[str, list[str]]:
    """Return one bet for each set of edges, with those that share it; the game as played comes first."""
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


def annex_parts(material: Material) -> tuple[Section, ...]:
    """Build the annexes: rule sheet, rack card, layout to scale."""
    game, rules, date = material.game, material.rules, material.date
    papers = (
        ("sheet", "Annex A: rules of the game", sheet(game, rules, date)),
        ("card", "Annex B: rack card", card(game, rules, date)),
        ("felt", "Annex C: layout, true to scale", layout(game, rules, date, wide=_PORTRAIT)),
    )
    return tuple(_bound(f"annex-{key}", title, paper) for key, title, paper in papers)


def _bound(key: str, title: str, paper: Document) -> Section:
    """Return a document as one section, its own sections with keys of their own."""
    return Section(key, title, tuple(_renamed(section, key) for section in paper.sections), new_page=True)


def _renamed(section: Section, prefix: str) -> Section:
    inner = tuple(_renamed(each, prefix) if isinstance(each, Section) else each for each in section.blocks)
    return replace(section, key=f"{prefix}-{section.key}", blocks=inner, new_page=False)
