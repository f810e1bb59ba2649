"""The games: a plain dict, one folder each."""

from __future__ import annotations

from pitboss.games.beat_the_dealer import GAME as BEAT_THE_DEALER
from pitboss.games.flip_it import GAME as FLIP_IT
from pitboss.games.flop22 import GAME as FLOP22
from pitboss.games.free_bet import GAME as FREE_BET
from pitboss.games.roll_your_own import GAME as ROLL_YOUR_OWN
from pitboss.play.game import Game

GAMES: dict[str, Game] = {game.name: game for game in (FLOP22, FLIP_IT, BEAT_THE_DEALER, ROLL_YOUR_OWN, FREE_BET)}
"""Every game by its name, in the order of the sheets."""
