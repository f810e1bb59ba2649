"""Fair scheduling of hints: a player with many requests delays nobody else."""

from __future__ import annotations

import threading
import tomllib

import pytest

from pitboss.games import GAMES
from server.support.house import reject_parsing, run_server


def test_hints_of_one_player_do_not_delay_those_of_another() -> None:
    """The first hint blocks until all have asked; then they are served player by player."""
    go_on, given = threading.Event(), []

    def hints(_game: object, _rules: object, _seen: object, _offer: object, seat: int) -> object:
        go_on.wait(60)
        given.append(seat)
        return {"none": 0.0}

    with run_server(hints=hints) as server:
        table, other = server.open_table(), server.newcomer()
        with server.at(table) as greedy, server.at(table, other) as calm:
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


def test_custom_rules_do_not_delay_default_rules() -> None:
    go_on = threading.Event()

    def hints(_game: object, rules: object, *_about: object) -> object:
        if rules.changed():  # type: ignore[attr-defined]
            go_on.wait(60)
        return {"none": 0.0}

    with run_server(hints=hints) as server:
        slow, quick = server.open_table(rules="ante_limit = 30"), server.open_table()
        with server.at(slow) as one, server.at(quick, server.newcomer()) as two:
            for seated in (one, two):
                seated.say("sit", seat=1)
                seated.say("bet", bets={"ante-1": 500})
                seated.say("ready")
            one.socket.send_json({"type": "hint", "id": 77})
            assert two.say("hint")["worth"] == {"none": 0.0}
            go_on.set()
            assert one.take("hint")["id"] == 77


def test_failed_hint_is_answered() -> None:
    def hints(*_about: object) -> object:
        raise ValueError("no idea")

    with run_server(hints=hints) as server, server.at(server.open_table()) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        assert seated.say("hint")["code"] == "no-hint"


def test_deeply_nested_rules_are_rejected_before_parsing_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"game": next(iter(GAMES)), "rules": "a" + ".a" * 9000 + " = 1"}
    with run_server() as server:
        monkeypatch.setattr(tomllib, "loads", reject_parsing)
        for path in ("rules/check", "rules/edge"):
            assert server.client.post(f"/api/{path}", json=body).json()["code"] == "too-deep"
        assert server.client.post("/api/tables", json=body).json()["code"] == "too-deep"
