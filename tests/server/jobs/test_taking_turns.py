"""Hints take turns by player, and one who asks for much delays nobody else."""

from __future__ import annotations

import threading
import time

from pitboss.games import GAMES
from server.support.house import open_house


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


def test_deep_rules_cost_nothing_wherever_they_are_sent() -> None:
    body = {"game": next(iter(GAMES)), "rules": "a" + ".a" * 9000 + " = 1"}
    with open_house() as doors:
        before = time.process_time()
        for path in ("rules/check", "rules/edge"):
            assert doors.client.post(f"/api/{path}", json=body).json()["code"] == "too-deep"
        assert doors.client.post("/api/tables", json=body).json()["code"] == "too-deep"
        assert time.process_time() - before < 0.5  # it was 0.7 s each time
