"""Commands for a game of your own."""

from __future__ import annotations

from pitboss.cli.command import Flag, Positional
from pitboss.cli.shared import OUTPUTS, CommandGroup

COMMAND_GROUP = CommandGroup()


@COMMAND_GROUP.command(
    Positional("NAME", "name of the game, for example my-game; with --procedure a folder with a game", is_needed=True),
    Flag("--procedure", "write a draft of procedure.toml into the game's folder, for the school"),
)
def new(name: str, procedure: bool) -> None:
    """Create a folder with a small working game to start from."""
    from pitboss.contract.new_game import write_game, write_procedure

    if procedure:
        write_procedure(name)
    else:
        write_game(name)


@COMMAND_GROUP.command(Positional("GAME", "a game's name, or a folder with a game in it", is_needed=True), *OUTPUTS)
def check(game: str, output: str) -> None:
    """Check that a game is correct: money, records, hidden cards, odds and simulation."""
    from pitboss.terminal.analysis.run_checks import check_game

    check_game(game, output=output)
