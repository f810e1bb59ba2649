"""Steps for many environments at once, by the game's kernel or by its script."""

from __future__ import annotations

from pitboss.games.environments.episode_rows import Actions, Episodes, Stepper
from pitboss.gym.dealing import EpisodeDealt
from pitboss.gym.setting import EnvSetting
from pitboss.play.steps import Seat

YOU = Seat(1)


class ScriptSteps:
    """Steps for many environments by the script, one row at a time."""

    width = 1

    def __init__(self, setting: EnvSetting) -> None:
        self.setting = setting
        self.dealt: dict[int, EpisodeDealt] = {}
        """The episode of each row."""

    def step(self, batch: Episodes, actions: Actions) -> None:
        """Act in every row. If a row's round is over, deal its next one."""
        for row in range(len(batch.over)):
            if batch.over[row]:
                self.dealt[row] = EpisodeDealt(self.setting, (YOU,), int(batch.keys[row]), int(batch.episodes[row]))
                batch.episodes[row] += 1
                batch.heard[row] = True
            else:
                batch.heard[row] = self.dealt[row].act(int(actions[row]))
            dealt = self.dealt[row]
            batch.observation[row], batch.mask[row] = dealt.observe(YOU), dealt.mask(YOU)
            batch.over[row], batch.cents[row] = dealt.is_over, dealt.cents(YOU)


def kernel_steps(setting: EnvSetting) -> Stepper | None:
    """Return the game's compiled steps, if any. They play the same rounds as the script, to the cent."""
    compiled = setting.game.provides.gym_kernel
    return compiled(setting) if compiled and setting.game.provides.gym_view is not None else None
