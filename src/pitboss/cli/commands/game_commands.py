"""Commands for a game of your own."""

from __future__ import annotations

from pitboss.cli.shared import JSON, CommandGroup
from pitboss.cli.takes import Word

HERE = CommandGroup()


@HERE.command(Word("NAME", "name of the game, for example my-game", is_needed=True))
def new(name: str) -> None:
    """Create a folder with a small working game to start from."""
    from pitboss.contract.new_game import write_game

    write_game(name)


@HERE.command(Word("GAME", "a game's name, or a folder with a game in it", is_needed=True), JSON)
def check(game: str, json: bool) -> None:
    """Check that a game is correct: money, records, hidden cards, odds and simulation."""
    from pitboss.terminal.analysis.run_check import check_game

    check_game(game, as_json=json)
