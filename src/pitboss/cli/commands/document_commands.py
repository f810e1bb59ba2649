"""Commands that print what a house hands out or hangs up."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cli.shared import GAME, RULES, SETTINGS, CommandGroup, named
from pitboss.cli.takes import Flag, TakenOption, Whole

HERE = CommandGroup()


DATE = TakenOption("--date", "DAY", "the day that it bears, as in 2026-11-17; today if not said")


@HERE.command(
    GAME,
    Flag("--svg", "as SVG; with --scale the ending of the file says the form", default=True),
    Flag("--scale", "true to scale, with dimensions, one betting position and all inscriptions"),
    TakenOption("--out", "FILE", "where to write it, with --scale .svg, .pdf or .html; - is the output", "-"),
    TakenOption("--seats", "N", "how many seats", None, Whole(1, 12)),
    TakenOption("--house", "NAME", "the house's name, for the felt to scale", ""),
    DATE,
    RULES,
    SETTINGS,
)
def layout(
    game: str | None, svg: bool, scale: bool, out: str, seats: int | None, house: str, date: str | None,
    rules: str | None, settings: Sequence[str],
) -> None:  # fmt: skip
    """Draw the felt of a game: as in the browser, or true to scale for a filing."""
    if scale:
        from pitboss.terminal.analysis.write_documents import write_layout_to_scale

        write_layout_to_scale(named(game), rules, settings, out, seats, house, date)
        return
    from pitboss.games import GAMES
    from pitboss.layout.draw import write_layout
    from pitboss.play.options.rules_file import load_rules
    from pitboss.play.records.record_reader import game_called

    chosen = game_called(named(game), GAMES)
    write_layout(chosen, load_rules(chosen.rules, rules, settings), seats, out)


OUT = TakenOption("--out", "FILE", "the file to write: .pdf, .svg or .html; if not said, a PDF named after the game")


@HERE.command(GAME, OUT, DATE, RULES, SETTINGS)
def sheet(game: str | None, out: str | None, date: str | None, rules: str | None, settings: Sequence[str]) -> None:
    """Write the rules of a game as a filing, under the headings of Pennsylvania's chapters."""
    from pitboss.terminal.analysis.write_documents import write_sheet

    write_sheet(named(game), rules, settings, out or f"{named(game)}-sheet.pdf", date)


@HERE.command(GAME, OUT, DATE, RULES, SETTINGS)
def card(game: str | None, out: str | None, date: str | None, rules: str | None, settings: Sequence[str]) -> None:
    """Write the player's rack card: the game in five sentences, what it pays, a simple strategy."""
    from pitboss.terminal.analysis.write_documents import write_card

    write_card(named(game), rules, settings, out or f"{named(game)}-card.pdf", date)
