"""pitboss: a casino rule sheet, dealt, proved and taught."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.simulation.tally import Tally

__version__ = "0.1.0"


def simulate(
    game: str,
    rounds: int,
    *,
    rules: Mapping[str, Any] | None = None,
    strategy: str | Mapping[str, Any] = "best",
    seed: int = 1,
    players: int = 1,
    stakes: Mapping[str, int] | None = None,
    shoe: bool = False,
) -> Tally:
    """
    Play many rounds at speed; the tally holds every result with its count, and `.to_frame()` gives a table.

    A strategy is a name, or what a strategy file says, as a mapping.

    >>> tally = simulate("flip-it", 1000, seed=7)
    >>> tally.figures()["red"].times
    1000
    >>> list(tally.to_frame().columns)
    ['bet', 'net', 'count']
    """
    from pitboss.simulation.plan import Plan  # noqa: PLC0415  (Numba loads only where it is used)
    from pitboss.simulation.run import run  # noqa: PLC0415

    start, changes = (strategy, {}) if isinstance(strategy, str) else (strategy.get("start", "best"), dict(strategy))
    changes = {name: said for name, said in changes.items() if name not in ("game", "start")}
    plan = Plan(game, rounds, seed, dict(rules or {}), players, start, dict(stakes or {}), changes, shoe=shoe)
    return run(plan)
