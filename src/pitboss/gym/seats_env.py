"""A multi-seat PettingZoo environment: every seat is an agent, asked in the dealer's order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from pitboss.gym.dealing import NOT_DEALT, EpisodeDealt
from pitboss.gym.env import Observation, key_from, observation_space
from pitboss.gym.setting import EnvSetting, SettingProperties, check_render_mode
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused, one_of
from pitboss.play.steps import Seat

try:
    from pettingzoo import AECEnv
except ImportError:
    raise ImportError("a table with seats needs PettingZoo: pip install 'pitboss[gym]'") from None


class SeatsEnv(SettingProperties, AECEnv):  # type: ignore[misc]  # PettingZoo's base class is untyped
    """
    The seats of a game's table; an episode is one round from a fresh shuffle, with equal bets for all seats.

    It takes the keywords of the Gymnasium environment, plus `players`, the number of seats. If the dealer asks the
    whole table together, the seats act in order, and none sees another's answer before all have answered.

    >>> import pitboss.gym
    >>> table = pitboss.gym.aec("beat-the-dealer", players=2)
    >>> table.reset(seed=1)
    >>> for agent in table.agent_iter():
    ...     seen, reward, ended, _, info = table.last()
    ...     table.step(None if ended else int(seen["action_mask"].argmax()))
    >>> table.agents
    []
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "pitboss_seats_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    _dealt: EpisodeDealt | None = None

    def __init__(
        self,
        game: str,
        rules: str | HouseRules | None = None,
        wagers: Mapping[str, int | str] | None = None,
        players: int = 2,
        values: bool = False,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.setting = EnvSetting(game, rules, wagers, players, options)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, players + 1)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.setting) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self._values = values
        self._chance: np.random.Generator | None = None
        self._key, self._episode = 0, -1

    @property
    def dealt(self) -> EpisodeDealt:
        """The current episode."""
        if self._dealt is None:
            raise NOT_DEALT
        return self._dealt

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the observation space of a seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the action space of a seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next round or, given a seed, the seed's first episode."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
            self._key, self._episode = key_from(self._chance), -1
        self._episode += 1
        self._dealt = EpisodeDealt(self.setting, range(1, len(self.possible_agents) + 1), self._key, self._episode)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._observe(dict.fromkeys(self.agents, True))
        self._ask()

    def step(self, action: int | None) -> None:
        """Act for the selected agent; an agent whose round is over is stepped once more with None."""
        dealt = self.dealt
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Refused("no-such-action", f"{agent} must act: None is only for agents whose round is over")
        heard = dealt.act(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.dealt.is_over:
            self.rewards = {each: self.dealt.cents(seat_of(each)) / self.setting.unit for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._observe({each: heard if each == agent else True for each in self.agents})
        self._ask()

    def _ask(self) -> None:
        seat = self.dealt.asked
        self.agent_selection = self.agents[0] if seat is None else f"seat_{seat}"

    def _observe(self, heard: Mapping[str, bool]) -> None:
        self.infos = {}
        for agent in self.agents:
            seat = seat_of(agent)
            info = {"action_mask": self.dealt.mask(seat), "cents": self.dealt.cents(seat), "heard": heard[agent]}
            self.infos[agent] = info | ({"values": self.dealt.values(seat)} if self._values else {})

    def observe(self, agent: str) -> Observation:
        """Return a seat's observation. Its mask is all zeros while it is another seat's turn."""
        if agent not in self.possible_agents:
            raise Refused("no-such-seat", f"there is no agent {agent!r}: choose {one_of(self.possible_agents)}")
        seat = seat_of(agent)
        return {"observation": self.dealt.observe(seat), "action_mask": self.dealt.mask(seat)}

    def render(self) -> str | None:
        """Render the table as the selected agent sees it, if a render mode was set."""
        if self.render_mode is None:
            return None
        from pitboss.gym.words import picture  # noqa: PLC0415  (Rich is needed only for rendering)

        return picture(self.dealt, seat_of(self.agent_selection))

    def close(self) -> None:
        """Do nothing; there are no resources to release."""

    def __str__(self) -> str:
        return f"pitboss {self.setting.game.name}, {len(self.possible_agents)} seats"


def seat_of(agent: str) -> Seat:
    """Return an agent's seat: seat_2 sits in seat 2."""
    return Seat(int(agent.removeprefix("seat_")))
