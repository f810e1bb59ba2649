"""Commands that print what a house hands out or hangs up."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cli.shared import GAME, RULES, SETTINGS, CommandGroup, named
from pitboss.cli.takes import Flag, TakenOption, Whole

HERE = CommandGroup()


@HERE.command(
    GAME,
    Flag("--svg", "as SVG, the one form there is", default=True),
    TakenOption("--out", "FILE", "where to write it; - is the output", "-"),
    TakenOption("--seats", "N", "how many seats", None, Whole(1, 12)),
    RULES,
    SETTINGS,
)
def layout(
    game: str | None, svg: bool, out: str, seats: int | None, rules: str | None, settings: Sequence[str]
) -> None:
    """Draw the felt of a game as SVG."""
    from pitboss.games import GAMES
    from pitboss.layout.draw import write_layout
    from pitboss.play.reading import game_called
    from pitboss.play.rulesfile import load_rules

    chosen = game_called(named(game), GAMES)
    write_layout(chosen, load_rules(chosen.rules, rules, settings), seats, out)
