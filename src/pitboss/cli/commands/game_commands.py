"""Commands for a game of your own."""

from __future__ import annotations

from pitboss.cli.shared import JSON, CommandGroup
from pitboss.cli.takes import Word

HERE = CommandGroup()


@HERE.command(Word("NAME", "what the game is called, as in my-game", is_needed=True))
def new(name: str) -> None:
    """Write a folder with a small game of your own that deals at once."""
    from pitboss.terminal.new_game import write_game

    write_game(name)


@HERE.command(Word("GAME", "a game's name, or a folder with a game in it", is_needed=True), JSON)
def check(game: str, json: bool) -> None:
    """Hold a game to all that every game promises: money, records, secrets, odds and simulation."""
    from pitboss.terminal.analysis.run_check import check_game

    check_game(game, as_json=json)
