"""Running a plan: threads on this machine, or a Dask cluster; the totals are the same to the bit."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any

from pitboss.play.refused import Refused
from pitboss.simulation.cells import Cells, how_many, no_cells
from pitboss.simulation.plan import Plan, runs_script, simulator, work
from pitboss.simulation.script_processes import Processes
from pitboss.simulation.tally import Tally

Progress = Callable[[Tally], None]
BY_HAND = "by hand"
PATIENCE = 60
"""Seconds that a cluster has to come up with its first worker."""


class Lost(Exception):
    """A cluster that can do no more: what it did counts."""


def run(plan: Plan, workers: int | None = None, dask: str | None = None, progress: Progress | None = None) -> Tally:
    """Work all chunks; Ctrl-C, or the loss of a cluster, ends it with those that were done: see `Tally.stopped`."""
    started = time.monotonic()
    cells = no_cells(simulator(plan))
    chunks = _on_dask(plan, dask) if dask is not None else _here(plan, workers or os.cpu_count() or 1)
    stopped = ""

    def so_far() -> Tally:
        # Rounds are read off the cells, so that they agree wherever Ctrl-C came between.
        return Tally(plan, how_many(cells) // plan.players, cells, time.monotonic() - started, stopped)

    try:
        for counts in chunks:
            cells += counts
            if progress:
                progress(so_far())
    except KeyboardInterrupt:
        chunks.close()
        stopped = BY_HAND
    except Lost as lost:
        stopped = str(lost)
    return so_far()


def _here(plan: Plan, workers: int) -> Generator[Cells]:
    """Kernels run in threads; scripts, which Python runs one at a time, in processes that a thread each waits for."""
    workers = min(workers, plan.chunks)
    if not runs_script(plan) or workers == 1:
        yield from _on_threads(plan, workers, work)
        return
    with Processes() as processes:
        yield from _on_threads(plan, workers, processes.work)


def _on_threads(plan: Plan, workers: int, work: Callable[[Plan, int], Cells]) -> Generator[Cells]:
    """Chunks as threads finish them; few are under way at once, so memory does not grow with the rounds."""
    with ThreadPoolExecutor(workers) as pool:
        under_way: set[Future[Cells]] = set()
        try:
            for chunk in range(plan.chunks):
                under_way.add(pool.submit(work, plan, chunk))
                if len(under_way) > 2 * workers:
                    yield from _finished(under_way)
            while under_way:
                yield from _finished(under_way)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _finished(under_way: set[Future[Cells]]) -> Iterator[Cells]:
    for future in wait(under_way, return_when=FIRST_COMPLETED).done:
        under_way.remove(future)
        yield future.result()


def _on_dask(plan: Plan, address: str) -> Generator[Cells]:
    """Chunks as a cluster finishes them; a chunk whose worker died is done again, with the same counts."""
    with connected(address) as client:
        from distributed import as_completed  # noqa: PLC0415  (an extra)

        waiting = iter(range(plan.chunks))
        queue: Any = as_completed([])

        def hand_out(many: int) -> None:
            for chunk in islice(waiting, many):
                queue.add(client.submit(work, plan, chunk, pure=False, retries=3))

        hand_out(1)  # a cluster that grows with its work must see some
        room = 4 * workers_of(client, address)
        hand_out(room - 1)
        try:
            for future in queue:
                yield future.result()
                hand_out(1)
        except Exception as error:  # whatever a worker or the network did
            raise Lost(f"the cluster failed: {type(error).__name__}: {error}") from None


def connected(address: str) -> Any:
    """A connection to a scheduler."""
    try:
        from distributed import Client  # noqa: PLC0415  (an extra)
    except ImportError:
        raise Refused("no-dask", "a cluster needs Dask: pip install 'pitboss[cluster]'") from None
    try:
        return Client(address, timeout=10)
    except Exception as error:  # what is no scheduler may answer anything
        raise Refused("no-cluster", f"no Dask scheduler answers at {address!r}: {error}") from None


def workers_of(client: Any, address: str) -> int:
    """How many workers the cluster has, once there is one."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        reason = f"the cluster at {address} has no workers: start one with `dask worker {address}`"
        raise Refused("no-workers", reason) from None
    return len(client.scheduler_info(n_workers=-1)["workers"])
