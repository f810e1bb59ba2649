"""
A single-seat Gymnasium environment: an episode is one round from a fresh shuffle.

The script defines the rounds. If the game has a kernel that plays the same rounds, the kernel makes the steps, and the
script deals a round only when needed: for its record, for values, or for rendering.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pitboss.games.environments.episode_rows import Episodes, Stepper
from pitboss.gym.dealing import NOT_DEALT, ROUND_OVER, YOU, EpisodeDealt, ScriptSteps, kernel_steps
from pitboss.gym.setting import EnvSetting, SettingProperties, check_render_mode
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.record import Record


class Observation(TypedDict):
    """The seat's view as an array of fields, and a mask of the allowed actions."""

    observation: NDArray[np.int16]
    action_mask: NDArray[np.int8]


def observation_space(setting: EnvSetting) -> spaces.Dict:
    """Return the observation space: the fields of the game's view, and the action mask."""
    most = np.array(list(setting.view.fields.values()), np.int16)
    fields = spaces.Box(np.zeros_like(most), most, dtype=np.int16)
    return spaces.Dict({"observation": fields, "action_mask": spaces.MultiBinary(len(setting.view.actions))})


class TableEnv(SettingProperties, gymnasium.Env[Observation, np.int64]):
    """
    One seat at a game's table.

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
        by_script = ScriptSteps(self.setting)
        uses_script = values or render_mode is not None
        self._steps: Stepper = by_script if uses_script else kernel_steps(self.setting) or by_script
        self._batch = Episodes.of(self.setting, 1, self._steps.width)
        self._action = np.zeros(1, np.int64)
        self._taken: list[int] = []
        """The actions of this episode."""
        self._is_dealt = False
        self._replayed: EpisodeDealt | None = None

    @property
    def dealt(self) -> EpisodeDealt:
        """The current episode, as the script deals it."""
        if not self._is_dealt:
            raise NOT_DEALT
        if isinstance(self._steps, ScriptSteps):
            return self._steps.dealt[0]
        if self._replayed is None:
            begun = EpisodeDealt(self.setting, (YOU,), int(self._batch.keys[0]), int(self._batch.episodes[0]) - 1)
            self._replayed = begun.replayed(self._taken)
        return self._replayed

    @property
    def record(self) -> Record:
        """The inputs of the round, for `pitboss.replay`."""
        return self.dealt.round.record

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next round or, given a seed, the seed's first episode."""
        super().reset(seed=seed)
        batch = self._batch
        if seed is not None or not self._is_dealt:
            batch.keys[0], batch.episodes[0] = key_from(self.np_random), 0
        self._is_dealt = batch.over[0] = True
        self._taken = []
        self._advance(0)
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act; an action that the mask forbids is replaced by the default, the first allowed one."""
        if not self._is_dealt:
            raise NOT_DEALT
        batch = self._batch
        if batch.over[0]:
            raise ROUND_OVER
        number = self.setting.action_number(action)
        self._taken.append(number)
        self._advance(number)
        return self._seen(), int(batch.cents[0]) / self.setting.unit, bool(batch.over[0]), False, self._info()

    def _advance(self, number: int) -> None:
        self._action[0], self._replayed = number, None
        self._steps.step(self._batch, self._action)

    def _seen(self) -> Observation:
        return {"observation": self._batch.observation[0].copy(), "action_mask": self._batch.mask[0].copy()}

    def _info(self) -> dict[str, Any]:
        batch = self._batch
        info = {"action_mask": batch.mask[0].copy(), "cents": int(batch.cents[0]), "heard": bool(batch.heard[0])}
        return info | ({"values": self.dealt.values(YOU)} if self._values else {})

    def render(self) -> str | None:
        """Render the table as text, if a render mode was set."""
        if self.render_mode is None:
            return None
        from pitboss.gym.words import picture  # noqa: PLC0415  (Rich is needed only for rendering)

        return picture(self.dealt, YOU)


def key_from(chance: np.random.Generator) -> int:
    """Return the key for a seed's episodes: the first 64-bit word from Gymnasium's generator."""
    return int(chance.integers(1 << 64, dtype=np.uint64))
