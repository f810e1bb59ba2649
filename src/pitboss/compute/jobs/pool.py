"""An executor that runs jobs in several worker processes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import ParamSpec, TypeVar

from pitboss.compute.jobs.worker import Worker

P = ParamSpec("P")
T = TypeVar("T")


class WorkerPool(ThreadPoolExecutor):
    """
    A thread pool in which each running job has a worker process of its own.

    The workers run importable functions only, so the caller's script needs no `if __name__ == "__main__"` guard.
    """

    def __init__(self, workers: int, nice: int = 0) -> None:
        super().__init__(workers)
        self._workers = [Worker(nice) for _ in range(workers)]
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a job for the next idle worker."""
        return super().submit(self._run, fn, *args, **kwargs)

    def _run(self, job: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        worker = self._idle.get()
        try:
            return worker.run(None, job, *args, **kwargs)
        finally:
            self._idle.put(worker)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop the workers: when all jobs are done, or immediately with `cancel_futures`."""
        super().shutdown(wait=wait and not cancel_futures, cancel_futures=cancel_futures)
        for worker in self._workers:
            worker.close()
        super().shutdown(wait=wait)
