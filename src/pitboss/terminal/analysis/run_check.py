"""`pitboss check`: a game held to what every game promises, promise by promise."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from pitboss.contract.suite import contract
from pitboss.games import GAMES, PROJECT, project_in
from pitboss.play.game import Game
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.terminal.screen import Screen


def check_game(said: str, *, as_json: bool) -> None:
    """Try every promise and say how it went; a broken one is refused in the end, after all were tried."""
    game, screen = _game(said), Screen()
    if not as_json:
        screen.line((f"{game.title} ({game.name})", "bold"))
    broken = 0
    for found in contract(game):
        broken += bool(found.fault)
        if as_json:
            told = {"check": found.check.name, "promise": found.check.promise, "kept": not found.fault}
            more = {"fault": found.fault, "seed": found.seed} if found.fault else {}
            sys.stdout.write(json.dumps({**told, **more}, ensure_ascii=False) + "\n")
            sys.stdout.flush()
        elif found.fault:
            screen.line(("  ✗ ", "bold red"), f"{found.check.promise}", indent=4)
            screen.line(f"      seed {found.seed}: {found.fault}", indent=6)
        else:
            screen.line(("  ✓ ", "green"), found.check.promise, indent=4)
    if broken:
        promises = "promise" if broken == 1 else "promises"
        raise Refused("broken-contract", f"{game.title} breaks {broken} {promises}")
    if not as_json:
        screen.line(f"{game.title} keeps every promise.")


def _game(said: str) -> Game:
    """A game by its name, or the one in a folder by its path."""
    if said in GAMES:
        return GAMES[said]
    path = Path(said)
    if (path / PROJECT).is_file():
        project = project_in(path)
        if project is None:
            reason = f'{path / PROJECT} names no game: it needs the entry point [project.entry-points."pitboss.games"]'
            raise Refused("no-such-game", reason)
        os.chdir(path)
        return GAMES[project.name]
    return game_called(said, GAMES)
