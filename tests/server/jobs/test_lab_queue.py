"""The lab's job queue: clients take turns, newer questions replace older ones, and abandoned ones are cancelled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pitboss.compute.jobs.worker import Worker
from pitboss.play.refused import Refused
from pitboss.server.jobs.lab_queue import CHECK_SECONDS, MAX_CACHED_ANSWERS, TIMEOUT_SECONDS, LabPlace, LabQueue, Push
from pitboss.server.jobs.lab_tasks import LabInput, LabProgress


class FakeWorker(Worker):
    """A worker that works on a question until it is released or stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.began: list[str] = []
        self.go = threading.Semaphore(0)
        self.stopped = 0
        self._is_stopped = False

    def stream(self, timeout: float | None, job: Any, /, *args: Any, **kwargs: Any) -> Any:
        name = args[0].wanted["name"]
        self.began.append(name)
        yield LabProgress(1, 2, "halves", f"half of {name}")
        while not self.go.acquire(timeout=0.01):
            if self._is_stopped:
                self._is_stopped = False
                raise Refused("stopped", "this job was stopped")
        if name == "wrong":
            raise Refused("bad-number", "that is no number")
        return f"answer to {name}"

    def cancel(self) -> None:
        self.stopped += 1
        self._is_stopped = True

    def close(self) -> None:
        self._is_stopped = True


class QueueHarness:
    """A job queue with a frozen clock."""

    def __init__(self) -> None:
        self.time, self.worker = 100.0, FakeWorker()
        self.desk = LabQueue(lambda: self.time, self.worker)

    def ask(self, name: str, who: str = "ann", slot: str = "odds", push: Push | None = None) -> Any:
        return self.desk.ask(LabPlace(who, slot), LabInput("odds", "flop22", {}, {"name": name}), push)

    async def until(self, done: Callable[[], object]) -> None:
        while not done():
            await asyncio.sleep(0.005)


def run(test: Callable[[QueueHarness], Awaitable[None]]) -> None:
    async def run_test() -> None:
        asked = QueueHarness()
        await test(asked)
        asked.desk.close()

    asyncio.run(run_test())


def test_question_is_polled_until_answered_and_its_answer_is_cached() -> None:
    async def test(asked: QueueHarness) -> None:
        assert asked.ask("a")["state"] == "working"
        await asked.until(lambda: asked.ask("a").get("done") == 1)
        assert (asked.ask("a")["what"], asked.ask("a")["part"]) == ("halves", "half of a")
        asked.worker.go.release()
        await asked.until(lambda: asked.ask("a")["state"] == "done")
        assert asked.ask("a", who="bob")["answer"] == "answer to a"
        assert asked.worker.began == ["a"]

    run(test)


def test_newer_question_in_the_same_slot_cancels_the_older_one() -> None:
    async def test(asked: QueueHarness) -> None:
        asked.ask("first")
        await asked.until(lambda: asked.worker.began)
        asked.ask("second")
        await asked.until(lambda: asked.worker.began == ["first", "second"])
        assert asked.worker.stopped == 1
        asked.worker.go.release()
        await asked.until(lambda: asked.ask("second")["state"] == "done")

    run(test)


def test_question_with_another_client_is_not_cancelled() -> None:
    async def test(asked: QueueHarness) -> None:
        asked.ask("first")
        asked.ask("first", who="bob")
        await asked.until(lambda: asked.worker.began)
        asked.ask("second")
        assert asked.worker.stopped == 0

    run(test)


def test_heavy_clients_wait_behind_light_ones() -> None:
    async def test(asked: QueueHarness) -> None:
        for number in range(4):
            asked.time += 1
            asked.ask(f"ann {number}", slot=str(number))
        await asked.until(lambda: asked.worker.began)
        asked.ask("bob", who="bob")
        asked.worker.go.release(2)
        await asked.until(lambda: len(asked.worker.began) >= 2)
        assert asked.worker.began[:2] == ["ann 0", "bob"]

    run(test)


def test_question_limit_per_client() -> None:
    async def test(asked: QueueHarness) -> None:
        for number in range(5):
            asked.ask(str(number), slot=str(number))
            await asked.until(lambda: asked.worker.began)
        with pytest.raises(Refused, match="still working"):
            asked.ask("one more", slot="more")

    run(test)


