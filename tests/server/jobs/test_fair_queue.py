"""What is worked out takes turns by who asks, has a deadline, and one who asks for much delays nobody else."""

from __future__ import annotations

import asyncio
import threading
import time
from functools import partial

import pytest

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.server.jobs.fair_queue import FairQueue
from pitboss.server.jobs.hint_tasks import Thinker
from server.support.house import open_house


def test_those_who_ask_take_turns_and_not_their_questions() -> None:
    done: list[str] = []

    async def ask() -> None:
        queue, go_on = FairQueue(10), threading.Event()
        first = asyncio.create_task(queue.ask("greedy", lambda: go_on.wait(60)))
        await asyncio.sleep(0)
        greedy = [asyncio.create_task(queue.ask("greedy", partial(done.append, f"greedy {n}"))) for n in range(5)]
        calm = [asyncio.create_task(queue.ask(who, partial(done.append, who))) for who in ("ann", "bob")]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(first, *greedy, *calm)
        queue.close()

    asyncio.run(ask())
    assert done == ["ann", "greedy 0", "bob", *(f"greedy {n}" for n in range(1, 5))]


def test_one_who_asks_for_more_than_can_wait_is_refused_and_others_are_not() -> None:
    async def ask() -> None:
        queue, go_on = FairQueue(2), threading.Event()
        held = [asyncio.create_task(queue.ask("greedy", lambda: go_on.wait(60))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="still being worked out"):
            await queue.ask("greedy", lambda: None)
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


def test_hints_of_one_player_do_not_delay_those_of_another() -> None:
    """One at a time, the first is held up until all have asked; then they come player by player."""
    go_on, given = threading.Event(), []

    def hints(_game: object, _rules: object, _seen: object, _offer: object, seat: int) -> object:
        go_on.wait(60)
        given.append(seat)
        return {"none": 0.0}

    with open_house(hints=hints) as doors:
        table, other = doors.open_table(), doors.newcomer()
        with doors.at(table) as greedy, doors.at(table, other) as calm:
            for place, seated in enumerate((greedy, calm), 1):
                seated.say("sit", seat=place)
            for seated in (greedy, calm):
                seated.say("bet", bets={"ante-1": 500})
                seated.say("ready")
            for _ in range(4):
                greedy.socket.send_json({"type": "hint"})
            greedy.say("ping")
            calm.socket.send_json({"type": "hint"})
            calm.say("ping")
            go_on.set()
            calm.take("hint")
            for _ in range(4):
                greedy.take("hint")
    assert given == [1, 2, 1, 1, 1]


def test_own_rules_hold_up_nobody_who_plays_by_the_sheet() -> None:
    go_on = threading.Event()

    def hints(_game: object, rules: object, *_about: object) -> object:
        if rules.changed():  # type: ignore[attr-defined]
            go_on.wait(60)
        return {"none": 0.0}

    with open_house(hints=hints) as doors:
        slow, quick = doors.open_table(rules="ante_limit = 30"), doors.open_table()
        with doors.at(slow) as one, doors.at(quick, doors.newcomer()) as two:
            for seated in (one, two):
                seated.say("sit", seat=1)
                seated.say("bet", bets={"ante-1": 500})
                seated.say("ready")
            one.socket.send_json({"type": "hint", "id": 77})
            assert two.say("hint")["worth"] == {"none": 0.0}
            go_on.set()
            assert one.take("hint")["id"] == 77


def test_a_hint_that_fails_is_answered() -> None:
    def hints(*_about: object) -> object:
        raise ValueError("no idea")

    with open_house(hints=hints) as doors, doors.at(doors.open_table()) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        assert seated.say("hint")["code"] == "no-hint"


def test_a_thought_that_takes_too_long_is_given_up_and_the_next_one_is_thought() -> None:
    thinker = Thinker()
    try:
        with pytest.raises(Refused, match="takes longer than 0 seconds to work out"):
            thinker.ask(0.0, "work", "rules", "flop22", "seats = 3")
        assert thinker.ask(100.0, "work", "rules", "flop22", "seats = 3") == {"seats": 3}
        with pytest.raises(Refused, match=r"did you mean 'seats'\?"):
            thinker.ask(100.0, "work", "rules", "flop22", "seatz = 3")
        with pytest.raises(RuntimeError, match="KeyError"):
            thinker.ask(100.0, "work", "no such sum")
    finally:
        thinker.close()
    with pytest.raises(Refused, match="closing"):
        thinker.ask(1.0, "work", "rules", "flop22", "")


def test_deep_rules_cost_nothing_wherever_they_are_sent() -> None:
    body = {"game": next(iter(GAMES)), "rules": "a" + ".a" * 9000 + " = 1"}
    with open_house() as doors:
        before = time.process_time()
        for path in ("rules/check", "rules/edge"):
            assert doors.client.post(f"/api/{path}", json=body).json()["code"] == "too-deep"
        assert doors.client.post("/api/tables", json=body).json()["code"] == "too-deep"
        assert time.process_time() - before < 0.5  # it was 0.7 s each time
