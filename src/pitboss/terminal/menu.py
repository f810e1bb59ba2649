"""`pitboss` without arguments: choose a game."""

from __future__ import annotations

from pitboss.games import GAMES
from pitboss.play.refused import Refused, one_of
from pitboss.terminal.analysis.show_rules import list_games
from pitboss.terminal.play.deal_command import DealWishes, deal
from pitboss.terminal.screen import Screen, printable


def choose(screen: Screen) -> str | None:
    """Ask for a game by number, name or prefix; return None to leave."""
    screen.line(("pitboss", "bold"), ": which table?")
    list_games(screen)
    while True:
        try:
            typed = screen.ask("Number or name (q leaves): ")
        except (EOFError, KeyboardInterrupt):
            screen.line("")
            return None
        if typed.strip().lower() in ("q", "quit", "exit"):
            return None
        try:
            return game_meant(typed)
        except Refused as refused:
            screen.line(refused.reason)


def game_meant(typed: str) -> str:
    """
    Return the game with this number, name or prefix.

    >>> game_meant("1"), game_meant("flip")
    ('flop22', 'flip-it')
    """
    text, names = typed.strip().lower(), list(GAMES)
    if text.isascii() and text.isdigit() and len(text) < 3 and 1 <= int(text) <= len(names):
        return names[int(text) - 1]
    found = [name for name in names if name.startswith(text)] if text else []
    if text in names or len(found) == 1:
        return text if text in names else found[0]
    if found:
        raise Refused("not-clear", f"{printable(text)!r} may be {one_of(found)}: write a little more")
    raise Refused("no-such-game", f"write a number from 1 to {len(names)}, {one_of(names)}, not {printable(text)!r}")


def menu() -> None:
    """Ask for a game and start its table."""
    name = choose(Screen())
    if name is not None:
        deal(DealWishes(name))