def test_abandoned_question_is_cancelled() -> None:
    async def test(asked: QueueHarness) -> None:
        asked.ask("a")
        await asked.until(lambda: asked.worker.began)
        asked.time += 60
        await asked.until(lambda: asked.worker.stopped)

    run(test)


def refusal_of(asked: QueueHarness, name: str) -> str:
    """Return the error code for this question, if it is rejected."""
    try:
        asked.ask(name)
    except Refused as fault:
        return fault.code
    return ""


def test_long_question_does_not_block_the_others() -> None:
    async def test(asked: QueueHarness) -> None:
        asked.ask("long")
        await asked.until(lambda: asked.worker.began)
        for _ in range(20):  # alone it may continue
            asked.time += 5
            asked.ask("long")
        await asyncio.sleep(2 * CHECK_SECONDS)
        assert asked.worker.stopped == 0
        asked.ask("short", who="bob")
        await asked.until(lambda: asked.worker.began == ["long", "short"])
        assert refusal_of(asked, "long") == "took-too-long"
        asked.worker.go.release(2)
        await asked.until(lambda: asked.ask("short", who="bob")["state"] == "done")
        await asked.until(lambda: asked.ask("long")["state"] == "done")  # it may be asked again

    run(test)


def test_question_has_a_time_limit() -> None:
    async def test(asked: QueueHarness) -> None:
        asked.ask("endless")
        await asked.until(lambda: asked.worker.began)
        for _ in range(int(TIMEOUT_SECONDS / 5) + 1):
            asked.time += 5
            asked.ask("endless")
        await asked.until(lambda: asked.worker.stopped)
        assert refusal_of(asked, "endless") == "took-too-long"

    run(test)


def test_rejection_is_cached_like_an_answer() -> None:
    async def test(asked: QueueHarness) -> None:
        asked.worker.go.release()

        def is_refused() -> bool:
            try:
                asked.ask("wrong")
            except Refused as fault:
                return fault.code == "bad-number"
            return False

        await asked.until(is_refused)
        assert asked.worker.began == ["wrong"]

    run(test)


def test_answer_cache_is_bounded() -> None:
    async def test(asked: QueueHarness) -> None:
        asked.worker.go.release(10_000)
        for number in range(MAX_CACHED_ANSWERS + 1):
            await asked.until(lambda number=number: asked.ask(str(number))["state"] == "done")  # type: ignore[misc]
        asked.ask("0")
        await asked.until(lambda: asked.worker.began.count("0") == 2)

    run(test)


def test_changes_are_pushed_and_the_partial_answer_only_once() -> None:
    async def test(asked: QueueHarness) -> None:
        heard: list[dict[str, Any]] = []
        assert asked.ask("a", push=heard.append)["state"] == "working"
        await asked.until(lambda: heard)
        assert (heard[0]["done"], heard[0]["of"], heard[0]["part"]) == (1, 2, "half of a")
        asked.time += 100  # nobody polls, and it continues
        await asyncio.sleep(2 * CHECK_SECONDS)
        assert asked.worker.stopped == 0
        asked.worker.go.release()
        await asked.until(lambda: heard[-1]["state"] == "done")
        assert heard[-1]["answer"] == "answer to a"
        assert [state["part"] for state in heard if state.get("part")] == ["half of a"]
        assert asked.ask("a", push=heard.append)["state"] == "done"

    run(test)


def test_rejection_and_queue_position_are_pushed() -> None:
    async def test(asked: QueueHarness) -> None:
        first: list[dict[str, Any]] = []
        second: list[dict[str, Any]] = []
        asked.ask("wrong", push=first.append)
        await asked.until(lambda: asked.worker.began)
        assert asked.ask("b", who="bob", push=second.append)["ahead"] == 1
        asked.worker.go.release()
        await asked.until(lambda: first and first[-1]["state"] == "refused")
        assert first[-1]["code"] == "bad-number"
        await asked.until(lambda: second and second[-1]["ahead"] == 0)
        asked.desk.stop(LabPlace("bob", "odds"))
        await asked.until(lambda: asked.worker.stopped)

    run(test)
