"""Worker processes: results, errors, partial results, timeouts, cancellation, and exit when the parent dies."""

from __future__ import annotations

import json
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from pitboss.compute.jobs.pool import WorkerPool
from pitboss.compute.jobs.worker import JobFailed, Worker, WorkerLost, result_of
from pitboss.play.refused import Refused, one_of
from pitboss.server.jobs.request_jobs import parse_rules

NICE_LEVEL = 3


def count_to(send: Callable[[int], None], last: int) -> str:
    """Send `last` numbers, then return a word."""
    for number in range(last):
        send(number)
    return "done"


def never_end(send: Callable[[str], None]) -> None:
    """Send one word and never return."""
    send("begun")
    threading.Event().wait()


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker(NICE_LEVEL)
    yield made
    made.close()


@pytest.mark.posix
def test_job_runs_in_another_process_at_its_priority(worker: Worker) -> None:
    pid = worker.run(None, os.getpid)
    assert pid != os.getpid()
    assert worker.run(None, os.getpriority, os.PRIO_PROCESS, 0) == os.getpriority(os.PRIO_PROCESS, 0) + NICE_LEVEL
    assert worker.run(None, os.getpid) == pid


def test_exceptions_of_a_job_are_raised_in_the_parent(worker: Worker) -> None:
    with pytest.raises(Refused, match=r"did you mean 'seats'\?") as refused:
        worker.run(None, parse_rules, "flop22", "seatz = 3")
    assert refused.value.code == "bad-rules"
    with pytest.raises(JobFailed, match="JSONDecodeError"):
        worker.run(None, json.loads, "{")
    with pytest.raises(JobFailed, match="ValueError"):
        worker.run(None, one_of, [])
    assert worker.run(None, math.sqrt, 4.0) == 2


def test_job_output_does_not_corrupt_the_reply(worker: Worker) -> None:
    assert worker.run(None, print, "noise") is None
    assert worker.run(None, math.sqrt, 9.0) == 3


def test_partial_results_arrive_while_the_job_runs(worker: Worker) -> None:
    received: list[int] = []
    assert result_of(worker.stream(None, count_to, 3), received.append) == "done"
    assert received == [0, 1, 2]


def test_closing_the_stream_cancels_the_job(worker: Worker) -> None:
    parts = worker.stream(None, never_end)
    assert next(parts) == "begun"
    parts.close()
    assert worker.run(None, math.sqrt, 16.0) == 4


def test_timed_out_job_is_killed_and_the_next_one_runs(worker: Worker) -> None:
    with pytest.raises(Refused) as fault:
        worker.run(0.0, time.sleep, 600)
    assert fault.value.code == "took-too-long"
    assert worker.run(None, math.sqrt, 4.0) == 2


def test_running_job_can_be_cancelled(worker: Worker) -> None:
    parts = worker.stream(None, never_end)
    next(parts)
    worker.cancel()
    with pytest.raises(Refused, match="stopped"):
        next(parts)
    assert worker.run(None, math.sqrt, 4.0) == 2


def test_dead_worker_is_replaced(worker: Worker) -> None:
    with pytest.raises(WorkerLost):
        worker.run(None, os._exit, 1)
    assert worker.run(None, math.sqrt, 4.0) == 2


def test_closed_worker_refuses_jobs(worker: Worker) -> None:
    parts = worker.stream(None, never_end)
    next(parts)
    worker.close()
    with pytest.raises(Refused, match="closing"):
        next(parts)
    with pytest.raises(Refused, match="closing"):
        worker.run(None, math.sqrt, 4.0)


def test_pool_returns_results_in_order() -> None:
    with WorkerPool(2) as pool:
        assert list(pool.map(math.sqrt, [0, 1, 4, 9])) == [0, 1, 2, 3]
        assert len({pool.submit(os.getpid).result() for _ in range(8)}) <= 2


def test_cancelling_a_pool_does_not_wait_for_jobs() -> None:
    pool = WorkerPool(1)
    endless = pool.submit(time.sleep, 600)
    pool.shutdown(cancel_futures=True)
    assert endless.cancelled() or isinstance(endless.exception(), Refused)


@pytest.mark.posix
def test_ctrl_c_reaches_the_parent_only(worker: Worker) -> None:
    group = worker.run(None, os.getpgrp)
    assert group != os.getpgrp()


def test_worker_exits_quietly_when_its_parent_dies() -> None:
    program = [sys.executable, "-c", "from pitboss.compute.jobs.worker import serve; serve(0, 0)"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(pickle.dumps(pickle.dumps((math.sqrt, (4.0,), {}, False))))
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
