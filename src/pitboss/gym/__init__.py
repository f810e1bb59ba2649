"""
Environments for research: the five games for Gymnasium and PettingZoo, with the exact worth of every action.

    import gymnasium
    import pitboss.gym

    env = gymnasium.make("pitboss/FreeBet-v0", decks=8, values=True)
    vector = gymnasium.make_vec("pitboss/FreeBet-v0", num_envs=4096)
    table = pitboss.gym.aec("free-bet", players=3)

Importing this registers the ids; `gymnasium.make("pitboss.gym:pitboss/FreeBet-v0")` imports it itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import gymnasium
except ImportError:
    raise ImportError("the environments need Gymnasium: pip install 'pitboss[gym]'") from None

if TYPE_CHECKING:
    from pitboss.gym.seats import SeatsEnv

IDS = {
    "flop22": "pitboss/Flop22-v0",
    "flip-it": "pitboss/FlipIt-v0",
    "beat-the-dealer": "pitboss/BeatTheDealer-v0",
    "roll-your-own": "pitboss/RollYourOwn-v0",
    "free-bet": "pitboss/FreeBet-v0",
}
"""The id of each game's environment."""

for _game, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="pitboss.gym.env:TableEnv",
            vector_entry_point="pitboss.gym.vector:TableVector",
            kwargs={"game": _game},
        )


def aec(game: str, **keywords: Any) -> SeatsEnv:
    """
    The table of a game with several seats, for PettingZoo; the keywords are those of `SeatsEnv`.

    >>> import pitboss.gym
    >>> pitboss.gym.aec("flop22", players=2).possible_agents
    ['seat_1', 'seat_2']
    """
    from pitboss.gym.seats import SeatsEnv  # noqa: PLC0415  (PettingZoo only where it is used)

    return SeatsEnv(game, **keywords)
