"""
A script that learns Free Bet from rewards alone, then measures the cost of the learned play against exact best play.

    python examples/learn-free-bet/learn.py                 16 million rounds
    python examples/learn-free-bet/learn.py --rounds 2000000 --seed 7

Monte Carlo control with a table. Each decision is a cell (the question, the dealer's card, total, soft or hard, two
cards or more, which pair, whose money), and the table holds the mean result of the rounds for each cell and action.
Each round deviates once, at a decision drawn before the deal, to an action that may still be the best as far as is
known. Its result is credited to that decision and to those after it, which follow the table. (The point of deviation
must not depend on how the round goes, because a dealer blackjack or a bust ends it early.) Older results lose weight,
because the table was worse then.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field

import gymnasium
import numpy as np
import pitboss as pb
import pitboss.gym  # registers the ids
from numpy.typing import NDArray

ROWS = 4096
LONGEST = 40
"""An upper bound on the number of decisions in a round."""
PHASES = 12
STRAYS = (0.6, 0.25, 0.1, 0.05)
"""The probabilities that a round deviates from the table at its first, second, … decision, drawn before the deal."""
FADES = 0.7
SPREAD = 1.3
"""The approximate standard deviation of a round's result."""
SHAPE = (3, 2, 11, 2, 2, 32, 11)
"""The number of values of each part of a cell: stage, whose money, pair, soft, two cards, total, up card."""
CELLS = int(np.prod(SHAPE))

Ints = NDArray[np.int64]
Numbers = NDArray[np.float64]


@dataclass
class Table:
    """The results of each action in each cell."""

    actions: int
    counts: Numbers = field(init=False)
    sums: Numbers = field(init=False)

    def __post_init__(self) -> None:
        """Create empty sums, since nothing is known yet."""
        self.counts = np.zeros(CELLS * self.actions)
        self.sums = np.zeros(CELLS * self.actions)

    def means(self) -> Numbers:
        """Return the mean of each action in each cell; an action never tried gets a high mean."""
        with np.errstate(invalid="ignore", divide="ignore"):
            means = np.where(self.counts > 0, self.sums / self.counts, 10.0)
        return means.reshape(CELLS, self.actions)

    def hopes(self) -> NDArray[np.bool_]:
        """Return which actions may still be the best in their cell: within three standard errors of the best one."""
        means, error = self.means(), 3 * SPREAD / np.sqrt(np.maximum(self.counts, 1)).reshape(CELLS, self.actions)
        tried = self.counts.reshape(CELLS, self.actions) > 0
        return np.asarray(means + error >= np.where(tried, means - error, -np.inf).max(axis=1, keepdims=True))


class Cells:
    """Observations as cells of the table."""

    def __init__(self, fields: tuple[str, ...], actions: tuple[str, ...]) -> None:
        self.at = {name: place for place, name in enumerate(fields)}
        self.splits = [actions.index("split"), actions.index("free-split")]

    def of(self, seen: dict[str, NDArray[np.int16]]) -> Ints:
        """Return the cell of each row."""
        fields, mask = seen["observation"].astype(np.int64), seen["action_mask"]
        stage, up, free, soft, total, first, cards = (
            fields[:, self.at[name]] for name in ("stage", "up", "free", "soft", "total", "first", "cards")
        )
        pair = np.where(mask[:, self.splits].any(axis=1), first, 0)
        hand = (free, pair, soft, (cards == 2).astype(np.int64), total, up)
        return np.ravel_multi_index((stage, *(np.where(stage == 1, 0, part) for part in hand)), SHAPE)

    def words(self, cell: int) -> str:
        """Describe a cell in a player's words."""
        stage, free, pair, soft, two, total, up = (int(part) for part in np.unravel_index(cell, SHAPE))
        if stage == 1:
            return "insurance"
        card = {1: "A"}.get(up, str(up))
        hand = f"{'soft' if soft else 'hard'} {total}{'' if two else ' of 3 or more cards'}"
        if pair:
            hand = f"a pair of {'aces' if pair == 1 else f'{pair}s'}"
        return f"{hand} against {card}{', on a free hand' if free else ''}"


def best_allowed(means: Numbers, mask: NDArray[np.int8]) -> Ints:
    """Return the allowed action with the highest mean."""
    return np.asarray(np.where(mask > 0, means, -np.inf).argmax(axis=1))


def any_allowed(chance: np.random.Generator, mask: NDArray[np.int8]) -> Ints:
    """Return a random allowed action."""
    return np.asarray((chance.random(mask.shape) * (mask > 0)).argmax(axis=1))


