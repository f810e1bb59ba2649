"""Commands that write documents: layout, rule sheet and rack card."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cli.command import Flag, ValueOption, WholeNumber
from pitboss.cli.shared import GAME, RULES, SETTINGS, CommandGroup, named

COMMAND_GROUP = CommandGroup()


DATE = ValueOption("--date", "DAY", "date of the document, for example 2026-11-17 [default: today]")


@COMMAND_GROUP.command(
    GAME,
    Flag("--svg", "write SVG; with --scale the file name decides", default=True),
    Flag("--scale", "draw to scale, with dimensions, one betting position and all inscriptions"),
    ValueOption("--out", "FILE", "file to write; with --scale .svg, .pdf or .html; - for standard output", "-"),
    ValueOption("--seats", "N", "number of seats", None, WholeNumber(1, 12)),
    ValueOption("--house", "NAME", "name of the casino, for --scale", ""),
    DATE,
    RULES,
    SETTINGS,
)
def layout(
    game: str | None, svg: bool, scale: bool, out: str, seats: int | None, house: str, date: str | None,
    rules: str | None, settings: Sequence[str],
) -> None:  # fmt: skip
    """Draw the layout of a game, as on screen or to scale for a filing."""
    from pitboss.terminal.long_work import game_and_rules

    if scale:
        from pitboss.terminal.analysis.write_documents import write_layout_to_scale

        write_layout_to_scale(*game_and_rules(named(game), rules, settings), out, date, seats, house)
        return
    from pitboss.layout.draw import write_layout

    write_layout(*game_and_rules(named(game), rules, settings), seats, out)


OUT = ValueOption("--out", "FILE", "file to write: .pdf, .svg or .html [default: a PDF named after the game]")


@COMMAND_GROUP.command(GAME, OUT, DATE, RULES, SETTINGS)
def sheet(game: str | None, out: str | None, date: str | None, rules: str | None, settings: Sequence[str]) -> None:
    """Write the rules of a game as a filing, under the headings of Pennsylvania's regulations."""
    from pitboss.terminal.analysis.write_documents import write_sheet
    from pitboss.terminal.long_work import game_and_rules

    write_sheet(*game_and_rules(named(game), rules, settings), out or f"{named(game)}-sheet.pdf", date)


@COMMAND_GROUP.command(GAME, OUT, DATE, RULES, SETTINGS)
def card(game: str | None, out: str | None, date: str | None, rules: str | None, settings: Sequence[str]) -> None:
    """Write the rack card for players: the game in brief, pay tables, a simple strategy."""
    from pitboss.terminal.analysis.write_documents import write_card
    from pitboss.terminal.long_work import game_and_rules

    write_card(*game_and_rules(named(game), rules, settings), out or f"{named(game)}-card.pdf", date)
