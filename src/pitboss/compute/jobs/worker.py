"""A worker process that runs one job at a time. It starts with the first job, and restarts if it was killed."""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from typing import IO, Any, Concatenate, NamedTuple, ParamSpec, TypeVar
from weakref import WeakSet

from pitboss.play.refused import Refused

P = ParamSpec("P")
T = TypeVar("T")
Part = TypeVar("Part")
CLOSING = Refused("closing", "the house is closing: try again in a moment")
STOPPED = Refused("stopped", "this job was stopped")
_workers: WeakSet[Worker] = WeakSet()


class JobFailed(Exception):
    """An unexpected error in a job; the message says which."""


class WorkerLost(JobFailed):
    """An unexpected end of the worker process during a job, not caused by `cancel`, `close` or a timeout."""


class _Request(NamedTuple):
    """A job for the worker. If `streams`, its first argument is a function that sends parts back."""

    job: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    streams: bool


class _Sent(NamedTuple):
    """A part of the result, sent while the job runs."""

    value: Any


class _Done(NamedTuple):
    """The value that the job returned."""

    value: Any


class _Failed(NamedTuple):
    """The error that the job raised. The code is empty unless the error is `Refused`."""

    code: str
    reason: str


class Worker:
    """
    One worker process.

    Jobs and results are pickled, so a job must be a function that the worker can import. The process runs at a low
    priority (`nice`) and on the last `cores` cores of the machine (0 for all). If `quiet`, its output is discarded.
    """

    def __init__(self, nice: int = 0, cores: int = 0, *, quiet: bool = False) -> None:
        self._nice, self._cores, self._quiet = nice, cores, quiet
        self._turn, self._lock = threading.Lock(), threading.RLock()
        self._process: subprocess.Popen[bytes] | None = None
        self._killed: Refused | None = None
        """The reason why the running job's process was killed."""
        self._job = 0
        """The number of the running job."""
        self._is_closed = False
        _workers.add(self)

    def run(self, timeout: float | None, job: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """
        Run a job and return its result, blocking the calling thread.

        Raise what the job raises if it is `Refused`, `JobFailed` for other errors, and `Refused` if the job was
        cancelled or takes more than `timeout` seconds.
        """
        parts: Generator[object, None, T] = self._exchange(timeout, _Request(job, args, kwargs, streams=False))
        return result_of(parts, lambda _: None)

    def stream(
        self, timeout: float | None, job: Callable[Concatenate[Callable[[Part], None], P], T], /, *args: P.args,
        **kwargs: P.kwargs,
    ) -> Generator[Part, None, T]:  # fmt: skip
        """
        Run a job whose first argument is a function that sends a value back. Yield those values, return the result.

        Closing the generator cancels the job.
        """
        return self._exchange(timeout, _Request(job, args, kwargs, streams=True))

    def _exchange(self, timeout: float | None, request: _Request) -> Generator[Any, None, Any]:
        message = pickle.dumps(pickle.dumps(request))  # twice, so that the worker can report a job that it can't import
        with self._turn:
            process = self._started()
            assert process.stdin
            assert process.stdout
            timer = self._timer(timeout)
            reply: object = None
            try:
                _write(process.stdin, message)
                while isinstance(reply := pickle.load(process.stdout), _Sent):
                    yield reply.value
            except (OSError, EOFError, ValueError, pickle.UnpicklingError):  # killed by us or by the system
                raise (self._killed or WorkerLost("the worker process ended during the job")) from None
            finally:
                self._end(timer, is_idle=isinstance(reply, _Done | _Failed))
        if isinstance(reply, _Failed):
            raise Refused(*reply) if reply.code else JobFailed(reply.reason)
        assert isinstance(reply, _Done)
        return reply.value

    def _started(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_closed:
                raise CLOSING
            self._killed = None
            if self._process is None or self._process.poll() is not None:
                self._kill()
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-c", f"from {__name__} import serve; serve({self._nice}, {self._cores})"],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL if self._quiet else None,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                    process_group=0,  # Ctrl-C is handled by the parent
                )  # fmt: skip
            return self._process

    def _timer(self, timeout: float | None) -> threading.Timer | None:
        if timeout is None:
            return None
        job = self._job

        def expire() -> None:
            with self._lock:
                if self._job == job:
                    reason = f"this took longer than {timeout:.0f} seconds and was cancelled"
                    self._killed = Refused("took-too-long", reason)
                    self._kill()

        timer = threading.Timer(timeout, expire)
        timer.daemon = True
        timer.start()
        return timer

    def _end(self, timer: threading.Timer | None, is_idle: bool) -> None:
        """Mark the running job as ended. Kill its process unless it is ready for the next job."""
        if timer:
            timer.cancel()
        with self._lock:
            self._job += 1
            if not is_idle:
                self._kill()

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    pipe and pipe.close()

    def cancel(self) -> None:
        """Cancel the running job by killing the process. The next job starts a new one."""
        with self._lock:
            self._killed = self._killed or (CLOSING if self._is_closed else STOPPED)
            self._kill()

    def close(self) -> None:
        """Stop permanently, even in the middle of a job."""
        self._is_closed = True
        self.cancel()


def result_of(parts: Generator[Part, None, T], hear: Callable[[Part], object]) -> T:
    """Pass every part of a streamed job to `hear`, and return the job's result."""
    while True:
        try:
            part = next(parts)
        except StopIteration as done:
            result: T = done.value
            return result
        hear(part)


@atexit.register
def stop_all() -> None:
    """Kill every worker process that this program started."""
    for worker in list(_workers):
        worker.close()


def _write(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(message)
    pipe.flush()


def serve(nice: int, cores: int) -> None:
    """Run the worker main loop until the parent closes the pipe."""
    with contextlib.suppress(AttributeError, OSError):  # the system does not support priorities
        os.nice(nice)
    if cores and hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-cores:])
    requests, replies = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a job's output must not mix with the replies
    try:
        while True:
            _write(replies, _reply(requests, replies))
    except (EOFError, OSError, KeyboardInterrupt):  # the parent is gone
        os._exit(0)


def _reply(requests: IO[bytes], replies: IO[bytes]) -> bytes:
    """Run the next job and return the pickled reply."""
    message = pickle.load(requests)
    try:
        job, args, kwargs, streams = pickle.loads(message)
        if streams:
            args = (lambda value: _write(replies, pickle.dumps(_Sent(value))), *args)
        return pickle.dumps(_Done(job(*args, **kwargs)))
    except Refused as refused:
        return pickle.dumps(_Failed(refused.code, refused.reason))
    except Exception as error:
        return pickle.dumps(_Failed("", f"{type(error).__name__}: {error}"))
