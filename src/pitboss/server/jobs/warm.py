"""Precompile and solve everything the first players would wait for: `python -m pitboss.server.jobs.warm`."""

from __future__ import annotations

import sys

from pitboss.games import GAMES
from pitboss.games.odds import analysis_of
from pitboss.server.jobs.hint_tasks import prepare


def warm() -> None:
    """Warm up the odds and hints of every game under its default rules."""
    for game in GAMES.values():
        analysis_of(game, game.rules())
        prepare(game.name, {})
        sys.stdout.write(f"{game.title} is ready\n")


if __name__ == "__main__":
    warm()
