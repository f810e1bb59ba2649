"""Commands for a game of your own."""

from __future__ import annotations

from pitboss.cli.shared import JSON, CommandGroup
from pitboss.cli.takes import Flag, Word

HERE = CommandGroup()


@HERE.command(
    Word("NAME", "name of the game, for example my-game; with --procedure a folder with a game", is_needed=True),
    Flag("--procedure", "write a draft of procedure.toml into the game's folder, for the school"),
)
def new(name: str, procedure: bool) -> None:
    """Create a folder with a small working game to start from."""
    from pitboss.contract.new_game import write_game, write_procedure

    if procedure:
        write_procedure(name)
    else:
        write_game(name)


@HERE.command(Word("GAME", "a game's name, or a folder with a game in it", is_needed=True), JSON)
def check(game: str, json: bool) -> None:
    """Check that a game is correct: money, records, hidden cards, odds and simulation."""
    from pitboss.terminal.analysis.run_check import check_game

    check_game(game, as_json=json)
