"""Helpers for long computations: the game and its rules, and a progress bar on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.options.rules_file import load_rules
from pitboss.play.records.record_reader import game_called
from pitboss.terminal.interrupt import on_screen


class ShowProgress(Protocol):
    """A progress callback: the task, the work done, and the total, from which the time left is estimated."""

    def __call__(self, words: str, done: float = 0, whole: float | None = None) -> None:
        """Update the bar."""


def game_and_rules(name: str, path: str | None = None, settings: Sequence[str] = ()) -> tuple[Game, HouseRules]:
    """Return the game with this name and its rules, with changes from a file and from individual settings."""
    game = game_called(name, GAMES)
    return game, load_rules(game.rules, path, settings)


@contextmanager
def progress() -> Iterator[ShowProgress | None]:
    """Show a progress bar if standard error is a terminal; otherwise yield None."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415  (only a terminal needs Rich)
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, visible=False)
        on_screen.append(bar.stop)
        try:
            yield lambda words, done=0, whole=None: bar.update(
                task, description=words, completed=done, total=whole or None, visible=True
            )
        finally:
            on_screen.remove(bar.stop)
