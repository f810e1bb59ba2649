"""The lab's desk: askers take turns, a newer question replaces an older one, and what nobody wants is given up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pitboss.compute.jobs.worker import Worker
from pitboss.play.refused import Refused
from pitboss.server.jobs.lab_queue import KEPT, LONGEST, LOOK, LabDesk, LabPlace, Push
from pitboss.server.jobs.lab_tasks import LabInput, LabProgress


class FakeWorker(Worker):
    """Works on a question until it is let go, or stopped."""

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
                raise Refused("stopped", "the work on this was stopped")
        if name == "wrong":
            raise Refused("bad-number", "that is no number")
        return f"answer to {name}"

    def cancel(self) -> None:
        self.stopped += 1
        self._is_stopped = True

    def close(self) -> None:
        self._is_stopped = True


class Asked:
    """A desk whose clock stands still."""

    def __init__(self) -> None:
        self.time, self.worker = 100.0, FakeWorker()
        self.desk = LabDesk(lambda: self.time, self.worker)

    def ask(self, name: str, who: str = "ann", slot: str = "odds", push: Push | None = None) -> Any:
        return self.desk.ask(LabPlace(who, slot), LabInput("odds", "flop22", {}, {"name": name}), push)

    async def until(self, done: Callable[[], object]) -> None:
        while not done():
            await asyncio.sleep(0.005)


def run(test: Callable[[Asked], Awaitable[None]]) -> None:
    async def whole() -> None:
        asked = Asked()
        await test(asked)
        asked.desk.close()

    asyncio.run(whole())


def test_a_question_is_asked_again_until_it_is_answered_and_its_answer_is_kept() -> None:
    async def test(asked: Asked) -> None:
        assert asked.ask("a")["state"] == "working"
        await asked.until(lambda: asked.ask("a").get("done") == 1)
        assert (asked.ask("a")["what"], asked.ask("a")["part"]) == ("halves", "half of a")
        asked.worker.go.release()
        await asked.until(lambda: asked.ask("a")["state"] == "done")
        assert asked.ask("a", who="bob")["answer"] == "answer to a"
        assert asked.worker.began == ["a"]

    run(test)


def test_a_newer_question_for_the_same_place_stops_the_older_one() -> None:
    async def test(asked: Asked) -> None:
        asked.ask("first")
        await asked.until(lambda: asked.worker.began)
        asked.ask("second")
        await asked.until(lambda: asked.worker.began == ["first", "second"])
        assert asked.worker.stopped == 1
        asked.worker.go.release()
        await asked.until(lambda: asked.ask("second")["state"] == "done")

    run(test)


def test_what_somebody_else_wants_too_goes_on() -> None:
    async def test(asked: Asked) -> None:
        asked.ask("first")
        asked.ask("first", who="bob")
        await asked.until(lambda: asked.worker.began)
        asked.ask("second")
        assert asked.worker.stopped == 0

    run(test)


def test_who_asks_for_much_waits_behind_who_asks_for_little() -> None:
    async def test(asked: Asked) -> None:
        for number in range(4):
            asked.time += 1
            asked.ask(f"ann {number}", slot=str(number))
        await asked.until(lambda: asked.worker.began)
        asked.ask("bob", who="bob")
        asked.worker.go.release(2)
        await asked.until(lambda: len(asked.worker.began) >= 2)
        assert asked.worker.began[:2] == ["ann 0", "bob"]

    run(test)


def test_one_asker_has_few_questions_at_a_time() -> None:
    async def test(asked: Asked) -> None:
        for number in range(5):
            asked.ask(str(number), slot=str(number))
            await asked.until(lambda: asked.worker.began)
        with pytest.raises(Refused, match="still works"):
            asked.ask("one more", slot="more")

    run(test)


def test_what_nobody_asks_for_again_is_given_up() -> None:
    async def test(asked: Asked) -> None:
        asked.ask("a")
        await asked.until(lambda: asked.worker.began)
        asked.time += 60
        await asked.until(lambda: asked.worker.stopped)

    run(test)


def refusal_of(asked: Asked, name: str) -> str:
    """The code that this question is refused with, if it is."""
    try:
        asked.ask(name)
    except Refused as fault:
        return fault.code
    return ""


def test_one_long_question_does_not_keep_the_lab_from_the_others() -> None:
    async def test(asked: Asked) -> None:
        asked.ask("long")
        await asked.until(lambda: asked.worker.began)
        for _ in range(20):  # alone it may go on
            asked.time += 5
            asked.ask("long")
        await asyncio.sleep(2 * LOOK)
        assert asked.worker.stopped == 0
        asked.ask("short", who="bob")
        await asked.until(lambda: asked.worker.began == ["long", "short"])
        assert refusal_of(asked, "long") == "took-too-long"
        asked.worker.go.release(2)
        await asked.until(lambda: asked.ask("short", who="bob")["state"] == "done")
        await asked.until(lambda: asked.ask("long")["state"] == "done")  # it may be asked again

    run(test)


def test_no_question_is_worked_on_for_ever() -> None:
    async def test(asked: Asked) -> None:
        asked.ask("endless")
        await asked.until(lambda: asked.worker.began)
        for _ in range(int(LONGEST / 5) + 1):
            asked.time += 5
            asked.ask("endless")
        await asked.until(lambda: asked.worker.stopped)
        assert refusal_of(asked, "endless") == "took-too-long"

    run(test)


def test_a_refusal_is_kept_like_an_answer() -> None:
    async def test(asked: Asked) -> None:
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


def test_not_all_answers_are_kept_for_ever() -> None:
    async def test(asked: Asked) -> None:
        asked.worker.go.release(10_000)
        for number in range(KEPT + 1):
            await asked.until(lambda number=number: asked.ask(str(number))["state"] == "done")  # type: ignore[misc]
        asked.ask("0")
        await asked.until(lambda: asked.worker.began.count("0") == 2)

    run(test)


def test_changes_are_pushed_and_the_partial_answer_once() -> None:
    async def test(asked: Asked) -> None:
        heard: list[dict[str, Any]] = []
        assert asked.ask("a", push=heard.append)["state"] == "working"
        await asked.until(lambda: heard)
        assert (heard[0]["done"], heard[0]["of"], heard[0]["part"]) == (1, 2, "half of a")
        asked.time += 100  # nobody polls, and it goes on
        await asyncio.sleep(2 * LOOK)
        assert asked.worker.stopped == 0
        asked.worker.go.release()
        await asked.until(lambda: heard[-1]["state"] == "done")
        assert heard[-1]["answer"] == "answer to a"
        assert [state["part"] for state in heard if state.get("part")] == ["half of a"]
        assert asked.ask("a", push=heard.append)["state"] == "done"

    run(test)


def test_a_refusal_and_the_place_in_the_queue_are_pushed() -> None:
    async def test(asked: Asked) -> None:
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
