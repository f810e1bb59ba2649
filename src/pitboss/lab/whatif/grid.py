"""Many rule sets counted, on all cores or on a Dask cluster: the figures of each."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from typing import TypeAlias, TypeVar

from msgspec import Struct

from pitboss.compute.cores import on_threads, use_threads
from pitboss.compute.processes import FreshPool
from pitboss.games import GAMES
from pitboss.games.odds import analysis_of, edges_of
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.simulation.run import BY_HAND, Lost, connected, workers_of
from pitboss.solving.answers.analysis import PLAYED, Analysis
from pitboss.statistics.exactness import Number

Progress = Callable[[int, int], None]
"""Told how many of how many are done."""
Counted = TypeVar("Counted")
CountPoint: TypeAlias = Callable[[str, tuple[str, ...]], Counted]
"""What is asked of each set of rules, by game and settings: `figures_of`, or `edges_under`."""
Asked: TypeAlias = Sequence[tuple[str, ...]]
_WORTH_IT = 3
"""Seconds of work from which other processes are started."""
MOST_WORKERS = 1024
_AHEAD = 2
"""Rule sets handed to each worker before it asks for more."""


class Figure(Struct, frozen=True):
    """One bet, or the game as played, under one set of rules."""

    edge: Number
    hit: Number | None
    sd: float
    push: Number | None = None

    def as_data(self) -> dict[str, float | None]:
        """The figures as `--json` gives them."""
        return {"edge": float(self.edge), "hit": _float(self.hit), "push": _float(self.push), "sd": self.sd}


def _float(number: Number | None) -> float | None:
    return None if number is None else float(number)


Figures = dict[str, Figure]
"""By bet; `played` is the game as it is played."""
Edges = dict[str, Number]
"""The same, house edges alone."""


def figures_of(game: str, settings: tuple[str, ...]) -> Figures:
    """Every bet's edge, hit and standard deviation under these settings."""
    called = GAMES[game]
    return figures_from(analysis_of(called, called.rules().with_settings(settings)))


def edges_under(game: str, settings: tuple[str, ...]) -> Edges:
    """Every house edge under these settings, and nothing else."""
    called = GAMES[game]
    return edges_of(called, called.rules().with_settings(settings))


def figures_from(found: Analysis) -> Figures:
    """The figures of an analysis."""
    figures = {bet.name: Figure(bet.house_edge, bet.hit, bet.sd, bet.push) for bet in found.bets}
    if found.played:
        figures[PLAYED] = Figure(found.played.house_edge, None, found.played.sd)
    return figures


def count_all(
    point: CountPoint[Counted], game: str, all_rules: Sequence[HouseRules], workers: int | None, dask: str | None,
    progress: Progress | None, *, here: bool = False,
) -> tuple[list[Counted], str]:  # fmt: skip
    """
    What is asked of each, in order, as far as it was done; and what stopped it, if anything did.

    `here`: in this process, on all its threads, for what many rules have in common is found once and kept by it.
    """
    check_workers(workers)
    asked = [tuple(rules.settings()) for rules in all_rules]
    many = min(workers or os.cpu_count() or 1, len(asked))
    done: list[Counted] = []
    if dask:
        found = _on_dask(point, game, asked, dask)
    else:
        found = _on_cores(point, game, asked, many) if many > 1 and not here else _here(point, game, asked)
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
    except Lost as lost:
        return done, str(lost)
    return done, ""


def check_workers(workers: object) -> None:
    """Refuse what is no number of workers; none said is one a core."""
    if workers is not None and (type(workers) is not int or not 1 <= workers <= MOST_WORKERS):
        reason = f"workers must be a whole number from 1 to {MOST_WORKERS}, not {workers!r}"
        raise Refused("bad-workers", reason)


def _here(point: CountPoint[Counted], game: str, asked: Asked) -> Generator[Counted]:
    for settings in asked:
        yield point(game, settings)


def _on_cores(point: CountPoint[Counted], game: str, asked: Asked, workers: int) -> Generator[Counted]:
    """
    Processes, for counting in fractions holds on to the interpreter.

    They take a while to start: rules that are counted in a moment are all counted here.
    """
    started = time.monotonic()
    yield point(game, asked[0])
    if (time.monotonic() - started) * (len(asked) - 1) < _WORTH_IT:
        yield from _here(point, game, asked[1:])
        return
    pool = FreshPool(workers, _begin)
    waiting = iter(asked[1:])
    under_way = [pool.submit(point, game, settings) for settings in islice(waiting, _AHEAD * workers)]
    try:
        while under_way:
            yield under_way.pop(0).result()
            under_way += [pool.submit(point, game, settings) for settings in islice(waiting, 1)]
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Ctrl-C is for the program that asked, and a worker ends what it is at; it has one core to itself."""
    import signal  # noqa: PLC0415  (in a worker alone)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    use_threads(1)


def _on_dask(point: CountPoint[Counted], game: str, asked: Asked, address: str) -> Generator[Counted]:
    with connected(address) as client:
        workers_of(client, address)
        yield from _gathered(client, point, game, asked)


def _gathered(client: object, point: CountPoint[Counted], game: str, asked: Asked) -> Iterator[Counted]:
    try:
        futures = [client.submit(point, game, settings, pure=False, retries=3) for settings in asked]  # type: ignore[attr-defined]
        for future in futures:
            yield future.result()
    except Exception as error:  # whatever a worker or the network did
        raise Lost(f"the cluster failed: {type(error).__name__}: {error}") from None
