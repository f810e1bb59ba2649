"""Evaluation of many rule sets, on all cores or on a Dask cluster."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from typing import TypeAlias, TypeVar

from msgspec import Struct

from pitboss.compute.cores import on_threads
from pitboss.compute.jobs.pool import WorkerPool
from pitboss.games import GAMES
from pitboss.games.odds import analysis_of, edges_of
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.simulation.run import BY_HAND, ClusterFailed, connected, workers_of
from pitboss.solving.answers.analysis import PLAYED, Analysis
from pitboss.statistics.exactness import Number

Progress = Callable[[int, int], None]
"""A progress callback: takes the number done and the total."""
Counted = TypeVar("Counted")
CountPoint: TypeAlias = Callable[[str, tuple[str, ...]], Counted]
"""The function evaluated for each rule set, given game and settings: `figures_of` or `edges_under`."""
Asked: TypeAlias = Sequence[tuple[str, ...]]
_WORTH_IT = 3
"""Minimum estimated seconds of work for starting worker processes."""
MAX_WORKERS = 1024
_QUEUED_PER_WORKER = 2
"""Rule sets queued per worker."""


class Figure(Struct, frozen=True):
    """The figures of one bet, or of the game as played, under one rule set."""

    edge: Number
    hit: Number | None
    sd: float
    push: Number | None = None

    def as_data(self) -> dict[str, float | None]:
        """Return the figures in the format of `--json`."""
        return {"edge": float(self.edge), "hit": _float(self.hit), "push": _float(self.push), "sd": self.sd}


def _float(number: Number | None) -> float | None:
    return None if number is None else float(number)


Figures = dict[str, Figure]
"""Figures by bet; `played` is the game as played."""
Edges = dict[str, Number]
"""House edges by bet; `played` is the game as played."""


def figures_of(game: str, settings: tuple[str, ...]) -> Figures:
    """Return the edge, hit rate and standard deviation of every bet under these settings."""
    called = GAMES[game]
    return figures_from(analysis_of(called, called.rules().with_settings(settings)))


def edges_under(game: str, settings: tuple[str, ...]) -> Edges:
    """Return the house edges alone under these settings."""
    called = GAMES[game]
    return edges_of(called, called.rules().with_settings(settings))


def figures_from(found: Analysis) -> Figures:
    """Return the figures of an analysis."""
    figures = {bet.name: Figure(bet.house_edge, bet.hit, bet.sd, bet.push) for bet in found.bets}
    if found.played:
        figures[PLAYED] = Figure(found.played.house_edge, None, found.played.sd)
    return figures


def count_all(
    point: CountPoint[Counted], game: str, all_rules: Sequence[HouseRules], workers: int | None, dask: str | None,
    progress: Progress | None, *, here: bool = False,
) -> tuple[list[Counted], str]:  # fmt: skip
    """
    Evaluate every rule set in order; return the results so far and the reason it stopped early, if any.

    With `here`, all work is done in this process, on all its threads, so that results shared by many rule sets are
    computed once and cached.
    """
    check_workers(workers)
    asked = [tuple(rules.settings()) for rules in all_rules]
    processes = min(workers or os.cpu_count() or 1, len(asked))
    done: list[Counted] = []
    if dask:
        found = _on_dask(point, game, asked, dask)
    else:
        found = _on_cores(point, game, asked, processes) if processes > 1 and not here else _here(point, game, asked)
    alone = not dask and workers == 1  # one worker is one thread
    try:
        with on_threads(1) if alone else nullcontext():
            for figures in found:
                done.append(figures)
                if progress:
                    progress(len(done), len(asked))
    except KeyboardInterrupt:
        found.close()
        return done, BY_HAND
    except ClusterFailed as lost:
        return done, str(lost)
    return done, ""


def check_workers(workers: object) -> None:
    """Raise unless `workers` is None (one per core) or a valid number of workers."""
    if workers is not None and (type(workers) is not int or not 1 <= workers <= MAX_WORKERS):
        reason = f"workers must be a whole number from 1 to {MAX_WORKERS}, not {workers!r}"
        raise Refused("bad-workers", reason)


def _here(point: CountPoint[Counted], game: str, asked: Asked) -> Generator[Counted]:
    for settings in asked:
        yield point(game, settings)


def _on_cores(point: CountPoint[Counted], game: str, asked: Asked, workers: int) -> Generator[Counted]:
    """
    Evaluate in worker processes, because exact fractions hold the GIL.

    Processes are slow to start, so if the first rule set is quick, the rest are evaluated in this process.
    """
    started = time.monotonic()
    yield point(game, asked[0])
    if (time.monotonic() - started) * (len(asked) - 1) < _WORTH_IT:
        yield from _here(point, game, asked[1:])
        return
    pool = WorkerPool(workers)
    waiting = iter(asked[1:])
    under_way = [
        pool.submit(_on_one_thread, point, game, settings) for settings in islice(waiting, _QUEUED_PER_WORKER * workers)
    ]
    try:
        while under_way:
            yield under_way.pop(0).result()
            under_way += [pool.submit(_on_one_thread, point, game, settings) for settings in islice(waiting, 1)]
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _on_one_thread(point: CountPoint[Counted], game: str, settings: tuple[str, ...]) -> Counted:
    with on_threads(1):
        return point(game, settings)


def _on_dask(point: CountPoint[Counted], game: str, asked: Asked, address: str) -> Generator[Counted]:
    with connected(address) as client:
        workers_of(client, address)
        yield from _gathered(client, point, game, asked)


def _gathered(client: object, point: CountPoint[Counted], game: str, asked: Asked) -> Iterator[Counted]:
    try:
        futures = [client.submit(point, game, settings, pure=False, retries=3) for settings in asked]  # type: ignore[attr-defined]
        for future in futures:
            yield future.result()
    except Exception as error:  # any failure of a worker or the network
        raise ClusterFailed(f"the cluster failed: {type(error).__name__}: {error}") from None
