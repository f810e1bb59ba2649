"""A fair queue serves clients in turn and limits the jobs of each."""

from __future__ import annotations

import asyncio
import threading
from functools import partial

import pytest

from pitboss.compute.jobs.fair_queue import FairQueue
from pitboss.play.refused import Refused


def _hold(begun: threading.Event, go_on: threading.Event) -> bool:
    begun.set()
    return go_on.wait(60)


def test_clients_take_turns() -> None:
    done: list[str] = []

    async def ask() -> None:
        queue, begun, go_on = FairQueue(10), threading.Event(), threading.Event()
        first = asyncio.create_task(queue.ask("greedy", partial(_hold, begun, go_on)))
        await asyncio.to_thread(begun.wait, 60)
        greedy = [asyncio.create_task(queue.ask("greedy", partial(done.append, f"greedy {n}"))) for n in range(5)]
        calm = [asyncio.create_task(queue.ask(who, partial(done.append, who))) for who in ("ann", "bob")]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(first, *greedy, *calm)
        queue.close()

    asyncio.run(ask())
    assert done == ["ann", "greedy 0", "bob", *(f"greedy {n}" for n in range(1, 5))]


def test_client_over_its_limit_is_refused_while_others_are_served() -> None:
    async def ask() -> None:
        queue, go_on = FairQueue(2), threading.Event()
        held = [asyncio.create_task(queue.ask("greedy", lambda: go_on.wait(60))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as fault:
            await queue.ask("greedy", lambda: None)
        assert fault.value.code == "too-fast"
        calm = asyncio.create_task(queue.ask("ann", lambda: "done"))
        gone = asyncio.create_task(queue.ask("bob", lambda: pytest.fail("nobody waits for it any more")))
        await asyncio.sleep(0)
        gone.cancel()
        go_on.set()
        assert await calm == "done"
        await asyncio.gather(*held)
        assert await queue.ask("greedy", lambda: "again") == "again"
        with pytest.raises(ZeroDivisionError):
            await queue.ask("greedy", lambda: 1 // 0)
        queue.close()

    asyncio.run(ask())


def test_total_is_limited_and_cancelling_frees_a_place() -> None:
    queue, go_on = FairQueue(10, most=2, full="come back later"), threading.Event()
    running = queue.submit("ann", lambda: go_on.wait(60))
    waiting = queue.submit("bob", lambda: pytest.fail("it was cancelled"))
    with pytest.raises(Refused) as fault:
        queue.submit("cid", lambda: None)
    assert fault.value.code == "too-fast"
    waiting.cancel()
    last = queue.submit("cid", lambda: "done")
    go_on.set()
    assert (running.result(60), last.result(60)) == (True, "done")
    queue.close()
    with pytest.raises(Refused, match="closing"):
        queue.submit("ann", lambda: None)


def test_closing_refuses_waiting_jobs() -> None:
    queue, begun, go_on = FairQueue(10), threading.Event(), threading.Event()
    running = queue.submit("ann", partial(_hold, begun, go_on))
    assert begun.wait(60)
    waiting = queue.submit("bob", lambda: pytest.fail("the queue was closed"))
    queue.close()
    go_on.set()
    assert running.result(60)
    with pytest.raises(Refused, match="closing"):
        waiting.result(60)
