"""
Steps per CPU-second of the environments, compared with Gymnasium's own Blackjack-v1 in the same run.

    python bench/environments.py --save

Actions, legal or not, are drawn at random in advance, so that choosing them is not timed. In vectors a step that resets
a round counts as a step, as in Gymnasium.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from stored_figures import machine, store

from pitboss.gym import IDS

RESULTS = Path(__file__).parent / "environments-results.md"
SECONDS_PER_RUN = 1.5
ROWS = 4096
BLACKJACK = "Blackjack-v1"


def measure_single(name: str) -> float:
    """Return the steps per CPU-second of one environment, not counting resets."""
    env = gymnasium.make(name).unwrapped
    actions = np.random.default_rng(1).integers(0, env.action_space.n, 4096)  # type: ignore[attr-defined]
    env.reset(seed=1)
    env.step(int(actions[0]))
    env.reset(seed=1)
    steps, start = 0, time.process_time()
    while (taken := time.process_time() - start) < SECONDS_PER_RUN:
        for action in actions[:64]:
            _, _, over, cut, _ = env.step(int(action))
            if over or cut:
                env.reset()
        steps += 64
    return steps / taken


def measure_vector(name: str, rows: int, **keywords: Any) -> float:
    """Return the steps per CPU-second of a vector environment."""
    envs = gymnasium.make_vec(name, num_envs=rows, **keywords)
    draw, most = np.random.default_rng(1), envs.single_action_space.n  # type: ignore[attr-defined]
    actions = [draw.integers(0, most, rows) for _ in range(16)]
    envs.reset(seed=1)
    envs.step(actions[0])
    steps, start = 0, time.process_time()
    while (taken := time.process_time() - start) < SECONDS_PER_RUN:
        for chosen in actions:
            envs.step(chosen)
        steps += 16 * rows
    return steps / taken


def main() -> None:
    """Measure and print. With --save, also save the figures."""
    rows = [f"| environment | alone | in a vector of {ROWS:,} |", "| --- | --- | --- |"]
    for name in (*IDS.values(), BLACKJACK):
        many = measure_vector(name, 64, vectorization_mode="sync") if name == BLACKJACK else measure_vector(name, ROWS)
        at = " (64 in a SyncVectorEnv)" if name == BLACKJACK else ""
        rows.append(f"| `{name}` | {measure_single(name):,.0f} | {many:,.0f}{at} |")
        print(rows[-1], flush=True)
    if "--save" in sys.argv:
        lines = [
            f"Machine: {machine()}. Gymnasium {gymnasium.__version__}. Command: `python bench/environments.py --save`."
        ]
        store(RESULTS, "Speed of the environments", "Steps per CPU-second", [*lines, "", *rows])


if __name__ == "__main__":
    main()
