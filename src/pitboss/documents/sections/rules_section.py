"""Report sections on rules, examples, equipment and the dealer's procedure."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.documents.blocks import (
    Block,
    Definitions,
    Grid,
    Paragraph,
    Picture,
    Points,
    RoundColumns,
    Section,
    count,
    odds_to,
    words,
)
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.examples import WorkedExample
from pitboss.documents.figures.dealt_rows import dealt_rows
from pitboss.documents.figures.option_words import option_title, value_words
from pitboss.documents.filings.posting import equipment_grids
from pitboss.documents.filings.sheet_sentences import said_under
from pitboss.documents.inputs.material import Material
from pitboss.documents.inputs.worked_examples import WorkedExamples
from pitboss.games.procedure import procedure_of
from pitboss.layout.draw import draw_layout
from pitboss.money import Pays, show_money
from pitboss.paytable import Paytable
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.play.words import without_rulings

_LONG = 80
"""Letters of what an example shows."""


def rules_part(material: Material) -> Section:
    """Build the section on options, pay tables and rulings."""
    rules, game = material.rules, material.game
    lead = words(
        f"{game.title} is analysed as its sheet is read here: {game.sheet}. Every option that the software knows stands"
        " below with its value; a value that differs from the sheet's reading is marked."
    )
    tables = tuple(_pay_tables(rules))
    options = Section("options", "Options", (_options(material), *tables))
    rulings = Section("rulings", "Rulings", tuple(_rulings(material)))
    return Section("rules", "Rules as analysed", (Paragraph(lead), options, rulings))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.spoken if isinstance(value, Pays) else str(value)


def _options(material: Material) -> Grid:
    rules = material.rules
    plain, sheet = rules.as_data(), type(rules)().as_data()
    rows = []
    for name, value in plain.items():
        held = getattr(rules, name)
        if isinstance(held, Paytable):
            told = "a table, below" + ("" if held == getattr(type(rules)(), name) else "; not the sheet's")
        else:
            told = _shown(held if isinstance(held, (bool, Pays)) else value)
        mark = "" if value == sheet[name] else "changed"
        rows.append((option_title(rules, name), value_words(told), mark, without_rulings(rules.meaning(name))))
    return Grid(
        "Every option", ("option", "value", "changed", "meaning"), tuple(rows), wide=("meaning",), key="options"
    )


def _pay_tables(rules: HouseRules) -> Iterator[Block]:
    for name in rules.options():
        table = getattr(rules, name)
        if isinstance(table, Paytable):
            rows = tuple((line, *(pays_cell(pays) for pays in row)) for line, row in table.lines)
            heads = ("line", *(table.columns if len(table.columns) > 1 else ("pays",)))
            yield Grid(option_title(rules, name), heads, rows, rules.meaning(name), key=f"paytable {name}")


def pays_cell(pays: Pays) -> GridCell:
    """Format a payout as a posted table does: always "to"."""
    return odds_to(pays.ratio) if pays.won > 0 else "push" if pays.won == 0 else "loses"


def _rulings(material: Material) -> Iterator[Block]:
    yield Paragraph(
        words(
            "Where the sheet is silent or contradicts itself, these readings hold; those that an option carries can be"
            " read the other way by changing it."
        )
    )
    rows = tuple(
        (ruling.number, _kind(ruling.contradiction, ruling.silent), ruling.plain) for ruling in material.rulings
    )
    yield Grid("How the sheet is read", ("ruling", "the sheet", "reading"), rows, wide=("reading",), key="rulings")


def _kind(contradiction: bool, silent: bool) -> str:
    return "contradicts itself" if contradiction else "is silent" if silent else ""


def examples_part(material: Material) -> Section:
    """Build the section of real rounds, dealt by the software from packs chosen to show rare outcomes."""
    found = in_pairs(material.examples)
    lead = Paragraph(
        words(
            "Every round below was dealt by the software from a whole pack, and settled by the rules above."
            " The packs were"
            " looked for: rare lines come early here. The records are attached (examples.jsonl); pitboss replay deals"
            " them again, motion by motion."
        )
    )
    told = tuple(_example(at, example) for at, example in enumerate(found.lines, 1))
    lines = Section("example-lines", "A round for every line that pays", (_index(found), *told))
    first = len(found.lines) + 1
    others = tuple(_example(at, example) for at, example in enumerate(found.endings, first))
    ends = Section("example-endings", "A round for every way to end", others)
    blocks: list[Block] = [lead, lines, *([ends] if found.endings else [])]
    if found.missing:
        items = tuple(words(one) for one in found.missing)
        blocks.append(Section("example-missing", "Without an example", (Points(items),)))
    return Section("examples", "Examples", tuple(blocks))


def in_pairs(found: WorkedExamples) -> WorkedExamples:
    """Return the examples with those of like length next to each other, since two share the width of a page."""
    lines, ends = (tuple(sorted(some, key=lambda one: len(one.lines))) for some in (found.lines, found.endings))
    return WorkedExamples(lines, ends, found.missing)


def _index(found: WorkedExamples) -> Grid:
    """Tabulate the examples that show each wager win, lose and tie, and each of its lines."""
    shown: dict[str, dict[str, int]] = {}
    for at, example in enumerate(found.lines, 1):
        for what in example.shows:
            wager, colon, line = what.partition(": ")
            shown.setdefault(wager if colon else "any wager", {}).setdefault(line if colon else wager, at)
    first = sorted(shown.items(), key=lambda one: min(one[1].values()))
    rows = tuple((wager, *_shown_by(lines)) for wager, lines in first)
    heads = ("wager", "wins", "loses", "ties", "lines, each with its example")
    note = "Numbers of the examples below. A dash: the wager cannot end so, or its ties are lines of their own."
    return Grid("Every wager: an example that wins, loses and ties", heads, rows, note, wide=(heads[-1],), key="shown")


def _shown_by(lines: dict[str, int]) -> tuple[str, ...]:
    named = {line: at for line, at in lines.items() if line not in ("wins", "loses", "pushes")}
    wins = lines.get("wins", min(named.values(), default=0))
    told = "; ".join(f"{line}: {at}" for line, at in named.items())
    return (*(str(at) if at else "–" for at in (wins, lines.get("loses", 0), lines.get("pushes", 0))), told)


def _example(at: int, example: WorkedExample) -> RoundColumns:
    told = "; ".join(example.shows)
    if len(told) > _LONG:
        told = f"{told[:_LONG].rsplit(';', 1)[0]} …"
    return RoundColumns(f"Example {at}: {told}", dealt_rows(example.lines))


def equipment_part(material: Material) -> Section:
    """Build the section on cards, shuffling, seats, betting spots and the felt."""
    game, rules = material.game, material.rules
    pack = game.whole_pack(rules)
    jokers = sum(card.is_joker for card in pack)
    items = [
        ("Cards", words(count(len(pack)), f" cards{f', {jokers} of them jokers' if jokers else ''}, 52 to a deck."))
    ]
    if game.cut_card is None:
        items.append(("Shuffle", words("A fresh shuffle of the whole pack for every round.")))
    else:
        items.append(
            (
                "Shoe",
                words(
                    "Dealt from a shoe until fewer than ",
                    count(game.cut_card(rules)),
                    " cards are left, then shuffled.",
                ),
            )
        )
    if game.burns:
        items.append(("Burn cards", words(count(game.burns), " card of a new shoe, unseen.")))
    items.append(("Seats", words(count(game.seats(rules)), " seats, numbered from the dealer's left.")))
    items.append(("Smallest chip", words(show_money(rules.chip), "; every wager is a multiple of it (C-1).")))
    items.append(("Discard rack", words("As high as the ", count(len(pack)), " cards.")))
    items += [
        ("At the table", words(f"{each.sentence} ({each.source})")) for each in said_under(game.name, "table", rules)
    ]
    spots = ", ".join(bet.title for bet in material.bets)
    items.append(("Spots of one seat", words(f"{spots}.")))
    blocks: list[Block] = [Definitions(tuple(items)), *equipment_grids(material)]
    try:
        alt = f"The felt of {game.title}: {game.seats(rules)} betting positions, each with its spots: {spots}."
        blocks.append(
            Picture(
                draw_layout(game, rules, game.seats(rules)),
                alt,
                "The layout as players see it; the drawing true to scale is in the annex",
            )
        )
    except Refused:
        blocks.append(Paragraph(words("This game draws no felt.")))
    return Section("equipment", "Equipment", tuple(blocks))


def procedure_part(material: Material) -> Section:
    """Build the section with every motion and its clause."""
    try:
        motions = procedure_of(material.game.name)
    except Refused as refused:
        return Section("procedure", "Procedure", (Paragraph(words(f"{refused.reason}.")),))
    rows = tuple(
        (motion.motion, motion.who, f"{motion.does}, until {motion.ends}", motion.clause) for motion in motions.values()
    )
    lead = Paragraph(words("The motions of a round in the order of the sheet, each with the clause that asks for it."))
    table = Grid("Motions", ("motion", "who", "does, until", "clause"), rows, wide=("does, until",), key="motions")
    return Section("procedure", "Procedure", (lead, table))
