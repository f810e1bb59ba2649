"""Checks of a game's description: its options, rulings, bets and felt."""

from __future__ import annotations

import re
from importlib import resources

from pitboss.contract.random_inputs import require
from pitboss.games import OURS, folder
from pitboss.layout.plan import plan_for
from pitboss.play.game import Game


def options(game: Game, seed: int) -> None:
    """Every option has a meaning, and names its ruling."""
    for name in game.rules.options():
        require(game.rules.meaning(name), f"the option {name} has no description: write a docstring below it")
        wanted = f"{game.rules.rulings}-1"
        require(
            game.rules.ruling(name),
            f"the option {name} names no ruling: write its number in brackets, as in ({wanted})",
        )


def rulings(game: Game, seed: int) -> None:
    """Every ruling that an option or a bet names is on the game's sheet."""
    if game.name in OURS:
        return  # our rulings are in docs/rulings.md, which has its own test
    sheet = resources.files(folder(game.name)).joinpath(game.sheet)
    require(sheet.is_file(), f"there is no {game.sheet} in the package: write the rules there, each with its number")
    sheet_text = sheet.read_text(encoding="utf-8")
    words = [game.rules.meaning(name) for name in game.rules.options()]
    words += [bet.meaning for bet in game.bets(game.rules())]
    for ruling in re.findall(rf"\b{game.rules.rulings}-\d+\b", " ".join(words)):
        require(re.search(rf"\b{ruling}\b", sheet_text), f"{ruling} is named, but is not in {game.sheet}")


def bets(game: Game, seed: int) -> None:
    """Every bet has a unique name and limits, and the bets it depends on exist."""
    known = [bet.name for bet in game.bets(game.rules())]
    require(len(set(known)) == len(known), "two bets have the same name")
    for bet in game.bets(game.rules()):
        require(bet.least <= bet.most, f"the limits of {bet.name} leave nothing to bet")
        for other in (*bet.needs, *filter(None, (bet.equals,))):
            require(other in known, f"{bet.name} needs {other}, and there is no such bet")


def felt(game: Game, seed: int) -> None:
    """The felt has a spot for every bet."""
    plan = plan_for(game, game.rules())
    missing = {bet.name for bet in game.bets(game.rules())} - {spot.bet for spot in plan.spots}
    require(not missing, f"the felt has no spot for {', '.join(sorted(missing))}")
