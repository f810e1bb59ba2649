"""A single-seat Gymnasium environment: an episode is one round from a fresh shuffle, dealt by the real script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pitboss.gym.dealing import DealsEpisodes, EpisodeDealt
from pitboss.gym.setting import EnvSetting, OfSetting, check_render_mode
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.record import Record
from pitboss.play.steps import Seat

YOU = Seat(1)


class Observation(TypedDict):
    """The seat's view as an array of fields, and a mask of the allowed actions."""

    observation: NDArray[np.int16]
    action_mask: NDArray[np.int8]


def observation_space(setting: EnvSetting) -> spaces.Dict:
    """Return the observation space: the fields of the game's view, and the action mask."""
    most = np.array(list(setting.view.fields.values()), np.int16)
    fields = spaces.Box(np.zeros_like(most), most, dtype=np.int16)
    return spaces.Dict({"observation": fields, "action_mask": spaces.MultiBinary(len(setting.view.actions))})


class TableEnv(OfSetting, DealsEpisodes, gymnasium.Env[Observation, np.int64]):
    """
    One seat at the table of a game.

    Rules are given as for `pitboss.rules`: `rules` is a file or a rules object, and any option may be a keyword.
    `wagers` are the bets before the deal, in cents or text such as "$10"; in flip~it, where the action is the bet,
    use `{"stake": …}`. The reward is 0 until the round is over, then the net in units of the first wager;
    `info["cents"]` has it in cents. With `values`, `info["values"]` has the exact value of every action, in the same
    units.

    >>> import gymnasium, pitboss.gym
    >>> env = gymnasium.make("pitboss/Flop22-v0", values=True)
    >>> seen, info = env.reset(seed=4)
    >>> dict(zip(env.unwrapped.actions, info["values"].round(3).tolist()))
    {'none': 0.0, 'match': -0.353, 'double': 0.765, 'both': 0.412}
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  (as in Gymnasium)

    def __init__(
        self,
        game: str,
        rules: str | HouseRules | None = None,
        wagers: Mapping[str, int | str] | None = None,
        values: bool = False,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        check_render_mode(render_mode)
        self.setting = EnvSetting(game, rules, wagers, 1, options)
        self.render_mode = render_mode
        self.observation_space = cast("spaces.Space[Observation]", observation_space(self.setting))
        self.action_space = spaces.Discrete(len(self.actions))
        self._values = values
        self._key, self._episode = 0, -1

    @property
    def record(self) -> Record:
        """The inputs of the round, for `pitboss.replay`."""
        return self.dealt.round.record

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next round; with a seed, the first of its episodes."""
        super().reset(seed=seed)
        if seed is not None or self._episode < 0:
            self._key, self._episode = key_from(self.np_random), -1
        self._episode += 1
        self._dealt = EpisodeDealt(self.setting, (YOU,), self._key, self._episode)
        return self._seen(), self._told(True)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act; an action that the mask forbids is replaced by the default, the first allowed one."""
        heard = self.dealt.act(action)
        over = self.dealt.is_over
        return self._seen(), self.dealt.cents(YOU) / self.setting.unit, over, False, self._told(heard)

    def _seen(self) -> Observation:
        return {"observation": self.dealt.observe(YOU), "action_mask": self.dealt.mask(YOU)}

    def _told(self, heard: bool) -> dict[str, Any]:
        told = {"action_mask": self.dealt.mask(YOU), "cents": self.dealt.cents(YOU), "heard": heard}
        return told | ({"values": self.dealt.values(YOU)} if self._values else {})

    def render(self) -> str | None:
        """Render the table as text, if a render mode was set."""
        if self.render_mode is None:
            return None
        from pitboss.gym.ansi import picture  # noqa: PLC0415  (Rich is needed only for rendering)

        return picture(self.dealt, YOU)


def key_from(chance: np.random.Generator) -> int:
    """Return the key of a seed's episodes: the first word of Gymnasium's generator."""
    return int(chance.integers(1 << 64, dtype=np.uint64))
