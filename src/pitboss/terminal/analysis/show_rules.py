"""`pitboss rules`: the rules of a game."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pitboss.games import GAMES
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.options.rules_file import write_rules
from pitboss.terminal.long_work import house
from pitboss.terminal.play.prompts import list_bets
from pitboss.terminal.screen import Screen


def show_rules(name: str, path: str | None, settings: Sequence[str], *, as_toml: bool) -> None:
    """Print the rules of a game, as text or as a house-rules file."""
    game, rules = house(name, path, settings)
    if as_toml:
        sys.stdout.write(write_rules(rules))
    else:
        show_sheet(Screen(), game, rules)


def list_games(screen: Screen) -> None:
    """Print a numbered list of games with one sentence each."""
    wide = max(len(name) for name in GAMES)
    for number, game in enumerate(GAMES.values(), 1):
        head = f"  {number}  {game.name:<{wide}}  "
        screen.line((head, "cyan"), game.sentence, indent=len(head))


def show_sheet(screen: Screen, game: Game, rules: HouseRules) -> None:
    """Print bets, pay tables and options, with values and descriptions."""
    screen.line((game.title, "bold"), f" ({game.name})")
    screen.line(game.sentence)
    screen.line(f"{_dealt_from(game, rules)}; {game.seats(rules)} seats.")
    screen.line(f"Sheet: {game.sheet}.")
    screen.line("")
    screen.line(("Bets", "bold"))
    list_bets(screen, game.bets(rules))
    plain = rules.as_data()
    tables = [name for name in plain if isinstance(getattr(rules, name), Paytable)]
    for name in tables:
        _show_table(screen, rules, name)
    screen.line("")
    screen.line(("Options", "bold"), "  (change one with --set name=value)")
    defaults = type(rules)().as_data()
    wide = max(len(name) for name in plain)
    for name, value in plain.items():
        if name not in tables:
            _show_option(screen, rules, name, (value, defaults[name]), wide)


def _dealt_from(game: Game, rules: HouseRules) -> str:
    cards = f"{len(game.whole_pack(rules))} cards"
    if game.cut_card is None:
        return f"{cards}, shuffled for every round"
    return f"{cards} in a shoe, shuffled when fewer than {game.cut_card(rules)} are left"


def _show_table(screen: Screen, rules: HouseRules, name: str) -> None:
    is_changed = getattr(rules, name) != getattr(type(rules)(), name)
    screen.line("")
    screen.line((f"Paytable {name}", "bold"), ": ", rules.meaning(name), indent=2)
    screen.lines(f"  {line}" for line in str(getattr(rules, name)).splitlines())
    if is_changed:
        screen.line("  Changed from the official table:", indent=2)
        screen.lines(f"  {line}" for line in str(getattr(type(rules)(), name)).splitlines())


def _show_option(screen: Screen, rules: HouseRules, name: str, values: tuple[object, object], wide: int) -> None:
    value, default = map(_shown, values)
    style = "yellow" if value != default else "cyan"
    choices = rules.choices(name)
    said = rules.meaning(name) + (f" One of: {', '.join(choices)}." if choices else "")
    screen.line((f"  {name:<{wide}}  ", style), (value, "bold"), f"  (default {default})")
    screen.line(f"      {said}", indent=6)


def _shown(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
