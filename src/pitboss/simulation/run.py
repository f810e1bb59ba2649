"""Running a plan: threads on this machine, or a Dask cluster; the totals are the same to the bit."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any

import numpy as np

from pitboss.counting.simulator import Counts
from pitboss.play.refused import Refused
from pitboss.simulation.plan import Plan, simulator, work
from pitboss.simulation.tally import Tally

Progress = Callable[[Tally], None]
Done = tuple[int, Counts]


def run(plan: Plan, workers: int | None = None, dask: str | None = None, progress: Progress | None = None) -> Tally:
    """Work all chunks; Ctrl-C ends with those that were done, which the tally's `rounds` says."""
    started = time.monotonic()
    cells = np.zeros(simulator(plan).cells, np.int64)
    rounds = 0
    chunks = _on_dask(plan, dask) if dask else _on_threads(plan, workers or os.cpu_count() or 1)
    try:
        for chunk, counts in chunks:
            cells += counts
            rounds += plan.rounds_in(chunk)
            if progress:
                progress(Tally(plan, rounds, cells, time.monotonic() - started))
    except KeyboardInterrupt:
        chunks.close()
    return Tally(plan, rounds, cells, time.monotonic() - started)


def _on_threads(plan: Plan, workers: int) -> Generator[Done]:
    """Chunks as threads finish them; few are under way at once, so memory does not grow with the rounds."""
    waiting = iter(range(plan.chunks))
    with ThreadPoolExecutor(workers) as pool:
        under_way: dict[Future[Counts], int] = {}
        try:
            for chunk in waiting:
                under_way[pool.submit(work, plan, chunk)] = chunk
                if len(under_way) > 2 * workers:
                    yield from _finished(under_way)
            while under_way:
                yield from _finished(under_way)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _finished(under_way: dict[Future[Counts], int]) -> Iterator[Done]:
    for future in wait(under_way, return_when=FIRST_COMPLETED).done:
        yield under_way.pop(future), future.result()


def _on_dask(plan: Plan, address: str) -> Generator[Done]:
    """Chunks as a cluster finishes them; a chunk whose worker died is done again, with the same counts."""
    try:
        from distributed import Client, as_completed  # noqa: PLC0415  (an extra)
    except ImportError:
        raise Refused("no-dask", "a cluster needs Dask: pip install 'pitboss[cluster]'") from None
    try:
        client: Any = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise Refused("no-cluster", f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        room = 4 * max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
        waiting = iter(range(plan.chunks))
        queue: Any = as_completed([])
        under_way: dict[Any, int] = {}

        def hand_out(many: int) -> None:
            for chunk in islice(waiting, many):
                future = client.submit(work, plan, chunk, pure=False, retries=3)
                under_way[future] = chunk
                queue.add(future)

        hand_out(room)
        for future in queue:
            yield under_way.pop(future), future.result()
            hand_out(1)
