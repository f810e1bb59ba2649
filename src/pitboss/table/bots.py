"""What a bot puts down: a sensible main bet, and now and then something on the side."""

from __future__ import annotations

from random import Random
from typing import Any

from pitboss.money import Cents, dollars
from pitboss.play.bets import Bet
from pitboss.play.game import Board, Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat

NAMES = (
    "Deuce",
    "Trey",
    "Knave",
    "Snowman",
    "Boxcars",
    "Spadille",
    "Hooks",
    "Duckling",
    "Cowboy",
    "Crabs",
    "Manille",
    "Basto",
)
"""Old names of cards and throws, for bots."""
USUAL = dollars(5)
MOST_ON_THE_SIDE = 3


def wager(game: Game, rules: Any, seat: Seat, board: Board, rng: Random) -> dict[str, Cents]:
    """Chips that may lie there: what is compulsory, else the first bet, and a few others by chance."""
    open_bets = [bet for bet in game.bets(rules) if not bet.in_play]
    main = [bet for bet in open_bets if bet.compulsory] or open_bets[:1]
    others = [bet for bet in open_bets if bet not in main]
    placed = {bet.name: amount(bet, rules.chip) for bet in main}
    if not _may(game, rules, seat, placed, board):
        return {}
    for bet in rng.sample(others, min(len(others), rng.randint(0, MOST_ON_THE_SIDE))):
        more = placed | {bet.name: amount(bet, rules.chip)}
        placed = more if _may(game, rules, seat, more, board) else placed
    return placed


def amount(bet: Bet, chip: Cents) -> Cents:
    """The usual bet in whole chips, or as near to it as the limits let."""
    wanted = min(max(USUAL, bet.least, chip), bet.most)
    return Cents(wanted - wanted % chip)


def _may(game: Game, rules: Any, seat: Seat, placed: dict[str, Cents], board: Board) -> bool:
    try:
        game.check_seat(rules, seat, placed, board)
    except Refused:
        return False
    return True
