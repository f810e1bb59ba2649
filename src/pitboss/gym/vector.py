"""A vectorised environment of single-seat tables, with the same episodes as the single environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pitboss.games.environments.episode_rows import Actions, Episodes, Stepper
from pitboss.gym.dealing import NOT_DEALT, YOU, EpisodeDealt, ScriptSteps, Worths, kernel_steps
from pitboss.gym.env import Observation, key_from, observation_space
from pitboss.gym.setting import EnvSetting, SettingProperties, check_render_mode
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused

Taken = list[int]


class TableVector(SettingProperties, VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """
    Many single-seat episodes in parallel. It takes the same keywords as the single environment.

    With seed s, sub-environment i deals exactly the episodes of the single environment with seed s + i. After a
    finished round, the next step deals the next round and ignores the action.

    >>> import gymnasium, pitboss.gym
    >>> envs = gymnasium.make_vec("pitboss/FlipIt-v0", num_envs=3)
    >>> seen, info = envs.reset(seed=1)
    >>> seen["action_mask"].shape
    (3, 19)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (as in Gymnasium)
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        rules: str | HouseRules | None = None,
        wagers: Mapping[str, int | str] | None = None,
        values: bool = False,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if not isinstance(num_envs, int) or num_envs < 1:
            raise Refused("no-such-number", f"a vector needs at least one environment, not {num_envs!r}")
        check_render_mode(render_mode)
        self.setting = EnvSetting(game, rules, wagers, 1, options)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space = cast("spaces.Space[Observation]", observation_space(self.setting))
        self.single_action_space = spaces.Discrete(len(self.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._steps: Stepper = kernel_steps(self.setting) or ScriptSteps(self.setting)
        self._batch = Episodes.of(self.setting, num_envs, self._steps.width)
        self._is_dealt = False
        self._everywhere = np.ones(num_envs, np.bool_)
        self._taken: list[Taken] | None = [[] for _ in range(num_envs)] if values or render_mode else None
        """The actions of each round so far, recorded if the script may be needed."""
        self._values = values
        self._deciding = self.setting.view.deciding()
        self._known: dict[bytes, Worths] = {}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next round in every sub-environment or, given a seed, the seed's first episode."""
        if options and "reset_mask" in options:
            raise Refused("no-such-option", "rounds restart by themselves: reset() without options restarts all")
        batch = self._batch
        seeds = self._seeds(seed)
        for row, each in enumerate(seeds):
            if each is not None or not self._is_dealt:
                batch.keys[row] = key_from(seeding.np_random(each)[0])
                batch.episodes[row] = 0
        self._is_dealt = True
        batch.over[:] = True
        self._step(np.zeros(self.num_envs, np.int64))
        return self._seen(), self._observations()

    def _seeds(self, seed: int | list[int | None] | None) -> list[int | None]:
        """Return a seed for each sub-environment, counting up from the given one, as Gymnasium does."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            return [int(seed) + row for row in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise Refused("no-such-number", f"there are {len(seed)} seeds for {self.num_envs} environments")
        return list(seed)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Act in every sub-environment; an action that the mask forbids is replaced by the default."""
        if not self._is_dealt:
            raise NOT_DEALT
        taken = self._validated(np.asarray(actions))
        if taken.shape != (self.num_envs,):
            raise Refused("no-such-number", f"actions must have the shape ({self.num_envs},), not {taken.shape}")
        self._step(taken)
        batch = self._batch
        return self._seen(), batch.cents / self.setting.unit, batch.over.copy(), ~self._everywhere, self._observations()

    def _validated(self, actions: NDArray[Any]) -> Actions:
        """Validate the actions. A row that starts its next round may have any valid action."""
        most = len(self.actions) - 1
        if actions.dtype.kind not in "iu" or (actions.size and not 0 <= actions.min() <= actions.max() <= most):
            raise Refused("no-such-action", f"actions are whole numbers from 0 to {most}")
        return actions.astype(np.int64, copy=False)

    def _step(self, actions: Actions) -> None:
        if self._taken is not None:
            for row, taken in enumerate(self._taken):
                if self._batch.over[row]:
                    taken.clear()
                else:
                    taken.append(int(actions[row]))
        self._steps.step(self._batch, actions)

    def _seen(self) -> Observation:
        return {"observation": self._batch.observation.copy(), "action_mask": self._batch.mask.copy()}

    def _observations(self) -> dict[str, Any]:
        batch = self._batch
        info: dict[str, Any] = {
            "action_mask": batch.mask.copy(),
            "cents": batch.cents.copy(),
            "heard": batch.heard.copy(),
        }
        if self._values:
            info["values"] = np.array([self._worths(row) for row in range(self.num_envs)])
        return info | {f"_{name}": self._everywhere for name in info}

    def dealt(self, row: int) -> EpisodeDealt:
        """Return the episode of one sub-environment as dealt by the script, at its current point."""
        if self._taken is None:
            raise Refused(
                "not-kept", "actions are not stored: create the vector with values=True or render_mode='ansi'"
            )
        if not self._is_dealt:
            raise NOT_DEALT
        batch = self._batch
        begun = EpisodeDealt(self.setting, (YOU,), int(batch.keys[row]), int(batch.episodes[row]) - 1)
        return begun.replayed(self._taken[row])

    def _worths(self, row: int) -> Worths:
        """Return the value of each action, asking the script once for each distinct observation."""
        looks = self._batch.observation[row, self._deciding].tobytes()
        if looks not in self._known:
            self._known[looks] = self.dealt(row).values(YOU)
        return self._known[looks]

    def render(self) -> tuple[str, ...] | None:
        """Render each table as text, if a render mode was set."""
        if self.render_mode is None:
            return None
        from pitboss.gym.words import picture  # noqa: PLC0415  (Rich is needed only for rendering)

        return tuple(picture(self.dealt(row), YOU) for row in range(self.num_envs))
