"""
Research environments for Gymnasium and PettingZoo, with the exact value of every action.

    import gymnasium
    import pitboss.gym

    env = gymnasium.make("pitboss/FreeBet-v0", decks=8, values=True)
    vector = gymnasium.make_vec("pitboss/FreeBet-v0", num_envs=4096)
    table = pitboss.gym.aec("free-bet", players=3)

Importing this module registers the ids; `gymnasium.make("pitboss.gym:pitboss/FreeBet-v0")` imports it automatically.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import gymnasium
except ImportError:
    raise ImportError("the environments need Gymnasium: pip install 'pitboss[gym]'") from None

from pitboss.games import GAMES

if TYPE_CHECKING:
    from pitboss.gym.seats_env import SeatsEnv


def id_of(game: str) -> str:
    """
    Return the id of a game's environment.

    >>> id_of("free-bet")
    'pitboss/FreeBet-v0'
    """
    return f"pitboss/{''.join(word.capitalize() for word in game.split('-'))}-v0"


IDS = {game.name: id_of(game.name) for game in GAMES.values()}
"""The environment id of each game, including installed external games."""
ANY_GAME = "pitboss/Table-v0"
"""The id of an environment that takes the game as a keyword: a name, or a folder with a game in it."""

for _id, _keywords in [(ANY_GAME, {}), *((_id, {"game": _game}) for _game, _id in IDS.items())]:
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="pitboss.gym.env:TableEnv",
            vector_entry_point="pitboss.gym.vector:TableVector",
            kwargs=_keywords,
        )


def aec(game: str, **keywords: Any) -> SeatsEnv:
    """
    Return a multi-seat PettingZoo table. It takes the same keywords as `SeatsEnv`.

    >>> import pitboss.gym
    >>> pitboss.gym.aec("flop22", players=2).possible_agents
    ['seat_1', 'seat_2']
    """
    from pitboss.gym.seats_env import SeatsEnv  # noqa: PLC0415  (PettingZoo is optional)

    return SeatsEnv(game, **keywords)
