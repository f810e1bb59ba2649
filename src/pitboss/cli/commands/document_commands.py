"""Commands that write documents: layout, rule sheet and rack card."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cli.shared import GAME, RULES, SETTINGS, CommandGroup, named
from pitboss.cli.takes import Flag, TakenOption, Whole

HERE = CommandGroup()


DATE = TakenOption("--date", "DAY", "date of the document, for example 2026-11-17 [default: today]")


@HERE.command(
    GAME,
    Flag("--svg", "write SVG; with --scale the file name decides", default=True),
    Flag("--scale", "draw to scale, with dimensions, one betting position and all inscriptions"),
    TakenOption("--out", "FILE", "file to write; with --scale .svg, .pdf or .html; - for standard output", "-"),
    TakenOption("--seats", "N", "number of seats", None, Whole(1, 12)),
    TakenOption("--house", "NAME", "name of the casino, for --scale", ""),
    DATE,
    RULES,
    SETTINGS,
)
def layout(
    game: str | None, svg: bool, scale: bool, out: str, seats: int | None, house: str, date: str | None,
    rules: str | None, settings: Sequence[str],
) -> None:  # fmt: skip
    """Draw the layout of a game, as on screen or to scale for a filing."""
    if scale:
        from pitboss.terminal.analysis.write_documents import write_layout_to_scale

        write_layout_to_scale(named(game), rules, settings, out, seats, house, date)
        return
    from pitboss.layout.draw import write_layout
    from pitboss.terminal.long_work import house as game_and_rules

    write_layout(*game_and_rules(named(game), rules, settings), seats, out)


OUT = TakenOption("--out", "FILE", "file to write: .pdf, .svg or .html [default: a PDF named after the game]")


@HERE.command(GAME, OUT, DATE, RULES, SETTINGS)
def sheet(game: str | None, out: str | None, date: str | None, rules: str | None, settings: Sequence[str]) -> None:
    """Write the rules of a game as a filing, under the headings of Pennsylvania's regulations."""
    from pitboss.terminal.analysis.write_documents import write_sheet

    write_sheet(named(game), rules, settings, out or f"{named(game)}-sheet.pdf", date)


@HERE.command(GAME, OUT, DATE, RULES, SETTINGS)
def card(game: str | None, out: str | None, date: str | None, rules: str | None, settings: Sequence[str]) -> None:
    """Write the rack card for players: the game in brief, pay tables, a simple strategy."""
    from pitboss.terminal.analysis.write_documents import write_card

    write_card(named(game), rules, settings, out or f"{named(game)}-card.pdf", date)
