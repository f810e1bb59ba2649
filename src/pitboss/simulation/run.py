"""Running a plan on threads or on a Dask cluster, with exactly the same totals."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any

from pitboss.compute.jobs.pool import WorkerPool
from pitboss.compute.jobs.worker import JobFailed, WorkerLost
from pitboss.play.refused import Refused
from pitboss.simulation.cells import Cells, count_rounds, no_cells
from pitboss.simulation.plan import Plan, runs_script, simulator, work
from pitboss.simulation.tally import Tally

Progress = Callable[[Tally], None]
BY_HAND = "by hand"
CONNECT_TIMEOUT_SECONDS = 60
"""Seconds to wait for a cluster's first worker."""


class ClusterFailed(Exception):
    """A failure of the cluster. The chunks that it has finished still count."""


def run(plan: Plan, workers: int | None = None, dask: str | None = None, progress: Progress | None = None) -> Tally:
    """Run all chunks. Ctrl-C or the loss of a cluster ends the run with the finished chunks: see `Tally.stopped`."""
    started = time.monotonic()
    cells = no_cells(simulator(plan))
    chunks = _on_dask(plan, dask) if dask is not None else _here(plan, workers or os.cpu_count() or 1)
    stopped = ""

    def so_far() -> Tally:
        # Rounds are counted from the cells, so that both agree whenever Ctrl-C is pressed.
        return Tally(plan, count_rounds(cells) // plan.players, cells, time.monotonic() - started, stopped)

    try:
        for counts in chunks:
            cells += counts
            if progress:
                progress(so_far())
    except KeyboardInterrupt:
        chunks.close()
        stopped = BY_HAND
    except ClusterFailed as lost:
        stopped = str(lost)
    return so_far()


def _here(plan: Plan, workers: int) -> Generator[Cells]:
    """Run kernels in threads, and scripts with one process per thread because of Python's GIL."""
    workers = min(workers, plan.chunks)
    pool = WorkerPool(workers) if runs_script(plan) and workers > 1 else ThreadPoolExecutor(workers)
    under_way: set[Future[Cells]] = set()
    try:
        for chunk in range(plan.chunks):
            under_way.add(pool.submit(work, plan, chunk))
            if len(under_way) > 2 * workers:  # few are in flight, so memory does not grow with the rounds
                yield from _finished(under_way)
        while under_way:
            yield from _finished(under_way)
    except WorkerLost:
        reason = f"a process that ran {plan.game} ended unexpectedly: try --workers 1"
        raise Refused("worker-lost", reason) from None
    except JobFailed as failed:
        raise Refused("worker-failed", str(failed)) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _finished(under_way: set[Future[Cells]]) -> Iterator[Cells]:
    for future in wait(under_way, return_when=FIRST_COMPLETED).done:
        under_way.remove(future)
        yield future.result()


def _on_dask(plan: Plan, address: str) -> Generator[Cells]:
    """Yield chunks as a cluster finishes them. A chunk whose worker died is rerun, with the same counts."""
    with connected(address) as client:
        from distributed import as_completed  # noqa: PLC0415  (an extra)

        waiting = iter(range(plan.chunks))
        queue: Any = as_completed([])

        def hand_out(count: int) -> None:
            for chunk in islice(waiting, count):
                queue.add(client.submit(work, plan, chunk, pure=False, retries=3))

        hand_out(1)  # an adaptive cluster needs queued work to grow
        room = 4 * workers_of(client, address)
        hand_out(room - 1)
        try:
            for future in queue:
                yield future.result()
                hand_out(1)
        except Exception as error:  # whatever a worker or the network did
            raise ClusterFailed(f"the cluster failed: {type(error).__name__}: {error}") from None


def connected(address: str) -> Any:
    """Connect to a scheduler."""
    try:
        from distributed import Client  # noqa: PLC0415  (an extra)
    except ImportError:
        raise Refused("no-dask", "a cluster needs Dask: pip install 'pitboss[cluster]'") from None
    try:
        return Client(address, timeout=10)
    except Exception as error:  # anything may answer at a wrong address
        raise Refused("no-cluster", f"no Dask scheduler answers at {address!r}: {error}") from None


def workers_of(client: Any, address: str) -> int:
    """Return the number of workers once there is at least one."""
    try:
        client.wait_for_workers(1, timeout=CONNECT_TIMEOUT_SECONDS)
    except TimeoutError:
        reason = f"the cluster at {address} has no workers: start one with `dask worker {address}`"
        raise Refused("no-workers", reason) from None
    return len(client.scheduler_info(n_workers=-1)["workers"])
