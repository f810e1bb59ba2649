"""Compile and solve what the first players of a new house would wait for: `python -m pitboss.server.jobs.warm`."""

from __future__ import annotations

import sys

from pitboss.games import GAMES
from pitboss.games.odds import analysis_of
from pitboss.server.jobs.hint_tasks import prepare


def warm() -> None:
    """Every game under the rules of its sheet: its odds, and its hints."""
    for game in GAMES.values():
        analysis_of(game, game.rules())
        prepare(game.name, {})
        sys.stdout.write(f"{game.title} is ready\n")


if __name__ == "__main__":
    warm()