def learn(rounds: int, seed: int) -> Table:
    """Play and learn."""
    envs = gymnasium.make_vec("pitboss/FreeBet-v0", num_envs=ROWS)
    cells = Cells(envs.fields, envs.actions)  # type: ignore[attr-defined]
    chance = np.random.default_rng(seed)
    table, every = Table(int(envs.single_action_space.n)), np.arange(ROWS)  # type: ignore[attr-defined]
    path = np.zeros((ROWS, LONGEST), np.int64)
    steps, strays_at = np.zeros(ROWS, np.int64), chance.choice(len(STRAYS), ROWS, p=STRAYS)
    seen, _ = envs.reset(seed=seed)
    over, began = np.zeros(ROWS, bool), time.process_time()
    for phase in range(PHASES):
        means, hopes, done = table.means(), table.hopes(), 0
        table.counts *= FADES
        table.sums *= FADES
        while done < rounds // PHASES:
            here = cells.of(seen)
            mask = seen["action_mask"]
            best, hoped = best_allowed(means[here], mask), mask * hopes[here]
            strays = (steps == strays_at) & hoped.any(axis=1)
            taken = np.where(strays, any_allowed(chance, hoped), best)
            playing = ~over
            path[every[playing], steps[playing]] = here[playing] * table.actions + taken[playing]
            steps += playing
            seen, rewards, over, _, _ = envs.step(taken)
            ended = np.flatnonzero(over)
            if ended.size:
                place = np.arange(steps[ended].max())
                credited = (place >= strays_at[ended, None]) & (place < steps[ended, None])
                which = path[ended, : place.size][credited]
                np.add.at(table.counts, which, 1.0)
                np.add.at(table.sums, which, np.repeat(rewards[ended], credited.sum(axis=1)))
                steps[ended], strays_at[ended] = 0, chance.choice(len(STRAYS), ended.size, p=STRAYS)
                done += ended.size
        print(
            f"  {(phase + 1) * rounds // PHASES:>12,} rounds, {time.process_time() - began:6.1f} CPU-seconds",
            flush=True,
        )
    return table


def regret(table: Table, rounds: int, seed: int) -> None:
    """Play by the table, and measure the cost of every decision from the exact values of all its options."""
    envs = gymnasium.make_vec("pitboss/FreeBet-v0", num_envs=ROWS // 4, values=True)
    names: tuple[str, ...] = envs.actions  # type: ignore[attr-defined]
    cells, means = Cells(envs.fields, names), table.means()  # type: ignore[attr-defined]
    seen, info = envs.reset(seed=seed + 1_000_000)
    lost: dict[tuple[int, int, int], float] = defaultdict(float)
    costs, nets = [], []
    running, over = np.zeros(ROWS // 4), np.zeros(ROWS // 4, bool)
    left = np.full(ROWS // 4, -(-rounds // (ROWS // 4)))  # as many per row: the first to end are a biased sample
    while left.any():
        here, mask = cells.of(seen), seen["action_mask"]
        taken = best_allowed(means[here], mask)
        worths = np.where(over[:, None], 0.0, info["values"])
        best = worths.argmax(axis=1)
        cost = (worths.max(axis=1) - worths[np.arange(taken.size), taken]) * (left > 0)
        for row in np.flatnonzero(cost > 0):
            lost[int(here[row]), int(taken[row]), int(best[row])] += cost[row]
        running += cost
        seen, rewards, over, _, info = envs.step(taken)
        counted = over & (left > 0)
        costs.extend(running[counted])
        nets.extend(rewards[counted])
        left -= counted
        running[over] = 0
    tell(np.array(costs), np.array(nets), lost, cells, names)


def tell(
    costs: Numbers, nets: Numbers, lost: dict[tuple[int, int, int], float], cells: Cells, names: tuple[str, ...]
) -> None:
    """Print the cost of the learned play, and the cells that cause it."""
    played = pb.odds("free-bet").played
    error = costs.std() / costs.size**0.5
    print(f"\nregret: {costs.mean():.4%} of a bet a round (standard error {error:.4%}, {costs.size:,} rounds)")
    print(f"the learned play wins {nets.mean():+.3%} a round (standard error {nets.std() / nets.size**0.5:.3%});")
    print(f"the exact best play wins {-float(played.house_edge):+.3%}")
    print("\nwhat it still gets wrong, by what that costs a round:")
    for (cell, taken, best), total in sorted(lost.items(), key=lambda item: -item[1])[:12]:
        print(f"  {total / costs.size:.4%}  {cells.words(cell)}: {names[taken]}, better {names[best]}")


def main(said: list[str]) -> None:
    """Learn, then measure."""
    parser = argparse.ArgumentParser(description="Learn to play Free Bet, and what the learned play still costs.")
    parser.add_argument("--rounds", type=int, default=16_000_000, help="rounds to learn from (default 16,000,000)")
    parser.add_argument("--tested", type=int, default=200_000, help="rounds to measure with (default 200,000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed learns the same (default 1)")
    asked = parser.parse_args(said)
    if asked.rounds < PHASES or asked.tested < 1:
        parser.error(f"--rounds must be {PHASES} or more, and --tested 1 or more")
    print(f"learning Free Bet from {asked.rounds:,} rounds", flush=True)
    regret(learn(asked.rounds, asked.seed), asked.tested, asked.seed)


if __name__ == "__main__":
    main(sys.argv[1:])
