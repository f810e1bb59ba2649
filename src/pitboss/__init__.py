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
    strategy: str | Mapping[str, Any] | None = None,
    seed: int = 1,
    players: int = 1,
    stakes: Mapping[str, int] | None = None,
    shoe: bool = False,
    workers: int | None = None,
    dask: str | None = None,
) -> Tally:
    """
    Play many rounds at speed; the tally holds every result with its count, and `.to_frame()` gives a table.

    A strategy is a name, a strategy file, or what such a file says, as a mapping; if not said it is best play, or the
    bot's for a game that has only its script. Stakes are units by bet. Work goes to so many workers (one for each core
    if not said) or to the Dask scheduler at an address: the totals are the same.

    >>> tally = simulate("flip-it", 1000, seed=7)
    >>> tally.figures()["red"].times
    1000
    >>> list(tally.to_frame().columns)
    ['bet', 'net', 'count']
    """
    from pitboss.simulation.asked import plan_of  # noqa: PLC0415  (Numba loads only where it is used)
    from pitboss.simulation.run import run  # noqa: PLC0415

    plan = plan_of(
        game, rounds, rules=rules or {}, strategy=strategy, seed=seed, players=players, stakes=stakes or {}, shoe=shoe
    )
    return run(plan, workers, dask)
